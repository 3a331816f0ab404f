/** By hand: what a person edited or committed themselves, between commands that name entries, versions and commits. */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test("a version that a commit by hand kept names two texts, so that a patch on it is refused, and one on the text is taken", async () => {
  const program = cli();
  const run = here(program);
  const cwd = program.sample();
  const page = join(cwd, "memory/preferences/travel-mornings.md");
  const set = (base: string) => run(["set", "travel-mornings", "fields.prefers", "late", "--base", base], { cwd });
  const version =
    /^version: (\d+)$/m.exec(program.git(["show", "HEAD:memory/preferences/travel-mornings.md"], cwd))?.[1] ?? "";
  appendFileSync(page, "- By the window.\n");
  program.git(["commit", "--quiet", "--all", "--message", "By hand"], cwd);
  const refused = await set(version);
  expect(refused).toMatchObject({
    exit: 5,
    stderr: expect.stringContaining("was edited by hand after it came to version"),
  });
  const blob = /--base ([0-9a-f]+)\./.exec(refused.stderr)?.[1] ?? "";
  // What was never its number is answered with the same way out.
  expect((await set("99")).stderr).toContain(`--base ${blob}.`);
  expect(await set(blob)).toMatchObject({ exit: 0 });
  expect(await set(String(Number(version) + 1))).toMatchObject({ exit: 0 });
});

test("an entry that stands on disk alone is not named as one that is not there", async () => {
  const program = cli();
  const run = here(program);
  const cwd = program.sample();
  appendFileSync(join(cwd, "memory/preferences/travel-mornings.md"), "- Old phone number.\n");
  const ran = await run(["rm", "travel-mornings", "old phone"], { cwd });
  expect(ran.exit).toBe(1);
  expect(ran.stderr).toMatch(
    /has edits that are not\.[\s\S]*git commit -m "Edit by hand" -- memory\/preferences\/travel-mornings\.md/,
  );
});

test("a local page's entries are its owner's alone, and no hint says to commit it", async () => {
  const program = cli();
  const run = here(program);
  const cwd = program.sample();
  writeFileSync(join(cwd, "memory/zz.md"), "---\nid: zz\nscope: local\n---\n- Poison.\n");
  const ran = await run(["rm", "zz", "poison"], { cwd });
  expect(ran).toMatchObject({ exit: 7, stderr: expect.stringContaining("Edit it by hand") });
  expect(ran.stderr).not.toContain("adopt");
});

test("of two memories each takes back its own commit, by its id, and no entry goes from one to the other", async () => {
  const program = cli();
  const run = here(program);
  const first = program.sample();
  const second = join(program.folder, "second");
  mkdirSync(second);
  await run(["init", "--profile", "plain"], { cwd: second });
  await run(["append", "memory", "The quokka sleeps.", "--repo", second], { cwd: first });
  const both = ["--repo", first, "--repo", second];
  const moved = await run(["mv", "second/memory", "quokka", "--to", "travel-mornings", ...both], { cwd: first });
  expect(moved).toMatchObject({ exit: 2, stderr: expect.stringContaining("pages of two memories") });
  const commit = program.git(["rev-parse", "HEAD"], second).trim();
  expect(await run(["revert", commit.slice(0, 8), ...both], { cwd: first })).toMatchObject({ exit: 0 });
  expect(program.git(["log", "-1", "--format=%s"], second)).toMatch(/^revert: append: The quokka sleeps/);
});

test("a hook that no git is there to run is what doctor tells of, as every write is refused for it", async () => {
  const program = cli();
  const run = here(program);
  const cwd = program.sample();
  const env = { PAGEFILE_GIT: "embedded" };
  expect((await run(["doctor"], { cwd, env })).stdout).toContain("there is no git to run them");
  writeFileSync(join(cwd, ".git/hooks/pre-commit"), "#!/bin/sh\n", { mode: 0o755 });
  expect(await run(["append", "travel-mornings", "Late."], { cwd, env })).toMatchObject({ exit: 8 });
  expect(await run(["doctor"], { cwd, env })).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining("stands in the way"),
  });
});
