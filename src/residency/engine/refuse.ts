/** Refuse: a step that costs more than is left goes into the tally, as long as there is room for it. */

import type { Columns } from "./columns.js";
import { costOf } from "./price.js";
import { refusedMax, type Tally } from "./tally.js";

/** Levels from and to; `left` in tokens. */
export function refuse(tally: Tally, columns: Columns, row: number, from: number, to: number, left: number): void {
  const at = tally.refused;
  if (at >= refusedMax) return;
  tally.refusedRow[at] = row;
  tally.refusedFrom[at] = from;
  tally.refusedTo[at] = to;
  tally.refusedTokens[at] = costOf(columns, row, from, to);
  tally.refusedLeft[at] = left;
  tally.refused = at + 1;
}
