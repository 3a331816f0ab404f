/** Price: what a step from one level of a row to another takes and gives. */

import type { Columns } from "./tally.js";
import { levelBits } from "./tally--place.js";

/** Tokens a step takes. */
export function costOf({ tokens }: Columns, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (tokens[first | to] as number) - (tokens[first | from] as number);
}

/** ΔU/Δtokens of a page worth 1; infinite for a step that costs nothing. */
export function slopeOf(columns: Columns, row: number, from: number, to: number): number {
  const tokens = costOf(columns, row, from, to);
  return tokens <= 0 ? Number.POSITIVE_INFINITY : shareOf(columns, row, from, to) / tokens;
}

/** The share of the page's worth that a step adds. */
export function shareOf({ share }: Columns, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (share[first | to] as number) - (share[first | from] as number);
}
