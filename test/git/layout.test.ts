/** Layout: found as git finds it, in every kind of repository, whatever the environment says. */

import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findLayout } from "../../src/git/layout.js";
import { personalPlace } from "../../src/memory/disk/project.js";
import { valueOf } from "../support/git-plan.js";
import { makeRepo, openRepo, type RepoOptions, type TestRepo } from "../support/git-repo.js";

const repos: TestRepo[] = [];
function repoWith(options: RepoOptions = {}): TestRepo {
  const repo = makeRepo(options);
  repos.push(repo);
  return repo;
}
afterEach(() => {
  vi.unstubAllEnvs();
  for (const repo of repos.splice(0)) repo.remove();
});

/** What git itself says about a folder. */
function asked(dir: string, home: string) {
  const git = openRepo(dir, home).git;
  const common = git("rev-parse", "--path-format=absolute", "--git-common-dir");
  return {
    top: git("rev-parse", "--show-toplevel"),
    gitDir: realpathSync(git("rev-parse", "--absolute-git-dir")),
    commonDir: realpathSync(common),
    prefix: git("rev-parse", "--show-prefix"),
    objectFormat: git("rev-parse", "--show-object-format"),
  };
}

describe("a folder in whatever case it was named", () => {
  const { native } = realpathSync;
  const { platform } = process;
  afterEach(() => {
    realpathSync.native = native;
    Object.defineProperty(process, "platform", { value: platform });
  });

  it("is one project on a system that folds case, and keeps the letter of a drive that leads elsewhere", () => {
    const repo = repoWith({ name: "Desk" });
    const typed = join(repo.dir, "..", "desk");
    mkdirSync(typed);
    Object.defineProperty(process, "platform", { value: "win32" });
    const env = { PAGEFILE_HOME: repo.home };
    realpathSync.native = ((path: string) => path.replace(/desk(?=$|\/)/, "Desk")) as typeof native;
    expect(valueOf(findLayout(typed)).top).toBe(realpathSync(repo.dir));
    expect(personalPlace(typed, env)).toEqual(personalPlace(repo.dir, env));
    realpathSync.native = ((path: string) => `/server${path}`) as typeof native;
    expect(valueOf(findLayout(repo.dir)).top).toBe(realpathSync(repo.dir));
    Object.defineProperty(process, "platform", { value: "linux" });
    expect(findLayout(typed).ok).toBe(false);
  });
});

describe("findLayout agrees with git", () => {
  it("in the top folder and in folders with blanks and letters outside ASCII", () => {
    const repo = repoWith({ name: "Ein Gedächtnis 記憶" });
    const root = join(repo.dir, "notes dir", "мемо");
    mkdirSync(root, { recursive: true });
    for (const dir of [repo.dir, root])
      expect(findLayout(dir)).toMatchObject({ ok: true, value: asked(dir, repo.home) });
    expect(valueOf(findLayout(root)).prefix).toBe("notes dir/мемо/");
  });

  it("in a linked worktree, a submodule and a sha256 repository", () => {
    const main = repoWith();
    main.git("worktree", "add", "--quiet", join(main.home, "linked"), "-b", "side");
    const linked = join(main.home, "linked");
    expect(findLayout(linked)).toMatchObject({ ok: true, value: { ...asked(linked, main.home), linked: true } });
    const host = repoWith();
    host.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main.dir, "deps/memory");
    const sub = join(host.dir, "deps/memory");
    expect(findLayout(sub)).toMatchObject({ ok: true, value: { ...asked(sub, host.home), linked: false } });
    const wide = repoWith({ objectFormat: "sha256" });
    expect(findLayout(wide.dir)).toMatchObject({ ok: true, value: { objectFormat: "sha256", refStorage: "files" } });
  });

  it("through a symlink to the root, and after the repository was moved", () => {
    const repo = repoWith();
    mkdirSync(join(repo.dir, "memory"));
    symlinkSync(join(repo.dir, "memory"), join(repo.home, "link"));
    expect(findLayout(join(repo.home, "link"))).toMatchObject({
      ok: true,
      value: { top: repo.dir, prefix: "memory/" },
    });
    renameSync(repo.dir, join(repo.home, "moved"));
    expect(findLayout(join(repo.home, "moved"))).toMatchObject({
      ok: true,
      value: asked(join(repo.home, "moved"), repo.home),
    });
  });

  it("whatever GIT_DIR and its like say", () => {
    const repo = repoWith();
    const decoy = repoWith();
    vi.stubEnv("GIT_DIR", join(decoy.dir, ".git"));
    vi.stubEnv("GIT_WORK_TREE", decoy.dir);
    vi.stubEnv("GIT_COMMON_DIR", join(decoy.dir, ".git"));
    vi.stubEnv("GIT_CEILING_DIRECTORIES", repo.home);
    expect(findLayout(repo.dir)).toMatchObject({ ok: true, value: asked(repo.dir, repo.home) });
  });

  it("passes a .git folder that is none, and reads core.sharedRepository as git does", () => {
    const repo = repoWith({ config: { "core.sharedRepository": "group" } });
    mkdirSync(join(repo.dir, "memory", ".git"), { recursive: true });
    const layout = valueOf(findLayout(join(repo.dir, "memory")));
    expect(layout).toMatchObject({ top: repo.dir, sharedMode: 0o660 });
    repo.git("config", "core.sharedRepository", "0640");
    expect(valueOf(findLayout(repo.dir)).sharedMode).toBe(-0o640);
  });
});

describe("findLayout refuses", () => {
  const refuse = (dir: string, code: string, says: RegExp) => {
    const found = findLayout(dir);
    expect(found).toMatchObject({ ok: false, error: { code } });
    expect(found.ok ? "" : found.error.says).toMatch(says);
  };

  it("what is no repository", () => {
    const repo = repoWith();
    refuse(repo.home, "not_a_repository", /is not inside a git repository/);
    refuse(join(repo.home, "nowhere"), "not_a_repository", /does not exist/);
    refuse(join(repo.dir, "README.md"), "not_a_repository", /is a file/);
    refuse(join(repo.dir, ".git", "objects"), "not_a_repository", /inside a git dir/);
    repo.git("config", "core.bare", "true");
    refuse(repo.dir, "not_a_repository", /bare/);
  });

  it("a .git file that leads nowhere, a work tree kept elsewhere, and formats it does not know", () => {
    const repo = repoWith();
    mkdirSync(join(repo.dir, "memory"));
    writeFileSync(join(repo.dir, "memory", ".git"), "gitdir: ../gone\n");
    refuse(join(repo.dir, "memory"), "git_failed", /names no git dir/);
    repo.git("config", "core.worktree", repo.home);
    refuse(repo.dir, "git_failed", /core\.worktree/);
    repo.git("config", "--file", ".git/config", "--unset", "core.worktree");
    repo.git("config", "--file", ".git/config", "core.repositoryFormatVersion", "1");
    repo.git("config", "--file", ".git/config", "extensions.fromTheFuture", "true");
    refuse(repo.dir, "git_failed", /extensions\.fromthefuture/);
    repo.git("config", "--file", ".git/config", "core.repositoryFormatVersion", "2");
    refuse(repo.dir, "git_failed", /format version 2/);
  });
});
