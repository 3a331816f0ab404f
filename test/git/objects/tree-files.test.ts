/** TreeFiles: the files of a commit as this process reads them are those that `git ls-tree` lists, whatever they are stored in. */

import { readdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Oid, parsePagePath } from "../../../src/base/ids.js";
import { compareText } from "../../../src/base/text.js";
import { findLayout, type GitLayout } from "../../../src/git/layout.js";
import { openTreeFiles } from "../../../src/git/objects/object-store.js";

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
    (objectFormat, prefix) => {
      const repo = repoOf({ objectFormat });
      const list = openTreeFiles(layoutOf(repo, prefix));
      const agree = (): void => {
        for (const commit of [repo.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD~1")]) {
          const expected = byGit(repo, commit, prefix);
          expect(list(commit as Oid)).toEqual(expected);
        }
      };
      agree();
      expect(list(repo.git("rev-parse", "HEAD") as Oid)?.length).toBeGreaterThan(40);
      repo.write("mem/memory/topic-1/page 1 é.md", "Changed\n");
      repo.git("rm", "-q", "-r", "mem/memory/topic-2");
      repo.git("add", "-A");
      repo.git("commit", "--quiet", "-m", "Second");
      agree();
      repo.git("repack", "-q", "-a", "-d", "-f", "--depth=30");
      repo.git("prune-packed", "-q");
      agree();
      repo.write("mem/new.md", "New\n");
      repo.git("add", "-A");
      repo.git("commit", "--quiet", "-m", "Third");
      agree();
    },
  );

  test("are git's to tell where an object is not to be had here, or is damaged", () => {
    const repo = repoOf();
    const head = repo.git("rev-parse", "HEAD") as Oid;
    const tree = repo.git("rev-parse", "HEAD:mem/memory");
    const object = join(repo.dir, ".git/objects", tree.slice(0, 2), tree.slice(2));
    truncateSync(object, 20);
    expect(openTreeFiles(layoutOf(repo, "mem"))(head)).toBeNull();
    rmSync(object, { force: true });
    expect(openTreeFiles(layoutOf(repo, "mem"))(head)).toBeNull();
    expect(openTreeFiles(layoutOf(repo, "mem"))(tree as Oid)).toBeNull();
  });

  test("are read once, though another ref is asked for in between", () => {
    const repo = repoOf();
    const head = repo.git("rev-parse", "HEAD") as Oid;
    const aside = repo.git("commit-tree", "-m", "Aside", repo.git("rev-parse", "HEAD:other"));
    const list = openTreeFiles(layoutOf(repo, ""));
    const first = list(head);
    expect(list(aside as Oid)).toMatchObject([{ path: "b.md" }]);
    const tree = repo.git("rev-parse", "HEAD:mem/memory");
    rmSync(join(repo.dir, ".git/objects", tree.slice(0, 2), tree.slice(2)), { force: true });
    expect(list(head)).toBe(first);
  });

  test.runIf(process.platform === "linux")("leave no file open", () => {
    const repo = repoOf();
    repo.git("gc", "-q");
    const head = repo.git("rev-parse", "HEAD") as Oid;
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let at = 0; at < 5; at += 1) expect(openTreeFiles(layoutOf(repo, "mem"))(head)).not.toBeNull();
    expect(open()).toBe(before);
  });
});
