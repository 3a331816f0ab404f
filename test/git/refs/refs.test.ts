/** Refs: HEAD and branches as git reads them, names as git judges them, and moves that git can read back. */

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { lockBranchByGit } from "../../../src/git/by-git.js";
import { findLayout } from "../../../src/git/layout.js";
import { gitFor } from "../../../src/git/process.js";
import { lockBranch } from "../../../src/git/refs/lock.js";
import { isRefName, readHead, readHeadByGit, readRef, sessionName } from "../../../src/git/refs/refs.js";

import { draws } from "../../support/draws.js";
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

const options = { waitMs: 50, logAllRefUpdates: null };
const line = { who: "Ada Example <ada@example.org> 1770000000 +0000", message: "commit: try\nit" };
/** Another commit on the same tree, not yet on any branch. */
const nextCommit = (repo: TestRepo): Oid => repo.git("commit-tree", "-m", "next", "HEAD^{tree}") as Oid;

describe("a session", () => {
  it.each(["con", "nul", "com1"])("%s has a folder by a name that Windows has no device of", (session) => {
    expect(sessionName(session)).toMatch(/^_[0-9a-f]{32}$/);
    expect(sessionName(`${session}x`)).toBe(`${session}x`);
  });
});

describe("reading", () => {
  it("finds loose, packed, shadowed, symbolic and unborn refs", () => {
    const repo = repoWith();
    const layout = valueOf(findLayout(repo.dir));
    const first = repo.git("rev-parse", "HEAD");
    expect(valueOf(readHead(layout))).toEqual({ ref: "refs/heads/main", commit: first });
    repo.git("branch", "feature/long/name");
    repo.git("branch", "name");
    repo.git("tag", "-m", "note", "v1");
    repo.git("pack-refs", "--all", "--prune");
    for (const ref of ["refs/heads/main", "refs/heads/feature/long/name", "refs/heads/name", "refs/tags/v1"]) {
      expect(valueOf(readRef(layout, ref))).toBe(repo.git("rev-parse", ref));
    }
    expect(valueOf(readRef(layout, "refs/heads/long/name"))).toBeNull();
    const second = nextCommit(repo);
    repo.git("update-ref", "refs/heads/main", second);
    expect(valueOf(readHead(layout)).commit).toBe(second);
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    repo.git("symbolic-ref", "HEAD", "refs/heads/alias");
    expect(valueOf(readHead(layout))).toEqual({ ref: "refs/heads/main", commit: second });
    rmSync(join(layout.gitDir, "HEAD"));
    symlinkSync("refs/heads/name", join(layout.gitDir, "HEAD"));
    expect(valueOf(readHead(layout))).toEqual({ ref: "refs/heads/name", commit: first });
  });

  it("calls torn files corrupt and loops endless", () => {
    const repo = repoWith();
    const layout = valueOf(findLayout(repo.dir));
    writeFileSync(join(layout.gitDir, "refs/heads/main"), "");
    expect(readHead(layout)).toMatchObject({ ok: false, error: { code: "corrupt" } });
    writeFileSync(join(layout.gitDir, "refs/heads/main"), "ref: refs/heads/main\n");
    expect(readHead(layout)).toMatchObject({ ok: false, error: { code: "corrupt" } });
    writeFileSync(join(layout.gitDir, "HEAD"), "ref: ../../outside\n");
    expect(readHead(layout)).toMatchObject({ ok: false, error: { code: "git_failed" } });
  });

  it("judges names as git check-ref-format does", () => {
    const repo = repoWith();
    const pieces = [
      "a",
      "é",
      ".",
      "..",
      "/",
      "@",
      "{",
      "@{",
      ".lock",
      " ",
      "~",
      "^",
      ":",
      "?",
      "*",
      "[",
      "\\",
      "-",
      "\u007f",
    ];
    const name = fc.array(fc.constantFrom(...pieces, "b"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(name, (parts) => {
        const ref = `refs/${parts.join("")}`;
        expect(isRefName(ref)).toBe(repo.tryGit(["check-ref-format", ref]).status === 0);
      }),
      { numRuns: draws(120) },
    );
  });
});

describe("moving", () => {
  const ways = {
    files: (repo: TestRepo) => lockBranch(valueOf(findLayout(repo.dir)), headOf(repo), options),
    git: (repo: TestRepo) => {
      const git = valueOf(gitFor(valueOf(findLayout(repo.dir)), repo.env));
      return lockBranchByGit(git, headOf(repo));
    },
  };
  const headOf = (repo: TestRepo) => valueOf(readHead(valueOf(findLayout(repo.dir))));

  for (const [name, lock] of Object.entries(ways)) {
    it(`by ${name}: nothing shows before the commit, then the branch and both reflogs do`, async () => {
      const repo = repoWith();
      const before = repo.git("rev-parse", "HEAD");
      const next = nextCommit(repo);
      const locked = valueOf(await lock(repo));
      if (locked.moved) throw new Error("moved");
      valueOf(await locked.branch.stage(next, line));
      expect(repo.git("rev-parse", "HEAD")).toBe(before);
      expect(repo.tryGit(["update-ref", "refs/heads/main", next]).stderr).toContain("lock");
      valueOf(await locked.branch.commit());
      expect(repo.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
      for (const ref of ["HEAD", "main"]) {
        const told = repo.git("reflog", "show", "-1", "--format=%H|%gs|%gn|%ge", ref);
        expect(told).toBe(`${next}|commit: try it|Ada Example|ada@example.org`);
        expect(repo.git("rev-parse", `${ref}@{1}`)).toBe(before);
      }
      expect(existsSync(join(repo.dir, ".git/HEAD.lock"))).toBe(false);
    });

    it(`by ${name}: a branch given up is as it was, and git can move it again`, async () => {
      const repo = repoWith();
      const next = nextCommit(repo);
      const locked = valueOf(await lock(repo));
      if (locked.moved) throw new Error("moved");
      valueOf(await locked.branch.stage(next, line));
      locked.branch.release();
      await expect.poll(() => repo.tryGit(["update-ref", "refs/heads/main", next]).status).toBe(0);
      expect(repo.git("reflog", "show", "--format=%gs", "main")).not.toContain("try it");
    });

    it(`by ${name}: an unborn branch is born`, async () => {
      const repo = repoWith();
      const next = repo.git("rev-parse", "HEAD") as Oid;
      repo.git("symbolic-ref", "HEAD", "refs/heads/new/born");
      mkdirSync(join(repo.dir, ".git/refs/heads/new/born/empty"), { recursive: true });
      const locked = valueOf(await lock(repo));
      if (locked.moved) throw new Error("moved");
      valueOf(await locked.branch.stage(next, line));
      valueOf(await locked.branch.commit());
      expect(repo.git("rev-parse", "refs/heads/new/born")).toBe(next);
      expect(repo.git("rev-parse", "HEAD")).toBe(next);
    });
  }

  it("sees a branch that moved and a HEAD that was switched", async () => {
    const repo = repoWith();
    const layout = valueOf(findLayout(repo.dir));
    const then = headOf(repo);
    repo.git("update-ref", "refs/heads/main", nextCommit(repo));
    expect(valueOf(await lockBranch(layout, then, options))).toEqual({ moved: true });
    const git = valueOf(gitFor(layout, repo.env));
    expect(valueOf(await lockBranchByGit(git, then))).toEqual({ moved: true });
    const now = headOf(repo);
    expect(valueOf(await readHeadByGit(git))).toEqual(now);
    repo.git("switch", "--quiet", "--create", "side");
    expect(valueOf(await lockBranch(layout, now, options))).toEqual({ moved: true });
    repo.git("update-ref", "refs/heads/main", nextCommit(repo));
  });

  it("refuses a new branch whose name another branch needs as a folder, loose or packed", async () => {
    for (const [theirs, ours] of [
      ["a", "a/b"],
      ["a/b", "a"],
    ] as const) {
      const repo = repoWith();
      repo.git("branch", theirs);
      repo.git("symbolic-ref", "HEAD", `refs/heads/${ours}`);
      const layout = valueOf(findLayout(repo.dir));
      for (const pack of [false, true]) {
        if (pack) repo.git("pack-refs", "--all", "--prune");
        const locked = await lockBranch(layout, { ref: `refs/heads/${ours}`, commit: null }, options);
        expect(locked.ok ? locked.value : locked.error.code).not.toMatchObject({ moved: false });
      }
      expect(repo.git("rev-parse", theirs)).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it("begins no reflog where core.logAllRefUpdates forbids it, and continues one that exists", async () => {
    const repo = repoWith();
    rmSync(join(repo.dir, ".git/logs/refs/heads/main"));
    const layout = valueOf(findLayout(repo.dir));
    const locked = valueOf(await lockBranch(layout, headOf(repo), { ...options, logAllRefUpdates: "false" }));
    if (locked.moved) throw new Error("moved");
    valueOf(await locked.branch.stage(nextCommit(repo), line));
    valueOf(await locked.branch.commit());
    expect(existsSync(join(repo.dir, ".git/logs/refs/heads/main"))).toBe(false);
    expect(readFileSync(join(repo.dir, ".git/logs/HEAD"), "utf8")).toMatch(/\tcommit: try it\n$/);
  });
});
