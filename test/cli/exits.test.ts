/** Exits: each failure a command line can meet ends with its own exit code, and tells it the same way to people and programs. */

import { spawnSync } from "node:child_process";
import fs, { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { execute } from "../../src/cli/execute.js";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";

interface Case {
  readonly code: string;
  readonly exit: number;
  readonly kind: "error" | "rejected";
  readonly arrange: (program: Cli, memory: string) => readonly string[];
}

const cases: readonly Case[] = [
  { code: "DESTRUCTIVE_OP", exit: 1, kind: "rejected", arrange: () => newPreference("travel-mornings") },
  { code: "usage", exit: 2, kind: "error", arrange: () => ["show"] },
  {
    code: "not_a_repository",
    exit: 3,
    kind: "error",
    arrange: (program) => ["status", "--repo", program.folder],
  },
  { code: "page_missing", exit: 4, kind: "error", arrange: () => ["show", "no-such-page"] },
  {
    code: "VERSION_CONFLICT",
    exit: 5,
    kind: "rejected",
    arrange: () => ["set", "travel-mornings", "title", "Late", "--base", "2"],
  },
  {
    code: "locked",
    exit: 6,
    kind: "error",
    arrange: (_, memory) => {
      writeFileSync(join(memory, ".git", "index.lock"), "");
      return ["append", "travel-mornings", "one more"];
    },
  },
  { code: "SCOPE_DENIED", exit: 7, kind: "rejected", arrange: () => [...newPreference("mine"), "--scope", "local"] },
  {
    code: "git_failed",
    exit: 8,
    kind: "error",
    arrange: (program, memory) => {
      program.git(["checkout", "--quiet", "--detach"], memory);
      return ["append", "travel-mornings", "one more"];
    },
  },
  {
    code: "corrupt",
    exit: 9,
    kind: "error",
    arrange: (_, memory) => {
      writeFileSync(join(memory, "pagefile.yaml"), "pagefile: [\n");
      return ["status"];
    },
  },
  {
    code: "io_failed",
    exit: 74,
    kind: "error",
    arrange: (_, memory) => {
      rmSync(join(memory, "pagefile.yaml"));
      mkdirSync(join(memory, "pagefile.yaml"));
      return ["status"];
    },
  },
];

function newPreference(id: string): readonly string[] {
  return ["new", "--type", "preference", "--title", "T", "--id", id, "--field", "subject=s", "--field", "prefers=p"];
}

test.each(cases)("$code ends with $exit", async ({ code, exit, kind, arrange }) => {
  const program = cli();
  const memory = program.sample();
  const args = arrange(program, memory);
  const human = program.run(args, { cwd: memory });
  expect(human.exit).toBe(exit);
  expect(human.stdout).toBe("");
  expect(human.stderr).toMatch(/^error: .+\n(?: {2}reason: .+\n)? {2}hint: .+/);
  const machine = await here(program)([...args, "--json"], { cwd: memory });
  expect(machine.exit).toBe(exit);
  expect(machine.stderr).toBe("");
  const document = JSON.parse(machine.stdout) as Record<string, Record<string, string>>;
  expect(Object.keys(document)).toEqual([kind]);
  expect(document[kind]?.[kind === "rejected" ? "reason" : "code"]).toBe(code);
  expect(document[kind]?.says).not.toBe("");
  expect(document[kind]?.hint).not.toBe("");
});

test("assembly with a fault ends with 1 and still prints what fits", () => {
  const program = cli();
  const memory = program.sample();
  const ran = program.run(["assemble", "--budget", "30"], { cwd: memory });
  expect(ran.exit).toBe(1);
  expect(ran.stderr).toContain("fault: invariant_pressure");
  const quiet = program.run(["assemble", "--budget", "30", "--quiet"], { cwd: memory });
  expect(quiet.stdout).toBe(ran.stdout);
  expect(quiet.stderr).toContain("fault:");
  expect(quiet.stderr).not.toContain("trace ");
});

test("verify ends with 1 when a page cannot be read", () => {
  const program = cli();
  const memory = program.sample();
  expect(program.run(["verify"], { cwd: memory }).exit).toBe(0);
  appendFileSync(join(memory, "memory", "broken.md"), "---\ntitle: half\n");
  expect(program.run(["verify"], { cwd: memory }).exit).toBe(1);
  expect(program.run(["status"], { cwd: memory }).exit).toBe(0);
});

test("a bug ends with 70, says where to report it, and leaves one whole document", async () => {
  const screen = { isTTY: false };
  const world = {
    cwd: "/",
    env: {},
    program: "pagefile",
    stdin: () => Promise.reject(new Error("the cable came out")),
    stdout: screen,
    stderr: screen,
    tell: () => undefined,
  };
  const human = await execute(["append", "page", "-"], world);
  expect(human.exit).toBe(70);
  expect(human.stdout).toBe("");
  expect(human.stderr).toContain("npm bugs pagefile");
  const machine = await execute(["append", "page", "-", "--json"], world);
  expect(machine.exit).toBe(70);
  expect(JSON.parse(machine.stdout)).toMatchObject({ error: { code: "bug" } });
});

test("a reader that went away is no error", () => {
  const program = cli();
  const bin = join(import.meta.dirname, "../../dist/pagefile.cjs");
  const line = `(sleep 0.2; "${process.execPath}" "${bin}" completion bash) | true; echo "\${PIPESTATUS[0]}"`;
  const ran = spawnSync("bash", ["-c", line], { cwd: program.folder, encoding: "utf8" });
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toBe("0\n");
});

test("a page in a folder that lets no file go is archived by no commit", async () => {
  const program = cli();
  const cwd = program.sample();
  const head = program.git(["rev-parse", "HEAD"], cwd);
  const { openSync, unlinkSync } = fs;
  const refuse = (): never => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  };
  const isIn = (path: unknown): boolean => fs.realpathSync(dirname(String(path))).endsWith("/preferences");
  const isMade = (flags: unknown): boolean => typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0;
  // Who runs the tests may be root, whom no folder keeps out.
  const spies = [
    vi.spyOn(fs, "openSync").mockImplementation((path, flags, mode) => {
      return isIn(path) && isMade(flags) ? refuse() : openSync(path, flags, mode);
    }),
    vi.spyOn(fs, "unlinkSync").mockImplementation((path) => (isIn(path) ? refuse() : unlinkSync(path))),
  ];
  const ran = await here(program)(["archive", "travel-mornings"], { cwd });
  for (const spy of spies) spy.mockRestore();
  expect([ran.exit, ran.stderr]).toEqual([74, expect.stringContaining("permission is denied (EACCES)")]);
  expect(program.git(["rev-parse", "HEAD"], cwd)).toBe(head);
  expect(program.git(["status", "--porcelain"], cwd)).toBe("");
});

test("a file in the place of a memory is told as one", async () => {
  const program = cli();
  const file = join(program.folder, "plain.txt");
  writeFileSync(file, "");
  for (const args of [["status"], ["append", "a", "b"]]) {
    const ran = await here(program)([...args, "--repo", file]);
    expect([ran.exit, ran.stderr]).toEqual([3, expect.stringContaining(`${file} is a file; --repo takes a folder.`)]);
  }
});
