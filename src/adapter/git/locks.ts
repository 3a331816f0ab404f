/** Locks: git's own lock protocol, `<file>.lock` made exclusively, written, and renamed over the file or removed. */

import { closeSync, ftruncateSync, renameSync, unlinkSync, writeFileSync, writevSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../base/failure.js";
import { err, ok } from "../../base/result.js";
import { applyShared, syncFile } from "./durable.js";
import { attempt, ioFailed } from "./failures.js";
import { claimFromDead, disownRecord } from "./lock-claim.js";
import { lockHolder } from "./lock-holder.js";
import { makeLockFile, nameCommit, type Recorded, removeRecord } from "./lock-record.js";

export interface GitLock {
  /** The file the lock is for. */
  readonly path: string;
  /** The file whose existence is the lock. */
  readonly lockPath: string;
  /** Writes what the file is to hold, and makes it durable unless told that it need not be; at most once. */
  stage(chunks: readonly Uint8Array[], how?: "durable" | "volatile"): Promise<Outcome<void>>;
  /**
   * To be called between `stage` and the step that makes the staged bytes true: should this process die after that step, the
   * next to come renames them into place (`LockOptions.landed`).
   */
  promise(commit: string): void;
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
  /** Whether the branch stands at the commit that a dead owner had promised; it never does when absent. */
  readonly landed?: (commit: string) => boolean;
}

/** Locks this process holds: an orderly exit in the middle of a write must not block every later git command. */
const held = new Map<string, GitLock>();
let watchingExit = false;

/**
 * Waits for a lock. One that another process of ours left is taken over if that process is provably dead; a lock of anyone
 * else is never touched. Fails with `locked`, or `io_failed`.
 */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<Outcome<GitLock>> {
  const lockPath = `${path}.lock`;
  const started = performance.now();
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      const made = makeLockFile(lockPath, options.sharedMode ?? 0);
      if (made !== null) {
        const lock = hold(makeLock(path, lockPath, made));
        applyShared(lockPath, options.sharedMode ?? 0);
        return ok(lock);
      }
    } catch (error) {
      return ioFailed(error, `Making the lock file ${lockPath}`);
    }
    const left = reclaimLock(path, options);
    if (!left.ok) return left;
    if (left.value !== null && left.value !== "finished") return ok(left.value);
    if (left.value === "finished") continue;
    if (performance.now() - started > (options.waitMs ?? 2_000)) return lockedBy(lockPath);
    await sleep(pause * (0.5 + Math.random()));
  }
}

/**
 * A lock that a dead process of ours left, now held by this one and empty; `finished` where its bytes were true already and have
 * been renamed into place; null where there is none. Does not wait.
 */
export function reclaimLock(path: string, options: LockOptions = {}): Outcome<GitLock | "finished" | null> {
  const lockPath = `${path}.lock`;
  const claimed = claimFromDead(lockPath);
  if (claimed === null) return ok(null);
  const { fd, commit } = claimed;
  return attempt(`Recovering the lock file ${lockPath}`, () => {
    if (commit !== null && options.landed?.(commit) === true) {
      closeSync(fd);
      renameSync(lockPath, path);
      removeRecord(claimed.record);
      return "finished" as const;
    }
    // A promise must be gone before the bytes it was about.
    const record = commit === null ? claimed.record : nameCommit(claimed.record, null);
    ftruncateSync(fd, 0);
    return hold(makeLock(path, lockPath, { fd, record }));
  });
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

function makeLock(path: string, lockPath: string, { fd, record: first }: Recorded): GitLock {
  let record = first;
  let promised = false;
  let open = true;
  let live = true;
  const close = (): void => {
    // Closed whatever the system says: a second try would close another file of the same number.
    const wasOpen = open;
    open = false;
    if (wasOpen) closeSync(fd);
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
    promise(commit) {
      if (record === null) return;
      // Without it the index stays behind after a crash, which is no reason to fail.
      const named = attempt(`Renaming ${record}`, () => nameCommit(record ?? "", commit));
      if (named.ok) record = named.value;
      promised = named.ok;
    },
    commit() {
      const rename = (): Outcome<void> => attempt(`Renaming ${lockPath}`, () => renameSync(lockPath, path));
      const closed = attempt(`Closing ${lockPath}`, close);
      const renamed = closed.ok ? rename() : closed;
      // What was promised is true by now: without these bytes the index would take back what the branch holds.
      if (!renamed.ok && (!promised || !rename().ok)) return renamed;
      live = false;
      held.delete(lockPath);
      removeRecord(record);
      return ok(undefined);
    },
    release() {
      if (!live) return;
      live = false;
      held.delete(lockPath);
      // The lock is given up by the removal alone; an error here would hide what the caller is about to say.
      attempt(`Closing ${lockPath}`, close);
      const removed = attempt(`Removing ${lockPath}`, () => unlinkSync(lockPath));
      if (!removed.ok && !(removed.error.code === "io_failed" && removed.error.errno === "ENOENT")) {
        disownRecord(record);
        return;
      }
      // Last: a record without its lock is swept, a lock without its record would stay.
      removeRecord(record);
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

function hold(lock: GitLock): GitLock {
  held.set(lock.lockPath, lock);
  if (watchingExit) return lock;
  watchingExit = true;
  process.once("exit", () => {
    for (const left of [...held.values()]) left.release();
  });
  return lock;
}

function lockedBy(lockPath: string): Outcome<never> {
  const holder = lockHolder(lockPath);
  return err({
    code: "locked",
    says: `The lock file ${lockPath} is held by ${holder ?? "another program"}; it was expected to be free within a moment.`,
    hint: "Wait for that program to end and try again; if no git command is running, remove the lock file.",
  });
}
