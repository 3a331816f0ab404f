/** The daemon as real processes: a second one is refused, a killed one succeeded, a stalled one fenced off, a stopped one orderly. */

import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test as plainTest } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { openLeases } from "../../src/night/clock/lease.js";

import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";

const binary = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));
const test = process.platform === "linux" ? plainTest : plainTest.skip;

interface Running {
  readonly child: ChildProcess;
  /** Everything it printed so far. */
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function start(
  program: Cli,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [binary, ...args], {
    cwd,
    env: { ...program.env, PAGEFILE_NOW: "2026-11-21T09:00:00Z", TZ: "UTC", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said: () => text, ended };
}

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 30_000) throw new Error(`It did not come to this: ${what}`);
    await sleep(20);
  }
}

function memoryWithADay(program: Cli): string {
  const cwd = program.sample();
  writeFileSync(
    join(cwd, "memory/2026-11-20.md"),
    "# 2026-11-20\n\n- 10:00 We decided to use the metro on arrival day. [decision]\n",
  );
  program.git(["add", "--all"], cwd);
  program.git(["commit", "--quiet", "--message=A day"], cwd);
  return cwd;
}

/** A git that waits to be told before it reads far back, as the audit of a night does; gives the folder of its marks. */
function slowGit(program: Cli): string {
  const tools = join(program.folder, "tools");
  mkdirSync(tools);
  const real = program.git(["--exec-path"]).trim();
  const wait = `: >"${tools}/reached"; while [ ! -e "${tools}/go" ]; do sleep 0.05; done`;
  writeFileSync(
    join(tools, "git"),
    `#!/bin/sh\ncase " $* " in *" --max-count=20000 "*) ${wait} ;; esac\nexec "${real}/git" "$@"\n`,
  );
  chmodSync(join(tools, "git"), 0o755);
  return tools;
}

/** Nights were asked for days ago: one is due. */
function ask(cwd: string): void {
  mkdirSync(join(cwd, ".git/pagefile"), { recursive: true });
  const row = { kind: "hour", at: "2026-11-18T12:00:00Z", hour: 180, timer: "daemon", on: true };
  writeFileSync(join(cwd, ".git/pagefile/nights.jsonl"), `${JSON.stringify(row)}\n`);
}

const ledger = (cwd: string): string => readFileSync(join(cwd, ".git/pagefile/nights.jsonl"), "utf8");
const nights = (program: Cli, cwd: string): string =>
  program.git(["log", "--format=%(trailers:key=Pagefile-Session,valueonly)"], cwd).trim();

test("runs the night that is due, tells of a bad edit, refuses a second daemon, gives way when killed, ends when asked", async () => {
  const program = cli();
  const run = here(program);
  const cwd = memoryWithADay(program);
  ask(cwd);
  const first = start(program, cwd, ["daemon"]);
  await until(() => first.said().includes("2026-11-21: 1 commit"), `a night was run: ${first.said()}`);
  expect(first.said()).toContain("nights at 03:00");
  expect(nights(program, cwd)).toContain("night:2026-11-21");

  const second = await run(["daemon", "--json"], { cwd });
  expect(second.exit).toBe(6);
  expect(JSON.parse(second.stdout).error).toMatchObject({ code: "locked" });
  expect(second.stdout).toContain(`process ${first.child.pid}`);
  expect(JSON.parse((await run(["nightly", "--json"], { cwd, env: { TZ: "UTC" } })).stdout).run).toMatchObject({
    skipped: "done",
  });
  const forced = await run(["nightly", "--force"], { cwd });
  expect([forced.exit, forced.stderr]).toEqual([6, expect.stringContaining("The daemon of process")]);

  writeFileSync(join(cwd, "MEMORY.md"), "---\nid: half\n# Broken\n");
  await until(() => first.said().includes("MEMORY.md:"), `an edit was seen: ${first.said()}`);
  expect((await run(["faults", "--kind", "page_unreadable"], { cwd })).stdout).toContain("MEMORY.md");
  expect(program.git(["status", "--porcelain", "MEMORY.md"], cwd)).toBe(" M MEMORY.md\n");

  first.child.kill("SIGKILL");
  await first.ended;
  const third = start(program, cwd, ["daemon"]);
  await until(() => third.said().includes("token 2"), `it was taken over: ${third.said()}`);
  expect(third.said()).toContain(`taken over from process ${first.child.pid}, which is dead`);
  third.child.kill("SIGTERM");
  expect(await third.ended).toBe(0);
  expect(third.said()).toContain("stopped by SIGTERM after 0 nights");
  expect(existsSync(join(cwd, ".git/pagefile/lease/2.free"))).toBe(true);
  expect(ledger(cwd).match(/"state":"done"/g)).toHaveLength(1);
}, 60_000);

test("a night that stood still while another took the lease writes nothing when it moves again", async () => {
  const program = cli();
  const cwd = memoryWithADay(program);
  ask(cwd);
  const tools = slowGit(program);
  const stalled = start(program, cwd, ["daemon"], { PATH: [tools, program.env.PATH].join(delimiter) });
  const began = (): boolean => ledger(cwd).includes('"began"') && existsSync(join(tools, "reached"));
  await until(began, `a night began: ${stalled.said()}`);
  stalled.child.kill("SIGSTOP");
  await sleep(250);
  const leases = openLeases(join(cwd, ".git/pagefile/lease"), { beatMs: 1_000, stalledMs: 200 });
  const taken = await leases.take({ purpose: "command", at: "2026-11-21T09:01:00Z" as Instant, above: 0 });
  if (!taken.ok) throw new Error(taken.error.says);
  onTestFinished(() => taken.value.release());
  expect([taken.value.token, taken.value.former?.state]).toEqual([2, "stalled"]);
  const before = ledger(cwd);
  writeFileSync(join(tools, "go"), "");
  stalled.child.kill("SIGCONT");
  expect(await stalled.ended).toBe(6);
  expect(stalled.said()).toContain("another one holds it with token 2");
  expect(nights(program, cwd)).toBe("");
  expect(program.git(["status", "--porcelain"], cwd)).toBe("");
  expect(ledger(cwd)).toBe(before);
  const run = here(program);
  expect((await run(["faults", "--kind", "lease_lost"], { cwd })).stdout).toContain("with token 1");
}, 60_000);

test("a night that is stopped leaves the rest to the next run, and exactly one run counts", async () => {
  const program = cli();
  const cwd = memoryWithADay(program);
  const tools = slowGit(program);
  const stopped = start(program, cwd, ["nightly"], { PATH: [tools, program.env.PATH].join(delimiter) });
  await until(
    () => existsSync(join(tools, "reached")) && existsSync(join(cwd, ".git/pagefile/nights.jsonl")),
    `a night began: ${stopped.said()}`,
  );
  stopped.child.kill("SIGTERM");
  await sleep(50);
  writeFileSync(join(tools, "go"), "");
  expect(await stopped.ended).toBe(1);
  expect(stopped.said()).toContain("stopped by SIGTERM after 0 commits");
  const run = here(program);
  expect((await run(["status"], { cwd })).stdout).toMatch(/nights +last 2026-11-21 09:00 stopped/);
  const again = JSON.parse((await run(["nightly", "--json"], { cwd, env: { TZ: "UTC" } })).stdout);
  expect([again.commits.length, again.run.skipped, again.run.token]).toEqual([1, null, 2]);
  expect(ledger(cwd).match(/"state":"\w+"/g)).toEqual(
    ["began", "stopped", "began", "done"].map((state) => `"state":"${state}"`),
  );
}, 60_000);
