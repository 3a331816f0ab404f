/** Index patch: the same index that `git update-index` would make, and one that git takes for its own. */

import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import type { Oid } from "../../../src/base/ids.js";
import { checkEdits, patchIndex, stagedEntry, statIfHolds } from "../../../src/git/index/patch.js";
import { type IndexEdit, readIndex } from "../../../src/git/index/view.js";
import { findLayout } from "../../../src/git/layout.js";

import { valueOf } from "../../support/git-plan.js";
import { makeRepo, type RepoOptions, type TestRepo } from "../../support/git-repo.js";

const repos: TestRepo[] = [];
function repoWith(options: RepoOptions = {}): TestRepo {
  const repo = makeRepo(options);
  repos.push(repo);
  return repo;
}
afterEach(() => {
  for (const repo of repos.splice(0)) repo.remove();
});

const indexOf = (repo: TestRepo) => join(repo.dir, ".git", "index");
/** Lets a written index be older than now, so that its entries are not taken for racy. */
const age = (repo: TestRepo) => utimesSync(indexOf(repo), new Date(), new Date(Date.now() + 60_000));

function patch(repo: TestRepo, edits: readonly IndexEdit[]): Buffer {
  const index = valueOf(readIndex(valueOf(findLayout(repo.dir))));
  if (index === null) throw new Error("not patched in process");
  valueOf(checkEdits(index, edits));
  return Buffer.concat(patchIndex(index, edits));
}

function store(repo: TestRepo, text: string): Oid {
  return repo.tryGit(["hash-object", "-w", "--stdin"], text).stdout.trim() as Oid;
}

const names = [
  "a",
  "a-b",
  "a.md",
  "a/x.md",
  "a/y/z.md",
  "b/é.md",
  "b/c/d/e.md",
  "b0.md",
  "m.md",
  "zz/🌙.md",
  `${"l".repeat(200)}.md`,
];

