/**
 * Locks: git's own lock protocol, `<file>.lock` made exclusively, written, and renamed over the file or removed. Each lock has a record of whose
 * it is, so that one of a dead process can be taken over and what it left half done completed.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { err, type Outcome, ok } from "../../base/result.js";
import { applyShared, isRemoved, isSameFile, look, makeFolder, renameIfThere } from "../../state/durable.js";
import { attempt, attemptSoon, errnoOf, ioFailed, orElse, syncFile, whenLetGo } from "../../state/fs-calls.js";
import { monotonicMs } from "../../state/machine.js";
import { listFolder, openPlain, realFolders, writeAll } from "../../state/plain-file.js";
import { isDead, lockHolder, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import { type GitLayout, lockRecords } from "../layout.js";
import { readHead, refFile } from "../refs/refs.js";

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
        const shared = attempt(`share the lock file ${lockPath}`, () =>
          applyShared(lockPath, options.sharedMode ?? 0),
        );
        if (!shared.ok) lock.release();
        return shared.ok ? ok(lock) : shared;
      }
    } catch (error) {
      return ioFailed(error, `make the lock file ${lockPath}`);
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
  let { record } = claimed;
  const reclaimed = attempt(`recover the lock file ${lockPath}`, () => {
    if (commit !== null) {
      const shown = isSameFile(look(path), look(lockPath));
      if (options.landed?.(commit) === true && (shown || sameBoot)) {
        if (!shown) whenLetGo(() => renameSync(lockPath, path));
        dropFormer({ folder, commit });
        if (shown) whenLetGo(() => unlinkSync(lockPath));
        removeRecord(record);
        return "finished" as const;
      }
      // Before the lock's bytes go: they may be the file's own.
      takeBack({ path, lockPath, commit, folder });
      record = nameCommit(record, null);
    }
    ftruncateSync(fd, 0);
    return hold(makeLock(path, lockPath, { fd, record }, options));
  });
  if (reclaimed.ok && reclaimed.value !== "finished") return reclaimed;
  orElse(undefined, () => closeSync(fd));
  if (!reclaimed.ok) disownRecord(record);
  return reclaimed;
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
    if (isRemoved(lockPath)) removeRecord(record);
    else disownRecord(record);
  };
  const lock: GitLock = {
    path,
    lockPath,
    async stage(chunks, how = "durable") {
      return attemptSoon(`write ${lockPath}`, async () => {
        for (const chunk of chunks) writeAll(fd, chunk);
        if (how === "durable") await syncFile(fd);
        close();
      });
    },
    publish(commit) {
      const name = record;
      if (name === null) return ok(undefined);
      return attempt(`put ${path} in place`, () => {
        record = nameCommit(name, commit);
        published = { path, lockPath, commit, folder: dirname(name) };
        publishLocked(published);
      });
    },
    commit() {
      const closed = attempt(`close ${lockPath}`, close);
      if (published === null) {
        const rename = (): Outcome<void> =>
          attempt(`rename ${lockPath}`, () => whenLetGo(() => renameSync(lockPath, path)));
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
      attempt(`close ${lockPath}`, close);
      const shown = published;
      if (shown !== null && options.landed?.(shown.commit) !== true) {
        const undone = attempt(`put ${path} back`, () => takeBack(shown));
        // Kept, as if by the dead: the next to come tries again.
        if (!undone.ok) return disownRecord(record);
      }
      free();
    },
  };
  return lock;
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

// Lock claim: takes over the lock of a process that is provably dead, without a moment in which the lock is free.

/** What a dead process left; `commit` as in `Owner`. */
interface Claimed {
  readonly fd: number;
  readonly record: string;
  readonly commit: string | null;
  /** False when the machine has been started since: bytes that nobody synced may be gone. */
  readonly sameBoot: boolean;
}

/** The lock is from now on held by this process, without having been free for a moment; null unless its owner is provably dead. */
function claimFromDead(lockPath: string): Claimed | null {
  const folder = recordFolder(lockPath);
  const lock = look(lockPath);
  // A lock without a second name is git's own, or from a file system that has none; a link is nobody's lock.
  if (folder === null || lock === null || !lock.isFile() || lock.nlink < 2n) return null;
  for (const name of list(folder)) {
    const record = join(folder, name);
    if (!isSameFile(look(record), lock)) continue;
    const owner = parseOwner(name);
    // A third name is one that was to be published under, or the published file itself.
    if (owner === null) continue;
    if (!(disowned.has(record) || isDead(owner))) return null;
    const { commit } = owner;
    const next = join(folder, nameOwner({ ...thisOwner(), commit }));
    return take(lockPath, { record, next, commit, sameBoot: owner.boot === thisOwner().boot });
  }
  return null;
}

/** Records of locks that this process gave up and could not remove: as free to take as those of the dead. */
const disowned = new Set<string>();

function disownRecord(record: string | null): void {
  if (record !== null) disowned.add(record);
}

/** Records that dead processes left of locks that are gone. */
function sweepRecords(gitDir: string): void {
  const folder = recordFolder(join(gitDir, "HEAD"));
  if (folder === null) return;
  const names = list(folder);
  const named = new Set(names.map((name) => parseOwner(name)?.commit));
  for (const name of names) {
    const path = join(folder, name);
    const former = parseFormer(name);
    // Its record is made before it and removed after it.
    if (former !== null && !named.has(former)) removeRecord(path);
    const owner = parseOwner(name);
    const stat = look(path);
    if (owner !== null && stat?.isFile() && stat.nlink === 1n && isDead(owner)) removeRecord(path);
  }
}

