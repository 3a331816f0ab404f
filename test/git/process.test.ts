/** Process: which git is run, in which environment, and that a repository's configuration runs nothing through it. */

import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { limits } from "../../src/base/limits.js";
import { ok } from "../../src/base/result.js";
import { lockBranchByGit, openCatFile, viewByGit } from "../../src/git/by-git.js";
import { findLayout } from "../../src/git/layout.js";
import { openNativeHistory } from "../../src/git/native.js";
import { findGit, type Git, gitFor } from "../../src/git/process.js";
import { readHeadByGit } from "../../src/git/refs/refs.js";

import { recordWrites, valueOf } from "../support/git-plan.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { failCalls } from "../torture/failing-calls.js";

const repos: TestRepo[] = [];
function repoWith(options: Parameters<typeof makeRepo>[0] = {}): TestRepo {
  const repo = makeRepo(options);
  repos.push(repo);
  return repo;
}
afterAll(() => {
  for (const repo of repos) repo.remove();
});

describe("findGit", () => {
  it("takes the first git that is recent enough, and none from a relative folder", () => {
    const { home } = repoWith();
    const folder = (name: string, says: string) => {
      const dir = join(home, name);
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, "git"), `#!/bin/sh\n${says}\n`);
      chmodSync(join(dir, "git"), 0o755);
      return dir;
    };
    const old = folder("old", "echo git version 2.37.9");
    const broken = folder("broken", "exit 3");
    const good = folder("good", "echo 'git version 2.38.0 (Apple Git-1)'");
    const newer = folder("newer", "echo git version 3.0.1.windows.2");
    const at = (...folders: readonly string[]) => findGit({ PATH: folders.join(delimiter) });
    expect(at(old, broken, good, newer)).toBe(join(good, "git"));
    expect(at(newer, good)).toBe(join(newer, "git"));
    expect(at(relative(process.cwd(), good), ".", "", old)).toBeNull();
    expect(findGit({})).toBeNull();
    const layout = valueOf(findLayout(repos[0]!.dir));
    expect(gitFor(layout, { PATH: old })).toMatchObject({ ok: false, error: { code: "git_failed" } });
  });
});

describe("a git that was found", () => {
  it("is never given more words than Windows lets a program start with", async () => {
    const layout = valueOf(findLayout(repoWith().dir));
    const lengths: number[] = [];
    const output: Git["output"] = async (args) => {
      lengths.push(args.join(" ").length);
      return ok(Buffer.alloc(0));
    };
    const folder = "memory/".padEnd(240, "x");
    const paths = Array.from({ length: 450 }, (_, at) => `${folder}/${at}.md`);
    valueOf(await viewByGit(layout, { ...valueOf(gitFor(layout, process.env)), output }).staged(paths));
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(30_000);
  });

  it("is one of version 2.38 or later, asked once a process for one PATH", () => {
    const { home } = repoWith();
    const [bin, log] = [join(home, "bin"), join(home, "asked")];
    mkdirSync(bin);
    const put = (says: string): void => {
      writeFileSync(join(bin, "git"), `#!/bin/sh\necho >> '${log}'\necho git version ${says}\n`, { mode: 0o755 });
    };
    const asked = (): number => readFileSync(log, "utf8").length;
    put("2.40.1");
    expect([findGit({ PATH: bin }), findGit({ PATH: bin }), asked()]).toEqual([
      ...Array(2).fill(join(bin, "git")),
      1,
    ]);
    put("2.37.9");
    expect([findGit({ PATH: `${bin}${delimiter}/none` }), asked()]).toEqual([null, 2]);
  });
});

describe("git that finds no room", () => {
  it("fails as our own calls do on a full disk", async () => {
    const { home, dir } = repoWith();
    const bin = join(home, "bin");
    mkdirSync(bin);
    const says = "echo \"fatal: cannot write 'x': No space left on device\" >&2; exit 128";
    const script = `#!/bin/sh\n[ "$1" = version ] && { echo git version 2.40.1; exit; }\n${says}\n`;
    writeFileSync(join(bin, "git"), script, { mode: 0o755 });
    const git = valueOf(gitFor(valueOf(findLayout(dir)), { PATH: bin }));
    expect(await git.output(["init"])).toMatchObject({
      ok: false,
      error: { code: "io_failed", errno: "ENOSPC", hint: expect.stringMatching(/^Free some space/) },
    });
  });
});

