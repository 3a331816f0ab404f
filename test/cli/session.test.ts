/** Session commands: a killed session is recovered by the next one, late words are refused, and a refusal is tried again. */

import { readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { processThatLives } from "../support/dead-process.js";
import { here } from "../support/here.js";

const append = (value: string, session = "7f3a"): string =>
  JSON.stringify({ op: "append", page: "travel-mornings", value, session });

test("what a killed session staged is shown, and recovered by whatever writes next", async () => {
  const { run, git, sample } = cli();
  const memory = sample();
  const at = { cwd: memory };
  const lived = processThatLives();
  expect(run(["session", "start", "7f3a", "--pid", String(lived.pid)], at)).toMatchObject({ exit: 0 });
  run(["stage", "--patch", "-"], { ...at, input: append("Said before the kill.") });
  expect(run(["append", "travel-mornings", "Meanwhile."], at).stdout).not.toContain("recovered");
  expect(run(["status"], at).stdout).toContain("1 of 7f3a (alive)");
  await lived.kill();
  const head = git(["rev-parse", "HEAD"], memory);
  expect(run(["status"], at).stdout).toContain("1 of 7f3a (dead: the next write or flush recovers it)");
  expect(run(["assemble", "--budget", "800"], at).exit).toBe(0);
  expect(git(["rev-parse", "HEAD"], memory)).toBe(head);

  const written = run(["append", "travel-mornings", "Next words.", "--json"], at);
  expect(JSON.parse(written.stdout).recovered).toMatchObject({ sessions: ["7f3a"], committed: [{}], rejected: [] });
  const reasons = git(["log", "-2", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=%x20)"], memory);
  expect(reasons).toBe("FLUSH_MANUAL\nRECOVERED\n");
  expect(run(["session", "list", "--json"], at).stdout).toContain('"state":"ended"');
  git(["fsck", "--strict"], memory);
});

test("session start says what it recovered, and what was refused of it", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const at = { cwd: sample() };
  const lived = processThatLives();
  const draft = {
    op: "set_with_version",
    page: "travel-mornings",
    key: "title",
    value: "x",
    base: "99",
    session: "a",
  };
  for (const input of [append("Kept.", "a"), JSON.stringify(draft)])
    await run(["stage", "--patch", "-", "--pid", String(lived.pid)], { ...at, input });
  await lived.kill();
  const started = await run(["session", "start", "b", "--pid", String(process.pid)], at);
  expect(started.exit).toBe(1);
  expect(started.stdout).toMatch(/^recovered {2}[0-9a-f]{8} {2}1 patch of a\nrejected {2}VERSION_CONFLICT/);
  const again = await run(["session", "start", "b", "--pid", String(process.pid), "--json"], at);
  expect(again.exit).toBe(0);
  expect(Object.keys(JSON.parse(again.stdout))).toEqual([
    "epoch",
    "pid",
    "recovered",
    "session",
    "since",
    "unrecovered",
    "waiting",
  ]);
});

test("words from before a compaction are refused with exit 1, and the whole of a flush alike", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const at = { cwd: sample() };
  const staged = (value: string, epoch: string) =>
    run(["stage", "--patch", "-", "--epoch", epoch], { ...at, input: append(value) });
  expect((await staged("Whole.", "0:900")).exit).toBe(0);
  const flushed = await run(
    ["flush", "--event", "compaction-auto", "--session", "7f3a", "--epoch", "0:950", "--json"],
    at,
  );
  expect(JSON.parse(flushed.stdout)).toMatchObject({ boundary: "compaction", event: "compaction-auto", epoch: 1 });
  const late = await staged("From the stub.", "0:950");
  expect([late.exit, late.stderr.includes("FLUSH_AFTER_EVICT")]).toEqual([1, true]);
  expect((await run(["flush", "--session", "7f3a", "--epoch", "0"], at)).exit).toBe(1);
  const declined = await run(["flush", "--event", "exit", "--session", "7f3a", "--epoch", "1:10"], at);
  expect(declined).toMatchObject({ exit: 0, stderr: "" });
  const faults = (await run(["journal", "--rejected", "--json"], at)).stdout;
  expect(JSON.parse(faults)).toMatchObject({ rejected: [{ reason: "FLUSH_AFTER_EVICT", redacted: false }] });
});

test("an agent that proposes nothing is told of on standard error", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const flushed = await run(["flush", "--event", "daily", "--session", "s", "--epoch", "0:4000"], { cwd: sample() });
  expect(flushed).toMatchObject({ exit: 0, stdout: "nothing was staged\n" });
  expect(flushed.stderr).toContain("agent_declined");
});

