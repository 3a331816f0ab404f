/** Placed: what kind, day, heading and place in its file make of a page's worth, and what that does to a choice. */

import { expect, test } from "vitest";
import { fixedWorth } from "../../src/prompt/budget.js";
import { policies } from "../../src/prompt/decision.js";
import { select } from "../../src/prompt/select/engine.js";
import { placeSays, sharesOf, worthOf } from "../../src/prompt/worth.js";

import { page } from "./residency-generate.js";

const plain = {
  kind: "memory",
  topic: null,
  isNamed: false,
  isPinned: false,
  isActive: false,
  days: null,
  ahead: 0,
  tokens: 400,
} as const;

test("a log fades by the day, down to less than what a file of no kind is worth", () => {
  const at = (days: number): number => worthOf({ ...plain, kind: "log", days });
  expect(at(1)).toBeCloseTo(0.7 * at(0));
  expect(at(60)).toBe(at(30));
  expect(at(30)).toBeGreaterThan(0);
  expect(at(30)).toBeLessThan(worthOf({ ...plain, kind: "other" }));
});

test("a token is worth the same in a short page and in a long one", () => {
  expect(worthOf({ ...plain, tokens: 50 }) * 8).toBeCloseTo(worthOf(plain), 12);
  expect(worthOf({ ...plain, tokens: 4_000 })).toBe(worthOf({ ...plain, tokens: 2_000 }));
});

test("whom the memory serves comes before the newest log, and that before what a file of no kind says", () => {
  const worths = (["people", "log", "memory", "instructions", "other", "documentation", "skill"] as const).map(
    (kind) => worthOf({ ...plain, kind, days: kind === "log" ? 0 : null }),
  );
  expect(worths).toEqual([...worths].sort((a, b) => b - a));
  expect(worthOf({ ...plain, topic: "lasting" })).toBeGreaterThan(2 * worthOf(plain));
  expect(worthOf({ ...plain, isPinned: true })).toBeGreaterThan(worthOf(plain));
});

test("a long file says the most where it begins, and instructions say as much at their end", () => {
  expect(worthOf({ ...plain, ahead: 499 })).toBe(worthOf(plain));
  expect(worthOf({ ...plain, ahead: 12_000 })).toBeCloseTo(worthOf(plain) / 2);
  const told = { ...plain, kind: "instructions" } as const;
  expect(worthOf({ ...told, ahead: 12_000 })).toBe(worthOf(told));
});

test("no place is worth more than 1, however much speaks for it", () => {
  const all = { topic: "lasting", isNamed: true, isPinned: true, isActive: true } as const;
  expect(worthOf({ ...plain, ...all, kind: "people", tokens: 9_000 })).toBe(1);
});

test("the place counts under the policy that asks for it, and demands to come beside it", () => {
  const half = page("a", { full: 1 }, { place: 0.5, future: 1 });
  const whole = page("a", { full: 1 }, { future: 1 });
  expect(fixedWorth(half, policies.pagefile)).toBe(0.5);
  expect(fixedWorth(half, policies.oracle)).toBe(fixedWorth(whole, policies.oracle));
});

test("a shorter form delivers what it keeps, and never more than a longer one", () => {
  const shares = sharesOf({ pointer: 40, structured: 380, compressed: 300, full: 400 });
  expect(shares).toEqual({ pointer: 0.03, structured: 0.75, compressed: 0.75, full: 1 });
});

test("a page of which only its name fits competes as a name: texts of as much worth come in before it", () => {
  const worth = (tokens: number): number => worthOf({ ...plain, tokens });
  const of = (name: string, tokens: { readonly pointer: number; readonly full: number }) =>
    page(name, tokens, { minFidelity: "pointer", place: worth(tokens.full), shares: sharesOf(tokens) });
  const long = Array.from({ length: 5 }, (_, at) => of(`long-${at}`, { pointer: 40, full: 1_900 }));
  const short = Array.from({ length: 5 }, (_, at) => of(`short-${at}`, { pointer: 40, full: 190 }));
  const { selected } = select([...long, ...short], [], 1_000, policies.pagefile);
  expect(selected.filter(({ fidelity }) => fidelity === "full").map(({ id }) => id)).toEqual(
    short.map(({ id }) => id),
  );
});

test("licenses that are short leave the memory its room", () => {
  const small = Array.from({ length: 20 }, (_, at) => {
    const place = worthOf({ ...plain, kind: "documentation", tokens: 60 });
    return page(`license-${at}`, { full: 60 }, { place, minFidelity: "full" });
  });
  const memory = page("memory", { full: 900 }, { pin: "soft", place: worthOf({ ...plain, tokens: 900 }) });
  const { selected } = select([...small, { ...memory, minFidelity: "full" }], [], 1_000, policies.pagefile);
  expect(selected.map(({ id }) => id)).toContain("memory");
});

test("why a page stands before others is said in words", () => {
  expect(placeSays({ ...plain, kind: "log", days: 0, ahead: 9_000 })).toBe(
    "a log of the newest day, early in its day",
  );
  expect(placeSays({ ...plain, topic: "lasting", isPinned: true })).toBe(
    "memory, of what lasts by its heading, type or tag, softly pinned",
  );
});