describe("git that prints more than is read of it", () => {
  it("is not said to have been ended by others", async () => {
    const git = valueOf(gitFor(valueOf(findLayout(repoWith().dir)), process.env));
    const { gitOutputBytesMax } = limits;
    Object.assign(limits, { gitOutputBytesMax: 16 });
    const told = await git.output(["version", "--build-options"]);
    Object.assign(limits, { gitOutputBytesMax });
    expect(told).toMatchObject({
      ok: false,
      error: { says: expect.stringContaining("printed more than can be read") },
    });
  });
});

describe("git that the system does not start", () => {
  // What the system refuses it tells by an event for one of these, and by a throw for the other.
  it.each(["EMFILE", "EPERM"])("is a failure, never a throw (%s)", async (errno) => {
    const git = valueOf(gitFor(valueOf(findLayout(repoWith().dir)), process.env));
    const catFile = openCatFile(git);
    const refused = async <T>(act: () => Promise<T>): Promise<T> => {
      const failing = failCalls(1, errno, /^spawn$/);
      try {
        return await act();
      } finally {
        expect(failing.calls.length).toBeGreaterThan(0);
        failing.restore();
      }
    };
    const ran = await refused(() => git.run(["version"]));
    expect(ran).toMatchObject({ ok: false, error: { code: "io_failed", errno } });
    const oid = "1".repeat(40) as Oid;
    const read = await refused(() => catFile.read(oid));
    // A child that never was is asked for once more, like one that died.
    if (errno === "EPERM") expect(read).toMatchObject({ ok: false, error: { code: "io_failed", errno } });
    expect(await catFile.read(oid)).toEqual({ ok: true, value: null });
    await catFile.close();
  });

  it("moves no ref, and says so", async () => {
    const repo = repoWith();
    const git = valueOf(gitFor(valueOf(findLayout(repo.dir)), repo.env));
    const head = valueOf(await readHeadByGit(git));
    for (const errno of ["EMFILE", "EPERM"]) {
      const locked = valueOf(await lockBranchByGit(git, head));
      if (locked.moved) throw new Error("nobody moved it");
      const failing = failCalls(1, errno, /^spawn$/);
      const who = "Ada <ada@example.org> 1795248000 +0000";
      const staged = await locked.branch
        .stage("1".repeat(40) as Oid, { who, message: "none" }, Promise.resolve(ok(undefined)))
        .finally(() => failing.restore());
      expect(staged.ok).toBe(false);
      locked.branch.release();
    }
    expect(valueOf(await readHeadByGit(git))).toEqual(head);
  });
});

describe("what git sees", () => {
  it("is the repository that was opened, whatever GIT_* variables a hook left behind", async () => {
    const repo = repoWith();
    const decoy = repoWith();
    const gitDir = join(decoy.dir, ".git");
    const env = {
      ...repo.env,
      GIT_DIR: gitDir,
      GIT_WORK_TREE: decoy.dir,
      GIT_INDEX_FILE: join(gitDir, "index"),
      GIT_OBJECT_DIRECTORY: join(gitDir, "objects"),
      GIT_COMMON_DIR: gitDir,
      GIT_NAMESPACE: "decoy",
      GIT_PREFIX: "deep/",
      GIT_CONFIG_PARAMETERS: "'user.name=Decoy'",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "Decoy",
      GIT_TRACE: join(repo.home, "trace"),
      GIT_LITERAL_PATHSPECS: "0",
    };
    const before = [decoy.git("status", "--porcelain=v2", "--branch"), decoy.git("rev-parse", "HEAD")];
    const history = valueOf(await openNativeHistory(repo.dir, env));
    for (const version of [2, 4]) {
      repo.git("update-index", `--index-version=${version}`);
      const path = `v${version}.md`;
      const recorded = valueOf(await recordWrites(history, repo, { [path]: "text\n" }));
      expect(recorded).toEqual({ moved: false, commit: repo.git("rev-parse", "HEAD") });
      expect(valueOf(await history.staged([path as PagePath]))[0]?.bytes.toString()).toBe("text\n");
    }
    expect(valueOf(await history.resolve("HEAD~1"))).toBe(repo.git("rev-parse", "HEAD~1"));
    expect(valueOf(await history.log({ paths: [], limit: 9 }))[0]?.author.name).toBe("Ada Example");
    await history.close();
    expect([decoy.git("status", "--porcelain=v2", "--branch"), decoy.git("rev-parse", "HEAD")]).toEqual(before);
    const git = valueOf(gitFor(valueOf(findLayout(repo.dir)), env));
    const named = valueOf(await git.output(["rev-parse", "--git-dir", "--show-toplevel"])).toString();
    expect(named).toBe(`${join(repo.dir, ".git")}\n${repo.dir}\n`);
    expect(existsSync(join(repo.home, "trace"))).toBe(false);
    expect(repo.git("status", "--porcelain=v2")).toBe("");
  });
});

