/** Upgrade: phase 2 of a decision: what is left of the budget goes into pages and fidelity, the best value a token first (paper Listing 1). */

import { type Board, install } from "./board.js";
import type { Chunk } from "./chunk.js";
import type { Columns } from "./columns.js";
import { steepest } from "./corners.js";
import type { Field } from "./field.js";
import { type Head, isAhead, makeHead } from "./head.js";
import { fromBits, rowBits } from "./offer.js";
import { levelsMax, out } from "./place.js";
import { costOf, shareOf, slopeOf } from "./price.js";
import { dropTop, pushStep } from "./step-heap.js";
import { refused, stray, strayed } from "./stray.js";
import { coreMax, refusedMax } from "./tally.js";
import { end, walk, walkChunks } from "./walk.js";

/** Where the walks stand; nothing comes before `ceiling`. */
export interface Heads {
  readonly cold: Head;
  readonly warm: Head;
  readonly heap: Head;
  readonly ceiling: Head;
}

export function makeHeads(): Heads {
  const ceiling = {
    chunk: 0,
    at: 0,
    value: Number.POSITIVE_INFINITY,
    rank: -1,
  };
  return { cold: makeHead(), warm: makeHead(), heap: makeHead(), ceiling };
}

/**
 * To come in is the first step of a page, so prefetch and upgrades compete by the same measure. Rows climb along their hulls: cold
 * ones by the standing order, warm ones by theirs. Rows that a demand put beside their hull, and those whose step was too dear
 * and have a cheaper one, climb by the heap. The three take turns, each until another is ahead; what cannot be paid for is passed over.
 */
export function upgrade(field: Field): void {
  const { cold, warm, heap, ceiling } = field.heads;
  const { steps } = field.warm.ranked;
  startHeap(field);
  cold.chunk = 0;
  cold.at = 0;
  warm.at = 0;
  walk(field, steps, warm, ceiling);
  for (;;) {
    lookAtHeap(field);
    if (walkChunks(field, cold, isAhead(heap, warm) ? heap : warm) === end.dear) {
      giveOver(field, field.cold.chunks[cold.chunk] as Chunk, cold);
      continue;
    }
    if (walk(field, steps, warm, isAhead(heap, cold) ? heap : cold) === end.dear) {
      giveOver(field, steps, warm);
      continue;
    }
    if (heap.value !== -1 && isAhead(heap, warm) && isAhead(heap, cold)) raise(field);
    else if (heap.value === -1 && warm.value === -1 && cold.value === -1) return;
  }
}

function lookAtHeap({ columns, heap, heads }: Field): void {
  heads.heap.value = heap.size === 0 ? -1 : (heap.values[0] as number);
  heads.heap.rank = columns.rank[heap.rows[0] as number] as number;
}

/** Rows that stand between the corners of their hull, for a demand may ask for any level. Required rows that are out stay out. */
function startHeap(field: Field): void {
  const { columns, board, heap, required } = field;
  heap.size = 0;
  for (let i = 0; i < required.hard.length; i += 1) keepOut(board, required.hard[i] as number);
  for (let i = 0; i < required.asked.length; i += 1) keepOut(board, required.asked[i] as number);
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    if (columns.policy.upgrade === "none" || isCorner(columns, row, board.at[row] as number)) continue;
    stray(board, row, strayed);
    pushBest(field, row, Number.POSITIVE_INFINITY);
  }
}

function isCorner(columns: Columns, row: number, level: number): boolean {
  const first = row * levelsMax;
  for (let at = first; at < first + (columns.corners[row] as number); at += 1) {
    const way = columns.cornerWay[at] as number;
    if (way >> fromBits === level || (way & 7) === level) return true;
  }
  return false;
}

function keepOut(board: Board, row: number): void {
  if (board.at[row] === out) stray(board, row, refused);
}

/** A step that is too dear: its row, if it has a cheaper one, is the heap's from now on. */
function giveOver(field: Field, list: Chunk, { at, value }: Head): void {
  const offer = list.offers[at] as number;
  const row = offer >> rowBits;
  refuse(field, row, offer & 7, value);
  stray(field.board, row, refused);
  pushBest(field, row, field.board.left);
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
    refuse(field, row, to, value);
    stray(board, row, refused);
  }
  pushBest(field, row, board.stage[row] === strayed ? Number.POSITIVE_INFINITY : board.left);
}

function take({ columns, board, tally }: Field, row: number, to: number): boolean {
  const from = board.at[row] as number;
  if (!install(board, columns, row, to)) return false;
  tally.takenRow[tally.taken % coreMax] = row;
  tally.taken += 1;
  tally.gained += (columns.worth[row] as number) * shareOf(columns, row, from, to);
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
  const worth = columns.worth[row] as number;
  const from = board.at[row] as number;
  const climbs = worth > 0 && columns.policy.upgrade === "marginal";
  const to = climbs ? steepest(columns, row, from, left) : -1;
  if (to !== -1) pushStep(heap, columns, row, to, worth * slopeOf(columns, row, from, to));
}
