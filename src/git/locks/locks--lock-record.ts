/** Lock record: a second name of a lock file, below our own state, that says whose it is: the same inode, so it cannot speak of another. */

import { closeSync, constants, existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import { realFolders } from "../../state/plain-file--plain-folder.js";
import { nameOwner, thisOwner } from "../../state/process.js";

/** A lock file that this process has open, and the name that says so; null where the file system keeps no second name. */
export interface Recorded {
  readonly fd: number;
  readonly record: string | null;
}

const newFile: number = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Makes the lock file, with its record first: killed at any moment, a process leaves no lock of ours without one. null while
 * the lock is held by anyone. Throws system errors.
 */
export function makeLockFile(lockPath: string, sharedMode: number): Recorded | null {
  const record = newRecord(lockPath, sharedMode);
  if (record === null || record.record === null) return makePlain(lockPath);
  try {
    linkSync(record.record, lockPath);
    return record;
  } catch (error) {
    closeSync(record.fd);
    removeRecord(record.record);
    // Some file systems know no second names; there a lock is made as git makes it, and is recovered by hand.
    return errnoOf(error) === "EEXIST" ? null : makePlain(lockPath);
  }
}

/** From here on whoever recovers the lock may rename it into place, if this commit is where the branch stands; null takes that back. */
export function nameCommit(record: string, commit: string | null): string {
  const next = join(dirname(record), nameOwner({ ...thisOwner(), commit }));
  renameSync(record, next);
  return next;
}

export function removeRecord(record: string | null): void {
  if (record === null) return;
  try {
    unlinkSync(record);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

function makePlain(lockPath: string): Recorded | null {
  try {
    return { fd: openPlain(lockPath, newFile, 0o666), record: null };
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return null;
    throw error;
  }
}

/** null where no record can be made: making the lock itself then says what is wrong, if anything is. */
function newRecord(lockPath: string, sharedMode: number): Recorded | null {
  const folder = recordFolder(lockPath);
  if (folder === null) return null;
  try {
    realFolders(folder);
    makeFolder(folder, sharedMode);
    const record = join(folder, nameOwner(thisOwner()));
    return { fd: openPlain(record, newFile, 0o666), record };
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

const place: readonly string[] = ["pagefile", "locks"];

/** Where the records of a file's locks are: below the git dir that it lies in; null for a file outside of any. */
export function recordFolder(lockPath: string): string | null {
  for (let at = dirname(lockPath); ; at = dirname(at)) {
    if (existsSync(join(at, "HEAD")) && (existsSync(join(at, "objects")) || existsSync(join(at, "commondir")))) {
      return join(at, ...place);
    }
    if (dirname(at) === at) return null;
  }
}
