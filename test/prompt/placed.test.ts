/** Placed: what kind, age, length and place in its file leave of a page's worth, and what that does to a choice. */

import { expect, test } from "vitest";
import { fixedWorth } from "../../src/prompt/budget.js";
import { policies } from "../../src/prompt/decision.js";
import { placeOf } from "../../src/prompt/prices.js";
import { select } from "../../src/prompt/select/engine.js";

import { page } from "./residency-generate.js";

const plain = { kind: "memory", days: null, ahead: 0, typed: false, pinned: false, tokens: 400 } as const;

test("a log fades by the day, and a memory does not", () => {
  const at = (days: number): number => placeOf({ ...plain, kind: "log", days });
  expect(at(0)).toBe(1);
  expect(at(1)).toBeCloseTo(0.88);
  expect(at(60)).toBe(at(30));
  expect(at(30)).toBeLessThan(placeOf({ ...plain, kind: "other" }));
  expect(placeOf({ ...plain, days: 60 })).toBe(placeOf(plain));
});

test("what is small counts for as much as it says, so that small ones have no better price", () => {
  const price = (tokens: number): number => placeOf({ ...plain, tokens }) / tokens;
  expect(price(50)).toBeCloseTo(price(200), 12);
  expect(placeOf({ ...plain, tokens: 60, typed: true })).toBe(placeOf(plain));
});

test("a long file says the most where it begins; one that is pinned stays good for longer", () => {
  expect(placeOf({ ...plain, ahead: 499 })).toBe(placeOf(plain));
  expect(placeOf({ ...plain, ahead: 4_000 })).toBeCloseTo(placeOf(plain) / 2);
  expect(placeOf({ ...plain, ahead: 4_000, pinned: true })).toBeGreaterThan(0.7 * placeOf(plain));
});

test("the place counts under the policy that asks for it, and for all that stands but demands to come", () => {
  const half = page("a", { full: 1 }, { place: 0.5, future: 1 });
  const whole = page("a", { full: 1 }, { future: 1 });
  expect(fixedWorth(half, policies.pagefile)).toBeCloseTo(fixedWorth(whole, policies.pagefile) / 2);
  expect(fixedWorth(half, policies.oracle)).toBe(fixedWorth(whole, policies.oracle));
});

test("licenses that are short leave the memory its room", () => {
  const small = Array.from({ length: 20 }, (_, at) => {
    const place = placeOf({ ...plain, kind: "documentation", tokens: 60 });
    return page(`license-${at}`, { full: 60 }, { place, minFidelity: "full" });
  });
  const memory = page(
    "memory",
    { full: 900 },
    { pin: "soft", place: placeOf({ ...plain, pinned: true, tokens: 900 }) },
  );
  const { selected } = select([...small, { ...memory, minFidelity: "full" }], [], 1_000, policies.pagefile);
  expect(selected.map(({ id }) => id)).toContain("memory");
});
