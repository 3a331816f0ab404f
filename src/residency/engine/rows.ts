/** Rows: what the engine reads of one row, and of one of its steps. */

import { assert } from "../../base/assert.js";
import { compareText } from "../../base/order.js";
import type { Candidate } from "../decision.js";
import type { Columns } from "./columns.js";

export function candidateAt(columns: Columns, row: number): Candidate {
  const candidate = columns.candidates[row];
  assert(candidate !== null && candidate !== undefined, "a row in use has a candidate");
  return candidate;
}

/** U(p, full) now. */
export function worthAt(columns: Columns, row: number): number {
  return (columns.standing[row] as number) + columns.policy.weights.recency * (columns.recency[row] as number);
}

/** By id: what settles every tie. */
export function compareRows(columns: Columns, a: number, b: number): number {
  return compareText((columns.candidates[a] as Candidate).id, (columns.candidates[b] as Candidate).id);
}

/** Ties of value: by id, then the lower step first. */
export function compareOffers(columns: Columns, a: number, b: number): number {
  return a >> 3 === b >> 3 ? a - b : compareRows(columns, a >> 3, b >> 3);
}
