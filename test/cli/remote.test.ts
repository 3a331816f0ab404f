/** Remote (F31, F32): what git would not tell of by itself: commits nobody pushed, and pages git was told not to look at. */

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";

const page = "memory/preferences/travel-mornings.md";

function ground(engine: "native" | "embedded") {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const env = engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {};
  return {
    program,
    memory,
    async status() {
      const ran = await run(["status", "--json"], { cwd: memory, env });
      expect(ran.exit, ran.stderr).toBe(0);
      return JSON.parse(ran.stdout);
    },
    async doctor(now: string) {
      const ran = await run(["doctor", "--json"], { cwd: memory, env: { ...env, PAGEFILE_NOW: now } });
      return JSON.parse(ran.stdout).checks as { name: string; ok: boolean; says: string; hint: string }[];
    },
    async words() {
      return (await run(["status"], { cwd: memory, env })).stdout;
    },
  };
}

/** A bare repository beside the memory, as its remote, without any upstream. */
function addOrigin(program: Cli, memory: string, name = "origin"): void {
  const bare = join(program.folder, `${name}.git`);
  program.git(["init", "--quiet", "--bare", bare]);
  program.git(["remote", "add", name, bare], memory);
}

function commitEmpty(program: Cli, memory: string): void {
  program.git(["commit", "--quiet", "--allow-empty", "--message=One more"], memory);
}

describe.each(["native", "embedded"] as const)("F31: commits that were not pushed, %s", (engine) => {
  test("no remote, never pushed, pushed without an upstream, behind, merged, detached", async () => {
    const { program, memory, status, words } = ground(engine);
    const none = { remote: null, known: false, commits: 0, since: null };
    expect((await status()).unpushed).toEqual(none);
    expect(await words()).toContain("none: this memory is on this machine alone");
    addOrigin(program, memory);
    const since = "2026-11-21T08:00:00Z";
    expect((await status()).unpushed).toEqual({ remote: "origin/main", known: false, commits: 1, since });
    expect(await words()).toContain("never pushed to");
    program.git(["push", "--quiet", "origin", "main"], memory);
    expect((await status()).unpushed).toEqual({ remote: "origin/main", known: true, commits: 0, since: null });
    program.git(["branch", "side"], memory);
    commitEmpty(program, memory);
    program.git(["switch", "--quiet", "side"], memory);
    program.git(["commit", "--quiet", "--allow-empty", "--message=Beside"], memory);
    program.git(["switch", "--quiet", "main"], memory);
    program.git(["merge", "--quiet", "--no-ff", "--message=Both", "side"], memory);
    expect((await status()).unpushed).toEqual({ remote: "origin/main", known: true, commits: 3, since });
    expect(await words()).toContain("3 commits not pushed since 2026-11-21 to origin/main");
    // What somebody else pushed and git fetched is not ours to push.
    program.git(["push", "--quiet", "origin", "main"], memory);
    program.git(["reset", "--quiet", "--hard", "HEAD~1"], memory);
    expect((await status()).unpushed).toMatchObject({ known: true, commits: 0 });
    program.git(["switch", "--quiet", "--detach"], memory);
    expect((await status()).unpushed).toBeNull();
  });

  test("of a branch that was never pushed those count that no branch of the remote has", async () => {
    const { program, memory, status, words } = ground(engine);
    addOrigin(program, memory);
    program.git(["push", "--quiet", "origin", "main"], memory);
    program.git(["switch", "--quiet", "--create", "spike"], memory);
    expect((await status()).unpushed).toMatchObject({ remote: "origin/spike", known: false, commits: 0 });
    expect(await words()).toContain("origin has every commit");
    commitEmpty(program, memory);
    expect((await status()).unpushed).toMatchObject({ remote: "origin/spike", known: false, commits: 1 });
    program.git(["push", "--quiet", "origin", "spike:feat/other"], memory);
    program.git(["pack-refs", "--all"], memory);
    commitEmpty(program, memory);
    commitEmpty(program, memory);
    expect((await status()).unpushed).toMatchObject({ remote: "origin/spike", known: false, commits: 2 });
  });

  test("the branch that it tracks counts, whatever it is called and wherever it is", async () => {
    const { program, memory, status } = ground(engine);
    addOrigin(program, memory, "backup");
    expect((await status()).unpushed).toMatchObject({ remote: "backup/main", known: false });
    program.git(["push", "--quiet", "--set-upstream", "backup", "main:kept/here"], memory);
    commitEmpty(program, memory);
    expect((await status()).unpushed).toMatchObject({ remote: "backup/kept/here", known: true, commits: 1 });
    program.git(["branch", "base", "HEAD~1"], memory);
    program.git(["branch", "--quiet", "--set-upstream-to=base"], memory);
    expect((await status()).unpushed).toMatchObject({ remote: "base", known: true, commits: 1 });
  });
});

test("F31: doctor fails once the oldest commit has waited for more than a week", async () => {
  const { program, memory, doctor } = ground("native");
  addOrigin(program, memory);
  const check = async (now: string) => (await doctor(now)).find(({ name }) => name === "remote");
  expect(await check("2026-11-28T07:00:00Z")).toMatchObject({
    ok: true,
    says: expect.stringContaining("1 not pushed"),
  });
  expect(await check("2026-11-28T09:00:00Z")).toMatchObject({ ok: false, hint: "Push them: git push" });
});

describe.each([
  ["native", "2"],
  ["native", "4"],
  ["embedded", "2"],
] as const)("F32: pages that git does not look at, %s, index version %s", (engine, version) => {
  test.each(["skip-worktree", "assume-unchanged"])(
    "%s is reported, kept through our commits, and never set by us",
    async (mark) => {
      const { program, memory, status, doctor } = ground(engine);
      program.git(["update-index", `--index-version=${version}`], memory);
      const blind = async () =>
        (await status()).findings.filter((finding: { code: string }) => finding.code === "git_blind");
      expect(await blind()).toEqual([]);
      program.git(["update-index", `--${mark}`, page], memory);
      appendFileSync(join(memory, page), "- A hand edit that git does not see.\n");
      expect(program.git(["status", "--porcelain"], memory)).toBe("");
      expect(await blind()).toMatchObject([{ path: page, severity: "warning", says: expect.stringContaining(mark) }]);
      const check = (await doctor("2026-11-21T12:00:00Z")).find(({ name }) => name === "index marks");
      expect(check).toMatchObject({ ok: false, hint: `Let git look again: git update-index --no-${mark} ${page}` });
      const marked = (): readonly string[] =>
        program
          .git(["ls-files", "-v"], memory)
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("H "));
      const before = marked();
      expect(before).toHaveLength(1);
      for (const id of ["one-hotel", "travel-mornings"]) {
        const ran = await here(program)(["append", id, "- Ours."], {
          cwd: memory,
          env: engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {},
        });
        expect(ran.exit, ran.stderr).toBe(0);
      }
      expect(marked()).toEqual(before);
    },
  );
});

test("F32: what a sparse checkout leaves out of the work tree is no remark", async () => {
  const { program, memory, status } = ground("native");
  program.git(["sparse-checkout", "set", "--no-cone", "/*", "!/memory/preferences/"], memory);
  expect(program.git(["ls-files", "-t", page], memory)).toMatch(/^S /);
  expect((await status()).findings.filter((finding: { code: string }) => finding.code === "git_blind")).toEqual([]);
});
