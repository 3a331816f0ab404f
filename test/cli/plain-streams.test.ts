/** PlainStreams: an event reaches the built program and its answer comes back whole, however slow or busy the other end is. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { cli } from "../support/cli.js";
import { story } from "../support/harness-events.js";

const binary = join(import.meta.dirname, "../../dist/pagefile.cjs");
const words = [binary, "harness", "claude-code", "SessionStart", "--pid", String(process.pid)];

test("an event that comes in pieces through a pipe that makes nobody wait is read to its end", async () => {
  const program = cli();
  const memory = program.sample();
  const fifo = join(program.folder, "events");
  execFileSync("mkfifo", [fifo]);
  const end = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const ours = openSync(fifo, constants.O_WRONLY);
  const run = ["-c", 'exec "$@" <&3', "sh", process.execPath, ...words];
  const child = spawn("sh", run, { cwd: memory, env: program.env, stdio: ["ignore", "pipe", "pipe", end] });
  onTestFinished(() => void child.kill("SIGKILL"));
  closeSync(end);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(String(chunk)));
  const event = story(program.folder, "s-one", memory).event("SessionStart", { source: "startup" });
  await sleep(250);
  writeSync(ours, event.slice(0, 20));
  await sleep(50);
  writeSync(ours, event.slice(20));
  closeSync(ours);
  await once(child, "close");
  expect(said.join("")).toContain("budget-ceiling");
});

test("an answer longer than a pipe holds comes whole to a reader that is late, and none is no failure", async () => {
  const program = cli();
  const memory = program.sample();
  const event = story(program.folder, "s-one", memory).event("SessionStart", { source: "startup" });
  const late = (reader: string): string =>
    execFileSync("sh", ["-c", `"$@" 2>&1 | { sleep 0.3; ${reader}; }`, "sh", process.execPath, ...words], {
      ...{ cwd: memory, env: program.env, input: event, encoding: "utf8" },
    });
  expect(JSON.parse(late("cat"))).toMatchObject({ hookSpecificOutput: { hookEventName: "SessionStart" } });
  expect(late("exit 0")).toBe("");
});
