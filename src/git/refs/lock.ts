/**
 * RefLock: the branch HEAD names, held under git's own locks, verified, and moved by one rename, with a line of its reflog. `../by-git.ts` does it
 * through git where refs are not files, and `../record.ts` has the order in which a commit reaches the disk.
 */

import { existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { assert, type Outcome, ok } from "../../base/result.js";
import { applyShared, makeFolder, syncFolderSoon } from "../../state/durable.js";
import { attempt, errnoOf, gitFailed } from "../../state/fs-calls.js";
import { appendTo } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import { acquireLock, type GitLock, type LockOptions, withLock } from "../locks/locks.js";
import { type HeadState, packedRefs, readHead, refFile } from "./refs.js";

/** A branch nobody else can move. */
export interface BranchLock {
  /**
   * Writes the new value durably beside the ref; nothing is visible yet. `written` is the writing of the commit's objects,
   * which goes on meanwhile; its failure is the failure of this.
   */
  stage(next: Oid, reflog: ReflogLine, written?: Promise<Outcome<void>>): Promise<Outcome<void>>;
  /** The commit point: the ref is renamed into place and made durable, then its reflog and HEAD's are appended. */
  commit(): Promise<Outcome<void>>;
  /** Gives the locks up; the ref stays as it is. */
  release(): void;
}

export type Locked = { readonly moved: true } | { readonly moved: false; readonly branch: BranchLock };

/**
 * Locks HEAD and the branch it names, in that order, and reads them again: `moved` unless they still are `expected`.
 * git takes the same two locks for a commit, so neither a commit nor a switch of branches can come between.
 */
export async function lockBranch(
  layout: GitLayout,
  expected: HeadState,
  options: LockOptions & { readonly logAllRefUpdates: string | null },
): Promise<Outcome<Locked>> {
  const locks: GitLock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0)) lock.release();
  };
  const names = expected.ref === null ? ["HEAD"] : ["HEAD", expected.ref];
  for (const name of names) {
    const ready = name === "HEAD" ? ok(undefined) : prepareFolder(layout, name, expected.commit === null);
    const lock = ready.ok ? await acquireLock(refFile(layout, name), options) : ready;
    if (!lock.ok) {
      release();
      return lock;
    }
    locks.push(lock.value);
  }
  const now = readHead(layout);
  if (!now.ok || now.value.ref !== expected.ref || now.value.commit !== expected.commit) {
    release();
    return now.ok ? ok({ moved: true }) : now;
  }
  const last = locks[locks.length - 1];
  assert(last !== undefined, "a locked branch has a lock");
  const branch = makeBranchLock(layout, { names, lock: last, before: expected.commit, release, ...options });
  return ok({ moved: false, branch });
}

/** Runs `act` under the lock of a ref that no work tree has checked out; what folder it needs is made. */
export function withRefLock<T>(
  layout: GitLayout,
  ref: string,
  act: (lock: GitLock) => Promise<Outcome<T>>,
): Promise<Outcome<T>> | Outcome<never> {
  const file = refFile(layout, ref);
  const { sharedMode } = layout;
  const made = attempt(`make the folder of ${ref}`, () => makeFolder(dirname(file), sharedMode));
  return made.ok ? withLock(file, { sharedMode }, act) : made;
}

/** A ref of ours, by the lock of it that is held: it has no log. */
export function lockedRef(layout: GitLayout, lock: GitLock, before: Oid | null): BranchLock {
  return makeBranchLock(layout, { names: [], lock, before, release: () => {}, logAllRefUpdates: null });
}

interface Parts {
  readonly names: readonly string[];
  readonly lock: GitLock;
  readonly before: Oid | null;
  readonly release: () => void;
  readonly logAllRefUpdates: string | null;
}

