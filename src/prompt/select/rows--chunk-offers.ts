/** Chunk offers: puts an offer into a chunk and takes one out. */

import type { Chunk } from "./rows--chunk.js";
import { isOfferBefore } from "./rows--rows.js";
import type { Columns } from "./tally.js";

/** Puts an offer at its place in a chunk that has room. */
export function addOffer(chunk: Chunk, columns: Columns, value: number, offer: number): void {
  const { offers, values } = chunk;
  let at = chunk.size;
  for (
    ;
    at > 0 && isOfferBefore(columns, value, offer, values[at - 1] as number, offers[at - 1] as number);
    at -= 1
  ) {
    offers[at] = offers[at - 1] as number;
    values[at] = values[at - 1] as number;
  }
  offers[at] = offer;
  values[at] = value;
  chunk.size += 1;
}

/** Takes an offer out; false where the chunk does not hold it. */
export function takeOffer(chunk: Chunk, offer: number): boolean {
  const { offers, values } = chunk;
  let at = 0;
  while (at < chunk.size && offers[at] !== offer) at += 1;
  if (at === chunk.size) return false;
  const last = chunk.size - 1;
  for (; at < last; at += 1) {
    offers[at] = offers[at + 1] as number;
    values[at] = values[at + 1] as number;
  }
  chunk.size = last;
  return true;
}
