/** DiceTest: seeded chance is even enough, stays in bounds, and rolls the same for ever. */

import { expect, it } from "vitest";
import { makeDice } from "./dice.js";

it("rolls the same numbers from the same seed, for good: a change would change every generated workload", () => {
  const rolls = (seed: number): readonly number[] => {
    const dice = makeDice(seed);
    return Array.from({ length: 6 }, () => dice.between(0, 999));
  };
  expect(rolls(1)).toEqual(rolls(1));
  expect(rolls(1)).not.toEqual(rolls(2));
  expect(rolls(2 ** 40 + 1)).not.toEqual(rolls(1));
  expect(rolls(1)).toEqual([367, 81, 820, 701, 149, 531]);
});

it("takes every value between its bounds about equally often, and no other", () => {
  const dice = makeDice(42);
  const seen = new Map<number, number>();
  for (let roll = 0; roll < 6_000; roll += 1) {
    const value = dice.between(3, 8);
    seen.set(value, (seen.get(value) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual([3, 4, 5, 6, 7, 8]);
  for (const count of seen.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

it("draws without putting back, and never more than there are", () => {
  const dice = makeDice(7);
  const letters = ["a", "b", "c", "d"];
  expect(new Set(dice.draw(letters, 3)).size).toBe(3);
  expect([...dice.draw(letters, 9)].sort()).toEqual(letters);
  expect(letters).toHaveLength(4);
});

it("takes chances by the hundred", () => {
  const dice = makeDice(3);
  const count = (percent: number): number =>
    Array.from({ length: 2_000 }, () => dice.chance(percent)).filter(Boolean).length;
  expect([count(0), count(100)]).toEqual([0, 2_000]);
  expect(Math.abs(count(30) - 600)).toBeLessThan(100);
});
