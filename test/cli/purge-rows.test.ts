/** Purge and rows: what a series' file holds of what is purged is named by its line, in the plan and when nothing else is found. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { secretSamples } from "../support/secret-samples.js";

const secret = secretSamples(43).github?.secret ?? "";

test("rows that hold a secret are named, the first five by their line, and left as they are", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const beyond = async (): Promise<readonly string[]> => {
    const ran = await run(["purge", "--match-secret", "--json"], { cwd: memory });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(ran.stdout).not.toContain(secret);
    return JSON.parse(ran.stdout).beyond.filter((says: string) => says.startsWith("Rows"));
  };
  mkdirSync(join(memory, "memory/perception"), { recursive: true });
  const file = join(memory, "memory/perception/door.jsonl");
  const row = (note: string): string => `${JSON.stringify({ time: "2026-11-14T10:00:00Z", note })}\n`;
  writeFileSync(file, row("open") + row("shut"));
  expect(await beyond()).toEqual([]);
  const text = row("open") + row(secret).repeat(2) + row("shut") + row(secret).repeat(4);
  writeFileSync(file, text);
  const lines = [2, 3, 5, 6, 7].map((line) => `memory/perception/door.jsonl:${line}`);
  expect(await beyond()).toEqual([
    `Rows of a series are in no commit and are not rewritten; take these out by hand: ${lines.join(", ")} and 1 more.`,
  ]);
  expect(readFileSync(file, "utf8")).toBe(text);
  // Somebody's commit holds them: then they are rewritten like all else.
  program.git(["add", "--force", file], memory);
  program.git(["commit", "--quiet", "--no-verify", "--message", "Rows"], memory);
  expect(await beyond()).toEqual([]);
});

test("a plan that will be refused says so, and what to delete first", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const git = (...args: string[]) => program.git(args, memory);
  writeFileSync(join(memory, "memory/leak.md"), `---\nid: leak\n---\n- Use ${secret} here.\n`);
  git("add", "--all");
  git("commit", "--quiet", "--no-verify", "--message", "Leak");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  const plan = () => run(["purge", "--match-secret"], { cwd: memory });
  const free = await plan();
  expect(free.stdout).toContain("The same command with --yes does it.");
  expect(free.stderr.replaceAll(/\s+/g, " ")).toContain("git reset --hard origin/main");
  git("tag", "v1");
  git("branch", "side");
  git("notes", "add", "--message", "x", "HEAD");
  git("update-ref", "refs/notes/held", "HEAD");
  git("stash", "store", "--message", "kept", "HEAD");
  const held = await plan();
  expect(held.stdout.replaceAll(/\s+/g, " ")).toContain("with --yes it is refused while others reach it");
  expect(held.stdout).not.toContain("does it.");
  for (const line of [
    "git tag -d v1",
    "git branch -D side",
    "git update-ref -d refs/notes/held",
    "git stash drop 'stash@{0}'",
  ])
    expect(held.stdout).toContain(`  ${line}\n`);
  expect(held.stderr).not.toContain("git push");
  const refused = await run(["purge", "--match-secret", "--yes"], { cwd: memory });
  expect(refused.exit).toBe(1);
});
