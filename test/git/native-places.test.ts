/** Native places: kinds of repositories and indexes that only the native engine serves, each left as git would leave it. */

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import type { History } from "../../src/git/history.js";
import { openNativeHistory } from "../../src/git/native.js";

import { planWrites, publishTo, recordWrites, valueOf } from "../support/git-plan.js";
import { makeRepo, openRepo, type RepoOptions, type TestRepo } from "../support/git-repo.js";

const repos: TestRepo[] = [];
const histories: History[] = [];
function repoWith(options: RepoOptions = {}): TestRepo {
  const repo = makeRepo(options);
  repos.push(repo);
  return repo;
}
async function openAt(root: string, repo: TestRepo): Promise<History> {
  const history = valueOf(await openNativeHistory(root, repo.env));
  histories.push(history);
  return history;
}
afterEach(async () => {
  for (const history of histories.splice(0)) await history.close();
  for (const repo of repos.splice(0)) repo.remove();
});

const status = (repo: TestRepo): string => repo.git("status", "--porcelain=v2", "--untracked-files=all");
function expectSound(repo: TestRepo): void {
  const said = repo.tryGit(["fsck", "--strict"]).stderr.split("\n");
  expect(said.filter((line) => line !== "" && !/^notice|^dangling/.test(line))).toEqual([]);
  const gitDir = repo.git("rev-parse", "--absolute-git-dir");
  expect(readdirSync(gitDir).filter((name) => name.endsWith(".lock"))).toEqual([]);
  // Where a lock was made at all there is a folder of lock records, and none of them outlives its lock.
  const ours = readdirSync(gitDir, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("pagefile"));
  expect(ours.filter((name) => !["pagefile", join("pagefile", "locks")].includes(name))).toEqual([]);
}

/** Staged, unstaged, deleted, untracked, renamed and half-staged work of the user. */
function disturb(repo: TestRepo): void {
  for (const name of ["s.txt", "u.txt", "d.txt", "both.txt"]) repo.write(`theirs/${name}`, `${name}\n`);
  repo.git("add", "theirs");
  repo.git("commit", "--quiet", "--message", "theirs");
  repo.write("theirs/s.txt", "staged\n");
  repo.write("theirs/both.txt", "staged\n");
  repo.git("add", "theirs/s.txt", "theirs/both.txt");
  repo.write("theirs/both.txt", "and edited\n");
  repo.write("theirs/u.txt", "edited\n");
  rmSync(join(repo.dir, "theirs/d.txt"));
  repo.write("theirs/new.txt", "untracked\n");
  repo.write("theirs/meant.txt", "meant\n");
  repo.git("add", "--intent-to-add", "theirs/meant.txt");
}

describe("the user's work around our commits", () => {
  for (const way of ["--index-version=2", "--index-version=4", "--split-index", "--untracked-cache"]) {
    it(`stays as it was (update-index ${way})`, async () => {
      const repo = repoWith({ name: "with blank é" });
      disturb(repo);
      repo.git("update-index", way);
      const before = status(repo);
      const history = await openAt(repo.dir, repo);
      for (const text of ["one\n", "two\n", null, "three\n"]) {
        valueOf(await recordWrites(history, repo, { "memory/ä b.md": text, "page.md": text }));
        expect(status(repo)).toBe(before);
      }
      expect(repo.git("ls-files", "--stage").split("\n").length).toBe(8);
      expectSound(repo);
      if (way === "--split-index") expect(readdirSync(join(repo.dir, ".git")).join()).toContain("sharedindex");
    });
  }

  it("stays as it was in a sparse checkout with a sparse index, pages inside and outside of it", async () => {
    const repo = repoWith();
    for (const path of ["in/a.md", "out/b.md", "out/deep/c.md"]) repo.write(path, `${path}\n`);
    repo.git("add", ".");
    repo.git("commit", "--quiet", "--message", "files");
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "in");
    const history = await openAt(repo.dir, repo);
    const before = repo.git("status", "--porcelain");
    valueOf(await recordWrites(history, repo, { "in/a.md": "changed\n", "in/new.md": "new\n" }));
    const outside = planWrites(repo, { "out/b.md": "unseen\n" });
    expect(valueOf(await history.staged(["out/b.md" as PagePath]))[0]?.bytes.toString()).toBe("out/b.md\n");
    const unseen = { ...outside, writes: outside.writes.map((write) => ({ ...write, work: null })) };
    valueOf(await history.record(unseen, { publish: publishTo(repo.dir, unseen), detached: "refuse" }));
    expect(repo.git("show", "HEAD:out/b.md")).toBe("unseen");
    expect(repo.git("status", "--porcelain")).toBe(before);
    expect(existsSync(join(repo.dir, "out"))).toBe(false);
    expectSound(repo);
  });

  it("leaves a name without content alone, and fills it where the page is staged", async () => {
    const repo = repoWith();
    repo.write("meant.md", "later\n");
    repo.git("add", "--intent-to-add", "meant.md");
    const history = await openAt(repo.dir, repo);
    expect(valueOf(await history.staged(["meant.md" as PagePath]))).toEqual([null]);
    for (const index of [null, Buffer.from("later\n")]) {
      const plan = planWrites(repo, { "meant.md": "later\n" });
      const before = { head: plan.writes[0]!.before.head, index: null, work: null };
      const changed = { ...plan, writes: plan.writes.map((write) => ({ ...write, before, index })) };
      const recorded = await history.record(changed, { publish: publishTo(repo.dir, plan), detached: "refuse" });
      expect(valueOf(recorded)).toMatchObject({ moved: false });
      const flags = repo.git("ls-files", "--debug", "meant.md");
      expect(flags).toMatch(index === null ? /flags: 2000/ : /flags: 0$/);
    }
    expect(status(repo)).toBe("");
  });

  it("keeps a file that git has reason to distrust, and line ends, to git", async () => {
    const repo = repoWith({ config: { "core.autocrlf": "true" } });
    const history = await openAt(repo.dir, repo);
    valueOf(await recordWrites(history, repo, { "a.md": "unix\nlines\n" }));
    expect(repo.git("ls-files", "--debug", "a.md")).toContain("mtime: 0:0");
    expect(repo.git("diff", "--stat")).toBe("");
    repo.git("config", "core.autocrlf", "false");
    valueOf(await recordWrites(history, repo, { "a.md": "more\nlines\n" }));
    expect(repo.git("ls-files", "--debug", "a.md")).not.toContain("mtime: 0:0");
    expect(status(repo)).toBe("");
  });
});

