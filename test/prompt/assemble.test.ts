/** Assemble flow: budgets, demands, audiences, tiers and stacked stores, and the same bytes from a second clone. */

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openIndexCache } from "../../src/memory/disk/facts-cache.js";
import type { FileFacts } from "../../src/memory/facts.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { type AssembleQuery, assemble } from "../../src/prompt/assemble.js";

import { makeRepo, openRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";
import { parsePrompt } from "../support/parse-prompt.js";

const typed = (id: string, type: string, more: string, body = `- Body of ${id}. ${"word ".repeat(40)}\n`): string =>
  `---\nid: ${id}\ntype: ${type}\ntitle: Title of ${id}\n${more}---\n${body}`;

const files: Readonly<Record<string, string>> = {
  "AGENTS.md": "# Rules\n\nOpening.\n\n## Kindness\n\n- Be kind.\n\n## Money\n\n- Ask first.\n",
  "memory/limit.md": typed("limit", "constraint", "fields: { rule: stay under 400, applies_to: bookings }\n"),
  "memory/seats.md": typed(
    "seats",
    "preference",
    "fields: { subject: seats, prefers: aisle }\nupdated: 2026-03-01\n",
  ),
  "memory/mine.md": typed("mine", "preference", "audience: private\n"),
  "memory/fares.md": typed("fares", "evidence", "updated: 2026-03-09\n"),
  "archive/2025/old.md": typed("old", "preference", ""),
};

async function sample(more: Readonly<Record<string, string>> = {}) {
  const repo = makeRepo();
  for (const [path, text] of Object.entries({ ...files, ...more })) repo.write(path, text);
  const workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  return { repo, workspace };
}

async function made(workspace: Workspace, query: Partial<AssembleQuery>) {
  const answer = await assemble(workspace, { budget: 2000, demands: [], session: null, audience: "owner", ...query });
  if (!answer.ok) throw new Error(answer.error.says);
  return answer.value;
}

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id);

test("every page is in or out, exactly once, and the text holds what the receipt says", async () => {
  const { workspace } = await sample();
  for (const budget of [0, 60, 200, 400, 2000]) {
    const answer = await made(workspace, { budget });
    expect(answer.tokens).toBeLessThanOrEqual(budget);
    expect([...ids(answer.selected), ...ids(answer.omitted)].sort()).toEqual(
      ["agents", "agents#kindness", "agents#money", "fares", "limit", "mine", "old", "seats"].sort(),
    );
    if (answer.text === "") continue;
    const parsed = parsePrompt(answer.text);
    expect(parsed.ok && parsed.value.map((block) => [block.id, block.fidelity]).sort()).toEqual(
      answer.selected.map((page) => [page.id, page.fidelity]).sort(),
    );
  }
});

test.each([{ budget: -1 }, { budget: Number.NaN }, { budget: 10.5 }, { budget: 400, charsMax: -1 }])(
  "room that is no whole number from 0 on is refused: %j",
  async (query) => {
    const { workspace } = await sample();
    const asked = { demands: [], session: null, audience: "owner", ...query } as const;
    expect(await assemble(workspace, asked)).toMatchObject({ ok: false, error: { code: "usage" } });
  },
  2_000,
);

test("a hard pin that does not fit is two faults, never a silence", async () => {
  const { workspace } = await sample();
  const answer = await made(workspace, { budget: 60 });
  expect(answer.faults.map((fault) => fault.kind)).toContain("pinned_invariant_miss");
  expect(answer.faults.map((fault) => fault.kind)).toContain("invariant_pressure");
  expect((await made(workspace, { budget: 2000 })).faults).toEqual([]);
});

test("a demand brings a page at its fidelity, an archived one too", async () => {
  const { workspace } = await sample();
  const plain = await made(workspace, { budget: 420 });
  expect(plain.omitted).toContainEqual(expect.objectContaining({ id: "old", reason: "cold_tier" }));
  const asked = await made(workspace, { budget: 420, demands: [{ page: "old", fidelity: "full" }] });
  expect(asked.selected.find((page) => page.id === "old")?.fidelity).toBe("full");
  expect(
    await assemble(workspace, {
      budget: 9,
      demands: [{ page: "gone", fidelity: null }],
      session: null,
      audience: "owner",
    }),
  ).toMatchObject({ ok: false, error: { code: "page_missing" } });
});

