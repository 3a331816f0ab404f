/** Walk: takes the offers of both orders, the best first, for as long as they come before those of the heap. */

import type { Field } from "./required--field.js";
import { noChunk } from "./required--head.js";
import { refuse } from "./required--refuse.js";
import type { Chunk } from "./rows--chunk.js";
import { fromBits, rowBits, stepBits } from "./rows--offer.js";
import { shareOf } from "./rows--price.js";
import type { Columns } from "./tally.js";
import { out } from "./tally--place.js";
import { refusedMax, takenMax } from "./tally--tally.js";
import { surface, surfacePaid } from "./upgrade--deep.js";
import { refused, stray } from "./upgrade--stray.js";

/** Why a walk stops: nothing is left, the heap is ahead, or the offer it stood at was too dear and its row may have a cheaper step. */
export const end = { done: 0, limit: 1, dear: 2 } as const;

/**
 * Merges the two orders. What nothing could pay for is passed over, in whatever order, as soon as no more refusals are kept: what is
 * left of the budget only shrinks by then; and where it does not pay for the cheapest step there is, that is all that follows.
 */
export function walk(field: Field): number {
  const { columns, board, tally, heads, heap } = field;
  const { rank, cornerCost, cornerBound } = columns;
  const { stage, at, rows } = board;
  const { takenOffer } = tally;
  const { warm, cold } = heads;
  const heapValue = heap.size === 0 ? -1 : (heap.values[0] as number);
  const heapRank = rank[heap.rows[0] as number] as number;
  let { offers: warmOffers, values: warmValues, size: warmSize } = warm.list;
  let { offers, values, size } = cold.list;
  let w = warm.at;
  let c = cold.at;
  let warmValue = w < warmSize ? (warmValues[w] as number) : -1;
  let coldValue = c < size ? (values[c] as number) : -1;
  let { left, count } = board;
  let { gained, taken } = tally;
  let stop: number = heapValue === -1 ? end.done : end.limit;
  for (;;) {
    if (warmValue === -1 && coldValue === -1) break;
    const isTie = warmValue === coldValue;
    const isWarm = isTie ? comesFirst(rank, warmOffers[w] as number, offers[c] as number) : warmValue > coldValue;
    const value = isWarm ? warmValue : coldValue;
    const offer = (isWarm ? warmOffers[w] : offers[c]) as number;
    const row = offer >> rowBits;
    if (value <= heapValue && (value < heapValue || (rank[row] as number) > heapRank)) break;
    if (isWarm) {
      w += 1;
      if (w === warmSize && dive(field, left))
        ({ offers: warmOffers, values: warmValues, size: warmSize } = warm.list);
      warmValue = w < warmSize ? (warmValues[w] as number) : -1;
    } else {
      c += 1;
      if (c === size) {
        nextChunk(field, left);
        ({ offers, values, size } = cold.list);
        c = 0;
      }
      coldValue = c < size ? (values[c] as number) : -1;
    }
    if (stage[row] !== ((offer >> fromBits) & 7)) continue;
    const cost = cornerCost[offer >> stepBits] as number;
    if (cost > left) {
      if (tally.refused < refusedMax || (cornerBound[offer >> stepBits] as number) <= left) {
        if (!isAskedAgain(field, offer, value, left, gained)) continue;
        stop = end.dear;
        break;
      }
      if (field.warm.edge === 0) field.warm.edge = value;
      if (left >= columns.leastCost) continue;
      w = warmSize;
      c = size;
      break;
    }
    if (at[row] === out) {
      rows[count] = row;
      count += 1;
    }
    at[row] = offer & 7;
    stage[row] = offer & 7;
    left -= cost;
    gained += cost > 0 ? value * cost : giftOf(columns, offer);
    takenOffer[taken % takenMax] = offer;
    taken += 1;
  }
  warm.at = w;
  cold.at = c;
  keep(field, left, count, gained, taken);
  return stop;
}

function keep({ board, tally }: Field, left: number, count: number, gained: number, taken: number): void {
  board.left = left;
  board.count = count;
  tally.gained = gained;
  tally.taken = taken;
}

/** Of two offers of equal value and different rows. */
function comesFirst(rank: Int32Array, offer: number, other: number): boolean {
  return (rank[offer >> rowBits] as number) < (rank[other >> rowBits] as number);
}

/** Notes that a step was too dear; gives whether its row has another that may not be. */
function isAskedAgain(
  { columns, board, heads, tally }: Field,
  offer: number,
  value: number,
  left: number,
  gained: number,
): boolean {
  if (tally.refused === 0) tally.bound = gained + left * value;
  refuse(tally, offer, left);
  stray(board, offer >> rowBits, refused);
  heads.dear = offer >> rowBits;
  return (columns.cornerBound[offer >> stepBits] as number) <= left;
}

/** What is ranked of the warm steps is walked: those come up that this walk has to look at; gives whether there were any below. */
function dive({ warm, columns, tally }: Field, left: number): boolean {
  if (warm.deep.size === 0) return false;
  if (tally.refused < refusedMax) surface(warm, columns);
  else surfacePaid(warm, columns, left);
  return true;
}

/** Goes to the next chunk of the cold order with something to offer; to none where that was the last. */
function nextChunk({ cold: { chunks }, columns, heads: { cold }, tally }: Field, left: number): void {
  const isFull = tally.refused >= refusedMax;
  if (isFull && cold.at === 0 && cold.list.least <= left) tighten(columns, cold.list);
  cold.at = 0;
  for (cold.chunk += 1; cold.chunk < chunks.length; cold.chunk += 1) {
    cold.list = chunks[cold.chunk] as Chunk;
    if (!isFull || cold.list.least <= left) return;
  }
  cold.list = noChunk;
}

/** What a step brings that costs nothing. */
function giftOf(columns: Columns, offer: number): number {
  const row = offer >> rowBits;
  return (columns.worth[row] as number) * shareOf(columns, row, (offer >> fromBits) & 7, offer & 7);
}

/** What the bounds of a chunk have become since offers were taken out of it. */
function tighten({ cornerBound }: Columns, chunk: Chunk): void {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < chunk.size; at += 1)
    least = Math.min(least, cornerBound[(chunk.offers[at] as number) >> stepBits] as number);
  chunk.least = least;
}
