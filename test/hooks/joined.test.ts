/** Joined: what `init`, `hooks install` and `doctor` make of a repository, seen through plain git in two clones. */

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { install } from "../support/installed.js";
import { spawnText } from "../support/spawn.js";
import { put } from "./layouts.js";

const page = "memory/preferences/travel-mornings.md";
const builtProgram = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));

function git(
  program: Cli,
  cwd: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): { status: number | null; stdout: string; stderr: string } {
  const who = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: program.folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...who,
  };
  return spawnText("git", args, { cwd, env: { ...env, ...more } });
}

function append(program: Cli, folder: string, entry: string): void {
  appendFileSync(join(folder, page), `- ${entry}\n`);
  expect(git(program, folder, ["commit", "-qam", entry])).toMatchObject({ status: 0, stderr: "" });
}

/** Two clones of one memory, joined by `hooks install`, that both wrote to the same page. */
function diverged(): { program: Cli; ours: string; theirs: string } {
  const program = cli();
  const origin = program.sample();
  const [ours, theirs] = ["ours", "theirs"].map((name) => {
    const folder = join(program.folder, name);
    program.git(["clone", "--quiet", origin, folder]);
    install(program, folder);
    append(program, folder, `Said in ${name}.`);
    return folder;
  }) as [string, string];
  git(program, ours, ["fetch", "-q", theirs, "main"]);
  return { program, ours, theirs };
}

function bothSaid(folder: string): void {
  const text = readFileSync(join(folder, page), "utf8");
  for (const name of ["ours", "theirs"]) expect(text).toContain(`- Said in ${name}.\n`);
  expect(text).not.toMatch(/^[<=>]{7}/m);
}

describe("two clones that both appended", () => {
  test("are joined by plain git merge, and by plain git rebase", () => {
    const { program, ours } = diverged();
    git(program, ours, ["branch", "again"]);
    expect(git(program, ours, ["merge", "-q", "--no-edit", "FETCH_HEAD"])).toMatchObject({ status: 0, stderr: "" });
    bothSaid(ours);
    const theirs = git(program, ours, ["rev-parse", "FETCH_HEAD"]).stdout.trim();
    git(program, ours, ["switch", "-q", "again"]);
    expect(git(program, ours, ["rebase", "-q", theirs])).toMatchObject({ status: 0, stderr: "" });
    bothSaid(ours);
    expect(git(program, ours, ["log", "--format=%B", "-1"]).stdout.split("Pagefile-Reason")).toHaveLength(2);
  });

  test("conflict as git would have it where nothing is installed, and where the opt-out is set", () => {
    const { program, ours } = diverged();
    program.run(["hooks", "uninstall"], { cwd: ours });
    expect(git(program, ours, ["merge", "-q", "--no-edit", "FETCH_HEAD"]).status).toBe(1);
    expect(readFileSync(join(ours, page), "utf8")).toMatch(/^<{7} /m);
    git(program, ours, ["merge", "--abort"]);
    program.run(["hooks", "install"], { cwd: ours });
    const out = git(program, ours, ["merge", "-q", "--no-edit", "FETCH_HEAD"], { PAGEFILE_HOOKS: "0" });
    expect([out.status, /^<{7} /m.test(readFileSync(join(ours, page), "utf8"))]).toEqual([1, true]);
  });

  test("stay apart without a marker where the program is gone, and are joined once it is back", () => {
    const { program, ours } = diverged();
    const config = join(ours, ".git/config");
    const sound = readFileSync(config, "utf8");
    writeFileSync(config, sound.replaceAll("dist/pagefile.cjs", "gone/pagefile.cjs"));
    expect(program.run(["hooks", "status"], { cwd: ours })).toMatchObject({ exit: 1 });
    const lost = git(program, ours, ["merge", "-q", "--no-edit", "FETCH_HEAD"]);
    expect([lost.status, lost.stderr.includes("merge driver of this repository is gone")]).toEqual([1, true]);
    expect(readFileSync(join(ours, page), "utf8")).not.toMatch(/^[<=>]{7}/m);
    expect(program.run(["hooks", "install"], { cwd: ours }).exit).toBe(0);
    expect(readFileSync(config, "utf8")).toBe(sound);
    git(program, ours, ["checkout", "-q", "-m", "--", page]);
    bothSaid(ours);
  });

  test("follow what a person wrote into info/attributes, and status says so", () => {
    const { program, ours } = diverged();
    appendFileSync(join(ours, ".git/info/attributes"), "*.md merge=union\n");
    const said = program.run(["hooks", "status"], { cwd: ours });
    expect([said.exit, said.stdout.includes("merge=union")]).toEqual([1, true]);
    program.run(["hooks", "uninstall"], { cwd: ours });
    expect(readFileSync(join(ours, ".git/info/attributes"), "utf8")).toBe("*.md merge=union\n");
  });
});

