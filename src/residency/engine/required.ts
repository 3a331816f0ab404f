/** Required: phase 1 of a decision: hard pins at their minimum, then demands, and what does not fit is pressure, never silence. */

import type { Fidelity } from "../../page/page.js";
import { fidelities } from "../../page/page.js";
import type { Pressure } from "../decision.js";
import { type Board, install } from "./board.js";
import { type Columns, levelsMax } from "./columns.js";
import { candidateAt, compareRows, leastFrom, pinAt, worthAt } from "./rows.js";
import { reason } from "./why.js";

/** Rows that a pin or a demand asks for. */
export interface Required {
  /** Hard pins, kept from turn to turn in the order of the last. */
  hard: number[];
  /** By row: fidelity a demand of this turn asks for, as its rank + 1; 0 where none does. */
  demanded: Uint8Array;
  /** Rows with a demand. */
  asked: number[];
}

export function makeRequired(): Required {
  return { hard: [], demanded: new Uint8Array(0), asked: [] };
}

/**
 * Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. A demand that cannot be met at its
 * fidelity gets a second chance at the page's minimum once all other requirements stand, because a pointer in the prompt beats a
 * page that is not there (paper Listing 1, `minimumRequired`).
 */
export function installRequired(required: Required, columns: Columns, board: Board): readonly Pressure[] {
  const rows = inOrder(required, columns);
  const pressure: Pressure[] = [];
  for (const row of rows) {
    board.required[row] = 1;
    const level = columns.least[row] as number;
    if (columns.pin[row] === 2 && !install(board, columns, row, level, reason.pinned))
      pressure.push(pressureOf(columns, board, row, level, candidateAt(columns, row).minFidelity));
  }
  if (required.asked.length > 0) {
    for (const row of rows) meet(required, columns, board, row, pressure);
    for (const row of rows) {
      if (board.why[row] === reason.out) install(board, columns, row, columns.least[row] as number, reason.demanded);
    }
  }
  return pressure;
}

/** Marks go with the turn they were for. */
export function forgetDemands(required: Required, board: Board): void {
  for (const row of required.asked) {
    required.demanded[row] = 0;
    board.required[row] = 0;
  }
  required.asked.length = 0;
  for (const row of required.hard) board.required[row] = 0;
}

function meet(required: Required, columns: Columns, board: Board, row: number, pressure: Pressure[]): void {
  const asked = required.demanded[row] as number;
  const isOut = board.why[row] === reason.out;
  if (asked === 0 || (isOut && columns.pin[row] === 2)) return;
  const level = leastFrom(columns, row, asked - 1);
  if (!isOut && board.at[row] === level) return;
  if (!install(board, columns, row, level, reason.demanded))
    pressure.push(pressureOf(columns, board, row, level, fidelities[asked - 1] as Fidelity));
}

function pressureOf(columns: Columns, board: Board, row: number, level: number, fidelity: Fidelity): Pressure {
  const tokens = columns.tokens[row * levelsMax + level] as number;
  return { id: candidateAt(columns, row).id, pin: pinAt(columns, row), required: fidelity, tokens, left: board.left };
}

/** Pin, then type, then worth, then id. */
function inOrder(required: Required, columns: Columns): readonly number[] {
  const { hard, asked } = required;
  settle(hard, columns);
  const others = asked.filter((row) => columns.pin[row] !== 2);
  if (others.length === 0) return hard;
  settle(others, columns);
  // Every hard pin comes before everything else.
  return [...hard, ...others];
}

/** Next to linear from turn to turn, for little moves; the first time, of many, is left to a real sort. */
function settle(rows: number[], columns: Columns): void {
  let moves = 8 * rows.length + 64;
  for (let next = 1; next < rows.length; next += 1) {
    const row = rows[next] as number;
    let at = next;
    while (at > 0 && comesBefore(columns, row, rows[at - 1] as number)) {
      rows[at] = rows[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    rows[at] = row;
    if (moves < 0) {
      rows.sort((a, b) => (comesBefore(columns, a, b) ? -1 : 1));
      return;
    }
  }
}

function comesBefore(columns: Columns, a: number, b: number): boolean {
  const pin = (columns.pin[a] as number) - (columns.pin[b] as number);
  if (pin !== 0) return pin > 0;
  const type = (columns.type[a] as number) - (columns.type[b] as number);
  if (type !== 0) return type > 0;
  const worth = worthAt(columns, a) - worthAt(columns, b);
  return worth === 0 ? compareRows(columns, a, b) < 0 : worth > 0;
}
