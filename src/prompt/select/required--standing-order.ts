/** Standing order: steps of rows whose worth no turn changes, sorted by value in chunks, so that a page that changes moves few others. */

import { assert } from "../../base/result--assert.js";
import { type Chunk, chunkMax, endsBefore, makeChunk, splitOff } from "./rows--chunk.js";
import { addOffer, takeOffer } from "./rows--chunk-offers.js";
import { offerOf, slotOf } from "./rows--offer.js";
import { firstStep, stepsEnd, valueAt } from "./rows--steps.js";
import type { Columns } from "./tally.js";

/** Offers from the best down: more value a token first, then id, then the lower step. */
export interface StandingOrder {
  readonly chunks: Chunk[];
}

export function makeOrder(): StandingOrder {
  return { chunks: [] };
}

export function insertRow(order: StandingOrder, columns: Columns, row: number): void {
  const worth = columns.standing[row] as number;
  const end = stepsEnd(columns, row, worth);
  for (let step = firstStep(worth); step < end; step += 1) {
    const offer = offerOf(columns, row, step);
    const slot = slotOf(row, step);
    const value = valueAt(worth, columns.cornerSlope[slot] as number);
    if (order.chunks.length === 0) order.chunks.push(makeChunk(chunkMax));
    const index = Math.min(chunkFor(order, columns, value, offer), order.chunks.length - 1);
    const chunk = roomIn(order, columns, index, value, offer);
    addOffer(chunk, columns, value, offer);
    chunk.least = Math.min(chunk.least, columns.cornerBound[slot] as number);
  }
}

/** The row's columns must still be those it was inserted with. */
export function removeRow(order: StandingOrder, columns: Columns, row: number): void {
  const worth = columns.standing[row] as number;
  const end = stepsEnd(columns, row, worth);
  for (let step = firstStep(worth); step < end; step += 1) {
    const offer = offerOf(columns, row, step);
    const value = valueAt(worth, columns.cornerSlope[slotOf(row, step)] as number);
    const index = chunkFor(order, columns, value, offer);
    const chunk = order.chunks[index];
    const taken = chunk !== undefined && takeOffer(chunk, offer);
    assert(taken, "an offer is found where it was inserted");
    if (chunk.size === 0) order.chunks.splice(index, 1);
  }
}

/** The chunk at `index`, or the second half of it where that is full and the offer belongs there. */
function roomIn(order: StandingOrder, columns: Columns, index: number, value: number, offer: number): Chunk {
  const chunk = order.chunks[index] as Chunk;
  if (chunk.size < chunkMax) return chunk;
  const next = splitOff(chunk);
  order.chunks.splice(index + 1, 0, next);
  return endsBefore(chunk, columns, value, offer) ? next : chunk;
}

/** The first chunk whose last offer is not before this one; their number where there is none. */
function chunkFor(order: StandingOrder, columns: Columns, value: number, offer: number): number {
  let low = 0;
  let high = order.chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endsBefore(order.chunks[middle] as Chunk, columns, value, offer)) low = middle + 1;
    else high = middle;
  }
  return low;
}
