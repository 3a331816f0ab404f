/** StagedDiff: what our own reading of index and trees finds staged is what `git diff --cached` says, after any edits. */

import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { stagedDiff } from "../../../src/git/index/staged-diff.js";
import { findLayout, type GitLayout } from "../../../src/git/layout.js";
import { openObjectStore, openPacked, packedByGit } from "../../../src/git/objects/object-store.js";
import { openHookGit, stagedByGit } from "../../../src/hooks/commit.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";

function layoutOf(repo: TestRepo): GitLayout {
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  return layout.value;
}

async function both(repo: TestRepo): Promise<{ ours: unknown; git: unknown }> {
  const layout = layoutOf(repo);
  const byGit = openHookGit(layout, repo.env);
  const store = openObjectStore(
    layout,
    openPacked(layout, async () => packedByGit(layout, await byGit.ready())),
  );
  const ours = await stagedDiff(store, join(layout.gitDir, "index"));
  const git = await stagedByGit(byGit);
  if (!ours.ok || !git.ok) throw new Error("neither side may fail");
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  return { ours: ours.value, git: [...git.value].sort(byPath) };
}

const path = fc.constantFrom(
  "a.md",
  "a",
  "a-b.md",
  "b/a.md",
  "b/c/d.md",
  "b/c.md",
  "b",
  "größe/x.md",
  "z.md",
  "b/c/e",
);
const act = fc.record({ path, kind: fc.constantFrom("write", "remove", "link", "run"), salt: fc.nat(3) });

function apply(repo: TestRepo, { path, kind, salt }: { path: string; kind: string; salt: number }): void {
  const file = join(repo.dir, path);
  try {
    for (let at = file; at !== repo.dir; at = dirname(at)) if (at !== file) rmSync(at, { force: true });
    rmSync(file, { recursive: true, force: true });
    if (kind === "remove") return;
    mkdirSync(dirname(file), { recursive: true });
    if (kind === "link") symlinkSync(`to-${salt}`, file);
    else writeFileSync(file, `text ${salt}\n`, { mode: kind === "run" ? 0o755 : 0o644 });
  } catch (error) {
    // A folder cannot be removed as a file: that edit is skipped.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

describe("what is staged", () => {
  test("is what git says, for files, folders, links and modes that come, go and change into one another", async () => {
    const acts = fc.array(act, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.boolean(), async (first, second, packed) => {
        const repo = makeRepo();
        try {
          for (const each of first) apply(repo, each);
          repo.git("add", "--all");
          repo.git("commit", "--quiet", "--allow-empty", "--message", "one");
          if (packed) repo.git("gc", "--quiet");
          for (const each of second) apply(repo, each);
          repo.git("add", "--all");
          repo.git("write-tree");
          const { ours, git } = await both(repo);
          expect(ours).toEqual(git);
        } finally {
          repo.remove();
        }
      }),
      { numRuns: 10 },
    );
  });

  test("in a repository of sha256, with many files of which one in the middle changed", async () => {
    const repo = makeRepo({ objectFormat: "sha256" });
    onTestFinished(() => repo.remove());
    for (let i = 0; i < 120; i += 1) repo.write(`notes/${i % 3}/page-${i}.md`, `${i}\n`);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", "many");
    appendFileSync(join(repo.dir, "notes/1/page-55.md"), "more\n");
    repo.git("add", "--all");
    repo.git("write-tree");
    const { ours, git } = await both(repo);
    expect(ours).toEqual(git);
    expect(ours).toHaveLength(1);
  });

  test("is git's to say where the index does not sum up its folders, or the branch is unborn", async () => {
    const repo = makeRepo();
    onTestFinished(() => repo.remove());
    repo.write("a.md", "a\n");
    repo.git("add", "--all");
    expect((await both(repo)).ours).toBeNull();
    const unborn = makeRepo({ unborn: true });
    onTestFinished(() => unborn.remove());
    unborn.write("a.md", "a\n");
    unborn.git("add", "--all");
    unborn.git("write-tree");
    expect((await both(unborn)).ours).toBeNull();
  });
});
