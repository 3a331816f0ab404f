/** Rows: what the engine reads of one row, and of one of its steps. */

import { assert } from "../../base/result--assert.js";
import type { Candidate } from "../decision--decision.js";
import { rowBits } from "./rows--offer.js";
import type { Columns } from "./tally.js";

export function candidateAt(columns: Columns, row: number): Candidate {
  const candidate = columns.candidates[row];
  assert(candidate !== null && candidate !== undefined, "a row in use has a candidate");
  return candidate;
}

/** By id: what settles every tie. Both rows have been ranked. */
export function compareRows({ rank }: Columns, a: number, b: number): number {
  return (rank[a] as number) - (rank[b] as number);
}

/** Whether one offer comes before another: more value, then the smaller id, then the lower step. */
export function isOfferBefore(
  columns: Columns,
  value: number,
  offer: number,
  otherValue: number,
  other: number,
): boolean {
  if (value !== otherValue) return value > otherValue;
  const order = compareRows(columns, offer >> rowBits, other >> rowBits);
  return order === 0 ? offer < other : order < 0;
}
