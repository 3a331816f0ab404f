/** Hook matrix: ten layouts with hooks of somebody else in them; real git, the built program, and a desktop's environment. */

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { spawnText } from "../support/spawn.js";
import { below, decoy, type Ground, ground, shot } from "./ground.js";
import { layouts, page, put } from "./layouts.js";

const trailers = `Pagefile-Reason: MANUAL_EDIT\nPagefile-Op: edit travel-mornings ${page}\nPagefile-Actor: human\nPagefile-Origin: user`;
const noHooks = ["-c", "core.hooksPath=/dev/null"];
const rows: string[] = [];

interface Status {
  readonly folder: string;
  readonly ours: boolean;
  readonly add: readonly string[];
  readonly hooks: readonly {
    readonly name: string;
    readonly did: string;
    readonly runs: boolean | null;
    readonly says: string;
  }[];
  readonly merge: { readonly did: string; readonly runs: boolean | null; readonly says: string };
}

function hooks(
  at: Ground,
  action: string,
  env: Readonly<Record<string, string>> = {},
): { exit: number; answer: Status } {
  const ran = at.program.run(["hooks", action, "--json"], { cwd: at.top, env: { ...at.env, ...env } });
  expect(ran.stderr).toBe("");
  return { exit: ran.exit, answer: JSON.parse(ran.stdout) as Status };
}

/** A hand edit is committed with its trailers, and the hooks that were there run with their words. */
function commits(at: Ground, checked: boolean): void {
  appendFileSync(join(at.top, page), "- A hand edit.\n");
  const good = at.git(["commit", "-am", "Edit"]);
  expect([good.status, good.stderr]).toEqual([0, ""]);
  const body = at.git(["log", "-1", "--format=%B"]).stdout.trimEnd();
  expect(body).toBe(checked ? `Edit\n\n${trailers}` : "Edit");
  const message = at.git(["rev-parse", "--git-path", "COMMIT_EDITMSG"]).stdout.trim();
  expect(readFileSync(at.ran, "utf8")).toBe(`pre-commit 0 \ncommit-msg 1 ${message}\npost-commit 0 \n`);
  writeFileSync(at.ran, "");
  put(join(at.top, "FAIL"), "", 0o644);
  appendFileSync(join(at.top, page), "- Another.\n");
  expect(at.git(["commit", "-am", "theirs fails"]).status, "their hook fails the commit").toBe(1);
  rmSync(join(at.top, "FAIL"));
  expect(readFileSync(at.ran, "utf8")).toBe("pre-commit 0 \n");
  at.git([...noHooks, "commit", "-qam", "More"]);
  writeFileSync(at.ran, "");
}

/** A bad page stops the commit before their hook is asked; the opt-out lets both of us be as if we were not there. */
function refuses(at: Ground, poison: ReturnType<typeof decoy>): void {
  writeFileSync(join(at.top, page), "---\nid: half\n");
  const bad = at.git(["commit", "-am", "bad"]);
  expect([bad.status, bad.stderr.includes(`${page}:1`), readFileSync(at.ran, "utf8")]).toEqual([1, true, ""]);
  at.git(["add", page]);
  const stub = join(at.folder, "_/pre-commit");
  const file = existsSync(stub) ? stub : join(at.folder, "pre-commit");
  const direct = spawnText(file, [], { cwd: at.top, env: { PATH: "/usr/bin:/bin", ...poison.env } });
  expect([direct.status, direct.stderr.includes(`${page}:1`)], direct.stderr).toEqual([1, true]);
  const out = at.git(["commit", "-qam", "out"], { PAGEFILE_HOOKS: "0" });
  expect([out.status, readFileSync(at.ran, "utf8").split(" ")[0]]).toEqual([0, "pre-commit"]);
  at.git([...noHooks, "reset", "-q", "--hard", "HEAD~1"]);
  writeFileSync(at.ran, "");
}

/** Both sides append; git asks the driver, and no marker is left. */
function merges(at: Ground): void {
  const commit = (text: string): void => {
    appendFileSync(join(at.top, page), text);
    expect(at.git([...noHooks, "commit", "-qam", text]).status).toBe(0);
  };
  at.git([...noHooks, "branch", "side"]);
  commit("- From here.\n");
  const here = at.git(["rev-parse", "--abbrev-ref", "HEAD"]).stdout.trim();
  at.git([...noHooks, "switch", "-q", "side"]);
  commit("- From the side.\n");
  at.git([...noHooks, "switch", "-q", here]);
  const merged = at.git(["merge", "-q", "-m", "Join", "side"]);
  expect([merged.status, merged.stderr]).toEqual([0, ""]);
  const text = readFileSync(join(at.top, page), "utf8");
  for (const part of ["- From here.\n", "- From the side.\n"]) expect(text).toContain(part);
  expect(text).not.toMatch(/^[<=>]{7}/m);
}

