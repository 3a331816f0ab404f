/** Boundary commands: stage, flush and journal through the built program. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const patch = (value: string): string => JSON.stringify({ op: "append", page: "travel-mornings", value });

test("what is staged waits, is shown, and is one commit at the boundary", () => {
  const { run, git, sample } = cli();
  const memory = sample();
  const head = git(["rev-parse", "HEAD"], memory);
  for (const value of ["One.", "Two.", "One."])
    expect(run(["stage", "--patch", "-"], { cwd: memory, input: patch(value) }).exit).toBe(0);
  expect(git(["rev-parse", "HEAD"], memory)).toBe(head);
  expect(JSON.parse(run(["journal", "--json"], { cwd: memory }).stdout).staged).toHaveLength(2);
  const flushed = run(["flush", "--boundary", "compaction"], { cwd: memory });
  expect(flushed.exit, flushed.stderr).toBe(0);
  expect(flushed.stdout).toMatch(/^committed {2}[0-9a-f]{8} {2}2 patches at compaction\n$/);
  expect(git(["log", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=%x20)", "-1"], memory).trim()).toBe(
    "FLUSH_COMPACTION",
  );
  expect(git(["status", "--porcelain"], memory)).toBe("");
  expect(run(["journal"], { cwd: memory }).stdout).toBe("nothing waits, nothing was refused\n");
});

test("what is refused exits 1, says why, and stays readable", () => {
  const { run, git, sample } = cli();
  const memory = sample();
  const draft = { op: "set_with_version", page: "travel-mornings", key: "title", value: "x", base: "99" };
  run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(draft) });
  run(["stage", "--patch", "-"], { cwd: memory, input: patch("Fine.") });
  const flushed = run(["flush", "--json"], { cwd: memory });
  expect(flushed.exit).toBe(1);
  expect(JSON.parse(flushed.stdout)).toMatchObject({ committed: [{}], rejected: [{ reason: "VERSION_CONFLICT" }] });
  expect(run(["journal", "--rejected"], { cwd: memory }).stdout).toContain(
    "VERSION_CONFLICT  set_with_version travel-mornings",
  );
  git(["fsck", "--strict"], memory);
});

test("a malformed patch is refused before anything is staged", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  for (const input of ["", "[]", "{", '{"op":"overwrite"}', '{"op":"append","page":"x"}']) {
    expect((await run(["stage", "--patch", "-"], { cwd: memory, input })).exit, input).toBe(1);
  }
  expect(JSON.parse((await run(["journal", "--json"], { cwd: memory })).stdout)).toMatchObject({
    staged: [],
    rejected: [],
  });
});

test("the file of a staged patch is on the disk when stage answers", () => {
  const { run, sample } = cli();
  const memory = sample();
  const { staged } = JSON.parse(
    run(["stage", "--patch", "-", "--json"], { cwd: memory, input: patch("Safe.") }).stdout,
  );
  const found = execFileSync("find", [join(memory, ".git", "pagefile", "staged"), "-name", "*.json"], {
    encoding: "utf8",
  }).trim();
  expect(JSON.parse(readFileSync(found, "utf8"))).toMatchObject({ key: staged, draft: { value: "Safe." } });
});

test("what a session staged is found by its own recall before a boundary, and by nobody else's", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const value = "The kumquat locker opens at nine.";
  const input = JSON.stringify({ op: "append", page: "travel-mornings", value, session: "s-one" });
  expect((await run(["stage", "--patch", "-"], { cwd: memory, input })).exit).toBe(0);
  const found = async (...more: readonly string[]): Promise<string> =>
    (await run(["recall", "When does the kumquat locker open?", ...more], { cwd: memory })).stdout;
  const own = await found("--session", "s-one", "--json");
  expect(JSON.parse(own)).toMatchObject({
    status: "ok",
    heard: [{ text: "The kumquat locker opens at nine.", staged: true }],
  });
  expect(own).toContain("- The kumquat locker opens at nine. (staged on ");
  for (const other of [[], ["--session", "s-two"]])
    expect(await found(...other)).not.toContain("locker opens at nine");
  expect((await run(["flush"], { cwd: memory })).stderr).not.toContain("kumquat locker");
  expect(await found("--session", "s-one", "--json")).not.toContain('"staged"');
});
