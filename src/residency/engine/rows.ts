/** Rows: what the engine reads of one row. */

import { assert } from "../../base/assert.js";
import { compareText } from "../../base/order.js";
import { type Pin, pins } from "../../page/page.js";
import type { Candidate } from "../decision.js";
import { type Columns, levelsMax } from "./columns.js";

export function candidateAt(columns: Columns, row: number): Candidate {
  const candidate = columns.candidates[row];
  assert(candidate !== null && candidate !== undefined, "a row in use has a candidate");
  return candidate;
}

export function pinAt(columns: Columns, row: number): Pin {
  return pins[columns.pin[row] as number] as Pin;
}

/** U(p, full) now. */
export function worthAt(columns: Columns, row: number): number {
  return (columns.standing[row] as number) + columns.policy.weights.recency * (columns.recency[row] as number);
}

/** The cheapest level at or above a fidelity, as `cheapestAtLeast` picks it. */
export function leastFrom(columns: Columns, row: number, fidelity: number): number {
  const first = row * levelsMax;
  let best = first + (columns.levels[row] as number) - 1;
  for (let at = best - 1; at >= first; at -= 1) {
    if (
      (columns.fidelity[at] as number) >= fidelity &&
      (columns.tokens[at] as number) < (columns.tokens[best] as number)
    )
      best = at;
  }
  return best - first;
}

/** By id: what settles every tie. */
export function compareRows(columns: Columns, a: number, b: number): number {
  return compareText(candidateAt(columns, a).id, candidateAt(columns, b).id);
}