describe("a linked worktree, a submodule and a nested root", () => {
  it("commit to their own branches and indexes", async () => {
    const main = repoWith();
    main.git("worktree", "add", "--quiet", join(main.home, "linked"), "-b", "side");
    const host = repoWith();
    host.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main.dir, "deps/memory");
    host.git("commit", "--quiet", "--message", "submodule");
    const places = [
      openRepo(join(main.home, "linked"), main.home),
      openRepo(join(host.dir, "deps/memory"), host.home),
    ];
    for (const repo of places) {
      repo.write("notes/memo ry/old.md", "old\n");
      repo.git("add", ".");
      repo.git("commit", "--quiet", "--message", "notes");
      const untouched = main.git("rev-parse", "main");
      const prefix = "notes/memo ry/";
      const history = await openAt(join(repo.dir, prefix), repo);
      valueOf(await recordWrites(history, repo, { "old.md": null, "deep/new.md": "new\n" }, prefix));
      const head = valueOf(await history.head());
      expect(head.commit).toBe(repo.git("rev-parse", "HEAD"));
      expect(valueOf(await history.tree(head.commit)).map(({ path }) => path)).toEqual(["deep/new.md"]);
      const logged = valueOf(await history.log({ paths: ["deep/new.md" as PagePath], limit: 5 }));
      expect(logged.map(({ oid }) => oid)).toEqual([head.commit]);
      expect(valueOf(await history.log({ paths: [], limit: 5 }))).toHaveLength(2);
      expect(repo.git("reflog", "-1", "--format=%gs")).toBe("commit: set: a page");
      expect(status(repo)).toBe("");
      expect(main.git("rev-parse", "main")).toBe(untouched);
      expectSound(repo);
    }
    expect(main.git("status", "--porcelain")).toBe("");
  });
});

describe("a commit that cannot be made", () => {
  it("names the lock and changes nothing, whichever of the three is held", async () => {
    // At once: each waits for the holder as long as anybody would.
    const each = ["index.lock", "HEAD.lock", "refs/heads/main.lock"].map(async (lock) => {
      const repo = repoWith();
      const history = await openAt(repo.dir, repo);
      const index = readFileSync(join(repo.dir, ".git/index"));
      const head = repo.git("rev-parse", "HEAD");
      const file = join(repo.dir, ".git", lock);
      writeFileSync(file, "");
      const refused = await recordWrites(history, repo, { "a.md": "text\n" });
      expect(refused).toMatchObject({ ok: false, error: { code: "locked" } });
      expect(refused.ok ? "" : refused.error.says).toContain(file);
      expect(statSync(file).size).toBe(0);
      rmSync(file);
      expect(readFileSync(join(repo.dir, ".git/index")).equals(index)).toBe(true);
      expect([repo.git("rev-parse", "HEAD"), status(repo)]).toEqual([head, ""]);
      expectSound(repo);
    });
    await Promise.all(each);
  });

  it("says who the user is not, with both commands", async () => {
    const repo = repoWith();
    const {
      GIT_AUTHOR_NAME: _a,
      GIT_AUTHOR_EMAIL: _b,
      GIT_COMMITTER_NAME: _c,
      GIT_COMMITTER_EMAIL: _d,
      ...env
    } = repo.env;
    const history = await openAt(repo.dir, { ...repo, env });
    const refused = await recordWrites(history, repo, { "a.md": "text\n" });
    expect(refused).toMatchObject({ ok: false, error: { code: "git_failed" } });
    const hint = refused.ok ? "" : refused.error.hint;
    for (const key of ["user.name", "user.email"]) expect(hint).toContain(`git config --global ${key}`);
    repo.git("config", "user.name", " <Eve>, Esq.");
    repo.git("config", "user.email", "eve@example.org");
    valueOf(await recordWrites(history, repo, { "a.md": "text\n" }));
    const format = ["log", "-1", "--format=%an|%ae|%cn|%aI"];
    const ours = repo.git(...format);
    expect(ours).toBe("Eve, Esq|eve@example.org|Eve, Esq|2026-05-01T12:00:00+00:00");
  });
});
