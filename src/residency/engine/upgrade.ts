/** Upgrade: phase 2 of a decision: what is left of the budget goes into pages and fidelity, the best value a token first (paper Listing 1). */

import { type Board, install } from "./board.js";
import type { Chunk } from "./chunk.js";
import type { Columns } from "./columns.js";
import { steepest } from "./corners.js";
import type { Field } from "./field.js";
import { levelsMax, out, worthless } from "./place.js";
import { costOf, shareOf, slopeOf } from "./price.js";
import { worthAt } from "./rows.js";
import { dropTop, isBefore, pushStep } from "./step-heap.js";
import { boundOf, toOf } from "./steps.js";
import { refusedMax } from "./tally.js";
import { reason } from "./why.js";

/**
 * To come in is the first step of a page, so prefetch and upgrades compete by the same measure. Rows climb along their hulls: cold
 * ones by the standing order, warm ones by theirs. Rows that a demand put beside their hull, and those whose step was too dear
 * and have a cheaper one, climb by the heap. The three are walked as one; what cannot be paid for is passed over.
 */
export function upgrade(field: Field): void {
  const { columns, cold, warm, heap, cursor } = field;
  startHeap(field);
  cursor.chunk = 0;
  cursor.at = 0;
  let next = nextCold(field);
  let hot = nextWarm(field, 0);
  for (;;) {
    const value = next === -1 ? -1 : ((cold.chunks[cursor.chunk] as Chunk).values[cursor.at] as number);
    let isWarm = false;
    let row = next >> 3;
    let best = value;
    if (hot < warm.size) {
      const other = warm.offers[hot] as number;
      const otherValue = warm.values[hot] as number;
      isWarm = otherValue === value ? isBefore(columns, value, other >> 3, value, row) : otherValue > value;
      if (isWarm) {
        best = otherValue;
        row = other >> 3;
      }
    } else if (next === -1 && heap.size === 0) return;
    if (heap.size > 0 && (best === -1 || comesFirst(field, best, row))) raise(field);
    else if (isWarm) {
      climb(field, warm.offers[hot] as number, best);
      hot = nextWarm(field, hot + 1);
    } else {
      climb(field, next, best);
      cursor.at += 1;
      next = nextCold(field);
    }
  }
}

/** The next offer of the standing order whose row stands where it starts, moved past chunks too dear; -1 at the end. */
function nextCold({ columns, board, cold, cursor, tally }: Field): number {
  const { at, strayed, stamp } = board;
  const { cornerFrom } = columns;
  const most = tally.refused < refusedMax ? Number.POSITIVE_INFINITY : board.left;
  for (; cursor.chunk < cold.chunks.length; cursor.chunk += 1) {
    const { offers, bounds, least, size } = cold.chunks[cursor.chunk] as Chunk;
    for (let place = least <= most ? cursor.at : size; place < size; place += 1) {
      const offer = offers[place] as number;
      const row = offer >> 3;
      const step = offer & 7;
      const from = step === worthless ? out : (cornerFrom[row * levelsMax + step] as number);
      if (at[row] !== from || (strayed[row] as number) >= stamp || (bounds[place] as number) > most) continue;
      cursor.at = place;
      return offer;
    }
    cursor.at = 0;
  }
  return -1;
}

/** The place of the next warm offer, from one on, whose row stands where it starts. */
function nextWarm({ columns, board, warm, tally }: Field, start: number): number {
  const { at, strayed, stamp } = board;
  const { offers, size } = warm;
  const { cornerFrom } = columns;
  for (let place = start; place < size; place += 1) {
    const offer = offers[place] as number;
    const row = offer >> 3;
    const step = offer & 7;
    const from = step === worthless ? out : (cornerFrom[row * levelsMax + step] as number);
    if (at[row] !== from || (strayed[row] as number) >= stamp) continue;
    if (tally.refused < refusedMax || boundOf(columns, offer) <= board.left) return place;
  }
  return size;
}

/** Whether the best of the heap comes before this offer. */
function comesFirst({ columns, heap }: Field, value: number, row: number): boolean {
  return isBefore(columns, heap.values[0] as number, heap.rows[0] as number, value, row);
}

/** Rows that stand between the corners of their hull, for a demand may ask for any level. Required rows that are out stay out. */
function startHeap(field: Field): void {
  const { columns, board, heap, required } = field;
  heap.size = 0;
  board.stamp += 2;
  for (let i = 0; i < required.hard.length; i += 1) keepOut(board, required.hard[i] as number);
  for (let i = 0; i < required.asked.length; i += 1) keepOut(board, required.asked[i] as number);
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    if (columns.policy.upgrade === "none" || isCorner(columns, row, board.at[row] as number)) continue;
    board.strayed[row] = board.stamp;
    pushBest(field, row, Number.POSITIVE_INFINITY);
  }
}

function isCorner(columns: Columns, row: number, level: number): boolean {
  const first = row * levelsMax;
  for (let at = first; at < first + (columns.corners[row] as number); at += 1) {
    if (columns.cornerFrom[at] === level || columns.cornerTo[at] === level) return true;
  }
  return false;
}

function keepOut(board: Board, row: number): void {
  if (board.at[row] === out) board.strayed[row] = board.stamp + 1;
}

/** Takes a step of an order, or else looks for a cheaper one of the row, which is then the heap's. */
function climb(field: Field, offer: number, value: number): void {
  const { columns, board } = field;
  const row = offer >> 3;
  const to = toOf(columns, offer);
  if (take(field, row, to)) return;
  refuse(field, row, to, value);
  board.strayed[row] = board.stamp + 1;
  pushBest(field, row, board.left);
}

/** The best step of the heap, if it can be paid for; then the row's next one. */
function raise(field: Field): void {
  const { columns, board, heap } = field;
  const row = heap.rows[0] as number;
  const to = heap.to[0] as number;
  const value = heap.values[0] as number;
  dropTop(heap, columns);
  const isTaken = take(field, row, to);
  if (!isTaken && board.strayed[row] === board.stamp) {
    refuse(field, row, to, value);
    board.strayed[row] = board.stamp + 1;
  }
  pushBest(field, row, board.strayed[row] === board.stamp ? Number.POSITIVE_INFINITY : board.left);
}

function take({ columns, board, tally }: Field, row: number, to: number): boolean {
  const from = board.at[row] as number;
  const why = from === out ? reason.prefetched : (board.why[row] as number);
  if (!install(board, columns, row, to, why)) return false;
  tally.takenRow[tally.taken % tally.takenRow.length] = row;
  tally.taken += 1;
  tally.gained += worthAt(columns, row) * shareOf(columns, row, from, to);
  return true;
}

function refuse({ columns, board, tally }: Field, row: number, to: number, value: number): void {
  const at = tally.refused;
  if (at === 0) tally.bound = tally.gained + board.left * value;
  if (at >= refusedMax) return;
  const from = board.at[row] as number;
  tally.refusedRow[at] = row;
  tally.refusedFrom[at] = from;
  tally.refusedTo[at] = to;
  tally.refusedTokens[at] = costOf(columns, row, from, to);
  tally.refusedLeft[at] = board.left;
  tally.refused = at + 1;
}

function pushBest({ columns, board, heap }: Field, row: number, left: number): void {
  const worth = worthAt(columns, row);
  const from = board.at[row] as number;
  const climbs = worth > 0 && columns.policy.upgrade === "marginal";
  const to = climbs ? steepest(columns, row, from, left) : -1;
  if (to !== -1) pushStep(heap, columns, row, to, worth * slopeOf(columns, row, from, to));
}
