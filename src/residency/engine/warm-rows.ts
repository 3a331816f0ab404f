/** Warm rows: pages whose steps are ranked anew at each turn: those demanded lately, whose worth fades, and those new to the table. */

import { type Chunk, makeChunk } from "./chunk.js";
import { place } from "./place.js";

export interface WarmRows {
  /** By row: where its steps are. */
  place: Uint8Array;
  /** By row: 1 while its steps are not among the offers, or not as they should be. */
  fresh: Uint8Array;
  rows: Int32Array;
  count: number;
  /** By row: where in `rows` it is. */
  spot: Int32Array;
  readonly ranked: WarmSteps;
  /** Steps of fresh rows, on their way into the others. */
  readonly coming: WarmSteps;
}

/** Steps, the best value a token first, and beside them what each delivers a token at a worth of 1. */
interface WarmSteps {
  readonly steps: Chunk;
  slopes: Float64Array;
}

const firstSteps = 64;

export function makeWarm(): WarmRows {
  return {
    place: new Uint8Array(0),
    fresh: new Uint8Array(0),
    rows: new Int32Array(0),
    count: 0,
    spot: new Int32Array(0),
    ranked: {
      steps: makeChunk(firstSteps),
      slopes: new Float64Array(firstSteps),
    },
    coming: {
      steps: makeChunk(firstSteps),
      slopes: new Float64Array(firstSteps),
    },
  };
}

export function warmUp(warm: WarmRows, row: number, as: 2 | 3): void {
  warm.place[row] = as;
  warm.fresh[row] = 1;
  warm.rows[warm.count] = row;
  warm.spot[row] = warm.count;
  warm.count += 1;
}

/** Takes a row from the list; its offers go when they are ordered next. */
export function coolDown(warm: WarmRows, row: number): void {
  const at = warm.spot[row] as number;
  warm.place[row] = place.none;
  warm.fresh[row] = 1;
  warm.count -= 1;
  const last = warm.rows[warm.count] as number;
  warm.rows[at] = last;
  warm.spot[last] = at;
}

/** Room for as many rows as the columns have. */
export function widenWarm(warm: WarmRows, size: number): void {
  const { place, fresh, rows, spot } = warm;
  warm.place = new Uint8Array(size);
  warm.fresh = new Uint8Array(size);
  warm.rows = new Int32Array(size);
  warm.spot = new Int32Array(size);
  warm.place.set(place);
  warm.fresh.set(fresh);
  warm.rows.set(rows);
  warm.spot.set(spot);
}
