/** Board: what stands in the prompt while a decision is made, and what is left of the budget. */

import { type Columns, levelsMax } from "./columns.js";
import { reason } from "./why.js";

export interface Board {
  /** By row: the level it stands at; 0 while it is out. */
  at: Uint8Array;
  why: Uint8Array;
  /** By row: the bits `raised`, once a step has raised it, and `strayed`, once it climbs no more by the standing order. */
  raised: Uint8Array;
  /** By row: 1 where a pin or a demand asks for it. */
  required: Uint8Array;
  /** Rows that came in, in the order in which they did. */
  rows: Int32Array;
  count: number;
  budget: number;
  left: number;
}

export function makeBoard(): Board {
  const none = new Uint8Array(0);
  return { at: none, why: none, raised: none, required: none, rows: new Int32Array(0), count: 0, budget: 0, left: 0 };
}

/** An empty board for this budget. Costs what the last decision let in, not what the table holds. */
export function clearBoard(board: Board, columns: Columns, budget: number): void {
  const size = columns.standing.length;
  if (board.at.length < size) {
    board.at = new Uint8Array(size);
    board.why = new Uint8Array(size);
    board.raised = new Uint8Array(size);
    board.required = new Uint8Array(size);
    board.rows = new Int32Array(size);
  } else {
    for (let i = 0; i < board.count; i += 1) {
      const row = board.rows[i] as number;
      board.at[row] = 0;
      board.why[row] = reason.out;
      board.raised[row] = 0;
    }
  }
  board.count = 0;
  board.budget = budget;
  board.left = budget;
}

/** Whether a row stands at a level, or can: does it if what is left pays for the difference. */
export function install(board: Board, columns: Columns, row: number, level: number, why: number): boolean {
  const first = row * levelsMax;
  const isOut = board.why[row] === reason.out;
  const held = isOut ? 0 : (columns.tokens[first + (board.at[row] as number)] as number);
  const more = (columns.tokens[first + level] as number) - held;
  if (more > board.left) return false;
  if (isOut) {
    board.rows[board.count] = row;
    board.count += 1;
  }
  board.at[row] = level;
  board.why[row] = why;
  board.left -= more;
  return true;
}
