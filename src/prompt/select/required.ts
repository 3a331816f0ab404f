/** Required: phase 1 of a decision: hard pins at their minimum, then demands, and what does not fit is pressure, never silence. */

import { type Fidelity, fidelities, type Pin, pins } from "../../page/page--page.js";
import type { Pressure } from "../decision--decision.js";
import { addRow, makeRowList, type RowList } from "./rows--row-list.js";
import { candidateAt, compareRows } from "./rows--rows.js";
import type { Columns } from "./tally.js";
import { type Board, install } from "./tally--board.js";
import { levelBits, out } from "./tally--place.js";
import { reason } from "./tally--why.js";

/** Rows that a pin or a demand asks for. */
export interface Required {
  /** Hard pins, kept from turn to turn in the order of the last. */
  readonly hard: RowList;
  /** By row: fidelity a demand of this turn asks for, as its rank + 1; 0 where none does. */
  demanded: Uint8Array;
  /** Rows with a demand. */
  readonly asked: RowList;
  /** Those of them that no hard pin asks for already. */
  readonly others: RowList;
  readonly pressure: Pressure[];
}

export function makeRequired(): Required {
  return {
    hard: makeRowList(),
    demanded: new Uint8Array(0),
    asked: makeRowList(),
    others: makeRowList(),
    pressure: [],
  };
}

/**
 * Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. A demand that cannot be met at its
 * fidelity gets a second chance at the page's minimum once all other requirements stand, because a pointer in the prompt beats a
 * page that is not there (paper Listing 1, `minimumRequired`). All that is in then has its floor: later phases only build on it.
 */
export function installRequired(required: Required, columns: Columns, board: Board): void {
  const { hard, asked, others } = required;
  if (required.pressure.length > 0) required.pressure.length = 0;
  settle(hard, columns);
  for (let i = 0; i < hard.count; i += 1) {
    const row = hard.rows[i] as number;
    board.required[row] = 1;
    const level = columns.least[row] as number;
    if (install(board, columns, row, level)) board.why[row] = reason.pinned;
    else press(required, columns, board, row, level, candidateAt(columns, row).minFidelity);
  }
  if (asked.count > 0) {
    others.count = 0;
    for (let i = 0; i < asked.count; i += 1) {
      const row = asked.rows[i] as number;
      board.required[row] = 1;
      if (columns.pin[row] !== 2) addRow(others, row);
    }
    settle(others, columns);
    // Every hard pin comes before everything else.
    for (let i = 0; i < hard.count; i += 1) meet(required, columns, board, hard.rows[i] as number);
    for (let i = 0; i < others.count; i += 1) meet(required, columns, board, others.rows[i] as number);
    // A hard pin that is out stays out: its minimum did not fit when more was left.
    for (let i = 0; i < others.count; i += 1) {
      const row = others.rows[i] as number;
      if (board.at[row] === out && install(board, columns, row, columns.least[row] as number))
        board.why[row] = reason.demanded;
    }
  }
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    board.floor[row] = board.at[row] as number;
    board.stage[row] = board.at[row] as number;
  }
  board.floors = board.count;
}

/** Marks go with the turn they were for. */
export function forgetDemands(required: Required, board: Board): void {
  const { asked } = required;
  for (let i = 0; i < asked.count; i += 1) {
    const row = asked.rows[i] as number;
    required.demanded[row] = 0;
    board.required[row] = 0;
  }
  asked.count = 0;
}

function meet(required: Required, columns: Columns, board: Board, row: number): void {
  const asked = required.demanded[row] as number;
  const isOut = board.at[row] === out;
  if (asked === 0 || (isOut && columns.pin[row] === 2)) return;
  const level = leastFrom(columns, row, asked - 1);
  if (!isOut && board.at[row] === level) return;
  if (install(board, columns, row, level)) board.why[row] = reason.demanded;
  else press(required, columns, board, row, level, fidelities[asked - 1] as Fidelity);
}

function press(
  required: Required,
  columns: Columns,
  board: Board,
  row: number,
  level: number,
  wanted: Fidelity,
): void {
  required.pressure.push({
    id: candidateAt(columns, row).id,
    pin: pins[columns.pin[row] as number] as Pin,
    required: wanted,
    tokens: columns.tokens[(row << levelBits) | level] as number,
    left: board.left,
  });
}

/** The cheapest level at or above a fidelity, as `cheapestAtLeast` picks it. */
function leastFrom(columns: Columns, row: number, fidelity: number): number {
  const first = row << levelBits;
  let best = first | (columns.levels[row] as number);
  for (let at = best - 1; at > first; at -= 1) {
    const isEnough = (columns.fidelity[at] as number) >= fidelity;
    if (isEnough && (columns.tokens[at] as number) < (columns.tokens[best] as number)) best = at;
  }
  return best - first;
}

/** Next to linear from turn to turn, for little moves; the first time, of many, is left to a real sort. */
function settle({ rows, count }: RowList, columns: Columns): void {
  let moves = 8 * count + 64;
  for (let next = 1; next < count; next += 1) {
    const row = rows[next] as number;
    let at = next;
    while (at > 0 && comesBefore(columns, row, rows[at - 1] as number)) {
      rows[at] = rows[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    rows[at] = row;
    if (moves < 0) {
      rows.subarray(0, count).sort((a, b) => (comesBefore(columns, a, b) ? -1 : 1));
      return;
    }
  }
}

/** Pin, then type, then worth, then id. */
function comesBefore(columns: Columns, a: number, b: number): boolean {
  const pin = (columns.pin[a] as number) - (columns.pin[b] as number);
  if (pin !== 0) return pin > 0;
  const type = (columns.type[a] as number) - (columns.type[b] as number);
  if (type !== 0) return type > 0;
  const worth = (columns.worth[a] as number) - (columns.worth[b] as number);
  return worth === 0 ? compareRows(columns, a, b) < 0 : worth > 0;
}