/** One of several that try wins the rename; the others find the record gone. */
function take(
  lockPath: string,
  { record, next, ...told }: Omit<Claimed, "fd"> & { readonly next: string },
): Claimed | null {
  const fd = orElse(null, () => openPlain(record, constants.O_WRONLY));
  if (fd === null) return null;
  const isOurs = orElse(false, () => {
    renameSync(record, next);
    if (isSameFile(look(lockPath), fstatSync(fd, { bigint: true }))) return true;
    removeRecord(next);
    return false;
  });
  if (isOurs) return { fd, record: next, ...told };
  closeSync(fd);
  return null;
}

function list(folder: string): readonly string[] {
  return orElse([], () => listFolder(folder));
}

// Lock record: a second name of a lock file, below our own state, that says whose it is: the same inode, so it cannot speak of another.

/** A lock file that this process has open, and the name that says so; null where the file system keeps no second name. */
interface Recorded {
  readonly fd: number;
  readonly record: string | null;
}

const newFile: number = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Makes the lock file, with its record first: killed at any moment, a process leaves no lock of ours without one. null while
 * the lock is held by anyone. Throws system errors.
 */
function makeLockFile(lockPath: string, sharedMode: number): Recorded | null {
  const record = newRecord(lockPath, sharedMode);
  const name = record?.record ?? null;
  if (record === null || name === null) return makePlain(lockPath);
  try {
    whenLetGo(() => linkSync(name, lockPath));
    return record;
  } catch (error) {
    closeSync(record.fd);
    removeRecord(name);
    // Some file systems know no second names; there a lock is made as git makes it, and is recovered by hand.
    return errnoOf(error) === "EEXIST" ? null : makePlain(lockPath);
  }
}

/** From here on whoever recovers the lock may rename it into place, if this commit is where the branch stands; null takes that back. */
function nameCommit(record: string, commit: string | null): string {
  const next = join(dirname(record), nameOwner({ ...thisOwner(), commit }));
  renameSync(record, next);
  return next;
}

function removeRecord(record: string | null): void {
  if (record !== null) orElse(undefined, () => unlinkSync(record));
}

function makePlain(lockPath: string): Recorded | null {
  return orElse(null, () => ({ fd: openPlain(lockPath, newFile, 0o666), record: null }), "EEXIST");
}

/** null where no record can be made: making the lock itself then says what is wrong, if anything is. */
function newRecord(lockPath: string, sharedMode: number): Recorded | null {
  const folder = recordFolder(lockPath);
  if (folder === null) return null;
  return orElse(null, () => {
    realFolders(folder);
    makeFolder(folder, sharedMode);
    const record = join(folder, nameOwner(thisOwner()));
    return { fd: openPlain(record, newFile, 0o666), record };
  });
}

/** Where the records of a file's locks are: below the git dir that it lies in; null for a file outside of any. */
function recordFolder(lockPath: string): string | null {
  for (let at = dirname(lockPath); ; at = dirname(at)) {
    if (existsSync(join(at, "HEAD")) && (existsSync(join(at, "objects")) || existsSync(join(at, "commondir")))) {
      return lockRecords(at);
    }
    if (dirname(at) === at) return null;
  }
}

// Lock publish: puts the bytes of a lock in place while the lock stays held, so that they can be taken back, after a crash too.

/** A lock, and the commit whose index its bytes are. */
interface Published {
  /** The file the lock is for. */
  readonly path: string;
  readonly lockPath: string;
  readonly commit: string;
  /** Where the lock's record lies, and the former bytes for as long as they may come back. */
  readonly folder: string;
}

const mark = "former-";

/** The lock must have a record that names the commit already. Throws system errors, and then `takeBack` undoes what was done. */
function publishLocked(published: Published): void {
  const { path, lockPath } = published;
  const former = formerOf(published);
  if (look(path) !== null) linkSync(path, former);
  const next = `${former}.next`;
  linkSync(lockPath, next);
  whenLetGo(() => renameSync(next, path));
}

/** The file is what it was before `publishLocked`, and no longer the lock's own bytes. Throws system errors. */
function takeBack(published: Published): void {
  const { path, lockPath } = published;
  if (isSameFile(look(path), look(lockPath)) && !renameIfThere(formerOf(published), path)) unlinkSync(path);
  dropFormer(published);
}

/** Forgets what the file was before. */
function dropFormer(published: Pick<Published, "folder" | "commit">): void {
  const former = formerOf(published);
  for (const path of [former, `${former}.next`]) removeRecord(path);
}

/** The commit whose publication left a file of this name; null for a name that is none of these. */
function parseFormer(name: string): string | null {
  return name.startsWith(mark) ? (name.slice(mark.length).split(".")[0] ?? null) : null;
}

function formerOf({ folder, commit }: Pick<Published, "folder" | "commit">): string {
  return join(folder, mark + commit);
}

// Lock recovery: what a killed process of ours left locked is given free when a repository is opened, and its index completed.

/** Whether a commit is where the branch stands now. */
export function isTip(layout: GitLayout, commit: string): boolean {
  const head = readHead(layout);
  return head.ok && head.value.commit === commit;
}

/**
 * The index comes first: until it is complete, git must find it locked, or a `git commit` would take back what the index does
 * not show yet. Waits for nobody; a lock that cannot be recovered here is met again by the next commit, which says so.
 */
export function recoverLocks(layout: GitLayout): void {
  const head = readHead(layout);
  const names = head.ok && head.value.ref !== null ? ["HEAD", head.value.ref] : ["HEAD"];
  for (const path of [join(layout.gitDir, "index"), ...names.map((name) => refFile(layout, name))]) {
    const left = reclaimLock(path, { landed: (commit) => isTip(layout, commit) });
    if (left.ok && left.value !== null && left.value !== "finished") left.value.release();
  }
  for (const gitDir of new Set([layout.gitDir, layout.commonDir])) sweepRecords(gitDir);
}
