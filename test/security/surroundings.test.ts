/** Surroundings: a folder that is gone, a home that is none, files without an end where a file is named: told by the exit code, never a bug. */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { spawnText } from "../support/spawn.js";

const program = new URL("../../dist/pagefile.cjs", import.meta.url).pathname;

/** From a folder that is deleted once the shell stands in it. */
function fromNowhere({ folder, env }: Cli, args: readonly string[]): { exit: number | null; stderr: string } {
  const gone = join(folder, "gone");
  mkdirSync(gone, { recursive: true });
  const script = 'rmdir "$1"; shift; exec "$@"';
  const ran = spawnText("/bin/sh", ["-c", script, "sh", gone, process.execPath, program, ...args], {
    cwd: gone,
    env,
  });
  return { exit: ran.status, stderr: ran.stderr };
}

describe("a folder that was deleted", () => {
  test("is told, and nothing is made in another one", () => {
    const tool = cli();
    for (const command of [
      "status",
      "init",
      "append a b",
      "setup pi",
      "audit",
      "mcp",
      "init --json",
      "status --json",
    ]) {
      const { exit, stderr } = fromNowhere(tool, command.split(" "));
      expect([command, [3, 74].includes(exit ?? -1), stderr.includes("at process")]).toEqual([command, true, false]);
    }
    expect(fromNowhere(tool, ["status"]).stderr).toContain("is not there any more");
  });

  test("stands in nobody's way who names the memory, asks for help or is an event", () => {
    const tool = cli();
    const memory = tool.sample();
    const event = ["harness", "claude-code", "SessionStart"];
    for (const args of [
      ["status", "--repo", memory],
      ["append", "travel-mornings", "- x", `--repo=${memory}`],
      ["--help"],
      event,
    ])
      expect([args[0], fromNowhere(tool, args).exit]).toEqual([args[0], 0]);
  });
});

describe("a home", () => {
  test("that is a file, is empty or is no whole path is no bug, and leads into no other folder", () => {
    const { folder, run } = cli();
    const file = join(folder, "file");
    writeFileSync(file, "");
    mkdirSync(join(folder, "here", ".claude"), { recursive: true });
    for (const HOME of [file, "", "x/y"])
      for (const args of [["setup", "claude-code", "--dry-run", "--json"], ["doctor"]]) {
        const ran = run(args, { cwd: join(folder, "here"), env: { HOME } });
        expect([HOME, args[0], [0, 1, 2].includes(ran.exit)]).toEqual([HOME, args[0], true]);
        expect(ran.stdout).not.toContain('".claude/');
      }
    const told = run(["setup", "pi", "--dry-run"], { env: { HOME: file } });
    expect([told.exit, told.stderr]).toEqual([2, expect.stringContaining("There is no folder")]);
  });
});

describe("a file that is named for a patch", () => {
  test("may have no end, or be a pipe that nobody writes into", () => {
    const { folder, run, sample } = cli();
    const memory = sample();
    const endless = run(["merge", "travel-mornings", "--patch", "/dev/zero"], { cwd: memory, endAfterMs: 10_000 });
    expect([endless.exit, endless.stderr]).toEqual([1, expect.stringContaining("SIZE_LIMIT")]);
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const silent = run(["stage", "--patch", pipe], { cwd: memory, endAfterMs: 30_000 });
    expect([silent.exit, silent.stderr]).toEqual([2, expect.stringContaining("cannot be read (ETIMEDOUT)")]);
  }, 60_000);

  test("may be a pipe that a writer fills late", () => {
    const { folder, env, sample } = cli();
    const memory = sample();
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const script = '(sleep 1; printf %s \'{"entries": ["- By pipe."]}\' > "$1") & shift; exec "$@"';
    const words = [process.execPath, program, "merge", "travel-mornings", "--patch", pipe];
    const ran = spawnText("/bin/sh", ["-c", script, "sh", pipe, ...words], { cwd: memory, env });
    expect([ran.status, ran.stderr]).toEqual([0, expect.anything()]);
    rmSync(pipe);
  }, 60_000);

  test("an endless standard input is refused", () => {
    const { env, sample } = cli();
    const words = [process.execPath, program, "append", "travel-mornings", "-"];
    const ran = spawnText("/bin/sh", ["-c", 'exec "$@" < /dev/zero', "sh", ...words], { cwd: sample(), env });
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("SIZE_LIMIT")]);
  }, 60_000);
});

test("a pipe in the place of a ref of ours is told, and nobody waits for it", () => {
  const { run, sample } = cli();
  const memory = sample();
  mkdirSync(join(memory, ".git/refs/pagefile"), { recursive: true });
  execFileSync("mkfifo", [join(memory, ".git/refs/pagefile/proposals")]);
  for (const args of [["status"], ["night"], ["append", "travel-mornings", "- New."]]) {
    const ran = run(args, { cwd: memory, endAfterMs: 10_000 });
    expect([args[0], [0, 9].includes(ran.exit), ran.stderr]).toEqual([args[0], true, expect.anything()]);
  }
  expect(run(["night"], { cwd: memory, endAfterMs: 10_000 }).stderr).toContain("refs/pagefile/proposals");
}, 60_000);

/** Places in a repository where git opens a file, and would wait for whoever writes into a pipe. */
const opened = [
  ".git/refs/heads/other",
  ".git/refs/remotes/origin/main",
  ".git/logs/refs/heads/other",
  ".git/packed-refs",
  ".git/HEAD",
  ".git/index",
  ".git/info/exclude",
  ".git/info/attributes",
  ".gitattributes",
];

test.each(opened)(
  "git is not started where it would wait for a pipe: %s",
  async (place) => {
    const made = cli();
    const { run, sample } = made;
    const cwd = sample();
    await here(made)(["append", "travel-mornings", "- A seat by the window.", "--actor", "human"], { cwd });
    rmSync(join(cwd, place), { force: true });
    mkdirSync(join(cwd, place, ".."), { recursive: true });
    execFileSync("mkfifo", [join(cwd, place)]);
    const purge = ["purge", "--page", "travel-mornings", "--yes"];
    const all = [purge, ["verify", "--history"], ["nightly", "--dry-run"], ["hooks", "status"], ["doctor"]];
    const told = all.map((args) => {
      const { exit, stdout, stderr } = run(args, { cwd, endAfterMs: 20_000 });
      // Neither ended by us, nor a bug; 1 is what a check gives that found something.
      expect([args[0], exit, stderr]).toEqual([
        args[0],
        expect.toSatisfy((code) => [0, 1, 9, 74].includes(code)),
        stderr,
      ]);
      return `${stdout}${stderr}`;
    });
    expect(told[0]).toContain(place.slice(place.indexOf("/") + 1));
  },
  120_000,
);
