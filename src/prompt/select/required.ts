/**
 * Required: the first phase, `minimumRequired` of the paper's Listing 1. Every hard pin comes in at its minimum, and after them every page that this
 * turn demands, at the fidelity asked for. What does not fit is told as pressure, never left out in silence.
 */

import { firstDecided } from "../../base/text.js";
import { type Fidelity, fidelities, type Pin, pins, rank } from "../../page/page.js";
import type { Demand } from "../decision.js";
import { type Board, costOf, install, required } from "./board.js";
import { candidateAt, cheapestFrom, out, type Table } from "./table.js";

/**
 * Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. A demand that cannot be met at its fidelity gets a
 * second chance at the page's minimum once all other requirements stand, because a pointer in the prompt beats a page that is not there. All that is
 * in then has its floor: the second phase only builds on it.
 */
export function installRequired(board: Board, table: Table, demands: readonly Demand[]): void {
  const asked = askedOf(table, demands);
  const rows = requiredRows(table, asked);
  for (const row of rows) board.required[row] = required.asked;
  for (const row of rows) {
    if (table.pin[row] !== 2) continue;
    const { minFidelity } = candidateAt(table, row);
    ask(board, table, { row, level: table.least[row] as number, wanted: minFidelity, as: required.pinned });
  }
  for (const row of rows) {
    const wanted = asked.get(row);
    const isMissed = table.pin[row] === 2 && board.at[row] === out;
    if (wanted === undefined || isMissed) continue;
    const level = cheapestFrom(table, row, wanted);
    if (board.at[row] === level) continue;
    ask(board, table, { row, level, wanted: fidelities[wanted] as Fidelity, as: required.demanded });
  }
  for (const row of rows)
    if (board.at[row] === out && install(board, table, row, table.least[row] as number))
      board.required[row] = required.demanded;
  for (const row of rows) board.floor[row] = board.at[row] as number;
}

/** By row: the fidelity that a demand asks for as its rank, the highest where several do, and never below the page's minimum. */
function askedOf({ rows, minimum }: Table, demands: readonly Demand[]): ReadonlyMap<number, number> {
  const asked = new Map<number, number>();
  for (const { id, fidelity } of demands) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const wanted = Math.max(minimum[row] as number, fidelity === null ? 0 : rank(fidelity));
    asked.set(row, Math.max(asked.get(row) ?? 0, wanted));
  }
  return asked;
}

/** Hard pins and what is demanded: by pin, then by type, then by worth, then by id. */
function requiredRows(table: Table, asked: ReadonlyMap<number, number>): readonly number[] {
  const { pin, worth, place, candidates } = table;
  const rows = [...asked.keys()];
  for (let row = 0; row < candidates.length; row += 1)
    if (pin[row] === 2 && candidates[row] !== null && !asked.has(row)) rows.push(row);
  const typeOf = (row: number): number => {
    const { type } = candidateAt(table, row);
    return type === "bootstrap_policy" ? 2 : type === "constraint" ? 1 : 0;
  };
  const by = (column: ArrayLike<number>, a: number, b: number): number =>
    (column[b] as number) - (column[a] as number);
  return rows.sort((a, b) => firstDecided(by(pin, a, b), typeOf(b) - typeOf(a), by(worth, a, b), by(place, b, a)));
}

interface Asked {
  readonly row: number;
  readonly level: number;
  readonly wanted: Fidelity;
  readonly as: number;
}

function ask(board: Board, table: Table, { row, level, wanted, as }: Asked): void {
  if (install(board, table, row, level)) {
    board.required[row] = as;
    return;
  }
  const pin = pins[table.pin[row] as number] as Pin;
  const tokens = costOf(table, row, out, level);
  board.pressure.push({ id: candidateAt(table, row).id, pin, required: wanted, tokens, left: board.left });
}
