/** Recall neighbors: pages that share a name raise each other. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { canary } from "../../src/recall/canary.js";
import { searchOf } from "../../src/recall/index/open.js";
import type { Relation } from "../../src/recall/index/search.js";
import { recall } from "../../src/recall/recall.js";

import { type FakeSearch, fakeSearch } from "../support/fake-search.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const page = (id: string, more: string, body: string): string =>
  `---\nid: ${id}\ntype: decision\ntitle: ${id}\n${more}---\n${body}\n`;

let repo: TestRepo;
let workspace: TestWorkspace;
let search: FakeSearch;

beforeAll(async () => {
  repo = makeRepo();
  repo.write("memory/harbor.md", page("harbor", "", "- The harbor closes at nine, see [[tides]]."));
  repo.write("memory/tides.md", page("tides", "", "- Low water comes late in spring."));
  repo.write("memory/secret.md", page("secret", "audience: private\n", "- A key lies under the mat."));
  repo.write("archive/2025/old.md", page("old", "", "- An older rule."));
  search = fakeSearch();
  workspace = await openTestWorkspace(repo, { services: [[searchOf, search]] });
});

afterAll(async () => {
  await workspace.close();
  repo.remove();
});

const from = "memory/harbor.md" as PagePath;
const relation = (to: string, by: Relation["by"]): Relation => ({
  from,
  to: to as PagePath,
  by,
  name: to,
  weight: 1,
});
const asked = { limit: null, tokens: null, types: [], since: null, until: null, tier: null, session: null } as const;
const ask = (text: string, audience: "owner" | "group" = "owner") =>
  recall(workspace, { ...asked, text, audience, trusted: true, restore: false });

test("two pages that both hold words raise each other, and say so", async () => {
  search.relations = [];
  const before = (await ask("harbor water")).pages.find(({ id }) => id === "tides");
  search.relations = [relation("memory/tides.md", "tag")];
  const after = (await ask("harbor water")).pages.find(({ id }) => id === "tides");
  expect(after!.score).toBeGreaterThan(before!.score);
  expect(after!.why.neighbors).toEqual([{ id: "harbor", by: "tag", name: "memory/tides.md" }]);
});

test("the canary finds a page by its own words, and a search that loses it does not pass", () => {
  const found = canary(workspace.primary);
  expect(found.ok && found.value.page?.path).toBe("memory/harbor.md");
  search.instead = (query) => {
    search.instead = null;
    const all = search.query(query);
    return all.ok ? { ok: true, value: { ...all.value, hits: [] } } : all;
  };
  const lost = canary(workspace.primary);
  expect(lost.ok).toBe(false);
  if (!lost.ok) expect(lost.error.hint).toContain("pagefile index rebuild");
});
