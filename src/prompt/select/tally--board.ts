/** Board: what stands in the prompt while a decision is made, and what is left of the budget. */

import type { Columns } from "./tally.js";
import { levelBits, out } from "./tally--place.js";

export interface Board {
  /** By row: the level it stands at, or `out`. */
  at: Uint8Array;
  /** By row: the level from which it takes the next step of its order: that of `at`, or `strayed` or `refused` (see stray.ts). */
  stage: Uint8Array;
  /** By row: the level a pin or a demand gave it, below which nothing may put it; `out` where none did. */
  floor: Uint8Array;
  /** By row that has a floor: why it came in. */
  why: Uint8Array;
  /** By row: 1 where a pin or a demand asks for it. */
  required: Uint8Array;
  /** Rows that are in: those that have a floor come first. */
  rows: Int32Array;
  count: number;
  floors: number;
  /** Rows that climb by no order in this decision. */
  away: Int32Array;
  aways: number;
  budget: number;
  left: number;
}

export function makeBoard(): Board {
  return {
    at: new Uint8Array(0),
    stage: new Uint8Array(0),
    floor: new Uint8Array(0),
    why: new Uint8Array(0),
    required: new Uint8Array(0),
    rows: new Int32Array(0),
    away: new Int32Array(0),
    count: 0,
    floors: 0,
    aways: 0,
    budget: 0,
    left: 0,
  };
}

/** An empty board for this budget. Costs what the last decision let in, not what the table holds. */
export function clearBoard(board: Board, columns: Columns, budget: number): void {
  const size = columns.standing.length;
  const { at, stage, floor, rows, count, floors, away, aways } = board;
  if (at.length < size) widenBoard(board, size);
  else if ((count + aways) * 4 > size) {
    // Where much is in, to fill the columns is quicker than to look up which rows were.
    at.fill(out);
    stage.fill(out);
    for (let i = 0; i < floors; i += 1) floor[rows[i] as number] = out;
  } else {
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] as number;
      at[row] = out;
      stage[row] = out;
    }
    for (let i = 0; i < floors; i += 1) floor[rows[i] as number] = out;
    for (let i = 0; i < aways; i += 1) stage[away[i] as number] = out;
  }
  board.count = 0;
  board.floors = 0;
  board.aways = 0;
  board.budget = budget;
  board.left = budget;
}

/** Brings a row to a level at or above the one it stands at, if what is left pays for the difference; gives whether it did. */
export function install(board: Board, columns: Columns, row: number, level: number): boolean {
  const first = row << levelBits;
  const at = board.at[row] as number;
  const more = (columns.tokens[first | level] as number) - (columns.tokens[first | at] as number);
  if (more > board.left) return false;
  if (at === out) {
    board.rows[board.count] = row;
    board.count += 1;
  }
  board.at[row] = level;
  board.left -= more;
  return true;
}

/** Takes a row out that nothing requires. */
export function putOut(board: Board, columns: Columns, row: number): void {
  board.left += columns.tokens[(row << levelBits) | (board.at[row] as number)] as number;
  board.count -= 1;
  board.rows[board.rows.indexOf(row)] = board.rows[board.count] as number;
  board.at[row] = out;
  board.stage[row] = out;
}

/** New columns, field by field: an engine whose objects differ in their making runs a third slower. */
function widenBoard(board: Board, size: number): void {
  board.at = new Uint8Array(size);
  board.stage = new Uint8Array(size);
  board.floor = new Uint8Array(size);
  board.why = new Uint8Array(size);
  board.required = new Uint8Array(size);
  board.rows = new Int32Array(size);
  board.away = new Int32Array(size);
}
