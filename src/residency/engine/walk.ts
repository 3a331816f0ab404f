/** Walk: takes the offers of one order, from where it stands, for as long as they come before those of the others. */

import type { Chunk } from "./chunk.js";
import type { Columns } from "./columns.js";
import type { Field } from "./field.js";
import type { Head } from "./head.js";
import { boundOf, fromBits, rowBits } from "./offer.js";
import { out } from "./place.js";
import { shareOf } from "./price.js";
import { coreMax, refusedMax } from "./tally.js";

/** How a walk ends: nothing is left, the next offer belongs behind the limit, or this one was too dear and is now the row's own. */
export const end = { done: 0, limit: 1, dear: 2 } as const;

/** Walks a row of chunks. */
export function walkChunks(field: Field, head: Head, limit: Head): number {
  const { board, tally } = field;
  const { chunks } = field.cold;
  for (; head.chunk < chunks.length; head.chunk += 1) {
    const chunk = chunks[head.chunk] as Chunk;
    if (tally.refused < refusedMax || chunk.least <= board.left) {
      const start = head.at;
      const stop = walk(field, chunk, head, limit);
      if (stop !== end.done) return stop;
      if (start === 0 && tally.refused >= refusedMax && chunk.least <= board.left) tighten(field, chunk);
    }
    head.at = 0;
  }
  head.value = -1;
  return end.done;
}

/** Offers that cannot be paid for are left to the caller, as long as refusals are recorded or the row has a cheaper step. */
export function walk({ columns, board, tally }: Field, list: Chunk, head: Head, limit: Head): number {
  const { offers, values, costs, size } = list;
  const { stage, at, rows } = board;
  const { rank } = columns;
  const { takenRow } = tally;
  const limitValue = limit.value;
  let { left, count } = board;
  let { gained, taken } = tally;
  let stop: number = end.done;
  let place = head.at;
  for (; place < size; place += 1) {
    const offer = offers[place] as number;
    const row = offer >> rowBits;
    const from = (offer >> fromBits) & 7;
    if (stage[row] !== from) continue;
    const value = values[place] as number;
    if (value <= limitValue && (value < limitValue || (rank[row] as number) > limit.rank)) {
      stop = end.limit;
      head.value = value;
      head.rank = rank[row] as number;
      break;
    }
    const cost = costs[place] as number;
    if (cost > left) {
      if (tally.refused >= refusedMax && boundOf(columns, offer) > left) continue;
      stop = end.dear;
      head.value = value;
      head.rank = rank[row] as number;
      break;
    }
    if (from === out) {
      rows[count] = row;
      count += 1;
    }
    at[row] = offer & 7;
    stage[row] = offer & 7;
    left -= cost;
    gained += cost > 0 ? value * cost : giftOf(columns, offer);
    takenRow[taken % coreMax] = row;
    taken += 1;
  }
  head.at = place;
  board.left = left;
  board.count = count;
  tally.gained = gained;
  tally.taken = taken;
  if (stop === end.done) head.value = -1;
  return stop;
}

/** What a step brings that costs nothing. */
function giftOf(columns: Columns, offer: number): number {
  const row = offer >> rowBits;
  return (columns.worth[row] as number) * shareOf(columns, row, (offer >> fromBits) & 7, offer & 7);
}

/** What the bounds of a chunk have become since offers were taken out of it. */
function tighten({ columns }: Field, chunk: Chunk): void {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < chunk.size; at += 1) least = Math.min(least, boundOf(columns, chunk.offers[at] as number));
  chunk.least = least;
}