test("a group never sees a byte of a private page", async () => {
  const { workspace } = await sample({ "memory/2026-03-01.md": "- Secret diary.\n" });
  const answer = await made(workspace, { audience: "group", budget: 100_000 });
  expect(answer.omitted).toContainEqual(expect.objectContaining({ id: "mine", reason: "audience_denied" }));
  expect(answer.omitted).toContainEqual(expect.objectContaining({ id: "2026-03-01", reason: "audience_denied" }));
  expect(answer.text).not.toContain("Body of mine");
  expect(answer.text).not.toContain("Secret diary");
});

test("a session's pages are for that session alone", async () => {
  const { workspace } = await sample({
    "memory/s.md": typed("s", "plan", "scope: session\nfields: { session: 7f3a, goal: g, step: s, open: o }\n"),
  });
  expect((await made(workspace, {})).omitted).toContainEqual(
    expect.objectContaining({ id: "s", reason: "session_denied" }),
  );
  expect((await made(workspace, { session: "other" })).omitted).toContainEqual(
    expect.objectContaining({ id: "s", reason: "session_denied" }),
  );
  expect(ids((await made(workspace, { session: "7f3a" })).selected)).toContain("s");
});

test("again, and from a second clone: identical bytes, receipt and trace", async () => {
  const { repo, workspace } = await sample();
  const clone = openRepo(join(repo.home, "clone"), repo.home);
  repo.git("clone", "-q", repo.dir, clone.dir);
  const second = await openTestWorkspace(clone);
  onTestFinished(() => second.close());
  for (const budget of [200, 400, 900]) {
    const [one, two, three] = [
      await made(workspace, { budget }),
      await made(workspace, { budget }),
      await made(second, { budget }),
    ];
    expect(two).toEqual(one);
    expect(three).toEqual(one);
  }
});

test("a file that changes under the table is read again, never printed by old offsets", async () => {
  const { repo, workspace } = await sample();
  appendFileSync(join(repo.dir, "AGENTS.md"), "\n## New\n\n- Added behind our back.\n");
  const answer = await made(workspace, { budget: 100_000 });
  expect(answer.text).toContain("Added behind our back.");
  expect(ids(answer.selected)).toContain("agents#new");
});

test("stores stack: the narrower scope keeps the bare id, and the wider one steps back", async () => {
  const { workspace: project } = await sample();
  const other = makeRepo();
  other.write("memory/seats.md", typed("seats", "preference", ""));
  other.write("memory/home.md", typed("home", "preference", ""));
  const global = await openTestWorkspace(other, { config: { scope: "global", name: "me", store: "abcdefabcdef" } });
  onTestFinished(async () => {
    await global.close();
    other.remove();
  });
  const both: Workspace = { ...project, memories: [global.primary, project.primary] };
  const answer = await made(both, { budget: 100_000 });
  expect(answer.omitted).toContainEqual(expect.objectContaining({ id: "me/seats", reason: "superseded" }));
  expect(ids(answer.selected)).toEqual(expect.arrayContaining(["seats", "home"]));
});

test("an index that something else keeps from being made is not said to be made anew, and what to move is named", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  const cache = (at: string) => ({ parts: { cache: openIndexCache<FileFacts>(join(repo.dir, at), "test") } });
  repo.write(".git/pagefile/index", "x\n");
  repo.write(".git/pagefile/other/pages.json/x", "x\n");
  const standing = { index: ["a file stands", "index"], other: ["a folder stands", "other/pages.json"] };
  for (const [at, [says, place]] of Object.entries(standing)) {
    const workspace = await openTestWorkspace(repo, cache(`.git/pagefile/${at}`));
    const [fault] = (await made(workspace, {})).faults.filter(({ kind }) => kind === "sidecar_corrupt");
    expect(fault?.says).toContain(says);
    expect(fault?.hint).toBe(`Move ${join(repo.dir, ".git/pagefile", place!)} away.`);
    await workspace.close();
  }
});
