/** Upgrade: phase 3 of a decision: what is left of the budget goes into fidelity, the best value a token first (paper Listing 1). */

import { type Board, install } from "./board.js";
import type { Columns } from "./columns.js";
import type { Field } from "./field.js";
import { boundHere, peek, valueHere } from "./order-walk.js";
import { worthAt } from "./rows.js";
import { dropTop, isBefore, pushStep, type StepHeap } from "./step-heap.js";
import { steepest, stepValue } from "./step-value.js";
import { raised, reason, strayed } from "./why.js";

/**
 * Rows that came in cold and unasked climb by the standing order; all others, and those whose best step was too dear, are
 * ranked anew in the heap. The two are walked as one.
 */
export function upgrade(field: Field): void {
  const { columns, board, steps, heap, cursor } = field;
  let cold = startSteps(field);
  cursor.chunk = 0;
  cursor.at = 0;
  for (;;) {
    const offer = cold > 0 ? peek(steps, cursor, board.left) : -1;
    if (offer === -1) {
      if (heap.size === 0) return;
      cold = 0;
      raise(field);
      continue;
    }
    const row = offer >> 4;
    if (!climbs(field, row, (offer >> 2) & 3)) {
      cursor.at += 1;
      continue;
    }
    const value = valueHere(steps, cursor);
    if (heap.size > 0 && !isBefore(columns, value, row, heap.values[0] as number, heap.rows[0] as number)) {
      raise(field);
      continue;
    }
    const isHopeless = boundHere(steps, cursor) > board.left;
    cursor.at += 1;
    if (isHopeless || !climb(field, row, offer & 3)) cold -= 1;
  }
}

/** Fills the heap with the first steps of the rows it is for; gives how many rows climb by the standing order. */
function startSteps({ columns, board, warm, heap }: Field): number {
  let cold = 0;
  heap.size = 0;
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    if (board.why[row] === reason.prefetched && warm.isWarm[row] === 0) cold += 1;
    else pushBest(columns, board, heap, row);
  }
  return cold;
}

/** Whether the row stands where the standing order offers it a step, and has not left that order. */
function climbs({ board, warm }: Field, row: number, from: number): boolean {
  return (
    board.why[row] === reason.prefetched &&
    board.at[row] === from &&
    warm.isWarm[row] === 0 &&
    ((board.raised[row] as number) & strayed) === 0
  );
}

/** Takes the step if it can be paid for and gives whether the row may go on climbing; else it looks for another in the heap. */
function climb({ columns, board, heap }: Field, row: number, to: number): boolean {
  if (install(board, columns, row, to, reason.prefetched)) {
    mark(board, row, raised);
    return to + 1 < (columns.levels[row] as number);
  }
  pushBest(columns, board, heap, row);
  mark(board, row, strayed);
  return false;
}

/** The best step of the heap, if it can be paid for; then the row's next one. */
function raise({ columns, board, heap }: Field): void {
  const row = heap.rows[0] as number;
  const level = heap.to[0] as number;
  dropTop(heap, columns);
  if (install(board, columns, row, level, board.why[row] as number)) mark(board, row, raised);
  pushBest(columns, board, heap, row);
}

function mark(board: Board, row: number, bit: number): void {
  board.raised[row] = (board.raised[row] as number) | bit;
}

function pushBest(columns: Columns, board: Board, heap: StepHeap, row: number): void {
  const worth = worthAt(columns, row);
  const from = board.at[row] as number;
  const to = steepest(columns, row, from, worth, board.left);
  if (to !== -1) pushStep(heap, columns, row, to, stepValue(columns, row, from, to, worth));
}
