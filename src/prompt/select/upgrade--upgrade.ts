/** Upgrade: phase 2 of a decision: what is left of the budget goes into pages and fidelity, the best value a token first (paper Listing 1). */

import type { Field } from "./required--field.js";
import { startHeads } from "./required--head.js";
import { refuse } from "./required--refuse.js";
import { steepest } from "./rows--corners.js";
import { fromBits, rowBits, slotOf } from "./rows--offer.js";
import { shareOf, slopeOf } from "./rows--price.js";
import { dropTop, pushStep } from "./rows--step-heap.js";
import type { Columns } from "./tally.js";
import { type Board, install } from "./tally--board.js";
import { out } from "./tally--place.js";
import { takenMax } from "./tally--tally.js";
import { end, walk } from "./upgrade.js";
import { refused, stray, strayed } from "./upgrade--stray.js";

/**
 * To come in is the first step of a page, so prefetch and upgrades compete by the same measure. Rows climb along their hulls: cold
 * ones by the standing order, warm ones by theirs. Rows that a demand put beside their hull, and those whose step was too dear
 * and have a cheaper one, climb by the heap. The three take turns, each until another is ahead; what cannot be paid for is passed over.
 */
export function upgrade(field: Field): void {
  const { heads, warm, cold, board } = field;
  startHeap(field);
  startHeads(heads, warm.ranked, cold.chunks);
  for (;;) {
    const stop = walk(field);
    if (stop === end.done) return;
    if (stop === end.limit) raise(field);
    else pushBest(field, heads.dear, board.left);
  }
}

/** Rows that stand between the corners of their hull, for a demand may ask for any level. Required rows that are out stay out. */
function startHeap(field: Field): void {
  const { columns, board, heap, required } = field;
  heap.size = 0;
  for (let i = 0; i < required.hard.count; i += 1) keepOut(board, required.hard.rows[i] as number);
  for (let i = 0; i < required.asked.count; i += 1) keepOut(board, required.asked.rows[i] as number);
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    if (columns.policy.upgrade === "none" || isCorner(columns, row, board.at[row] as number)) continue;
    stray(board, row, strayed);
    pushBest(field, row, Number.POSITIVE_INFINITY);
  }
}

function isCorner(columns: Columns, row: number, level: number): boolean {
  const first = slotOf(row, 0);
  for (let at = first; at < first + (columns.corners[row] as number); at += 1) {
    const way = columns.cornerWay[at] as number;
    if (way >> fromBits === level || (way & 7) === level) return true;
  }
  return false;
}

function keepOut(board: Board, row: number): void {
  if (board.at[row] === out) stray(board, row, refused);
}

/** The best step of the heap, if it can be paid for; then the row's next one. */
function raise(field: Field): void {
  const { columns, board, heap } = field;
  const row = heap.rows[0] as number;
  const to = heap.to[0] as number;
  const value = heap.values[0] as number;
  dropTop(heap, columns);
  const isTaken = take(field, row, to);
  if (!isTaken && board.stage[row] === strayed) {
    const { tally } = field;
    if (tally.refused === 0) tally.bound = tally.gained + board.left * value;
    refuse(tally, (row << rowBits) | ((board.at[row] as number) << fromBits) | to, board.left);
    stray(board, row, refused);
  }
  pushBest(field, row, board.stage[row] === strayed ? Number.POSITIVE_INFINITY : board.left);
}

function take({ columns, board, tally }: Field, row: number, to: number): boolean {
  const from = board.at[row] as number;
  if (!install(board, columns, row, to)) return false;
  tally.takenOffer[tally.taken % takenMax] = (row << rowBits) | (from << fromBits) | to;
  tally.taken += 1;
  tally.gained += (columns.worth[row] as number) * shareOf(columns, row, from, to);
  return true;
}

function pushBest({ columns, board, heap }: Field, row: number, left: number): void {
  const worth = columns.worth[row] as number;
  const from = board.at[row] as number;
  const climbs = worth > 0 && columns.policy.upgrade === "marginal";
  const to = climbs ? steepest(columns, row, from, left) : -1;
  if (to !== -1) pushStep(heap, columns, row, to, worth * slopeOf(columns, row, from, to));
}
