/** Locks: git's own lock protocol, `<file>.lock` made exclusively, written, and renamed over the file or removed. */

import { closeSync, openSync, renameSync, unlinkSync, writeFileSync, writevSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../base/failure.js";
import { err, ok } from "../../base/result.js";
import { applyShared, syncFile } from "./durable.js";
import { attempt, errnoOf, ioFailed } from "./failures.js";
import { lockHolder } from "./lock-holder.js";

export interface GitLock {
  /** The file the lock is for. */
  readonly path: string;
  /** The file whose existence is the lock. */
  readonly lockPath: string;
  /** Writes what the file is to hold, and makes it durable unless told that it need not be; at most once. */
  stage(chunks: readonly Uint8Array[], how?: "durable" | "volatile"): Promise<Outcome<void>>;
  /** Renames the staged bytes over the file; the caller syncs the folder where the name must be durable. */
  commit(): Outcome<void>;
  /** Gives the lock up and leaves the file as it was; does nothing after `commit`. */
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another holder, in ms; 2,000 by default. */
  readonly waitMs?: number;
  /** `GitLayout.sharedMode`. */
  readonly sharedMode?: number;
}

/** Locks this process holds: an orderly exit in the middle of a write must not block every later git command. */
const held = new Map<string, GitLock>();
let watchingExit = false;

/** Waits for a lock; a lock of someone else is never removed. Fails with `locked`, or `io_failed`. */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<Outcome<GitLock>> {
  const lockPath = `${path}.lock`;
  const started = performance.now();
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      const fd = openSync(lockPath, "wx", 0o666);
      const lock = makeLock(path, lockPath, fd);
      hold(lock);
      applyShared(lockPath, options.sharedMode ?? 0);
      return ok(lock);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") return ioFailed(error, `Making the lock file ${lockPath}`);
    }
    if (performance.now() - started > (options.waitMs ?? 2_000)) return lockedBy(lockPath);
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** Runs `act` under a lock and gives the lock up afterwards, unless `act` committed it. */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  act: (lock: GitLock) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const lock = await acquireLock(path, options);
  if (!lock.ok) return lock;
  try {
    return await act(lock.value);
  } finally {
    lock.value.release();
  }
}

function makeLock(path: string, lockPath: string, fd: number): GitLock {
  let open = true;
  let live = true;
  const close = (): void => {
    if (open) closeSync(fd);
    open = false;
  };
  const lock: GitLock = {
    path,
    lockPath,
    async stage(chunks, how = "durable") {
      try {
        writeAll(fd, chunks);
        if (how === "durable") await syncFile(fd);
        close();
        return ok(undefined);
      } catch (error) {
        return ioFailed(error, `Writing ${lockPath}`);
      }
    },
    commit() {
      const renamed = attempt(`Renaming ${lockPath}`, () => {
        close();
        renameSync(lockPath, path);
      });
      if (!renamed.ok) return renamed;
      live = false;
      held.delete(lockPath);
      return ok(undefined);
    },
    release() {
      if (!live) return;
      live = false;
      held.delete(lockPath);
      close();
      try {
        unlinkSync(lockPath);
      } catch (error) {
        if (errnoOf(error) === null) throw error;
      }
    },
  };
  return lock;
}

/** A disk that fills up takes a part without an error; writing the rest then says why. */
function writeAll(fd: number, chunks: readonly Uint8Array[]): void {
  const wrote = writevSync(fd, [...chunks]);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (wrote < bytes) writeFileSync(fd, Buffer.concat(chunks).subarray(wrote));
}

function hold(lock: GitLock): void {
  held.set(lock.lockPath, lock);
  if (watchingExit) return;
  watchingExit = true;
  process.once("exit", () => {
    for (const left of [...held.values()]) left.release();
  });
}

function lockedBy(lockPath: string): Outcome<never> {
  const holder = lockHolder(lockPath);
  return err({
    code: "locked",
    says: `The lock file ${lockPath} is held by ${holder ?? "another program"}; it was expected to be free within a moment.`,
    hint: "Wait for that program to end and try again; if no git command is running, remove the lock file.",
  });
}
