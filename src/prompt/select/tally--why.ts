/** Why: why a row stands where it does, in numbers small enough for a column. */

import type { Columns } from "./tally.js";
import type { Board } from "./tally--board.js";
import { out } from "./tally--place.js";

/** Why a row came in, as a number: the place in `reasonNames`; 0 while it is out. */
export const reason = {
  out: 0,
  pinned: 1,
  demanded: 2,
  prefetched: 3,
  upgraded: 4,
} as const;
export const reasonNames = ["over_budget", "pinned", "demanded", "prefetched", "upgraded"] as const;

/** Stands for no fidelity in the bits of a note. */
const none = 4;

/** Reason, the fidelity a pin or a demand gave, and the one it stands at, as ranks, in one byte. */
export function noteOf(why: number, from: number | null, fidelity: number): number {
  return (why << 5) | ((from ?? none) << 2) | fidelity;
}

/** Why a row stands at the level it does. */
export function whyAt(board: Board, columns: Columns, row: number): number {
  const at = board.at[row] as number;
  const floor = board.floor[row] as number;
  if (at === out) return reason.out;
  if (floor === out) return at === columns.least[row] ? reason.prefetched : reason.upgraded;
  return at === floor ? (board.why[row] as number) : reason.upgraded;
}
