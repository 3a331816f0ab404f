/**
 * Scheduler: what comes back at an hour, the programs in which a system keeps timers (crontab, systemctl and launchctl), and the shell that reads
 * hooks and editors. No other program is started here.
 */

import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { isPlainFile, onPath } from "../../git/process.js";
import { replaceFile } from "../../state/durable.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";

interface ProgramRan {
  /** null where it could not be run to its end. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const runMsMax = 20_000;
const outBytesMax = 1 << 24;

/** The first of that name on PATH. */
function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  return onPath(name, env.PATH ?? env.Path ?? "").find(isPlainFile) ?? null;
}

/** The shell of hooks and editors, as git has it: on Windows the one that was installed with git; null where there is none. */
export function findShell(env: NodeJS.ProcessEnv): string | null {
  if (process.platform !== "win32") return "/bin/sh";
  const git = findProgram("git.exe", env);
  // Git lies in `cmd`, `bin` or `mingw64/bin` of the folder that it was installed in; others put all that it brings on the path.
  const above = git === null ? [] : [join(git, "../.."), join(git, "../../..")];
  const beside = above.flatMap((folder) => [join(folder, "bin", "sh.exe"), join(folder, "usr", "bin", "sh.exe")]);
  return beside.find(isPlainFile) ?? findProgram("sh.exe", env);
}

/** Without a shell; in the folder `/`, so that no file of a repository is found by accident. */
export function runProgram(
  path: string,
  args: readonly string[],
  { env, input }: { readonly env: NodeJS.ProcessEnv; readonly input?: Uint8Array },
): Promise<ProgramRan> {
  const bounds = { timeout: runMsMax, maxBuffer: outBytesMax, killSignal: "SIGKILL" } as const;
  const options = { cwd: "/", env: { ...env, LC_ALL: "C" }, encoding: "buffer", ...bounds } as const;
  return new Promise((resolve) => {
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, stdout, stderr: stderr.toString("utf8").trim() });
    });
    // A program may end before it has read all of its input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

// The user's own timer files and crontab: each text whole, read back before it counts as written.

export type TimerHost = ReturnType<typeof openTimerHost>;

export function openTimerHost(env: NodeJS.ProcessEnv) {
  const crontab = async (args: readonly string[], input?: string): ReturnType<typeof runProgram> => {
    const path = findProgram("crontab", env);
    if (path === null) return { code: null, stdout: Buffer.alloc(0), stderr: "there is no crontab on PATH" };
    return runProgram(path, args, input === undefined ? { env } : { env, input: Buffer.from(input, "latin1") });
  };
  const readCrontab = async (): Promise<Outcome<string | null>> => {
    const ran = await crontab(["-l"]);
    if (ran.code === 0) return ok(ran.stdout.toString("latin1"));
    // Every crontab says so when there is none, and then ends with 1.
    if (ran.code === 1 && /\bno crontab\b/.test(ran.stderr)) return ok(null);
    return err(refused("crontab -l", ran));
  };
  return {
    /** The text of a regular file; null where there is none. */
    read: (path: string): Outcome<string | null> =>
      attempt(`read ${path}`, () =>
        kindOf(path) === "file" ? readLinked(path, limits.stateFileBytesMax).toString("utf8") : null,
      ),
    /** Folders are made where they are missing. */
    write: (path: string, text: string): Outcome<void> =>
      attempt(`write ${path}`, () => {
        mkdirSync(dirname(path), { recursive: true });
        replaceFile(path, Buffer.from(text), 0o644 & ~process.umask());
      }),
    /** Removes a file or a link, and of the named folders, innermost first, those that nothing is left in. */
    remove: (path: string, emptied: readonly string[]): Outcome<void> =>
      attempt(`remove ${path}`, () => remove(path, emptied)),
    /** What a symbolic link holds; null where there is none. */
    readLink: (path: string): Outcome<string | null> =>
      attempt(`read the link ${path}`, () => (kindOf(path) === "link" ? readlinkSync(path) : null)),
    link: (path: string, target: string): Outcome<void> =>
      attempt(`link ${path}`, () => {
        mkdirSync(dirname(path), { recursive: true });
        if (kindOf(path) === "link") unlinkSync(path);
        symlinkSync(target, path);
      }),
    /** As bytes one to one; null where there is none. */
    readCrontab: (): Promise<Outcome<string | null>> => readCrontab(),
    /** null removes it. */
    async writeCrontab(text: string | null): Promise<Outcome<void>> {
      const ran = await (text === null ? crontab(["-r"]) : crontab(["-"], text));
      if (ran.code !== 0) return err(refused(text === null ? "crontab -r" : "crontab -", ran));
      const now = await readCrontab();
      if (!now.ok) return now;
      return now.value === text ? ok(undefined) : err(otherwise);
    },
    /** Whether a program is on PATH. */
    has: (program: string): boolean => findProgram(program, env) !== null,
    /** Any exit code is an answer; null stands for a program that could not be run. */
    async run(program: string, args: readonly string[]): Promise<{ code: number | null; says: string }> {
      const path = findProgram(program, env);
      if (path === null) return { code: null, says: `there is no ${program} on PATH` };
      const { code, stderr } = await runProgram(path, args, { env });
      return { code, says: stderr.split("\n", 1)[0] ?? "" };
    },
  };
}

function kindOf(path: string): "file" | "link" | "folder" | "other" | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : "other";
}

function remove(path: string, emptied: readonly string[]): void {
  const kind = kindOf(path);
  if (kind === "file" || kind === "link") unlinkSync(path);
  for (const folder of emptied) {
    if (kindOf(folder) !== "folder" || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

function refused(what: string, ran: Pick<ProgramRan, "code" | "stderr">): Failure {
  const why = ran.stderr === "" ? `exit code ${ran.code ?? "none"}` : (ran.stderr.split("\n", 1)[0] ?? "");
  const hint = "Run it by hand to see why; or choose another timer: --systemd, --launchd.";
  return { code: "io_failed", errno: "EIO", says: `${what} failed: ${why}.`, hint };
}

const otherwise: Failure = {
  code: "io_failed",
  errno: "EIO",
  says: "crontab took the new text, and gives back another one.",
  hint: "Look at it with: crontab -l",
};

/** Every day at the local minute, by node-cron, which is loaded only here; a change of clocks may leave it out. Gives what ends it. */
export async function daily(minute: number, fire: () => void): Promise<() => void> {
  const { schedule } = await import("node-cron");
  const task = schedule(`${minute % 60} ${Math.floor(minute / 60)} * * *`, fire, { suppressMissedWarning: true });
  return () => void task.destroy();
}