describe("a repository that would run something", () => {
  it("runs nothing, with any of our calls", async () => {
    const repo = repoWith();
    const canary = join(repo.home, "canary");
    const bait = join(repo.home, "bait.sh");
    writeFileSync(bait, `#!/bin/sh\necho "$0 $*" >> "${canary}"\nexit 0\n`, { mode: 0o755 });
    const keys = ["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy"];
    const more = [
      "diff.external",
      "credential.helper",
      "gpg.program",
      "gpg.ssh.program",
      "core.alternateRefsCommand",
    ];
    for (const key of [...keys, ...more, "diff.x.textconv", "diff.x.command", "pager.log"])
      repo.git("config", key, bait);
    for (const key of ["filter.x.clean", "filter.x.smudge", "filter.x.process", "merge.x.driver"])
      repo.git("config", key, bait);
    repo.git("config", "log.showSignature", "true");
    repo.git("config", "alias.log", `!${bait}`);
    repo.git("config", "core.untrackedCache", "true");
    for (const hook of ["pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change"]) {
      writeFileSync(join(repo.dir, ".git/hooks", hook), `#!/bin/sh\nexec "${bait}" ${hook}\n`, { mode: 0o755 });
    }
    writeFileSync(join(repo.dir, ".git/info/attributes"), "*.md diff=x merge=x\n*.bin filter=x\n");
    const history = valueOf(await openNativeHistory(repo.dir, repo.env));
    for (const index of ["--index-version=2", "--index-version=4", "--split-index"]) {
      repo.git("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "update-index", index);
      const head = valueOf(await history.head());
      valueOf(await recordWrites(history, withoutPrograms(repo), { "page.md": `${index}\n` }));
      const paths = ["page.md" as PagePath];
      valueOf(await history.log({ paths, limit: 5 }));
      valueOf(await history.tree(head.commit));
      valueOf(await history.at(head.commit, paths));
      valueOf(await history.staged(paths));
      valueOf(await history.resolve("HEAD^"));
    }
    repo.git("-c", "core.hooksPath=/dev/null", "config", "commit.gpgSign", "true");
    const refused = await recordWrites(history, withoutPrograms(repo), { "page.md": "signed\n" });
    expect(refused).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(refused.ok ? "" : refused.error.says).toContain("gpg.program");
    await history.close();
    expect(existsSync(canary)).toBe(false);
    // The bait works: git itself takes it.
    repo.tryGit(["status"]);
    expect(existsSync(canary)).toBe(true);
  });
});

describe("a repository of another user", () => {
  // Only root can give files away.
  it.runIf(process.geteuid?.() === 0)("is opened only where git itself would trust it", async () => {
    const repo = repoWith();
    chownSync(repo.dir, 12_345, 12_345);
    const refused = await openNativeHistory(repo.dir, repo.env);
    expect(refused).toMatchObject({ ok: false, error: { code: "denied", reason: "dubious_ownership" } });
    const trusting = join(repo.home, "trusting");
    writeFileSync(trusting, `[safe]\n\tdirectory = ${repo.dir}\n`);
    const history = valueOf(await openNativeHistory(repo.dir, { ...repo.env, GIT_CONFIG_GLOBAL: trusting }));
    expect(valueOf(await history.head()).commit).not.toBeNull();
    await history.close();
  });
});

/** The test's own questions to git must not take the bait either. */
function withoutPrograms(repo: TestRepo): TestRepo {
  const quiet = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  return { ...repo, tryGit: (args, input) => repo.tryGit([...quiet, ...args], input) };
}
