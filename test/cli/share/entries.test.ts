/** Entries on the command line: listed, done, moved, removed and brought back; a page edited in the person's own editor. */

import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/cli.js";
import { here } from "../../support/here.js";

test("an entry is listed, worked off with a reason, and brought back by revert", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const before = readFileSync(join(cwd, "MEMORY.md"), "utf8");
  const list = await run(["rm", "memory#suppliers"], { cwd });
  expect(list.exit).toBe(0);
  expect(list.stdout).toMatch(/^1 {2}- /);
  const words = list.stdout.split("\n")[0]?.slice(3) ?? "";

  const gone = await run(["rm", "memory#suppliers", "1", "--because", "They closed."], { cwd });
  expect(gone).toMatchObject({ exit: 0, stderr: "" });
  expect(gone.stdout).toContain(`  ${program.git(["log", "-1", "--format=%s"], cwd).trim()}\n  memory#suppliers  `);
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).not.toContain(words.replace("…", ""));
  const message = program.git(["log", "-1", "--format=%B"], cwd);
  expect(message).toContain("Pagefile-Reason: REMOVE\n");
  expect(message).toContain("Pagefile-Because: They closed.\n");
  expect((await run(["verify", "--history"], { cwd })).exit).toBe(0);
  expect((await run(["revert", "HEAD"], { cwd })).exit).toBe(0);
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).toBe(before);

  const done = await run(["done", "memory#suppliers", "1", "--json"], { cwd });
  expect(JSON.parse(done.stdout)).toMatchObject({ reason: "PRUNE_TRIM", pages: [{ id: "memory" }, {}] });
  expect((await run(["verify", "--history"], { cwd })).exit).toBe(0);
  expect((await run(["revert", "HEAD"], { cwd })).exit).toBe(0);

  const moved = await run(["mv", "memory#suppliers", "1", "--to", "travel-mornings"], { cwd });
  expect(moved).toMatchObject({ exit: 0, stderr: "" });
  expect(readFileSync(join(cwd, "memory/preferences/travel-mornings.md"), "utf8")).toContain(words.replace("…", ""));
  expect((await run(["verify", "--history"], { cwd })).exit).toBe(0);
  const refused = await run(["rm", "memory#suppliers", "1"], { cwd, env: { PAGEFILE_ACTOR: "agent:x" } });
  expect(refused.exit).toBe(1);
  expect(refused.stderr).toContain("Only the user removes an entry for good.");
  expect(program.git(["fsck", "--strict"], cwd)).toBe("");
});

test("edit opens the person's editor, checks what they leave, and commits it as theirs", () => {
  const program = cli();
  const cwd = program.sample();
  const editor = join(program.folder, "an editor.sh");
  const path = join(cwd, "memory/preferences/travel-mornings.md");
  const edit = (script: string, env: Readonly<Record<string, string>> = {}, page = "travel-mornings") => {
    writeFileSync(editor, `#!/bin/sh\n${script}\n`);
    chmodSync(editor, 0o755);
    return program.run(["edit", page], { cwd, env: { EDITOR: `'${editor}' --wait`, ...env } });
  };
  const head = (): string => program.git(["rev-parse", "HEAD"], cwd);

  expect(edit('[ "$1" = --wait ] && printf -- "- By sleeper, too.\\n" >> "$2"')).toMatchObject({
    exit: 0,
    stderr: "",
  });
  expect(program.git(["log", "-1", "--format=%B"], cwd)).toContain("Pagefile-Reason: MANUAL_EDIT\n");
  expect(program.git(["status", "--porcelain"], cwd)).toBe("");
  const first = head();

  expect(edit("true").stdout).toContain("unchanged");
  // A page that the edit broke stays as it was typed, uncommitted, and can be opened again by its path.
  const broken = edit('sed -i "2,\\$ s/^---$/----/" "$2"');
  expect(broken.exit).toBe(1);
  expect(broken.stdout).toMatch(/not committed.*travel-mornings\.md\n {2}Line \d+: /);
  expect(readFileSync(path, "utf8")).toContain("\n----\n");
  expect(head()).toBe(first);
  expect(edit('sed -i "s/^----$/---/" "$2"', {}, "memory/preferences/travel-mornings.md").exit).toBe(0);

  expect(edit("exit 3")).toMatchObject({ exit: 2, stderr: expect.stringContaining("exit code 3") });
  expect(edit("true", { EDITOR: "" })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("No editor is set"),
  });
  expect(edit("true", { PAGEFILE_ACTOR: "agent:x" }).exit).toBe(7);
  expect(edit("true", {}, "nowhere").exit).toBe(4);
});

test("what an editor leaves is committed with the line ends it left, and a file that it took away is told as gone", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const path = "memory/preferences/travel-mornings.md";
  const edit = (editor: string) => run(["edit", "travel-mornings"], { cwd, env: { EDITOR: editor } });
  const lineEnds = () => program.git(["ls-files", "--eol", path], cwd);
  const add = "sed -i '$ a - By sleeper, too.'";
  const toCrlf = "sed -i 's/\\r*$/\\r/'";

  // The repository asks for LF: what it keeps is not what the editor left.
  writeFileSync(join(cwd, ".gitattributes"), "*.md text\n");
  expect((await edit(`f() { ${add} "$1" && ${toCrlf} "$1"; }; f`)).exit).toBe(0);
  expect(program.git(["status", "--porcelain", path], cwd)).toBe("");
  expect(lineEnds()).toContain("i/lf    w/crlf");
  rmSync(join(cwd, ".gitattributes"));

  writeFileSync(join(cwd, path), program.git(["show", `HEAD:${path}`], cwd));
  expect((await edit(`f() { ${add} "$1" && ${toCrlf} "$1"; }; f`)).exit).toBe(0);
  expect(program.git(["status", "--porcelain"], cwd)).toBe("");
  expect(lineEnds()).toContain("i/crlf  w/crlf");

  const head = program.git(["rev-parse", "HEAD"], cwd);
  const gone = await edit("rm");
  expect(gone).toMatchObject({ exit: 1, stdout: "" });
  expect(gone.stderr).toContain(`${path} is gone from the disk, and nothing was committed.`);
  expect(gone.stderr).toContain(`git -C ${cwd} checkout HEAD -- ${path}`);
  expect(program.git(["rev-parse", "HEAD"], cwd)).toBe(head);
});

test("what is done with on a private page is private where it goes", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const head = "id: diary\ntype: preference\ntitle: Diary\naudience: private\nfields: { subject: a, prefers: b }";
  writeFileSync(join(cwd, "memory/preferences/diary.md"), `---\n${head}\n---\n\n- The marmot is mine.\n- Another.\n`);
  program.git(["add", "--all"], cwd);
  program.git(["commit", "--quiet", "--no-verify", "--message=Diary"], cwd);
  expect((await run(["done", "diary", "marmot"], { cwd })).exit).toBe(0);
  const asked = await run(["recall", "marmot", "--audience", "group"], { cwd });
  expect(asked.stdout).not.toContain("marmot is mine");
  expect((await run(["recall", "marmot"], { cwd })).stdout).toContain("marmot is mine");
});

test("hooks that git is told to look for in no folder are none", async () => {
  const program = cli();
  const cwd = program.sample();
  program.git(["config", "core.hooksPath", "/dev/null"], cwd);
  expect(await here(program)(["status"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
});
