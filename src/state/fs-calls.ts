/**
 * FsCalls: the few file-system calls that a test can make fail, what each errno means, and how it is said what went wrong. Some calls take their
 * time off the main thread.
 */

import fs, { accessSync, constants, existsSync, fsync } from "node:fs";
import { dirname } from "node:path";
import { err, type Failure, type Outcome, ok } from "../base/result.js";

// FsCalls: the few file-system calls the page store makes, as one object a test can make fail, and what each errno means.

const names = [
  "readdirSync",
  "lstatSync",
  "statSync",
  "openSync",
  "fstatSync",
  "readSync",
  "writeSync",
  "fchmodSync",
  "closeSync",
  "renameSync",
  "unlinkSync",
  "mkdirSync",
  "rmdirSync",
] as const;

export type FsCalls = Pick<typeof fs, (typeof names)[number]> & {
  fsync(fd: number, done: (error: Error | null) => void): void;
};

/**
 * Each call by its name, asked of Node when it is made: a copy of all that `node:fs` has would load its streams and promises. A test
 * that replaces a call of Node's own replaces it here.
 */
export const realFs = Object.defineProperties(
  {},
  Object.fromEntries([...names, "fsync" as const].map((name) => [name, { get: () => fs[name], enumerable: true }])),
) as FsCalls;

/** `{}` is what stands in the way. */
const meanings: Readonly<Record<string, readonly [says: string, hint: string]>> = {
  ENOSPC: ["the disk is full", "Free some space and run the command again."],
  EDQUOT: ["the disk quota is used up", "Free some space or raise the quota, and run the command again."],
  EROFS: ["the file system is mounted read-only", "Mount it writable, or open a copy of the repository."],
  EACCES: ["permission is denied", "Give this user access to {}."],
  EPERM: ["the system does not permit it", "Look for a program that holds the file open, or an immutable flag."],
  EBUSY: ["another program holds the file", "Close the program that has it open, and run the command again."],
  EMFILE: ["this process has too many files open", "Raise the limit with `ulimit -n`, and run the command again."],
  ENFILE: ["the system has too many files open", "Close other programs, and run the command again."],
  EIO: ["the disk reports an input/output error", "Check the disk and the cables before you write again."],
  ENAMETOOLONG: ["the name is too long for this file system", "Use a shorter path."],
  ENOTDIR: ["a file stands where a folder belongs", "Move {} away."],
  ELOOP: ["the path runs through a symbolic link", "Replace the link by the folder or file itself."],
  ENOENT: ["it does not exist", "Check the path."],
  EEXIST: ["something else stands there", "Move it away, or name another path."],
  EFTYPE: ["a pipe or a device stands where a plain file was expected", "Move {} away."],
  EFBIG: ["it is larger than such a file can be", "Move {} away: no file of this kind grows so large by itself."],
  ENXIO: ["a pipe or a socket stands where a plain file was expected", "Move {} away."],
  EISDIR: ["a folder stands where a file was expected", "Move {} away."],
};

/** `ENOSPC` and the like; null for anything that is not a system error. Of a folder that it was to remove as a file Node tells in a way of its own. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return /^(?:ERR_FS_)?(E[A-Z0-9]+)$/.exec(error.code)?.[1] ?? null;
}

/** `doing` completes "Could not …": `write memory/a.md`. Anything but a system error is a bug and is thrown on. */
export function ioFailure(error: unknown, doing: string): Failure & { readonly code: "io_failed" } {
  const errno = whyNoFolder(error) ?? errnoOf(error);
  if (errno === null) throw error;
  const [says, hint] = meanings[errno] ?? [
    "the system refused",
    "Look the code up with `errno`, mend the cause and try again.",
  ];
  const { path = "", dest = path } = error as { readonly path?: string; readonly dest?: string };
  const help = hint.replace("{}", () => (dest === "" ? "it" : nearest(dest)));
  return { code: "io_failed", errno, says: `Could not ${doing}: ${says} (${errno}).`, hint: help };
}

/** Of a folder that cannot be made Node says that it does not exist, whatever keeps it from being made in the one above. */
function whyNoFolder(error: unknown): string | null {
  if (errnoOf(error) !== "ENOENT") return null;
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== "mkdir" || path === undefined) return null;
  try {
    accessSync(nearest(dirname(path)), constants.W_OK);
    return null;
  } catch (reason) {
    return errnoOf(reason);
  }
}

/** What is there of a path: itself, or the nearest above it. */
export function nearest(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** Runs `act`; a system error becomes a failure. */
export function attempt<T>(doing: string, act: () => T): Outcome<T> {
  try {
    return ok(act());
  } catch (error) {
    return err(ioFailure(error, doing));
  }
}

/** What `act` gives, or the other value where the system refuses it; of one reason alone where an `errno` is named. */
export function orElse<T, U>(otherwise: U, act: () => T, errno?: "ENOENT" | "EEXIST" | "EINVAL"): T | U {
  try {
    return act();
  } catch (error) {
    const told = errnoOf(error);
    if (told === null || (errno !== undefined && told !== errno)) throw error;
    return otherwise;
  }
}

/** For a file that is replaced, moved or removed: Windows refuses that while another program has it open, which a reader or a scanner has for a moment. */
export function whenLetGo<T>(act: () => T): T {
  for (let waitMs = 10; ; waitMs *= 3) {
    try {
      return act();
    } catch (error) {
      const isHeld = process.platform === "win32" && ["EACCES", "EBUSY", "EPERM"].includes(errnoOf(error) ?? "");
      if (!isHeld || waitMs > 90) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}

// Failures: how it is said what went wrong with git or with a file.

type Failed = { readonly ok: false; readonly error: Failure };

export function gitFailed(says: string, hint: string): Failed {
  return err({ code: "git_failed", says, hint });
}

export function corrupt(says: string): Failed {
  return err({ code: "corrupt", says, hint: "Run `git fsck` to see what is damaged, and restore it from a clone." });
}

/** `ioFailure`, as an outcome. */
export function ioFailed(error: unknown, doing: string): Failed {
  return err(ioFailure(error, doing));
}

// FsSoon: file-system calls that take their time off the main thread, so that several run side by side.

/** fsync(2) off the main thread, so that several run at once. Throws system errors. */
export function syncFile(fd: number, calls: Pick<FsCalls, "fsync"> = { fsync }): Promise<void> {
  return new Promise((resolve, reject) => calls.fsync(fd, (error) => (error ? reject(error) : resolve())));
}

/** `attempt`, for what takes its time. */
export async function attemptSoon<T>(doing: string, act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await act());
  } catch (error) {
    return err(ioFailure(error, doing));
  }
}
