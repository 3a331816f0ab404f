/** Standing order: offers sorted by value that no turn changes, in chunks, so that a page that changes moves few others. */

import { assert } from "../../base/assert.js";
import { addOffer, type Chunk, endsBefore, makeChunk, takeOffer } from "./chunk.js";
import type { Columns } from "./columns.js";

/**
 * Offers from the best down: more value a token first, then id, then level. An offer names a row, the level it stands at and the
 * level it would go to (the same for one that would come in): see `offerOf`.
 */
export interface StandingOrder {
  readonly offersOf: OffersOf;
  readonly chunks: Chunk[];
}

/** Calls `add` once for each offer of a row. */
export type OffersOf = (columns: Columns, row: number, add: AddOffer) => void;
type AddOffer = (offer: number, value: number, bound: number) => void;

export function makeOrder(offersOf: OffersOf): StandingOrder {
  return { offersOf, chunks: [] };
}

export function insertRow(order: StandingOrder, columns: Columns, row: number): void {
  order.offersOf(columns, row, (offer, value, bound) => {
    if (order.chunks.length === 0) order.chunks.push(makeChunk());
    const index = Math.min(chunkFor(order, columns, value, offer), order.chunks.length - 1);
    const next = addOffer(order.chunks[index] as Chunk, columns, value, offer, bound);
    if (next !== null) order.chunks.splice(index + 1, 0, next);
  });
}

/** The row's columns must still be those it was inserted with. */
export function removeRow(order: StandingOrder, columns: Columns, row: number): void {
  order.offersOf(columns, row, (offer, value) => {
    const index = chunkFor(order, columns, value, offer);
    const chunk = order.chunks[index];
    const taken = chunk !== undefined && takeOffer(chunk, columns, value, offer);
    assert(taken, "an offer is found where it was inserted");
    if (chunk.size === 0) order.chunks.splice(index, 1);
  });
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
