/** Hooks on the command line: real git commits, in every layout, through hooks that were really installed. */

import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { install } from "../support/installed.js";
import { spawnText } from "../support/spawn.js";

const page = "memory/preferences/travel-mornings.md";

/** git in the environment of a desktop program; never throws. */
function git(program: Cli, cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const person = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const base = {
    PATH: "/usr/bin:/bin",
    HOME: program.folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return spawnText("git", args, { cwd, env: { ...base, ...person, ...env } });
}

function body(program: Cli, cwd: string): string {
  return git(program, cwd, ["log", "-1", "--format=%B"]).stdout;
}

function edit(memory: string, text = "- A hand edit.\n"): void {
  appendFileSync(join(memory, page), text);
}

/** Every file of a folder with its mode and bytes. */
function shot(folder: string): unknown {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, statSync(join(folder, name)).mode, readFileSync(join(folder, name), "latin1")]);
}

function ready(): { program: Cli; memory: string } {
  const program = cli();
  const memory = program.sample();
  install(program, memory);
  return { program, memory };
}

const trailers = `Pagefile-Reason: MANUAL_EDIT\nPagefile-Op: edit travel-mornings ${page}\nPagefile-Actor: human\nPagefile-Origin: user\n`;

describe("a commit by hand", () => {
  test("of a good edit gets its trailers once, an amend keeps them", () => {
    const { program, memory } = ready();
    edit(memory);
    const ran = git(program, memory, ["commit", "-am", "Edit\n\nWhy.\n\nSigned-off-by: A <a@b.c>"]);
    expect(ran.stderr).toBe("");
    expect(body(program, memory).trimEnd()).toBe(`Edit\n\nWhy.\n\nSigned-off-by: A <a@b.c>\n${trailers.trimEnd()}`);
    edit(memory);
    git(program, memory, ["commit", "-a", "--amend", "--no-edit"]);
    expect(body(program, memory).split("MANUAL_EDIT")).toHaveLength(2);
  });

  const marked = ["<<<<<<< ours", "title: a", "=======", "title: b", ">>>>>>> theirs"].join("\n");
  test.each([
    ["frontmatter that nothing closes", "---\nid: half\nx\n", 1],
    ["conflict marks", `---\nid: half\n${marked}\n---\nx\n`, 3],
  ])("of a page with %s is refused with its line and changes nothing; --no-verify passes", (_, bad, line) => {
    const { program, memory } = ready();
    writeFileSync(join(memory, page), bad);
    git(program, memory, ["add", "-A"]);
    const before =
      git(program, memory, ["rev-parse", "HEAD"]).stdout + git(program, memory, ["status", "--short"]).stdout;
    const ran = git(program, memory, ["commit", "-m", "bad"]);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain(`${page}:${line}`);
    expect(ran.stderr).toContain("git commit --no-verify");
    expect(
      git(program, memory, ["rev-parse", "HEAD"]).stdout + git(program, memory, ["status", "--short"]).stdout,
    ).toBe(before);
    expect(git(program, memory, ["commit", "--no-verify", "-m", "bad"]).status).toBe(0);
  });

  test("an id that another page has is refused, wherever that page is in the index", () => {
    const { program, memory } = ready();
    writeFileSync(join(memory, "memory/twice.md"), "---\nid: 'travel-mornings'\n---\nx\n");
    git(program, memory, ["add", "-A"]);
    const ran = git(program, memory, ["commit", "-m", "twice"]);
    expect([ran.status, ran.stderr.includes(`is taken by ${page}`)]).toEqual([1, true]);
  });

  test("judges what is staged, not the disk, and a partial commit by its own index", () => {
    const { program, memory } = ready();
    edit(memory);
    git(program, memory, ["add", "-A"]);
    writeFileSync(join(memory, page), "---\nid: half\n");
    expect(git(program, memory, ["commit", "-m", "staged"]).status).toBe(0);
    git(program, memory, ["add", "-A"]);
    appendFileSync(join(memory, "MEMORY.md"), "- more\n");
    expect(git(program, memory, ["commit", "MEMORY.md", "-m", "part"]).status).toBe(0);
    expect(body(program, memory)).toContain("Pagefile-Op: edit memory MEMORY.md");
    expect(body(program, memory)).not.toContain("travel-mornings");
    expect(git(program, memory, ["commit", "-m", "rest"]).status).toBe(1);
  });

  test("fixups, instruction files, an empty message and files outside a memory are left alone", () => {
    const { program, memory } = ready();
    edit(memory);
    git(program, memory, ["commit", "-a", "--fixup=HEAD"]);
    expect(body(program, memory)).not.toContain("Pagefile");
    appendFileSync(join(memory, "AGENTS.md"), "more\n");
    git(program, memory, ["commit", "-am", "rules"]);
    expect(body(program, memory).trim()).toBe("rules");
    edit(memory);
    const empty = git(program, memory, ["commit", "-a"], { GIT_EDITOR: "true" });
    expect([empty.status, empty.stderr.includes("empty commit message")]).toEqual([1, true]);
    git(program, memory, ["rm", "--cached", "-q", "pagefile.yaml"]);
    git(program, memory, ["clean", "-fq", "pagefile.yaml"]);
    git(program, memory, ["commit", "-am", "no memory"]);
    expect(body(program, memory).trim()).toBe("no memory");
  });

  test("a merge keeps its own words; PAGEFILE_HOOKS=0 opts out; a lost program is loud and lets the commit pass", () => {
    const { program, memory } = ready();
    git(program, memory, ["switch", "-qc", "side"]);
    edit(memory);
    git(program, memory, ["commit", "-am", "side"]);
    git(program, memory, ["switch", "-q", "main"]);
    git(program, memory, ["merge", "--no-ff", "-m", "Join", "side"]);
    expect(body(program, memory).trim()).toBe("Join");
    edit(memory);
    git(program, memory, ["commit", "-am", "out"], { PAGEFILE_HOOKS: "0" });
    expect(body(program, memory).trim()).toBe("out");
    const hook = join(memory, ".git/hooks/pre-commit");
    writeFileSync(hook, readFileSync(hook, "utf8").replaceAll("dist/pagefile.cjs", "gone/pagefile.cjs"));
    edit(memory);
    const lost = git(program, memory, ["commit", "-am", "lost"]);
    expect([lost.status, lost.stderr.includes("goes on unchecked")]).toEqual([0, true]);
    expect(git(program, memory, ["commit", "--allow-empty", "-m", "x"], { PAGEFILE_HOOKS: "strict" }).status).toBe(1);
    expect(program.run(["hooks", "status"], { cwd: memory }).exit).toBe(1);
  });
});

