/** Ref lock: the branch HEAD names, held under git's own locks, verified, and moved by one rename. */

import { readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { assert } from "../../base/result--assert.js";
import { ok } from "../../base/result--result.js";
import { makeFolder, syncFolder } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, gitFailed, ioFailed } from "../../state/fs-calls--failures.js";
import type { GitLayout } from "../layout.js";
import { acquireLock, type GitLock, type LockOptions } from "../locks/locks.js";
import { appendReflog, type ReflogLine } from "./lock--reflog.js";
import { type HeadState, readHead, refFile } from "./refs.js";
import { packedRefs } from "./refs--packed-refs.js";

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
        await syncFolder(dirname(parts.lock.path));
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
  try {
    if (unborn) removeEmptyFolders(file);
    makeFolder(dirname(file), layout.sharedMode);
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, `Making the folder of ${name}`);
  }
}

/** A ref that stands in the way of a new one, as a name above or below it. */
function takenName(layout: GitLayout, name: string): Outcome<string | null> {
  return attempt("Reading refs", () => {
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
