/**
 * Board: what stands in the prompt while a decision is made and what is left of the budget, the steps that were taken last and refused first, and
 * why each page stands where it does.
 */

import { assert } from "../../base/result.js";
import { type Fidelity, fidelities } from "../../page/page.js";
import type { Pressure, SelectedReason } from "../decision.js";
import { candidateAt, levelBits, out, type Table } from "./table.js";

/** A page goes from one level to another; `left` is what was left of the budget before. */
export interface Step {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly left: number;
}

export interface Board {
  /** By row: the level it stands at, and the one that a pin or a demand gave it, below which nothing puts it. */
  at: Uint8Array;
  floor: Uint8Array;
  /** By row: 0 where nothing requires it, else `required`. */
  required: Uint8Array;
  budget: number;
  left: number;
  readonly pressure: Pressure[];
  /** All steps of the second phase that were paid, in order; and the first that was too dear of each page, at most `refusedMax` of them. */
  readonly taken: Step[];
  readonly refused: Step[];
  /** Utility that the steps taken brought, and the most that any choice could have brought: the fractional bound of the first refusal. */
  gained: number;
  bound: number;
  /** Exchanges made at the end. */
  exchanged: number;
}

/** A row that a hard pin brought in, one that a demand brought in, and one that was asked for by either and is out or met as it stands. */
export const required = { asked: 1, pinned: 2, demanded: 3 } as const;

/** So many refusals are kept for the record of a turn. */
export const refusedMax = 32;

export function makeBoard(): Board {
  return {
    at: new Uint8Array(0),
    floor: new Uint8Array(0),
    required: new Uint8Array(0),
    budget: 0,
    left: 0,
    pressure: [],
    taken: [],
    refused: [],
    gained: 0,
    bound: 0,
    exchanged: 0,
  };
}

/** Nothing stands, and all of the budget is left. */
export function clearBoard(board: Board, rows: number, budget: number): void {
  for (const column of ["at", "floor", "required"] as const) {
    if (board[column].length < rows) board[column] = new Uint8Array(rows);
    else board[column].fill(0);
  }
  board.budget = budget;
  board.left = budget;
  for (const list of [board.pressure, board.taken, board.refused]) if (list.length > 0) list.length = 0;
  board.gained = 0;
  board.bound = 0;
  board.exchanged = 0;
}

/** Tokens that it takes a row to go from one level to another; below 0 where that gives some back. */
export function costOf({ tokens }: Table, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (tokens[first | to] as number) - (tokens[first | from] as number);
}

/** The share of the page's worth that a step adds. */
export function shareOf({ share }: Table, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (share[first | to] as number) - (share[first | from] as number);
}

/** Brings a row to a level, up or down, if what is left pays for it; gives whether it did. */
export function install(board: Board, table: Table, row: number, level: number): boolean {
  const more = costOf(table, row, board.at[row] as number, level);
  if (more > board.left) return false;
  board.at[row] = level;
  board.left -= more;
  return true;
}

export function fidelityAt({ fidelity }: Table, row: number, level: number): Fidelity {
  return fidelities[fidelity[(row << levelBits) | level] as number] as Fidelity;
}

/** A page that stands higher than it had to was upgraded; only for one that is in. */
export function reasonAt(board: Board, table: Table, row: number): SelectedReason {
  const floor = board.floor[row] as number;
  if (board.at[row] !== (floor === out ? table.least[row] : floor)) return "upgraded";
  if (floor === out) return "prefetched";
  return board.required[row] === required.pinned ? "pinned" : "demanded";
}

/** In the order of ids: the rows that stand in the prompt, or those that do not. */
export function rowsOf({ at }: Board, { inOrder }: Table, which: "in" | "out"): Int32Array {
  return inOrder.filter((row) => (at[row] === out) === (which === "out"));
}

/** What must hold of every decision, whatever was asked. */
export function checkBoard(board: Board, table: Table): void {
  let sum = 0;
  for (const row of rowsOf(board, table, "in")) {
    const at = (row << levelBits) | (board.at[row] as number);
    sum += table.tokens[at] as number;
    const { minFidelity } = candidateAt(table, row);
    assert((table.fidelity[at] as number) >= fidelities.indexOf(minFidelity), "no page stands below its minimum");
  }
  assert(sum === board.budget - board.left, "what is used is the sum over the selected pages");
  assert(board.left >= 0, "a selection never overspends");
}
