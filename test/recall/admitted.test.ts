/** Recall admitted: what was said of a page is remembered for one recall and one table, and for no others. */

import { expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { refresh } from "../../src/memory/memory.js";
import { parseQuery, planOf } from "../../src/recall/plan.js";
import { judgeOf, type RecallAsker, type SearchSpace } from "../../src/recall/search-space.js";

import { sample, untouched } from "../support/recall-sample.js";

const diary = "memory/preferences/diary.md" as PagePath;
const seats = "memory/preferences/seats.md" as PagePath;
const owner: RecallAsker = { session: null, audience: "owner", trusted: true };

function fieldOf(
  workspace: SearchSpace["workspace"],
  asker: RecallAsker,
  types: SearchSpace["types"] = [],
): SearchSpace {
  const query = parseQuery("anything", "2026-11-21");
  if (!query.ok) throw new Error(query.error.says);
  const plan = planOf(query.value, { limit: null, tokens: null, types, since: null, until: null, tier: null });
  if (!plan.ok) throw new Error(plan.error.says);
  return { workspace, plan: plan.value, types, asker, meaning: null };
}

test("each asker and each wish is told its own, whoever asked before", async () => {
  const { workspace } = await untouched();
  const open = (asker: RecallAsker, types: SearchSpace["types"] = []) =>
    [diary, seats].map((path) => judgeOf(fieldOf(workspace, asker, types), workspace.primary).open(path, null));
  for (let round = 0; round < 2; round++) {
    expect(open(owner)).toEqual([true, true]);
    expect(open({ ...owner, audience: "group" })).toEqual([false, true]);
    expect(open({ ...owner, trusted: false })).toEqual([false, false]);
    expect(open(owner, ["decision"])).toEqual([false, false]);
    expect(open(owner, ["preference"])).toEqual([true, true]);
  }
  const closed = judgeOf(fieldOf(workspace, { ...owner, audience: "group" }), workspace.primary).closed;
  expect([closed(diary, null), closed(seats, null)]).toEqual([true, false]);
});

test("what was said of a page is remembered until it is another, for one asker of one plan", async () => {
  const { workspace, repo } = await sample();
  const { primary } = workspace;
  const field = fieldOf(workspace, { ...owner, audience: "group" });
  const before = judgeOf(field, primary);
  expect(before.open(seats, null)).toBe(true);
  expect(judgeOf(field, primary)).toBe(before);
  expect(judgeOf({ ...field, asker: { ...owner, trusted: false } }, primary).open(seats, null)).toBe(false);
  repo.write(seats, "---\nid: seats\ntype: preference\naudience: private\n---\nThe aisle.\n");
  expect(refresh(primary).ok).toBe(true);
  expect(judgeOf(field, primary).open(seats, null)).toBe(false);
});
