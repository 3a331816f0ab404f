/** Locks: git's own lock protocol, `<file>.lock` made exclusively, written, and renamed over the file or removed. */

import { closeSync, ftruncateSync, renameSync, unlinkSync, writeFileSync, writevSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { applyShared, syncFile } from "../../state/durable.js";
import { isSameFile, look } from "../../state/durable--same-file.js";
import { attempt, ioFailed } from "../../state/fs-calls--failures.js";
import { monotonicMs } from "../../state/machine--system-clock.js";
import { lockHolder } from "../../state/process--lock-holder.js";
import { claimFromDead, disownRecord } from "./locks--lock-claim.js";
import { dropFormer, type Published, publishLocked, takeBack } from "./locks--lock-publish.js";
import { makeLockFile, nameCommit, type Recorded, removeRecord } from "./locks--lock-record.js";

export interface GitLock {
  /** The file the lock is for. */
  readonly path: string;
  /** The file whose existence is the lock. */
  readonly lockPath: string;
  /** Writes what the file is to hold, and makes it durable unless told that it need not be; at most once. */
  stage(chunks: readonly Uint8Array[], how?: "durable" | "volatile"): Promise<Outcome<void>>;
  /**
   * Puts the staged bytes in place and keeps the lock, for a commit that is about to land; does nothing where files have no
   * second names. Until `commit`, the former bytes come back with `release` or by whoever recovers the lock, unless
   * the commit has landed (`LockOptions.landed`).
   */
  publish(commit: string): Outcome<void>;
  /** Renames the staged bytes over the file, unless `publish` did; the caller syncs the folder where the name must be durable. */
  commit(): Outcome<void>;
  /** Gives the lock up and leaves the file as it was; does nothing after `commit`. */
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another holder, in ms; 2,000 by default. */
  readonly waitMs?: number;
  /** `GitLayout.sharedMode`. */
  readonly sharedMode?: number;
  /** Whether the branch stands at the commit whose bytes were published; it never does when absent. */
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
  const started = monotonicMs();
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      const made = makeLockFile(lockPath, options.sharedMode ?? 0);
      if (made !== null) {
        const lock = hold(makeLock(path, lockPath, made, options));
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
    if (monotonicMs() - started > (options.waitMs ?? 2_000)) return lockedBy(lockPath);
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
  const { fd, commit, sameBoot } = claimed;
  const folder = dirname(claimed.record);
  return attempt(`Recovering the lock file ${lockPath}`, () => {
    if (commit !== null) {
      const shown = isSameFile(look(path), look(lockPath));
      if (options.landed?.(commit) === true && (shown || sameBoot)) {
        closeSync(fd);
        if (!shown) renameSync(lockPath, path);
        dropFormer({ folder, commit });
        if (shown) unlinkSync(lockPath);
        removeRecord(claimed.record);
        return "finished" as const;
      }
      // Before the lock's bytes go: they may be the file's own.
      takeBack({ path, lockPath, commit, folder });
    }
    const record = commit === null ? claimed.record : nameCommit(claimed.record, null);
    ftruncateSync(fd, 0);
    return hold(makeLock(path, lockPath, { fd, record }, options));
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

function makeLock(path: string, lockPath: string, { fd, record: first }: Recorded, options: LockOptions): GitLock {
  let record = first;
  let published: Published | null = null;
  let open = true;
  let live = true;
  const close = (): void => {
    // Closed whatever the system says: a second try would close another file of the same number.
    const wasOpen = open;
    open = false;
    if (wasOpen) closeSync(fd);
  };
  const free = (): void => {
    if (published !== null) dropFormer(published);
    // The lock is given up by the removal alone; an error here would hide what the caller is about to say.
    // Last: a record without its lock is swept, a lock without its record would stay.
    if (removeLock(lockPath)) removeRecord(record);
    else disownRecord(record);
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
    publish(commit) {
      const name = record;
      if (name === null) return ok(undefined);
      return attempt(`Putting ${path} in place`, () => {
        record = nameCommit(name, commit);
        published = { path, lockPath, commit, folder: dirname(name) };
        publishLocked(published);
      });
    },
    commit() {
      const closed = attempt(`Closing ${lockPath}`, close);
      if (published === null) {
        const rename = (): Outcome<void> => attempt(`Renaming ${lockPath}`, () => renameSync(lockPath, path));
        const renamed = closed.ok ? rename() : closed;
        if (!renamed.ok) return renamed;
      }
      live = false;
      held.delete(lockPath);
      if (published === null) removeRecord(record);
      else free();
      return ok(undefined);
    },
    release() {
      if (!live) return;
      live = false;
      held.delete(lockPath);
      attempt(`Closing ${lockPath}`, close);
      const shown = published;
      if (shown !== null && options.landed?.(shown.commit) !== true) {
        const undone = attempt(`Putting ${path} back`, () => takeBack(shown));
        // Kept, as if by the dead: the next to come tries again.
        if (!undone.ok) return disownRecord(record);
      }
      free();
    },
  };
  return lock;
}

/** Whether the lock file is gone. An error that passes is tried again: until somebody recovers the lock, all others wait. */
function removeLock(lockPath: string): boolean {
  const remove = (): Outcome<void> => attempt(`Removing ${lockPath}`, () => unlinkSync(lockPath));
  const first = remove();
  const removed = first.ok ? first : remove();
  return removed.ok || (removed.error.code === "io_failed" && removed.error.errno === "ENOENT");
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
