/** Nightly, warm and cold: what a night keeps beside the repository saves time alone; without any of it each night is the same to the byte. */

import { appendFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

/** Other things each night: what says another number of the same thing is a correction, and waits for a person. */
const decided = ["keep the garden route open", "rent bicycles for the harbor", "send invoices by post"] as const;
const bought = ["boots with wool", "a lamp for reading", "cups of steel"] as const;

const dayOf = (night: number): string => new Date(Date.UTC(2026, 10, 19 + night)).toISOString().slice(0, 10);

test("three nights give the same plans, commits and reports with all that is kept and with none of it", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const warm = sample();
  const cold = join(program.folder, "cold");
  cpSync(warm, cold, { recursive: true });
  const live = async (cwd: string, night: 0 | 1 | 2): Promise<unknown> => {
    const day = dayOf(night);
    const said = `- We decided to ${decided[night]}. [decision]\n- We decided to keep gate ${night} open. [decision]\n`;
    writeFileSync(join(cwd, `memory/${day}.md`), `# ${day}\n\n${said}- Ada likes the ${night} o'clock train.\n`);
    writeFileSync(
      join(cwd, "memory/2026-10-01.md"),
      `- Rain again, ${night}.\n- We decided on ${bought[night]}. [decision]\n`,
    );
    appendFileSync(
      join(cwd, "memory/preferences/travel-seats.md"),
      `- Learned on day ${night}, see [[nowhere-${night}]].\n`,
    );
    const at = `${day}T12:00:00Z`;
    git(["add", "--all"], cwd);
    git(
      ["-c", "user.name=Ada", "-c", "user.email=a@example.org", "commit", "--quiet", `--date=${at}`, "--message=Day"],
      cwd,
    );
    const told = await run(["nightly", "--json"], { cwd, env: { PAGEFILE_NOW: `${dayOf(night + 1)}T03:00:00Z` } });
    expect(told.exit, told.stderr).toBe(0);
    const { plan, commits, waits, staying } = JSON.parse(told.stdout);
    const refs = git(
      ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/pagefile/audits"],
      cwd,
    );
    return { plan, commits, waits, staying, refs };
  };
  for (const night of [0, 1, 2] as const) {
    const known = await live(warm, night);
    rmSync(join(cold, ".git/pagefile"), { recursive: true, force: true });
    expect(await live(cold, night)).toEqual(known);
    expect(known).toMatchObject({
      commits: [{}, { reason: "PRUNE_ARCHIVE" }],
      waits: Array(night).fill({ until: "person" }),
    });
  }
});