test("a refusal is tried again by the id that the journal shows", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const at = { cwd: sample() };
  const draft = { op: "append", page: "quiet-rooms", value: "Top floor." };
  await run(["stage", "--patch", "-"], { ...at, input: JSON.stringify(draft) });
  expect((await run(["flush"], at)).exit).toBe(1);
  const { id } = JSON.parse((await run(["journal", "--json"], at)).stdout).rejected[0];
  expect((await run(["journal", "--rejected"], at)).stdout).toContain(id.slice(0, 8));
  const again = await run(["journal", "retry", id.slice(0, 8)], at);
  expect([again.exit, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toContain("SCHEMA_INVALID");
  const title = ["--title", "Quiet rooms", "--field", "subject=rooms", "--field", "prefers=quiet"];
  expect((await run(["new", "--type", "preference", ...title], at)).exit).toBe(0);
  expect((await run(["journal", "retry", id], at)).stdout).toMatch(/^committed {2}[0-9a-f]{8}\n$/);
  expect((await run(["show", "quiet-rooms"], at)).stdout).toContain("Top floor.");
  expect((await run(["journal", "--rejected"], at)).stdout).toMatch(/tried again 2026-11-21T\S+: committed/);
});

test("a staged patch that a broken disk cut is named with what to do by flush, journal and doctor", async () => {
  const program = cli();
  const at = { cwd: program.sample() };
  const run = here(program);
  await run(["stage", "--patch", "-"], { ...at, input: append("Half of it.") });
  const folder = join(at.cwd, ".git", "pagefile", "staged");
  const file = join(folder, readdirSync(folder)[0]!);
  truncateSync(file, 60);
  const told = new RegExp(`${file} holds no whole patch\\.\\s.*stage that patch again, then delete the file`, "s");
  const flushed = await run(["flush", "--quiet"], at);
  expect([flushed.exit, flushed.stderr]).toEqual([1, expect.stringMatching(told)]);
  expect(await run(["journal"], at)).toMatchObject({ exit: 1, stderr: expect.stringMatching(told) });
  const doctor = await run(["doctor"], at);
  expect(doctor.exit).toBe(1);
  expect(doctor.stdout).toMatch(/staged +1 damaged, e\.g\. .*\.json/);
});

test("what cannot be meant exits 2 and says what can", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const at = { cwd: sample() };
  for (const args of [
    ["session", "stop", "x"],
    ["session", "start"],
    ["session", "start", "x", "--pid", "0"],
    ["session", "start", "x", "--pid", "2147483600"],
    ["journal", "retry"],
    ["journal", "redo", "3f9a2c"],
    ["journal", "retry", "ffffffff"],
    ["flush", "--epoch", "1"],
    ["flush", "--epoch", "one", "--session", "s"],
    ["flush", "--boundary", "turn", "--event", "exit"],
    ["flush", "--event", "sleep"],
  ]) {
    expect((await run(args, at)).exit, args.join(" ")).toBe(2);
  }
  expect((await run(["session", "list"], at)).stdout).toBe("no session is known\n");
});

test("a patch staged before midnight lands on its day in every time zone", () => {
  const { run, git, sample } = cli();
  const memory = sample();
  for (const [zone, page, staged, later] of [
    ["America/New_York", "2026-11-01", "2026-11-01T05:59:59Z", "2026-11-01T06:00:01Z"],
    ["Asia/Tokyo", "2026-03-29", "2026-03-29T14:59:59Z", "2026-03-29T15:00:01Z"],
  ] as const) {
    const at = (now: string) => ({ cwd: memory, env: { TZ: zone, PAGEFILE_NOW: now } });
    const fields = { span: `session:7f3a#${page}`, start: staged, end: staged };
    const draft = { op: "create", type: "conversation_segment", page, title: page, fields };
    run(["stage", "--patch", "-"], { ...at(staged), input: JSON.stringify({ ...draft, value: "Began." }) });
    run(["stage", "--patch", "-"], { ...at(staged), input: JSON.stringify({ op: "append", page, value: "Late." }) });
    const done = run(["flush", "--event", "daily", "--json"], at(later));
    expect(JSON.parse(done.stdout).pages.map((row: { outcome: string }) => row.outcome)).toEqual([
      "committed",
      "committed",
    ]);
    expect(git(["grep", "-l", "Late.", "HEAD", "--", "memory"], memory)).toContain(`${page}.md`);
  }
});
