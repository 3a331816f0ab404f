/** Meter: runs one command of the built program as a user would, and says what it printed, what it took, or that it took too long. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Copied } from "./workspaces.js";

/** Seconds of processor time are the program's and of the git it waited for; on a system without /proc the program's alone. */
export interface Metered {
  readonly exit: number | null;
  readonly json: unknown;
  readonly stderr: string;
  readonly cpuS: number | null;
  readonly wallS: number;
  readonly peakMb: number | null;
  readonly over: boolean;
}

export interface Limits {
  readonly program: string;
  readonly seconds: number;
}

/** Told at the end of the process by itself; Node knows no usage of its children. */
const probe = (told: string): string => `process.on("exit", () => {
  const fs = require("node:fs");
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  let cpu = (userCPUTime + systemCPUTime) / 1e6;
  try {
    const stat = fs.readFileSync("/proc/self/stat", "utf8").replace(/^.*\\) /, "").split(" ");
    cpu += (Number(stat[13]) + Number(stat[14])) / 100;
  } catch {}
  fs.writeFileSync(${JSON.stringify(told)} + process.pid, JSON.stringify({ cpu, peak: maxRSS / 1024, parent: process.ppid }));
});
`;

export function meter({ root, env }: Copied, args: readonly string[], { program, seconds }: Limits): Metered {
  const told = join(root, "..", "told-");
  const require = join(root, "..", "probe.cjs");
  writeFileSync(require, probe(told));
  const began = process.hrtime.bigint();
  const ran = spawnSync(process.execPath, ["--require", require, program, ...args, "--json"], {
    cwd: root,
    env,
    input: "",
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
  });
  const wallS = Number(process.hrtime.bigint() - began) / 1e9;
  const file = `${told}${ran.pid}`;
  const cost = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { cpu: number; peak: number })
    : undefined;
  rmSync(file, { force: true });
  const over = ran.signal === "SIGKILL";
  return {
    exit: ran.status,
    json: parsed(ran.stdout),
    stderr: ran.stderr,
    cpuS: cost?.cpu ?? null,
    wallS,
    peakMb: cost?.peak ?? null,
    over,
  };
}

/** What a person sees of one command; it is not measured. */
export function seen(
  { root, env }: Copied,
  args: readonly string[],
  { program, seconds }: Limits,
): { readonly stdout: string; readonly stderr: string } {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    env,
    input: "",
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
  });
  return { stdout, stderr };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