test("a secret that somebody committed past the hooks is told by the merge that brings it, with its command, and once", () => {
  const { program, ours, theirs } = diverged();
  const past = { PAGEFILE_HOOKS: "0" };
  const commit = (entry: string): void => {
    appendFileSync(join(theirs, page), `- ${entry}\n`);
    expect(git(program, theirs, ["commit", "-qam", "notes"], past)).toMatchObject({ status: 0 });
  };
  const merge = (): string => {
    expect(git(program, ours, ["fetch", "-q", theirs, "main"])).toMatchObject({ status: 0 });
    return git(program, ours, ["merge", "--no-edit", "FETCH_HEAD"]).stderr;
  };
  const token = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC5fG2"}`;
  commit(`The deploy bot uses ${token} on GitHub.`);
  const first = merge();
  expect(first).toContain("git has brought 1 page with a secret");
  expect(first).toContain("pagefile purge --match-secret");
  expect(first).not.toContain(token);
  commit("The bot has a day off.");
  expect(merge()).not.toContain("secret");
});

describe("init", () => {
  const made = (program: Cli, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const ran = program.run(["init", "fresh", "--json", ...args], { env });
    expect(ran.exit).toBe(0);
    const found = readdirSync(join(program.folder, "fresh/.git/hooks")).filter((name) => !name.endsWith(".sample"));
    return { hooks: JSON.parse(ran.stdout).hooks as { installed: boolean; says: string }, found: found.length };
  };

  test("joins plain git to the memory: a bad page is refused at once, and doctor agrees", () => {
    const program = cli();
    expect(made(program, [])).toEqual({ hooks: { installed: true, says: "" }, found: 8 });
    expect(made(program, []).hooks).toEqual({ installed: true, says: "there already" });
    expect(program.run(["init", "fresh"]).stdout).toContain("= git hooks and merge driver (there already; each");
    const fresh = join(program.folder, "fresh");
    writeFileSync(join(fresh, "MEMORY.md"), "---\nid: half\n");
    expect(git(program, fresh, ["commit", "-qam", "bad"]).status).toBe(1);
    git(program, fresh, ["checkout", "-q", "--", "."]);
    const doctor = program.run(["doctor"], { cwd: fresh });
    expect([doctor.exit, doctor.stdout.includes("8 hooks and the merge driver answer")]).toEqual([0, true]);
    const audit = program.run(["audit", "--json"], { cwd: fresh });
    const { findings } = JSON.parse(audit.stdout) as { findings: readonly { check: string }[] };
    expect(findings.filter(({ check }) => check === "doctor")).toEqual([]);
  });

  test("leaves hooks alone that are not wanted, on a build machine, with the opt-out, and where another program has them", () => {
    const cases: readonly (readonly [string[], Record<string, string>, string])[] = [
      [["--no-hooks"], {}, "not asked for"],
      [[], { CI: "true" }, "CI is set"],
      [[], { PAGEFILE_HOOKS: "0" }, "PAGEFILE_HOOKS is 0"],
      [[], { PAGEFILE_GIT: "embedded" }, "no git"],
    ];
    for (const [args, env, says] of cases) {
      const program = cli();
      const { hooks, found } = made(program, args, env);
      expect([hooks.installed, hooks.says.includes(says), found]).toEqual([false, true, 0]);
      expect(existsSync(join(program.folder, "fresh/.git/info/attributes"))).toBe(false);
    }
    const program = cli();
    const fresh = join(program.folder, "fresh");
    program.git(["init", "--quiet", fresh]);
    program.git(["config", "core.hooksPath", ".githooks"], fresh);
    const { hooks, found } = made(program, []);
    expect([hooks.installed, hooks.says.includes(".githooks"), found, existsSync(join(fresh, ".githooks"))]).toEqual([
      false,
      true,
      0,
      false,
    ]);
  });
});

