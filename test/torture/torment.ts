/** Torment: what one kind of torture is given, and how it says that a promise was broken. */

import type { Row } from "../bench/bench.js";

export interface Setting {
  readonly seed: number;
  /** What a round is, each torment says itself; 3 must be a matter of seconds. */
  readonly rounds: number;
  /** Whether the seconds that were asked for are used up: no further round is begun then. False forever where none were. */
  readonly isOver: () => boolean;
  /** An empty folder of its own, removed afterwards. */
  readonly folder: string;
  /** The bundled `writer.ts`. */
  readonly writer: string;
}

export interface Torment {
  readonly name: string;
  /** One line for the list of names. */
  readonly says: string;
  /** How many rounds where none were asked for. */
  readonly rounds: number;
  run(setting: Setting): Promise<Suffered>;
}

export interface Suffered {
  readonly rows: readonly Row[];
  /** Promises of ours that did not hold, each with the round that broke it; empty is a pass. A control's losses are rows. */
  readonly broken: readonly string[];
}

/** Numbers in [0, 1) that depend on the seed and the round alone, so that one round can be run again. */
export function chance(seed: number, round: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
