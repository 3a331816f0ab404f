/** Upkeep on the command line: what a session, a person and a weekly look type, with the exits and the JSON of each. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test("checkpoint, correct, consistency and quiet-time do what they say and say what they did", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const json = async (...args: readonly string[]) => {
    const ran = await run([...args, "--json"], { cwd });
    return { exit: ran.exit, ...JSON.parse(ran.stdout) };
  };

  for (const usage of ["1.2", "120%", "much", "-1"])
    expect((await run(["checkpoint", `--usage=${usage}`], { cwd })).exit).toBe(2);
  expect((await run(["checkpoint", "--usage", "0.4"], { cwd })).stdout).toMatch(/^calm {2}40 % .* more at 60 %\n/);
  // What is said too early to be asked for is kept like anything else.
  expect(await json("checkpoint", "--usage", "0.4", "- Too early. [fact]")).toMatchObject({
    level: "calm",
    done: [{ action: "append", paths: ["memory/working-buffer.md"] }],
  });
  expect(await json("checkpoint", "--usage", "81%", "The harbor is closed. [lesson]")).toMatchObject({
    exit: 0,
    level: "dump",
    done: [{ action: "append", paths: ["memory/2026-11-21.md", "SESSION-STATE.md"] }],
  });
  expect((await run(["checkpoint", "--usage", ".62", "-"], { cwd, input: "- Half of it.\n" })).stdout).toContain(
    "1 entry without a tag",
  );

  expect(await json("quiet-time", "--dry-run")).toMatchObject({
    exit: 0,
    commits: [],
    plan: [{ reason: "CURATE_PROMOTE" }],
  });
  expect(await json("quiet-time")).toMatchObject({ exit: 0, commits: [{ reason: "CURATE_PROMOTE" }], audit: null });
  expect(readFileSync(join(cwd, "memory/working-buffer.md"), "utf8")).toContain("Half of it");

  const wrong = ["correct", "memory", "The harbor is open again.", "--entry", "harbor is closed"];
  expect(await json(...wrong, "--because", "It reopened.")).toMatchObject({ exit: 0, reason: "CORRECTION" });
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).toContain("  - Superseded 2026-11-21: “The harbor is closed.");
  expect((await run(wrong, { cwd })).exit).toBe(1);
  expect((await run(["correct", "nothing", "A.", "--entry", "b"], { cwd })).exit).toBe(4);

  expect((await run(["consistency", "--last"], { cwd })).exit).toBe(4);
  expect(await json("consistency")).toMatchObject({ exit: 0, harness: null, counts: { error: 0, warning: 0 } });
  writeFileSync(join(cwd, "USER.md"), "# User\n\n- The harbor is not open again.\n");
  const told = await run(["consistency", "--markdown"], { cwd });
  // A question to its owner, and no error.
  expect(told.exit).toBe(0);
  expect(told.stdout).toContain("- **contradiction** USER.md:3");

  const night = await json("nightly");
  expect(night).toMatchObject({ audit: { kept: true, failure: null, consistency: { warning: 1 } } });
  expect(await json("audit", "--last")).toMatchObject({ exit: 0, now: night.audit.at, counts: night.audit.counts });
  expect((await run(["status"], { cwd })).stdout).toMatch(/^ *audit .*2026-11-21; pagefile audit --last$/m);
  expect(program.git(["for-each-ref", "refs/pagefile/audits"], cwd)).not.toBe("");
});
