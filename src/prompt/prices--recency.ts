/** Recency: how lately a page was demanded, from 1 in the turn itself down to 0. */

import { assert } from "../base/result--assert.js";

/**
 * Below this a recency counts as none: 72 turns without a demand. What it could still add to a page's worth is less than a hundredth
 * of what the nearest two scopes differ by, and a page that no longer fades need not be ranked anew at each turn.
 */
export const recencyFloor = 1e-4;
/** What a turn leaves of a recency. */
export const recencyKept = 0.88;

/** Recency after some turns without a demand: × 0.88 a turn. Multiplied out, because `pow` may differ in its last bit. */
export function decay(recency: number, turns: number): number {
  assert(Number.isInteger(turns) && turns >= 0, "turns are counted from 0");
  let left = recency;
  for (let turn = 0; turn < turns && left > recencyFloor; turn += 1) left *= recencyKept;
  return left > recencyFloor ? left : 0;
}
