/** Nightly on the command line: the plan, the night and its undoing, through the built program on the sample memory. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/cli.js";

test("a dry run prints the plan and writes nothing; the night does just that; undo takes it back", () => {
  const { run, git, sample } = cli();
  const cwd = sample();
  writeFileSync(
    join(cwd, "memory/2026-11-20.md"),
    "# 2026-11-20\n\n- 10:00 We decided to use the metro on arrival day. [decision]\n- 10:05 git push --force [lesson]\n",
  );
  writeFileSync(join(cwd, "memory/working-buffer.md"), "- Ask Ines about the keys of the house. [human]\n");
  git(["add", "--all"], cwd);
  git(["commit", "--quiet", "--message=A day"], cwd);
  const head = git(["rev-parse", "HEAD^{tree}"], cwd);

  const planned = run(["nightly", "--dry-run"], { cwd });
  expect(planned.exit).toBe(0);
  expect(planned.stdout).toContain("+ - Use the metro on arrival day. [decision] (2026-11-20)");
  expect(planned.stdout).toContain("a dry run: nothing was written");
  expect(git(["rev-parse", "HEAD^{tree}"], cwd)).toBe(head);

  const night = run(["nightly", "--json"], { cwd });
  const answer = JSON.parse(night.stdout);
  expect(answer.commits.map(({ reason }: { reason: string }) => reason)).toEqual(["CURATE_PROMOTE", "BUFFER_CLEAR"]);
  // It wears a tag, so it is not passed over in silence: it waits for words that say what was learned.
  expect(answer.passed).toEqual([]);
  expect(answer.waits).toMatchObject([
    { text: "Git push --force.", until: "person", why: expect.stringContaining("a command") },
  ]);
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).toContain("## Facts\n\n- Ask Ines about the keys");
  expect(run(["verify", "--history"], { cwd }).exit).toBe(0);
  expect(run(["nightly"], { cwd }).stdout).toContain("nothing to do");

  expect(run(["undo", "night"], { cwd }).exit).toBe(0);
  expect(git(["rev-parse", "HEAD^{tree}"], cwd)).toBe(head);
  expect(run(["undo", "day"], { cwd }).exit).toBe(2);
});
