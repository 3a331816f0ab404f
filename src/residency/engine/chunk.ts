/** Chunk: a short run of offers in order, with a bound that lets a walk pass over it whole. */

import type { Columns } from "./columns.js";
import { compareOffers } from "./rows.js";

export interface Chunk {
  size: number;
  /** The least that any of its offers can cost. */
  least: number;
  readonly offers: Int32Array;
  readonly values: Float64Array;
  /** What an offer costs at least, or any other its row could take instead of it. */
  readonly bounds: Float64Array;
}

const chunkMax = 128;

export function makeChunk(): Chunk {
  return {
    size: 0,
    least: Number.POSITIVE_INFINITY,
    offers: new Int32Array(chunkMax),
    values: new Float64Array(chunkMax),
    bounds: new Float64Array(chunkMax),
  };
}

/** Puts an offer in its place. A full chunk is split first: gives its new second half, to stand behind it; else null. */
export function addOffer(chunk: Chunk, columns: Columns, value: number, offer: number, bound: number): Chunk | null {
  const next = chunk.size < chunkMax ? null : splitOff(chunk);
  const into = next !== null && endsBefore(chunk, columns, value, offer) ? next : chunk;
  const at = placeIn(into, columns, value, offer);
  into.offers.copyWithin(at + 1, at, into.size);
  into.values.copyWithin(at + 1, at, into.size);
  into.bounds.copyWithin(at + 1, at, into.size);
  into.size += 1;
  into.offers[at] = offer;
  into.values[at] = value;
  into.bounds[at] = bound;
  into.least = Math.min(into.least, bound);
  return next;
}

/** Takes an offer out; false where the chunk does not hold it. */
export function takeOffer(chunk: Chunk, columns: Columns, value: number, offer: number): boolean {
  const at = placeIn(chunk, columns, value, offer);
  if (at === chunk.size || chunk.offers[at] !== offer) return false;
  chunk.offers.copyWithin(at, at + 1, chunk.size);
  chunk.values.copyWithin(at, at + 1, chunk.size);
  chunk.bounds.copyWithin(at, at + 1, chunk.size);
  chunk.size -= 1;
  chunk.least = leastOf(chunk);
  return true;
}

/** Whether every offer of a chunk, which has some, comes before this one. */
export function endsBefore(chunk: Chunk, columns: Columns, value: number, offer: number): boolean {
  return isBeforeAt(chunk, chunk.size - 1, columns, value, offer);
}

function splitOff(chunk: Chunk): Chunk {
  const half = chunkMax >> 1;
  const next = makeChunk();
  next.offers.set(chunk.offers.subarray(half));
  next.values.set(chunk.values.subarray(half));
  next.bounds.set(chunk.bounds.subarray(half));
  chunk.size = half;
  next.size = chunkMax - half;
  chunk.least = leastOf(chunk);
  next.least = leastOf(next);
  return next;
}

function leastOf(chunk: Chunk): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < chunk.size; at += 1) least = Math.min(least, chunk.bounds[at] as number);
  return least;
}

/** The first place in a chunk whose offer is not before this one. */
function placeIn(chunk: Chunk, columns: Columns, value: number, offer: number): number {
  let low = 0;
  let high = chunk.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeforeAt(chunk, middle, columns, value, offer)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBeforeAt(chunk: Chunk, at: number, columns: Columns, value: number, offer: number): boolean {
  const other = chunk.values[at] as number;
  return other === value ? compareOffers(columns, chunk.offers[at] as number, offer) < 0 : other > value;
}
