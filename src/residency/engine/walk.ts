/** Walk: takes the offers of both orders, the best first, for as long as they come before those of the heap. */

import type { Chunk } from "./chunk.js";
import type { Columns } from "./columns.js";
import type { Field } from "./field.js";
import { type Head, isAhead } from "./head.js";
import { fromBits, rowBits, stepBits } from "./offer.js";
import { out } from "./place.js";
import { shareOf } from "./price.js";
import { refuse } from "./refuse.js";
import { refused, stray } from "./stray.js";
import { refusedMax, takenMax } from "./tally.js";

/** Why a walk stops: nothing is left, the heap is ahead, or the offer it stands at was too dear and its row may have a cheaper step. */
export const end = { done: 0, limit: 1, dear: 2 } as const;
const goOn = 3;

/**
 * Goes on with the order that was walked last, and changes over to the other whenever that is ahead. What nothing could pay for is
 * passed over, in whatever order, as soon as no more refusals are kept: what is left of the budget only shrinks by then.
 */
export function walk(field: Field): number {
  const { columns, board, tally, heads } = field;
  const { rank, cornerCost, cornerBound } = columns;
  const { stage, at, rows } = board;
  const { takenOffer } = tally;
  let { left, count } = board;
  let { gained, taken } = tally;
  let stop: number = goOn;
  while (stop === goOn) {
    const head = heads.walked;
    const other = head === heads.warm ? heads.cold : heads.warm;
    const limit = isAhead(heads.heap, other) ? heads.heap : other;
    const { value: limitValue, rank: limitRank } = limit;
    const { offers, values, size } = head.list;
    const start = head.at;
    stop = end.done;
    let place = start;
    for (; place < size; place += 1) {
      const offer = offers[place] as number;
      const row = offer >> rowBits;
      const from = (offer >> fromBits) & 7;
      if (stage[row] !== from) continue;
      const cost = cornerCost[offer >> stepBits] as number;
      const isDear = cost > left;
      if (isDear && tally.refused >= refusedMax && (cornerBound[offer >> stepBits] as number) > left) continue;
      const value = values[place] as number;
      if (value <= limitValue && (value < limitValue || (rank[row] as number) > limitRank)) {
        stop = end.limit;
        head.value = value;
        head.rank = rank[row] as number;
        break;
      }
      if (isDear) {
        if (!isAskedAgain(field, offer, value, left, gained)) continue;
        stop = end.dear;
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
      takenOffer[taken % takenMax] = offer;
      taken += 1;
    }
    head.at = place;
    if (stop === end.done && hasMore(field, head, start, left)) stop = goOn;
    else if (stop !== end.dear) stop = changeOver(field, head, limit, stop);
  }
  board.left = left;
  board.count = count;
  tally.gained = gained;
  tally.taken = taken;
  return stop;
}

/** What follows where a list has ended or its next offer comes later. */
function changeOver({ heads }: Field, head: Head, limit: Head, stop: number): number {
  if (stop === end.done) {
    head.value = -1;
    if (limit.value === -1) return end.done;
  }
  if (limit === heads.heap) return end.limit;
  heads.walked = limit;
  return goOn;
}

/** Notes that a step was too dear; gives whether its row has another that may not be. */
function isAskedAgain(
  { columns, board, tally }: Field,
  offer: number,
  value: number,
  left: number,
  gained: number,
): boolean {
  const row = offer >> rowBits;
  if (tally.refused === 0) tally.bound = gained + left * value;
  refuse(tally, columns, row, (offer >> fromBits) & 7, offer & 7, left);
  stray(board, row, refused);
  return (columns.cornerBound[offer >> stepBits] as number) <= left;
}

/** At the end of a list: the next chunk with something to offer; the warm order has but one. False where there is none. */
function hasMore({ cold, columns, heads, tally }: Field, head: Head, start: number, left: number): boolean {
  if (head === heads.warm) return false;
  const isFull = tally.refused >= refusedMax;
  if (isFull && start === 0 && head.list.least <= left) tighten(columns, head.list);
  const { chunks } = cold;
  for (head.chunk += 1; head.chunk < chunks.length; head.chunk += 1) {
    head.list = chunks[head.chunk] as Chunk;
    head.at = 0;
    if (!isFull || head.list.least <= left) return true;
  }
  return false;
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