describe("doctor", () => {
  const hooksLine = (program: Cli, memory: string): readonly [number, string] => {
    const ran = program.run(["doctor", "--json"], { cwd: memory });
    const { checks } = JSON.parse(ran.stdout) as { checks: readonly { name: string; says: string }[] };
    return [ran.exit, checks.find(({ name }) => name === "hooks")?.says ?? ""];
  };

  test("tries a harness's hooks where git knows the user in the repository alone", () => {
    const program = cli();
    const memory = program.sample();
    for (const [key, value] of [
      ["user.name", "Ada"],
      ["user.email", "ada@example.invalid"],
    ] as const)
      program.git(["config", key, value], memory);
    mkdirSync(join(program.folder, "home/.claude"), { recursive: true });
    expect(program.run(["setup", "claude-code"], { cwd: memory }).exit).toBe(0);
    const nobody = { PATH: program.env.PATH ?? "", HOME: program.env.HOME ?? "" };
    const { stdout } = spawnText(process.execPath, [builtProgram, "doctor", "--json"], {
      cwd: memory,
      env: { ...nobody, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
    const { checks } = JSON.parse(stdout) as { checks: readonly { name: string; ok: boolean }[] };
    expect(checks.filter(({ name }) => name === "claude-code")).toMatchObject([{ ok: true }]);
  });

  test("takes no hooks for a choice; a stale path and a missing hook for a fault", () => {
    const program = cli();
    const memory = program.sample();
    expect(hooksLine(program, memory)).toEqual([0, expect.stringContaining("not installed")]);
    install(program, memory);
    const file = join(memory, ".git/hooks/commit-msg");
    const sound = readFileSync(file, "utf8");
    put(file, sound.replace("dist/pagefile.cjs", "gone/pagefile.cjs"), 0o755);
    expect(hooksLine(program, memory)).toEqual([1, expect.stringContaining("commit-msg does not answer")]);
    put(file, "#!/bin/sh\n", 0o755);
    expect(hooksLine(program, memory)).toEqual([1, expect.stringContaining("commit-msg is not installed")]);
  });

  test("runs nothing of a repository's own, even where it wears our marks", () => {
    const program = cli();
    const memory = program.sample();
    install(program, memory);
    const mark = join(program.folder, "CANARY");
    const forged = (name: string, text: string): void => put(join(memory, ".git/hooks", name), text, 0o755);
    const block = readFileSync(join(memory, ".git/hooks/pre-commit"), "utf8");
    forged("pre-commit", block.replace("#!/bin/sh\n", `#!/bin/sh\ntouch '${mark}'\n`));
    forged(
      "commit-msg",
      readFileSync(join(memory, ".git/hooks/commit-msg"), "utf8").replace("ran=0\n", `ran=0\ntouch '${mark}'\n`),
    );
    const config = join(memory, ".git/config");
    writeFileSync(config, readFileSync(config, "utf8").replace('driver = "', `driver = "touch '${mark}'\\n`));
    expect(hooksLine(program, memory)[0]).toBe(1);
    expect(program.run(["hooks", "status"], { cwd: memory }).exit).toBe(1);
    expect(existsSync(mark)).toBe(false);
  });
});
