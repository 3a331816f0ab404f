/** Hints: what a message tells a person to type does what it says. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

function desk() {
  const program = cli();
  const memory = program.sample();
  const execute = here(program);
  const run = (...args: readonly string[]) => execute(args, { cwd: memory });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, "--json")).stdout);
  return { ...program, memory, run, json, git: (...args: readonly string[]) => program.git(args, memory) };
}

describe("mv and hooks", () => {
  it("without --to names a page that is there, which takes the entry as it is typed", async () => {
    const { run } = desk();
    const { exit, stderr } = await run("mv", "travel-mornings", "1");
    expect(exit).toBe(2);
    const to = /--to (\S+)\. pagefile pages lists all; pagefile new makes another page\.\n/.exec(stderr)?.[1];
    expect(await run("mv", "travel-mornings", "1", "--to", to ?? "")).toMatchObject({ exit: 0 });
  });

  it("where there is no other page says how one is made", async () => {
    const { run, memory, git } = desk();
    for (const name of ["memory", "AGENTS.md", "SOUL.md", "archive"])
      rmSync(join(memory, name), { recursive: true, force: true });
    git("commit", "--quiet", "--all", "--message=Fewer");
    expect((await run("mv", "memory", "1")).stderr).toContain("There is no other page yet: pagefile new makes");
  });

  it("hooks has in its help the words that it takes", async () => {
    const { run } = desk();
    const { stdout } = await run("hooks", "--help");
    expect(stdout).toContain("install, uninstall or status");
    expect(stdout).not.toContain("prove");
  });
});
