/** Recall admitted: what was said of a page is remembered for one asker, one table and one set of labels, and for no others. */

import { expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { refresh } from "../../src/memory/memory.js";
import { parseQuery, planOf } from "../../src/recall/plan.js";
import { type Judge, judgeOf, judging, type RecallAsker, type SearchSpace } from "../../src/recall/search-space.js";

import { ask, sample, untouched } from "../support/recall-sample.js";

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

test("one function while table and labels stand, another as soon as one of them does not", async () => {
  const { workspace, repo } = await sample();
  const { primary } = workspace;
  const open = () => judgeOf(fieldOf(workspace, { ...owner, audience: "group" }), primary).open;
  const before = open();
  expect(before(seats, null)).toBe(true);
  expect(open()).toBe(before);
  primary.labels = { ...primary.labels };
  const labeled = open();
  expect(labeled).not.toBe(before);
  repo.write(seats, "---\nid: seats\ntype: preference\naudience: private\n---\nThe aisle.\n");
  expect(refresh(primary).ok).toBe(true);
  expect(open()).not.toBe(labeled);
  expect(open()(seats, null)).toBe(false);
});

test("names the files of a side where they are few, counted once", async () => {
  const { workspace } = await untouched();
  let asked = 0;
  const judge: Judge["of"] = (path) => {
    asked++;
    return { page: null, side: path.startsWith("memory/preferences/") ? "open" : "unwanted" };
  };
  const judged = judging(workspace, workspace.primary, "a test of its own", judge);
  expect(judged.few("open", 5)).toEqual([diary, seats]);
  expect(judged.few("closed", 5)).toEqual([]);
  const all = asked;
  expect(judged.few("open", 5)).toEqual([diary, seats]);
  expect(judging(workspace, workspace.primary, "a test of its own", judge).few("open", 1)).toBeNull();
  expect(asked).toBe(all);
});

test("a search is told of each tier which few files it may find", async () => {
  const { workspace, search } = await sample();
  const told: (readonly string[])[] = [];
  search.instead = ({ few }) => {
    told.push([...(few?.(2) ?? [])].sort());
    return { ok: true, value: { hits: [], words: [], loosened: false, refused: 0, by: "index", skipped: [] } };
  };
  await ask(workspace, "aisle", { types: ["preference"] });
  expect(told.slice(0, 2)).toEqual([
    [diary, seats],
    [diary, seats],
  ]);
});
