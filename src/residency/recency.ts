/** Recency: how lately a page was demanded, from 1 in the turn itself down to 0. */

import { assert } from "../base/assert.js";

/** Below this a recency no longer tells pages apart; it ends the loop for a page untouched for years. */
export const recencyFloor = 1e-9;
/** What a turn leaves of a recency. */
export const recencyKept = 0.88;

/** Recency after some turns without a demand: × 0.88 a turn. Multiplied out, because `pow` may differ in its last bit. */
export function decay(recency: number, turns: number): number {
  assert(Number.isInteger(turns) && turns >= 0, "turns are counted from 0");
  let left = recency;
  for (let turn = 0; turn < turns && left > recencyFloor; turn += 1) left *= recencyKept;
  return left > recencyFloor ? left : 0;
}
