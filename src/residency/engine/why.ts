/** Why: why a row stands where it does, in numbers small enough for a column. */

import type { Board } from "./board.js";
import type { Columns } from "./columns.js";
import { out } from "./place.js";

/** Why a row came in, as a number: the place in `reasonNames`; 0 while it is out. */
export const reason = { out: 0, pinned: 1, demanded: 2, prefetched: 3, upgraded: 4 } as const;
export const reasonNames = ["over_budget", "pinned", "demanded", "prefetched", "upgraded"] as const;

/** Why a row stands at the level it does. */
export function whyAt(board: Board, columns: Columns, row: number): number {
  const why = board.why[row] as number;
  if (why === reason.out) return why;
  const floor = board.floor[row] as number;
  const least = floor === out ? (columns.least[row] as number) : floor;
  return board.at[row] === least ? why : reason.upgraded;
}
