/** Warm rows: pages whose steps are ranked anew at each turn: those demanded lately, whose worth fades, and those new to the table. */

import { type Chunk, makeChunk } from "./rows--chunk.js";
import { fresh, freshen } from "./rows--fresh.js";
import { makeRowList, type RowList } from "./rows--row-list.js";
import { place } from "./tally--place.js";

export interface WarmRows {
  /** By row: where its steps are. */
  place: Uint8Array;
  /** By row: 0 where its steps are ranked as they should be, give or take what a turn fades. */
  fresh: Uint8Array;
  rows: Int32Array;
  count: number;
  /** By row: where in `rows` it is. */
  spot: Int32Array;
  /** Rows whose steps are to be ranked from nothing; some of them twice, or gone again. */
  readonly news: RowList;
  /** Steps, the best value a token first; all others are in `deep`. */
  ranked: Chunk;
  /** Where they are put in order next. */
  spare: Chunk;
  /** Steps of fresh rows, on their way into the others. */
  readonly coming: Chunk;
  /** Steps in no order, each of less value than `depth`; what goes there is decided when the others are put in order. */
  readonly deep: Chunk;
  depth: number;
  /** The value at which the last walk began to pass over what nothing could pay for; 0 where it did not. */
  edge: number;
  /** Whether anything changed since the steps were put in order. */
  isStale: boolean;
}

const firstSteps = 64;

export function makeWarm(): WarmRows {
  return {
    place: new Uint8Array(0),
    fresh: new Uint8Array(0),
    rows: new Int32Array(0),
    count: 0,
    spot: new Int32Array(0),
    news: makeRowList(),
    ranked: makeChunk(firstSteps),
    spare: makeChunk(firstSteps),
    coming: makeChunk(firstSteps),
    deep: makeChunk(firstSteps),
    depth: 0,
    edge: 0,
    isStale: false,
  };
}

export function warmUp(warm: WarmRows, row: number, as: 2 | 3): void {
  warm.place[row] = as;
  warm.rows[warm.count] = row;
  warm.spot[row] = warm.count;
  warm.count += 1;
  freshen(warm, row);
}

/** Takes a row from the list; its offers go when they are ordered next. */
export function coolDown(warm: WarmRows, row: number): void {
  const at = warm.spot[row] as number;
  warm.place[row] = place.none;
  warm.fresh[row] = fresh.yes;
  warm.isStale = true;
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
