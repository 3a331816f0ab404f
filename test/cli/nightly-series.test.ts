/** Nightly over series on the command line: what a night says of them, the rows behind a page, and the day that a question finds. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test("a file that somebody puts there is counted by the night, found by a question, and read row by row", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  mkdirSync(join(cwd, "memory/perception"), { recursive: true });
  const rows = [
    "ts,hours,note",
    "2026-11-18T12:00:00,7.5,calm",
    '2026-11-19T12:00:00,4.2,"loud, hot"',
    "soon,1,",
    "2026-11-2",
  ];
  writeFileSync(join(cwd, "memory/perception/sleep.csv"), rows.join("\n"));
  const night = await run(["nightly"], { cwd });
  expect(night.stdout).toContain("series  sleep: 2 days counted of 2 rows");
  expect(night.stderr).toContain("memory/perception/sleep.csv:4: its “ts” is no time");
  expect(night.stderr).toContain("memory/perception/sleep.csv: the last line has no line end.");
  const evidence = await run(["evidence", "sleep-2026-11", "--from", "2"], { cwd });
  expect(evidence).toMatchObject({ exit: 0, stdout: `${rows[2]}\n` });
  expect((await run(["evidence", "sleep-2026-11", "--from", "3"], { cwd })).exit).toBe(2);
  const asked = await run(["recall", "hours of sleep on 2026-11-19", "--type", "perceptual", "--json"], { cwd });
  const [page] = JSON.parse(asked.stdout).pages;
  expect(page).toMatchObject({
    id: "sleep-2026-11",
    kind: "perceptual",
    days: { from: "2026-11-19", to: "2026-11-19" },
  });
  expect(page.snippet).toContain("`hours`: 4.2.");
  expect((await run(["verify", "--history"], { cwd })).exit).toBe(0);
});