function makeBranchLock(layout: GitLayout, parts: Parts): BranchLock {
  let staged: { next: Oid; line: ReflogLine } | null = null;
  return {
    async stage(next, line, written) {
      staged = { next, line };
      const [refWritten, objectsWritten] = await Promise.all([parts.lock.stage([Buffer.from(`${next}\n`)]), written]);
      return objectsWritten?.ok === false ? objectsWritten : refWritten;
    },
    async commit() {
      assert(staged !== null, "a ref is staged before it is committed");
      const renamed = parts.lock.commit();
      if (!renamed.ok) return renamed;
      try {
        await syncFolderSoon(dirname(parts.lock.path));
        const change = { before: parts.before, after: staged.next, line: staged.line };
        for (const name of parts.names) appendReflog(layout, name, change, parts.logAllRefUpdates);
      } catch (error) {
        // The branch has moved: a reflog that could not be written is no reason to report the commit as failed.
        if (errnoOf(error) === null) throw error;
      } finally {
        parts.release();
      }
      return ok(undefined);
    },
    release: parts.release,
  };
}

/** A new branch needs its folder, and no other branch may use its name as a folder or one of its folders as a name. */
function prepareFolder(layout: GitLayout, name: string, unborn: boolean): Outcome<void> {
  const file = refFile(layout, name);
  if (unborn) {
    const taken = takenName(layout, name);
    if (!taken.ok) return taken;
    if (taken.value !== null) {
      return gitFailed(
        `The branch ${name} cannot be made, because ${taken.value} exists.`,
        "Switch to a branch with another name (`git switch --create NAME`) and try again.",
      );
    }
  }
  return attempt(`make the folder of ${name}`, () => {
    if (unborn) removeEmptyFolders(file);
    makeFolder(dirname(file), layout.sharedMode);
  });
}

/** A ref that stands in the way of a new one, as a name above or below it. */
function takenName(layout: GitLayout, name: string): Outcome<string | null> {
  return attempt("read refs", () => {
    const parts = name.split("/");
    const above = parts.slice(2, -1).map((_, i) => parts.slice(0, i + 3).join("/"));
    for (const ref of above) {
      if (statSync(refFile(layout, ref), { throwIfNoEntry: false })?.isFile()) return ref;
    }
    for (const line of packedRefs(layout).split("\n")) {
      const ref = line.slice(line.indexOf(" ") + 1);
      if (above.includes(ref) || ref.startsWith(`${name}/`)) return ref;
    }
    return null;
  });
}

/** git leaves empty folders behind when it packs or deletes branches; one that is not empty makes the rename fail. */
function removeEmptyFolders(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const child of readdirSync(path)) removeEmptyFolders(join(path, child));
  rmdirSync(path);
}

// Reflog: the diary of a ref, one line a move, in git's format.

interface ReflogLine {
  /** `Name <email> seconds +0000`, as in a commit's committer line. */
  readonly who: string;
  /** One line, such as `commit: Add a page`. */
  readonly message: string;
}

interface RefMove {
  readonly before: Oid | null;
  readonly after: Oid;
  readonly line: ReflogLine;
}

/**
 * Appends to a ref's log. `policy` is core.logAllRefUpdates: by default a log is begun for HEAD, branches, remotes and notes,
 * `always` begins any, `false` begins none; a log that exists is always continued. Throws system errors.
 */
function appendReflog(layout: GitLayout, ref: string, move: RefMove, policy: string | null): void {
  const file = join(refFile(layout, ref).slice(0, -ref.length), "logs", ref);
  if (!existsSync(file)) {
    if (!begins(ref, policy)) return;
    makeFolder(dirname(file), layout.sharedMode);
  }
  const zero = "0".repeat(move.after.length);
  const message = move.line.message.replace(/\s+/g, " ").trim();
  appendTo(file, `${move.before ?? zero} ${move.after} ${move.line.who}\t${message}\n`, 0o666);
  applyShared(file, layout.sharedMode);
}

function begins(ref: string, policy: string | null): boolean {
  const text = policy?.toLowerCase() ?? "true";
  if (text === "always") return true;
  if (["false", "no", "off", "0", ""].includes(text)) return false;
  return ref === "HEAD" || /^refs\/(?:heads|remotes|notes)\//.test(ref);
}