describe("patchIndex", () => {
  for (const format of ["sha1", "sha256"] as const) {
    it(`makes what git update-index makes (${format})`, () => {
      const repo = repoWith({ objectFormat: format });
      const empty = readFileSync(indexOf(repo));
      const blobs = ["one\n", "two\n", "three\n"].map((text) => store(repo, text));
      const name = fc.constantFrom(...names.filter((n) => n !== "a"));
      const begin = fc.uniqueArray(name, { maxLength: 8 });
      const edit = fc.record({ path: name, oid: fc.option(fc.constantFrom(...blobs)) });
      const edits = fc.uniqueArray(edit, { maxLength: 5, selector: ({ path }) => path });
      fc.assert(
        fc.property(begin, edits, fc.boolean(), (start, wanted, cached) => {
          writeFileSync(indexOf(repo), empty);
          feed(
            repo,
            start.map((path) => ({ path, oid: blobs[0]! })),
          );
          if (cached) repo.git("write-tree");
          const before = readFileSync(indexOf(repo));
          const ours = patch(
            repo,
            wanted.map(({ path, oid }) => ({ path, next: oid === null ? null : { oid, stat: null } })),
          );
          feed(repo, wanted);
          const theirs = stateOf(repo);
          writeFileSync(indexOf(repo), before);
          writeFileSync(indexOf(repo), ours);
          expect(stateOf(repo)).toEqual(theirs);
        }),
        { numRuns: 40 },
      );
    });
  }

  it("leaves every byte of the other entries, their flags and the resolved conflicts", () => {
    const repo = repoWith({ config: { "core.untrackedCache": "true" } });
    for (const path of ["k/1.md", "k/2.md", "k/3.md"]) repo.write(path, `${path}\n`);
    repo.git("add", ".");
    repo.git("update-index", "--assume-unchanged", "k/1.md");
    repo.git("update-index", "--skip-worktree", "k/2.md");
    repo.write("meant.md", "later\n");
    repo.git("add", "--intent-to-add", "meant.md");
    repo.git("update-index", "--untracked-cache");
    repo.git("write-tree");
    const before = repo.git("ls-files", "--stage", "--debug", "-v");
    const oid = store(repo, "new\n");
    age(repo);
    writeFileSync(indexOf(repo), patch(repo, [{ path: "k/new.md", next: { oid, stat: null } }]));
    const after = repo.git("ls-files", "--stage", "--debug", "-v");
    const others = after.split(/^(?=[A-Za-z] \d{6} )/m).filter((entry) => !entry.includes("k/new.md"));
    expect(others.join("")).toBe(`${before}${after.endsWith("\n") ? "\n" : ""}`);
    // The marks themselves survive an edit of their own entries too.
    writeFileSync(
      indexOf(repo),
      patch(
        repo,
        ["k/1.md", "k/2.md"].map((path) => ({ path, next: { oid, stat: null } })),
      ),
    );
    expect(repo.git("ls-files", "-v", "k/1.md", "k/2.md")).toBe("h k/1.md\nS k/2.md");
    expect(repo.git("ls-files", "--stage", "k/2.md")).toContain(oid);
  });

  it("marks the changed folders in the tree cache and no others", () => {
    const repo = repoWith();
    for (const path of ["a/b/1.md", "a/c/2.md", "d/3.md"]) repo.write(path, `${path}\n`);
    repo.git("add", ".");
    repo.git("commit", "--quiet", "--message", "files");
    const cached = () => repo.tryGit(["ls-files", "--stage", "--resolve-undo"]).status;
    const oid = store(repo, "new\n");
    const ours = patch(repo, [{ path: "a/b/1.md", next: { oid, stat: null } }]);
    const text = ours.subarray(ours.lastIndexOf("TREE")).toString("latin1");
    expect(text).toMatch(/^TREE.{4}\0-1 2\n/s);
    const folders = text.replaceAll("\0", "|");
    expect(folders).toMatch(/a\|-1 2\nb\|-1 0\nc\|1 0\n.{20}d\|1 0\n/s);
    writeFileSync(indexOf(repo), ours);
    expect(cached()).toBe(0);
    const tree = repo.git("write-tree");
    expect(repo.git("rev-parse", `${tree}:a/b/1.md`)).toBe(oid);
    expect(repo.git("rev-parse", `${tree}:d`)).toBe(repo.git("rev-parse", "HEAD:d"));
  });

  it("records a stat by which git knows the file unread, and none for a file that differs", () => {
    const repo = repoWith();
    repo.write("a.md", "ours\n");
    const file = join(repo.dir, "a.md");
    const past = new Date(Date.now() - 60_000);
    utimesSync(file, past, past);
    const bytes = Buffer.from("ours\n");
    const stat = statIfHolds(file, bytes);
    store(repo, "ours\n");
    writeFileSync(indexOf(repo), patch(repo, [{ path: "a.md", next: { oid: blobOid(bytes), stat } }]));
    expect(repo.git("diff-files", "--name-only")).toBe("");
    const debug = (): string => repo.git("ls-files", "--debug", "a.md");
    const recorded = debug();
    repo.git("update-index", "--really-refresh");
    expect(debug()).toBe(recorded);
    expect(statIfHolds(file, Buffer.from("them\n"))).toBeNull();
    expect(statIfHolds(join(repo.dir, "none.md"), bytes)).toBeNull();
    writeFileSync(indexOf(repo), patch(repo, [{ path: "a.md", next: { oid: blobOid(bytes), stat: null } }]));
    expect(repo.git("status", "--porcelain=v2", "--untracked-files=no")).toMatch(/^1 A\. .*a\.md$/);
  });

  it("takes trust away from a racy file that changed, and from no other", () => {
    const repo = repoWith({ config: { "core.trustctime": "false" } });
    for (const path of ["same.md", "changed.md", "longer.md"]) repo.write(path, `${path} 1\n`);
    repo.git("add", ".");
    const instant = new Date(Date.now() - 30_000);
    const stamp = (path: string) => utimesSync(join(repo.dir, path), instant, instant);
    const young = ["same.md", "changed.md", "longer.md"];
    for (const path of young) stamp(path);
    repo.git("update-index", "--really-refresh");
    repo.write("changed.md", "changed.md 2\n");
    repo.write("longer.md", "longer.md and longer\n");
    for (const path of [...young, ".git/index"]) stamp(path);
    const dirty = ["changed.md", "longer.md"];
    expect(repo.git("diff-files", "--name-only").split("\n")).toEqual(dirty);
    writeFileSync(indexOf(repo), patch(repo, [{ path: "x.md", next: { oid: store(repo, "x\n"), stat: null } }]));
    expect(repo.git("diff-files", "--name-only", "--diff-filter=M").split("\n")).toEqual(dirty);
  });

  it("refuses conflicts, links, and a file where a folder is staged or the other way round", () => {
    const repo = repoWith();
    const oid = store(repo, "x\n");
    const info = (lines: string) => repo.tryGit(["update-index", "--index-info"], lines).status;
    expect(
      info(`100644 ${oid} 1\tc.md\n100644 ${oid} 2\tc.md\n120000 ${oid} 0\tl.md\n100644 ${oid} 0\tf/g.md\n`),
    ).toBe(0);
    const index = valueOf(readIndex(valueOf(findLayout(repo.dir))))!;
    const set = (path: string): IndexEdit => ({ path, next: { oid, stat: null } });
    for (const path of ["c.md", "l.md", "f", "f/g.md/h"]) {
      expect(checkEdits(index, [set(path)]), path).toMatchObject({ ok: false, error: { code: "git_failed" } });
    }
    expect(stagedEntry(index, "c.md")).toMatchObject({ ok: false });
    expect(checkEdits(index, [set("f"), { path: "f/g.md", next: null }])).toMatchObject({ ok: true });
  });

  it("calls an index that is cut anywhere corrupt, and leaves version 4 to git", () => {
    const repo = repoWith();
    const whole = readFileSync(indexOf(repo));
    const layout = valueOf(findLayout(repo.dir));
    for (let length = 0; length < whole.length - 20; length += 7) {
      writeFileSync(indexOf(repo), whole.subarray(0, length));
      const read = readIndex(layout);
      if (read.ok) expect(read.value?.offsets.length).not.toBe(2);
      else expect(read.error.code).toBe("corrupt");
    }
    writeFileSync(indexOf(repo), whole);
    repo.git("update-index", "--index-version=4");
    expect(readIndex(layout)).toEqual({ ok: true, value: null });
  });
});