/** Their pre-push gets its words and every ref line, though ours read them first. */
function pushes(at: Ground): void {
  const remote = join(at.program.folder, "remote.git");
  const format = at.git(["rev-parse", "--show-object-format"]).stdout.trim();
  at.program.git(["init", "--quiet", "--bare", `--object-format=${format}`, remote]);
  writeFileSync(at.ran, "");
  const pushed = at.git(["push", "-q", remote, "HEAD:refs/heads/main", "HEAD:refs/heads/two"]);
  expect([pushed.status, pushed.stderr]).toEqual([0, ""]);
  const head = at.git(["rev-parse", "HEAD"]).stdout.trim();
  const zeros = "0".repeat(head.length);
  const lines = ["main", "two"].map((name) => `HEAD ${head} refs/heads/${name} ${zeros}\n`);
  expect(readFileSync(at.ran, "utf8")).toBe(`pre-push 2 ${remote} ${remote}\n${lines.join("")}`);
}

/** One layout for each way our lines come into a file; every install starts nine programs to prove itself. */
const twice: ReadonlySet<string> = new Set(["plain", "linked worktree", "husky (core.hooksPath inside)", "sha256"]);

function again(at: Ground): void {
  const installed = shot(at);
  const second = hooks(at, "install");
  const did = new Set([second.answer.merge, ...second.answer.hooks].map((each) => each.did));
  expect([second.exit, did]).toEqual([0, new Set(["nothing"])]);
  expect(shot(at)).toEqual(installed);
}

afterAll(() => {
  if (process.env.PAGEFILE_SHOW !== "1") return;
  const head =
    "| layout | install proven | their hooks run, in turn | bad page | merge | push | second install | decoy | uninstall |";
  process.stdout.write(`${[head, "|---|---|---|---|---|---|---|---|---|", ...rows].join("\n")}\n`);
});

describe.each(layouts.filter(({ written }) => written))("$name", (layout) => {
  test("both hooks run, pages merge, and uninstalling leaves every byte as it was", () => {
    const at = ground(layout);
    const poison = decoy(at.program);
    const untouched = poison.digest();
    const before = shot(at);
    const first = hooks(at, "install", poison.env);
    expect(first.answer.folder).toBe(at.folder);
    expect(first.answer.hooks.filter(({ runs }) => runs !== true)).toEqual([]);
    expect([first.exit, first.answer.merge.runs, first.answer.merge.says]).toEqual([0, true, ""]);
    if (twice.has(layout.name)) again(at);
    commits(at, true);
    refuses(at, poison);
    merges(at);
    pushes(at);
    const removed = hooks(at, "uninstall", poison.env);
    expect(removed.exit).toBe(0);
    expect(shot(at)).toEqual(before);
    expect(poison.digest()).toBe(untouched);
    rows.push(
      `| ${layout.name} | ${first.answer.hooks.length} + driver | yes | refused | both entries | args + stdin | ${twice.has(layout.name) ? "no change" : ""} | untouched | byte-exact |`,
    );
  });
});

describe.each(layouts.filter(({ written }) => !written))("$name", (layout) => {
  test("is never written: the lines are told, work when a person adds them, and the merge driver comes and goes", () => {
    const at = ground(layout);
    const { folder } = at;
    const before = shot(at);
    const ran = at.program.run(["hooks", "install", "--json"], { cwd: at.top, env: at.env });
    const answer = JSON.parse(ran.stdout) as Status;
    expect([ran.exit, answer.ours, answer.folder, answer.merge.runs]).toEqual([1, false, folder, true]);
    commits(at, false);
    merges(at);
    expect(hooks(at, "uninstall").exit).toBe(0);
    expect(shot(at)).toEqual(before);
    for (const line of answer.add) {
      const [name = "", command = ""] = [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)];
      put(join(folder, name), `#!/bin/sh\n${command}\n`, 0o755);
    }
    writeFileSync(join(at.top, page), "---\nid: half\n");
    expect(at.git(["commit", "-am", "bad"]).status).toBe(1);
    at.git(["checkout", "-q", "--", page]);
    appendFileSync(join(at.top, page), "- By hand.\n");
    expect(at.git(["commit", "-qam", "Edit"]).stderr).toBe("");
    expect(at.git(["log", "-1", "--format=%B"]).stdout).toContain("Pagefile-Reason: MANUAL_EDIT");
    rows.push(
      `| ${layout.name} | driver alone | yes | once the lines are added | both entries | | | | never written |`,
    );
  });
});

describe("a bare repository, and a hooks folder that cannot be written", () => {
  test("are refused in words, and nothing is left half done", () => {
    const at = ground(layouts[0]!);
    const bare = join(at.program.folder, "bare.git");
    at.program.git(["clone", "--quiet", "--bare", at.top, bare]);
    const was = below(bare);
    const refused = at.program.run(["hooks", "install"], { cwd: bare });
    expect([refused.exit, refused.stderr.includes("repository"), below(bare)]).toEqual([3, true, was]);
    const folder = join(at.top, ".git/hooks");
    rmSync(folder, { recursive: true });
    // As root no permission binds: a file where the folder would be stands for it.
    writeFileSync(folder, "");
    const before = shot(at);
    const failed = at.program.run(["hooks", "install"], { cwd: at.top });
    expect(failed.exit).toBe(74);
    expect(failed.stderr).toContain(".git/hooks");
    expect(shot(at)).toEqual(before);
    rows.push("| bare; hooks folder not writable | refused | | | | | | | nothing written |");
  });
});
