/** Board: what stands in the prompt while a decision is made, and what is left of the budget. */

import type { Columns } from "./columns.js";
import { levelsMax, out } from "./place.js";
import { reason } from "./why.js";

export interface Board {
  /** By row: the level it stands at, or `out`. */
  at: Uint8Array;
  /** By row: the level a pin or a demand gave it, below which nothing may put it; `out` where none did. */
  floor: Uint8Array;
  /** By row: why it came in; `reason.out` while it is out. */
  why: Uint8Array;
  /** By row: `stamp` once it climbs by no order in this decision, `stamp` + 1 once a step of it was refused besides; less before. */
  strayed: Float64Array;
  stamp: number;
  /** By row: 1 where a pin or a demand asks for it. */
  required: Uint8Array;
  /** Rows that are in. */
  rows: Int32Array;
  count: number;
  budget: number;
  left: number;
}

export function makeBoard(): Board {
  return { ...columnsOf(0), stamp: 1, count: 0, budget: 0, left: 0 };
}

/** An empty board for this budget. Costs what the last decision let in, not what the table holds. */
export function clearBoard(board: Board, columns: Columns, budget: number): void {
  const size = columns.standing.length;
  if (board.at.length < size) Object.assign(board, columnsOf(size));
  else {
    for (let i = 0; i < board.count; i += 1) {
      const row = board.rows[i] as number;
      board.at[row] = out;
      board.floor[row] = out;
      board.why[row] = reason.out;
    }
  }
  board.count = 0;
  board.budget = budget;
  board.left = budget;
}

/** Brings a row to a level at or above the one it stands at, if what is left pays for the difference; gives whether it did. */
export function install(board: Board, columns: Columns, row: number, level: number, why: number): boolean {
  const first = row * levelsMax;
  const at = board.at[row] as number;
  const held = at === out ? 0 : (columns.tokens[first + at] as number);
  const more = (columns.tokens[first + level] as number) - held;
  if (more > board.left) return false;
  if (at === out) {
    board.rows[board.count] = row;
    board.count += 1;
  }
  board.at[row] = level;
  board.why[row] = why;
  board.left -= more;
  return true;
}

/** Takes a row out that nothing requires. */
export function putOut(board: Board, columns: Columns, row: number): void {
  board.left += columns.tokens[row * levelsMax + (board.at[row] as number)] as number;
  board.count -= 1;
  board.rows[board.rows.indexOf(row)] = board.rows[board.count] as number;
  board.at[row] = out;
  board.why[row] = reason.out;
}

type ByRow = Pick<Board, "at" | "floor" | "why" | "strayed" | "required" | "rows">;

function columnsOf(size: number): ByRow {
  return {
    at: new Uint8Array(size).fill(out),
    floor: new Uint8Array(size).fill(out),
    why: new Uint8Array(size),
    strayed: new Float64Array(size),
    required: new Uint8Array(size),
    rows: new Int32Array(size),
  };
}
