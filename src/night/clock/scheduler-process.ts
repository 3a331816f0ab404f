/**
 * Scheduler: what comes back at an hour or after a while, and the programs in which a system keeps timers: crontab, systemctl and launchctl. No
 * other program is started here.
 */

import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Zone } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { attempt } from "../../state/fs-calls.js";

// SchedulerProcess: starts the programs in which a system keeps timers: crontab, systemctl, launchctl; nothing else.

interface ProgramRan {
  /** null where it could not be run to its end. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const runMsMax = 20_000;
const stdoutBytesMax = 1 << 24;

/** The first of that name on PATH; a relative PATH entry is never searched. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const files = folders.map((folder) => join(folder, name));
  const isThere = (file: string): boolean => {
    const looked = attempt(`look at ${file}`, () => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
    return looked.ok && looked.value;
  };
  return files.find(isThere) ?? null;
}

/** Without a shell; in the folder `/`, so that no file of a repository is found by accident. */
export function runProgram(
  path: string,
  args: readonly string[],
  { env, input }: { readonly env: NodeJS.ProcessEnv; readonly input?: Uint8Array },
): Promise<ProgramRan> {
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const child = spawn(path, [...args], { cwd: "/", env: { ...env, LC_ALL: "C" }, stdio: "pipe" });
    const timer = setTimeout(() => child.kill("SIGKILL"), runMsMax);
    const end = (code: number | null): void => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(said).toString("utf8").trim() });
    };
    child.on("error", () => end(null));
    child.on("close", (code) => end(code));
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > stdoutBytesMax) child.kill("SIGKILL");
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < 64) said.push(chunk);
    });
    // A program may end before it has read all of its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

// Scheduler: what comes back at an hour or after a while, in this process and in the timers of the system.

export interface Scheduler {
  /** Every day at the local minute; a change of clocks may leave it out. */
  daily(minute: number, fire: () => void): Promise<() => void>;
  every(ms: number, fire: () => void): () => void;
}

/** The files and programs in which a system keeps timers of a user. */
export interface TimerHost {
  /** The text of a regular file; null where there is none. */
  read(path: string): Outcome<string | null>;
  /** Whole, its folders made where they are missing. */
  write(path: string, text: string): Outcome<void>;
  /** Removes a file or a link, and of the named folders, innermost first, those that nothing is left in. */
  remove(path: string, emptied: readonly string[]): Outcome<void>;
  /** What a symbolic link holds; null where there is none. */
  readLink(path: string): Outcome<string | null>;
  link(path: string, target: string): Outcome<void>;
  /** The user's crontab as bytes one to one; null where there is none. */
  readCrontab(): Promise<Outcome<string | null>>;
  /** null removes it. */
  writeCrontab(text: string | null): Promise<Outcome<void>>;
  /** Whether a program is on PATH. */
  has(program: string): boolean;
  /** Runs a program of the system; any exit code is an answer, null stands for one that could not be run. */
  run(program: string, args: readonly string[]): Promise<{ readonly code: number | null; readonly says: string }>;
}

// SchedulerZone: what the clocks of a time zone show, by the tables that come with the machine.

/** `name` as in `Europe/Lisbon`; the machine's own (or TZ's) when absent. */
export function openZone(name?: string): Zone {
  return name === undefined ? ownClocks : clocksOf(name);
}

/** A date knows them by itself, and the tables of all zones cost a start more than the rest of a small command. */
function ownClocks(at: string): ReturnType<Zone> {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { day, minute: date.getHours() * 60 + date.getMinutes() };
}

function clocksOf(timeZone: string): Zone {
  const options = { hourCycle: "h23", calendar: "gregory", numberingSystem: "latn", timeZone } as const;
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  // Made when it is first asked: a zone may be named that nobody asks.
  let format: Intl.DateTimeFormat | null = null;
  return (at) => {
    format ??= new Intl.DateTimeFormat("en-US", { ...options, ...fields });
    const parts = new Map(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
    const part = (type: "year" | "month" | "day" | "hour" | "minute"): string => parts.get(type) ?? "";
    const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    return { day, minute: Number(part("hour")) * 60 + Number(part("minute")) };
  };
}
