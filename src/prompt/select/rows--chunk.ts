/** Chunk: a run of offers in order, with a bound that lets a walk pass over it whole. */

import { isOfferBefore } from "./rows--rows.js";
import type { Columns } from "./tally.js";

export interface Chunk {
  size: number;
  /** No offer of it, nor any other its row could take instead, costs less. May lag behind what was taken out. */
  least: number;
  offers: Int32Array;
  values: Float64Array;
}

/** So few that to move half of them costs less than to call for it. */
export const chunkMax: number = 64;

export function makeChunk(room: number): Chunk {
  return {
    size: 0,
    least: Number.POSITIVE_INFINITY,
    offers: new Int32Array(room),
    values: new Float64Array(room),
  };
}

/** Whether every offer of a chunk, which has some, comes before this one. */
export function endsBefore(chunk: Chunk, columns: Columns, value: number, offer: number): boolean {
  const last = chunk.size - 1;
  return isOfferBefore(columns, chunk.values[last] as number, chunk.offers[last] as number, value, offer);
}

/** Splits a full chunk; gives its second half, to stand behind it. */
export function splitOff(chunk: Chunk): Chunk {
  const half = chunkMax >> 1;
  const next = makeChunk(chunkMax);
  next.offers.set(chunk.offers.subarray(half));
  next.values.set(chunk.values.subarray(half));
  chunk.size = half;
  next.size = chunkMax - half;
  next.least = chunk.least;
  return next;
}
