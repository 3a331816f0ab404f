/** Standing order: steps of rows whose worth no turn changes, sorted by value in chunks, so that a page that changes moves few others. */

import { assert } from "../../base/assert.js";
import { addOffer, type Chunk, endsBefore, makeChunk, takeOffer } from "./chunk.js";
import type { Columns } from "./columns.js";
import { offerOf } from "./corners.js";
import { boundOf, firstStep, stepsEnd, valueOf } from "./steps.js";

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
    const offer = offerOf(row, step);
    const value = valueOf(columns, offer, worth);
    if (order.chunks.length === 0) order.chunks.push(makeChunk());
    const index = Math.min(chunkFor(order, columns, value, offer), order.chunks.length - 1);
    const next = addOffer(order.chunks[index] as Chunk, columns, value, offer, boundOf(columns, offer));
    if (next !== null) order.chunks.splice(index + 1, 0, next);
  }
}

/** The row's columns must still be those it was inserted with. */
export function removeRow(order: StandingOrder, columns: Columns, row: number): void {
  const worth = columns.standing[row] as number;
  const end = stepsEnd(columns, row, worth);
  for (let step = firstStep(worth); step < end; step += 1) {
    const offer = offerOf(row, step);
    const value = valueOf(columns, offer, worth);
    const index = chunkFor(order, columns, value, offer);
    const chunk = order.chunks[index];
    const taken = chunk !== undefined && takeOffer(chunk, columns, value, offer);
    assert(taken, "an offer is found where it was inserted");
    if (chunk.size === 0) order.chunks.splice(index, 1);
  }
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
