/** Mender: what the end of phase 2 works with: rows that may exchange steps, what each could do, and the best exchange found. */

import { type Forced, makeForced } from "./required--force.js";
import { type Moves, makeMoves } from "./rows--moves.js";
import { makeRowList, type RowList } from "./rows--row-list.js";

/** Rows an exchange looks at, what they could do, and the best found: places in `ups` and `downs`, -1 for none. */
export interface Mender {
  readonly core: RowList;
  readonly ups: Moves;
  readonly downs: Moves;
  readonly forced: Forced;
  /** The most utility a token of the steps up; and of the steps down the least, the least utility, and the most tokens. */
  best: number;
  worst: number;
  cheapest: number;
  largest: number;
  gain: number;
  up: number;
  down: number;
  /** A second one up or down, and which. */
  also: number;
  alsoUp: boolean;
}

/** So many rows on either side are looked at. */
export const coreMax = 4;

export function makeMender(): Mender {
  const size = 2 * coreMax;
  return {
    core: makeRowList(),
    ups: makeMoves(size),
    downs: makeMoves(size),
    forced: makeForced(),
    best: 0,
    worst: 0,
    cheapest: 0,
    largest: 0,
    gain: 0,
    up: -1,
    down: -1,
    also: -1,
    alsoUp: false,
  };
}
