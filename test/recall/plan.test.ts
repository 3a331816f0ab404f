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
