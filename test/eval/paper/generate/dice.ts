/** Dice: chance that is no chance: the same seed rolls the same numbers on every machine. */

import { assert } from "../../../../src/base/result.js";

export interface Dice {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True in so many of a hundred rolls. */
  chance(percent: number): boolean;
  /** Throws where there is none. */
  pick<T>(from: readonly T[]): T;
  /** As many different ones as there are, up to `count`, in the order drawn. */
  draw<T>(from: readonly T[], count: number): readonly T[];
}

/** Splitmix32: each roll mixes a counter that moves by the golden ratio. `seed` is any whole number. */
export function makeDice(seed: number): Dice {
  assert(Number.isSafeInteger(seed), "a seed is a whole number");
  let state = (seed ^ Math.floor(seed / 2 ** 32)) | 0;
  const roll = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (count: number): number => Math.floor((roll() / 2 ** 32) * count);
  return {
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick(from) {
      assert(from.length > 0, "there is something to pick from");
      return from[below(from.length)] as (typeof from)[number];
    },
    draw(from, count) {
      const left = [...from];
      const drawn: (typeof from)[number][] = [];
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(below(left.length), 1));
      return drawn;
    },
  };
}