interface Layout {
  readonly name: string;
  /** Gives the work tree to commit in. */
  readonly make: (program: Cli, memory: string) => string;
}

function put(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

/** What `test/hooks/matrix.test.ts` leaves out: how single files are treated. */
const layouts: readonly Layout[] = [
  { name: "core.hooksPath inside", make: (program, memory) => hooksPath(program, memory, ".githooks") },
  {
    name: "a hook that exits early",
    make: (_, memory) => hook(memory, "#!/bin/sh\necho theirs >> ran\nexit 0", 0o755),
  },
  {
    name: "a hook in another language",
    make: (_, memory) => hook(memory, "#!/usr/bin/perl\nopen(F,'>>ran');print F 'theirs';", 0o755),
  },
  { name: "a hook switched off", make: (_, memory) => hook(memory, "#!/bin/sh\nexit 1\n", 0o644) },
];

function hooksPath(program: Cli, memory: string, path: string): string {
  program.git(["config", "core.hooksPath", path], memory);
  return memory;
}

function hook(memory: string, text: string, mode: number): string {
  put(join(memory, ".git/hooks/pre-commit"), text, mode);
  return memory;
}

describe.each(layouts)("$name", ({ make }) => {
  test("checks, signs, keeps what was there running, and uninstalls to the byte", () => {
    const program = cli();
    const top = make(program, program.sample());
    const { folder } = JSON.parse(program.run(["hooks", "status", "--json"], { cwd: top }).stdout) as {
      folder: string;
    };
    mkdirSync(folder, { recursive: true });
    const before = shot(folder);
    const installed = program.run(["hooks", "install"], { cwd: top });
    expect(installed.stdout + installed.stderr).toContain("answers when git runs it");
    expect(installed.exit).toBe(0);
    expect(program.run(["hooks", "install", "--json"], { cwd: top }).stdout).not.toContain('"did":"updated"');
    edit(top);
    expect(git(program, top, ["commit", "-am", "Edit"]).stderr).toBe("");
    expect(body(program, top).trimEnd()).toBe(`Edit\n\n${trailers.trimEnd()}`);
    writeFileSync(join(top, page), "---\nid: half\n");
    expect(git(program, top, ["commit", "-am", "bad"]).status).toBe(1);
    const existing = JSON.stringify(before).includes("theirs");
    if (existing) expect(readFileSync(join(top, "ran"), "utf8").trim()).toBe("theirs");
    expect(program.run(["hooks", "uninstall"], { cwd: top }).exit).toBe(0);
    expect(shot(folder)).toEqual(before);
  });
});

test("hooks that are the user's own, outside the repository, are never written: the line to add is printed", () => {
  const program = cli();
  const memory = program.sample();
  const shared = join(program.folder, "my hooks");
  put(join(shared, "pre-commit"), "#!/bin/sh\n", 0o755);
  program.git(["config", "core.hooksPath", shared], memory);
  const before = shot(shared);
  const ran = program.run(["hooks", "install"], { cwd: memory });
  expect(ran.exit).toBe(1);
  expect(ran.stderr).toContain(' hook pre-commit "$@"');
  expect([shot(shared), readdirSync(join(memory, ".git/hooks")).filter((name) => !name.endsWith(".sample"))]).toEqual(
    [before, []],
  );
});
