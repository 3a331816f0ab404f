/** TreeFiles: the files of a commit as the store of objects lists them are those that `git ls-tree` lists, whatever they are stored in. */

import { readdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Oid, parsePagePath } from "../../../src/base/ids.js";
import { compareText } from "../../../src/base/text.js";
import { findLayout, type GitLayout } from "../../../src/git/layout.js";
import { openObjectStore, openPacked, packedByGit } from "../../../src/git/objects/object-store.js";
import { gitFor } from "../../../src/git/process.js";
import { makeRepo, type RepoOptions, type TestRepo } from "../../support/git-repo.js";

function repoOf(options: RepoOptions = {}): TestRepo {
  const repo = makeRepo(options);
  onTestFinished(() => repo.remove());
  for (let at = 0; at < 40; at += 1) repo.write(`mem/memory/topic-${at % 3}/page ${at} é.md`, `Page ${at}\n`);
  for (const path of ["mem.md", "mem-2/a.md", "mem/run.sh", "mem/.hidden.md", "other/b.md"]) repo.write(path, "x\n");
  symlinkSync("run.sh", join(repo.dir, "mem/link.md"));
  repo.git("add", "-A");
  repo.git("update-index", "--chmod=+x", "mem/run.sh");
  repo.git("commit", "--quiet", "-m", "First");
  return repo;
}

function layoutOf(repo: TestRepo, prefix: string): GitLayout {
  const layout = findLayout(join(repo.dir, prefix));
  if (!layout.ok) throw new Error(layout.error.says);
  return layout.value;
}

/** Lists by a store of its own, which ends with the test. */
function listerOf(repo: TestRepo, prefix: string) {
  const layout = layoutOf(repo, prefix);
  const git = gitFor(layout, repo.env);
  if (!git.ok) throw new Error(git.error.says);
  const store = openObjectStore(
    layout,
    openPacked(layout, () => packedByGit(layout, git)),
  );
  onTestFinished(() => store.close());
  return (commit: string) => store.files(commit as Oid);
}

function byGit(repo: TestRepo, commit: string, prefix: string): readonly unknown[] {
  const listed = repo.git("ls-tree", "-r", "-z", "--full-tree", commit).split("\0");
  const rows = listed.flatMap((line) => {
    const [about = "", full = ""] = line.split("\t");
    const [mode = "", , oid] = about.split(" ");
    const path = full.startsWith(prefix) ? parsePagePath(full.slice(prefix.length)) : null;
    return mode.startsWith("100") && path !== null ? [{ path, oid }] : [];
  });
  return rows.sort((a, b) => compareText(a.path, b.path));
}

describe("the files of a commit", () => {
  test.each([
    ["sha1", ""],
    ["sha1", "mem/"],
    ["sha256", "mem/"],
  ] as const)(
    "are those that git lists, commit after commit, loose and packed: %s, below “%s”",
    async (objectFormat, prefix) => {
      const repo = repoOf({ objectFormat });
      const list = listerOf(repo, prefix);
      const agree = async (): Promise<void> => {
        for (const commit of [repo.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD~1")]) {
          const expected = byGit(repo, commit, prefix);
          expect(await list(commit)).toEqual({ ok: true, value: expected });
        }
      };
      await agree();
      expect(byGit(repo, "HEAD", prefix).length).toBeGreaterThan(40);
      repo.write("mem/memory/topic-1/page 1 é.md", "Changed\n");
      repo.git("rm", "-q", "-r", "mem/memory/topic-2");
      repo.git("add", "-A");
      repo.git("commit", "--quiet", "-m", "Second");
      await agree();
      repo.git("repack", "-q", "-a", "-d", "-f", "--depth=30");
      repo.git("prune-packed", "-q");
      await agree();
      repo.write("mem/new.md", "New\n");
      repo.git("add", "-A");
      repo.git("commit", "--quiet", "-m", "Third");
      await agree();
    },
  );

  test("are a failure where a folder is damaged or gone, and where the id is no commit", async () => {
    const repo = repoOf();
    const head = repo.git("rev-parse", "HEAD");
    const tree = repo.git("rev-parse", "HEAD:mem/memory");
    const object = join(repo.dir, ".git/objects", tree.slice(0, 2), tree.slice(2));
    const corrupt = { ok: false, error: { code: "corrupt" } };
    truncateSync(object, 20);
    expect(await listerOf(repo, "mem")(head)).toMatchObject(corrupt);
    rmSync(object, { force: true });
    expect(await listerOf(repo, "mem")(head)).toMatchObject(corrupt);
    expect(await listerOf(repo, "mem")(repo.git("rev-parse", "HEAD:other"))).toMatchObject(corrupt);
  });

  test("are the list that was given before, though another ref is asked for in between", async () => {
    const repo = repoOf();
    const head = repo.git("rev-parse", "HEAD");
    const aside = repo.git("commit-tree", "-m", "Aside", repo.git("rev-parse", "HEAD:other"));
    const list = listerOf(repo, "");
    const first = await list(head);
    expect(await list(aside)).toMatchObject({ ok: true, value: [{ path: "b.md" }] });
    const again = await list(head);
    expect(first.ok && again.ok && again.value === first.value).toBe(true);
  });

  test.runIf(process.platform === "linux")("leave no file open", async () => {
    const repo = repoOf();
    repo.git("gc", "-q");
    const head = repo.git("rev-parse", "HEAD");
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let at = 0; at < 5; at += 1) expect(await listerOf(repo, "mem")(head)).toMatchObject({ ok: true });
    await turn();
    expect(open()).toBe(before);
  });
});
