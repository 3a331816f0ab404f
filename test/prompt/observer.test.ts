/** Observer: what is at hand, what was never there and what was taken away are told apart, for demands and for calls. */

import { expect, test } from "vitest";
import type { Fidelity } from "../../src/page/page.js";
import { judgeDemanded, judgeRepeat, type Sight, see } from "../../src/prompt/budget.js";

function sight(seen: Readonly<Record<string, Fidelity>>, standing: Readonly<Record<string, Fidelity>>): Sight {
  return { seen: new Map(Object.entries(seen)), standing: new Map(Object.entries(standing)) };
}

test.each([
  ["hit", {}, { a: "full" }, false],
  ["hit", {}, { a: "structured" }, false],
  ["cold", {}, { a: "pointer" }, true],
  ["cold", {}, {}, false],
  ["cold", { a: "pointer" }, {}, false],
  ["refetch", { a: "full" }, {}, false],
  ["refetch", { a: "full" }, { a: "pointer" }, false],
  ["hit", { a: "full" }, {}, true],
] as const)(
  "a demand at structured is a %s where %j was seen, %j stands, and resolving is %s",
  (verdict, seen, standing, resolves) => {
    expect(judgeDemanded(sight(seen, standing), { id: "a", needed: "structured", resolves })).toBe(verdict);
  },
);

test("a pointer meets a demand for a pointer only where it leads back", () => {
  const at = sight({ a: "pointer" }, { a: "pointer" });
  expect(judgeDemanded(at, { id: "a", needed: "pointer", resolves: true })).toBe("hit");
  expect(judgeDemanded(at, { id: "a", needed: "pointer", resolves: false })).toBe("refetch");
});

test("what stands too low is no hit, however high it once stood: told apart from what a handle leads back to and what never stood higher", () => {
  const needed = "full";
  const standing = { a: "compressed" } as const;
  const judged = (seen: Fidelity, resolves: boolean) =>
    judgeDemanded(sight({ a: seen }, standing), { id: "a", needed, resolves });
  expect(judged("full", false)).toBe("refetch");
  expect(judged("full", true)).toBe("hit");
  expect(judged("compressed", false)).toBe("cold");
  expect(judged("compressed", true)).toBe("cold");
});

test("a call repeats only what was seen: an alert where the result is at hand, a fault where it is not", () => {
  expect(judgeRepeat(sight({}, { a: "full" }), { id: "a", resolves: true })).toBe("cold");
  expect(judgeRepeat(sight({ a: "full" }, { a: "compressed" }), { id: "a", resolves: false })).toBe("alert");
  expect(judgeRepeat(sight({ a: "full" }, { a: "pointer" }), { id: "a", resolves: false })).toBe("duplicate_tool");
  expect(judgeRepeat(sight({ a: "full" }, {}), { id: "a", resolves: true })).toBe("alert");
});

test("what was seen is never seen less", () => {
  const at = sight({ a: "compressed" }, {});
  see(at, "a", "pointer");
  expect(at.seen.get("a")).toBe("compressed");
  see(at, "a", "full");
  expect(at.seen.get("a")).toBe("full");
});
