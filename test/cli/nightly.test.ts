/** Nightly on the command line: the plan, the night and its undoing, on the sample memory. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliHere } from "../support/cli-here.js";

test("a dry run prints the plan and writes nothing; the night does just that; undo takes it back", async () => {
  const { run, git, sample } = cliHere();
  const cwd = sample();
  writeFileSync(
    join(cwd, "memory/2026-11-20.md"),
    "# 2026-11-20\n\n- 10:00 We decided to use the metro on arrival day. [decision]\n- 10:05 git push --force [lesson]\n",
  );
  writeFileSync(join(cwd, "memory/working-buffer.md"), "- Ask Ines about the keys of the house. [human]\n");
  git(["add", "--all"], cwd);
  git(["commit", "--quiet", "--message=A day"], cwd);
  const head = git(["rev-parse", "HEAD^{tree}"], cwd);

  const planned = await run(["nightly", "--dry-run"], { cwd });
  expect(planned.exit).toBe(0);
  expect(planned.stdout).toContain("+ - Use the metro on arrival day. [decision] (2026-11-20)");
  expect(planned.stdout).toContain("a dry run: nothing was written");
  expect(git(["rev-parse", "HEAD^{tree}"], cwd)).toBe(head);

  const night = await run(["nightly", "--json"], { cwd });
  const answer = JSON.parse(night.stdout);
  expect(answer.commits.map(({ reason }: { reason: string }) => reason)).toEqual(["CURATE_PROMOTE", "BUFFER_CLEAR"]);
  // It wears a tag, so it is not passed over in silence: it waits for words that say what was learned.
  expect(answer.passed).toEqual([]);
  expect(answer.waits).toMatchObject([
    { text: "10:05 git push --force [lesson]", until: "person", why: expect.stringContaining("a command") },
  ]);
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).toContain("## Facts\n\n- Ask Ines about the keys");
  expect((await run(["verify", "--history"], { cwd })).exit).toBe(0);
  expect((await run(["nightly"], { cwd })).stdout).toContain("nothing to do");

  expect((await run(["undo", "night"], { cwd })).exit).toBe(0);
  expect(git(["rev-parse", "HEAD^{tree}"], cwd)).toBe(head);
  expect((await run(["undo", "day"], { cwd })).exit).toBe(2);
});

test("what stays uncommitted is told with why git would refuse it, by night, nightly and status", async () => {
  const { run, git, sample } = cliHere();
  const cwd = sample();
  const [fine, bad] = ["memory/preferences/travel-mornings.md", "memory/plans/lisbon-offsite.md"];
  const key = ["AKIA", "Q3EGRIPUFDHTX7WM"].join("");
  for (const [path, line] of [
    [fine, "- Window seats, too."],
    [bad, `- The key is ${key} for now.`],
  ] as const)
    writeFileSync(join(cwd, path), `${readFileSync(join(cwd, path), "utf8")}${line}\n`);
  const local = "---\nid: mine\nscope: local\n---\n\n- Only here.\n";
  writeFileSync(join(cwd, "memory/preferences/mine.md"), local);
  const planned = await run(["nightly", "--dry-run"], { cwd });
  const night = await run(["nightly"], { cwd });
  const shown = await run(["night"], { cwd });
  for (const told of [planned, night, shown]) {
    const all = `${told.stdout}${told.stderr}`.replaceAll(/\s+/g, " ");
    expect(all).toMatch(
      /not taken in memory\/plans\/lisbon-offsite\.md: Line \d+: There is a secret here: \[REDACTED/,
    );
    expect(all).toContain("Write where it is kept instead of the secret itself.");
    expect(all).toContain(`yours 1 page that you edited stays uncommitted until you commit it: ${fine}`);
    expect(all).not.toMatch(/mine\.md|AKIA/);
  }
  expect([planned.exit, night.exit, shown.exit]).toEqual([1, 1, 0]);
  const { stdout } = await run(["status"], { cwd });
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
    /lisbon-offsite\.md:\d+ secret_detected There is a secret here: \[REDACTED/,
  );
  expect(stdout).not.toContain(key);
  expect(git(["status", "--porcelain"], cwd)).toContain(bad);
});

test("what a night proposes to keep is read and answered by number, on a terminal", async () => {
  const { run, git, sample } = cliHere();
  const cwd = sample();
  const what = ["blue van", "small hall", "paper tickets", "second key", "old logo", "tin boxes", "long table"];
  const lines = what.map((each) => `- **Decision:** we stay with the ${each} until spring comes`);
  writeFileSync(join(cwd, "memory/2026-11-20.md"), `# 2026-11-20\n\n${lines.join("\n")}\n`);
  git(["add", "--all"], cwd);
  git(["commit", "--quiet", "--message=A day"], cwd);
  expect((await run(["nightly"], { cwd })).exit).toBe(0);
  expect((await run(["status"], { cwd })).stdout).toMatch(/\d statements of the logs may be kept/);
  const asked = (await run(["night"], { cwd })).stdout;
  expect(asked).toMatch(/to keep\? {2}\d statements of the logs\n {2}1 {2}/);
  const [, n = ""] = /^ {2}(\d) {2}decision {2}\*\*Decision:\*\* we stay with the /m.exec(asked) ?? [];
  expect(asked).toContain("pagefile night accept N");
  const before = readFileSync(join(cwd, "MEMORY.md"), "utf8");
  const kept = await run(["night", "accept", n], { cwd });
  expect(kept).toMatchObject({ exit: 0, stderr: "" });
  expect(kept.stdout).toMatch(/committed .* MEMORY\.md\naccepted {2}is kept\n {2}\d /);
  expect(git(["log", "-1", "--format=%(trailers:key=Pagefile-Reason,valueonly)"], cwd).trim()).toBe("CURATE_PROMOTE");
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8").length).toBeGreaterThan(before.length);
  const refused = await run(["night", "reject", "all"], { cwd });
  expect(refused.stdout).toMatch(/is not kept, and is never asked about again\n {2}\d statements of the logs\n/);
  expect((await run(["night"], { cwd })).stdout).toContain("nothing waits for your answer");
  expect(await run(["night", "accept", n], { cwd })).toMatchObject({ exit: 2 });
  expect(await run(["night", "keep"], { cwd })).toMatchObject({ exit: 2 });
});

test("what a night did not take is kept by its number where MEMORY.md takes no more", async () => {
  const { run, git, sample } = cliHere();
  const cwd = sample();
  const what = ["blue van", "small hall", "paper tickets", "second key", "old logo", "tin boxes", "long table"];
  const lines = what.map((each) => `- **Decision:** we stay with the ${each} until spring comes`);
  writeFileSync(join(cwd, "memory/2026-11-20.md"), `# 2026-11-20\n\n${lines.join("\n")}\n`);
  await run(["init", "--no-hooks", "--profile", "openclaw", "--repo", cwd]);
  const facts = Array.from(
    { length: 360 },
    (_, at) => `- Shelf ${at} of the store holds box ${at * 7 + 3} of the fair.`,
  );
  writeFileSync(join(cwd, "MEMORY.md"), `# Memory\n\n## Facts\n\n${facts.join("\n")}\n`);
  git(["add", "--all"], cwd);
  git(["commit", "--quiet", "--message=A day"], cwd);
  // The audit of the night says what is too long.
  await run(["nightly"], { cwd });
  const kept = await run(["night", "accept", "all"], { cwd });
  expect(kept.exit).toBe(0);
  const page = readFileSync(join(cwd, "memory/preferences/decisions-from-logs.md"), "utf8");
  for (const each of what) expect(page).toContain(each);
});

test("a night that ends badly twice for the same reason says since when, and what to do, until one goes well", async () => {
  const { run, git, sample } = cliHere();
  const cwd = sample();
  const night = async (day: number): Promise<ReturnType<typeof run>> =>
    await run(["nightly"], { cwd, env: { PAGEFILE_NOW: `2026-11-${day}T05:00:00Z` } });
  git(["checkout", "--quiet", "--detach"], cwd);
  expect((await night(21)).stderr).not.toContain("it will not pass by itself");
  expect((await night(22)).stderr).toMatch(
    /The last 2 nights ended so, since that of 2026-11-2[01].*Do this now: .*git switch/s,
  );
  const told =
    /again {5}2 nights ended for the same reason since 2026-11-2[01]: HEAD is detached.*\n +Switch to a branch/;
  expect((await run(["night"], { cwd, env: { PAGEFILE_NOW: "2026-11-22T06:00:00Z" } })).stdout).toMatch(told);
  expect((await run(["status"], { cwd, env: { PAGEFILE_NOW: "2026-11-22T06:00:00Z" } })).stdout).toMatch(told);
  git(["checkout", "--quiet", "main"], cwd);
  expect((await night(23)).exit).toBe(0);
  expect((await run(["night"], { cwd, env: { PAGEFILE_NOW: "2026-11-23T06:00:00Z" } })).stdout).not.toContain(
    "again",
  );
});