function feed(repo: TestRepo, wanted: readonly { readonly path: string; readonly oid: Oid | null }[]): void {
  const zero = "0".repeat(repo.git("rev-parse", "HEAD").length);
  const input = wanted.map(({ path, oid }) => `${oid === null ? "0" : "100644"} ${oid ?? zero}\t${path}\0`).join("");
  const ran = repo.tryGit(["update-index", "-z", "--index-info"], input);
  if (ran.status !== 0) throw new Error(ran.stderr);
}

function stateOf(repo: TestRepo): readonly string[] {
  const checked = repo.tryGit(["fsck", "--strict", "--no-dangling"]);
  const fsck = checked.stderr.split("\n").filter((said) => said !== "" && !said.startsWith("notice"));
  return [repo.git("ls-files", "--stage", "--debug"), repo.git("write-tree"), ...fsck];
}

it("a damaged index is named, with the way to make it anew, which no clone has", () => {
  const repo = repoWith();
  writeFileSync(indexOf(repo), "not an index, and longer than a header and a checksum are");
  const read = readIndex(valueOf(findLayout(repo.dir)));
  expect(read).toMatchObject({
    ok: false,
    error: { code: "corrupt", says: `The index ${indexOf(repo)} has no header.` },
  });
  expect(read).toMatchObject({ error: { hint: expect.stringMatching(/^Move it away, then run `git reset`/) } });
});
