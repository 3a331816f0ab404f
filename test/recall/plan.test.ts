/** Plan: which memories a question goes to, and what bounds it. */

import { expect, test } from "vitest";
import { type Plan, parseQuery, planOf, type Wishes, wants } from "../../src/recall/plan.js";

const nothing: Wishes = { limit: null, tokens: null, types: [], since: null, until: null, tier: null };

function plan(text: string, wishes: Partial<Wishes> = {}): Plan {
  const query = parseQuery(text, "2026-11-21");
  if (!query.ok) throw new Error(query.error.says);
  const made = planOf(query.value, { ...nothing, ...wishes });
  if (!made.ok) throw new Error(made.error.says);
  return made.value;
}

const order = ({ kinds }: Plan): string[] => kinds.map(({ kind }) => kind);

test("the likeliest memory comes first", () => {
  expect(order(plan("when did Alice visit"))[0]).toBe("episodic");
  expect(order(plan("which seat do I prefer"))[0]).toBe("semantic");
  expect(order(plan("what are we working on"))[0]).toBe("working");
  expect(order(plan("average heart rate"))[0]).toBe("perceptual");
  expect(order(plan("seat"))).toHaveLength(4);
});

test("what was on one day is looked for in its log first, whatever else is asked of it", () => {
  const [first, second] = plan("which fares did we change on 9 March 2026").kinds;
  expect(first?.kind).toBe("episodic");
  expect(first!.weight / second!.weight).toBeGreaterThan(1.2);
  expect(plan("which fares did we change in March 2026").kinds[0]!.weight).toBeLessThan(1.2);
});

test("what is asked for bounds the search; what the words say only leans it", () => {
  const leaning = plan("deploys last week");
  expect(leaning).toMatchObject({ within: null, around: { from: "2026-11-09", to: "2026-11-15" } });
  const bounded = plan("deploys last week", { since: "2026-11-01", tier: "cold", limit: 3, tokens: 500 });
  expect(bounded).toMatchObject({ within: { from: "2026-11-01", to: null }, tier: "cold", pages: 3, tokens: 500 });
});

test("a kind and a type beside each other let in both", () => {
  const types = ["decision", "working"] as const;
  const both = plan("seat", { types });
  const takes = (type: "decision" | "plan" | "preference", kind: "semantic" | "working"): boolean =>
    wants(both, types, { type, kind });
  expect([takes("decision", "semantic"), takes("plan", "working"), takes("preference", "semantic")]).toEqual([
    true,
    true,
    false,
  ]);
  const kinds = plan("seat", { types: ["working"] });
  expect(order(kinds)).toEqual(["working"]);
  expect(wants(kinds, ["working"], { type: "decision", kind: "semantic" })).toBe(false);
});

test.each<[Partial<Record<keyof Wishes, unknown>>, string, string]>([
  [{ limit: 0 }, "limit is 0", "1"],
  [{ limit: -1 }, "limit is -1", "1"],
  [{ tokens: 1.5 }, "tokens is 1.5", "2000"],
  [{ tokens: Number.NaN }, "tokens is NaN", "2000"],
  [{ since: "gestern" }, "since is “gestern”", "2026-11-20"],
  [{ until: "2027-13-45" }, "until is “2027-13-45”", "2026-11-20"],
  [{ since: "2027-02-30" }, "since is “2027-02-30”", "2026-11-20"],
  [{ types: ["decision", "facty"] }, "types has “facty”", "semantic"],
  [{ tier: "warm" }, "tier is “warm”", "cold"],
])("a wish that nothing could fulfill is malformed: %j", (wishes, says, hint) => {
  const query = parseQuery("seat", "2026-11-21");
  const made = query.ok && planOf(query.value, { ...nothing, ...(wishes as Partial<Wishes>) });
  expect(made).toMatchObject({
    ok: false,
    error: { says: expect.stringContaining(says), hint: expect.stringContaining(hint) },
  });
});

test("days that every calendar has, and the least that can be asked for, are taken", () => {
  expect(plan("seat", { since: "2024-02-29", until: "2024-02-29" }).within).toEqual({
    from: "2024-02-29",
    to: "2024-02-29",
  });
  expect(plan("seat", { limit: 1, tokens: 1 })).toMatchObject({ pages: 1, tokens: 1 });
});
