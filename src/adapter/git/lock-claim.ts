/** Lock claim: takes over the lock of a process that is provably dead, without a moment in which the lock is free. */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./failures.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "./lock-owner.js";
import { recordFolder, removeRecord } from "./lock-record.js";

/** What a dead process left; `commit` as in `Owner`, and only if nothing but that process has died since. */
interface Claimed {
  readonly fd: number;
  readonly record: string;
  readonly commit: string | null;
}

/** The lock is from now on held by this process, without having been free for a moment; null unless its owner is provably dead. */
export function claimFromDead(lockPath: string): Claimed | null {
  const folder = recordFolder(lockPath);
  const lock = look(lockPath);
  // A lock without a second name is git's own, or from a file system that has none; a link is nobody's lock.
  if (folder === null || lock === null || !lock.isFile() || lock.nlink < 2n) return null;
  for (const name of list(folder)) {
    const record = join(folder, name);
    if (!isSame(look(record), lock)) continue;
    const owner = parseOwner(name);
    if (owner === null || !(disowned.has(record) || isDead(owner))) return null;
    const commit = owner.boot === thisOwner().boot ? owner.commit : null;
    return take(lockPath, { record, next: join(folder, nameOwner({ ...thisOwner(), commit })), commit });
  }
  return null;
}

/** Records of locks that this process gave up and could not remove: as free to take as those of the dead. */
const disowned = new Set<string>();

export function disownRecord(record: string | null): void {
  if (record !== null) disowned.add(record);
}

/** Records that dead processes left of locks that are gone. */
export function sweepRecords(gitDir: string): void {
  const folder = recordFolder(join(gitDir, "HEAD"));
  if (folder === null) return;
  for (const name of list(folder)) {
    const owner = parseOwner(name);
    const stat = look(join(folder, name));
    if (owner !== null && stat?.isFile() && stat.nlink === 1n && isDead(owner)) removeRecord(join(folder, name));
  }
}

/** One of several that try wins the rename; the others find the record gone. */
function take(
  lockPath: string,
  { record, next, commit }: { readonly record: string; readonly next: string; readonly commit: string | null },
): Claimed | null {
  let fd: number | null = null;
  try {
    fd = openSync(record, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
    renameSync(record, next);
    if (isSame(look(lockPath), fstatSync(fd, { bigint: true }))) return { fd, record: next, commit };
    removeRecord(next);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
  if (fd !== null) closeSync(fd);
  return null;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return [];
  }
}

function look(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

function isSame(one: BigIntStats | null, other: BigIntStats): boolean {
  return one?.isFile() === true && one.ino === other.ino && one.dev === other.dev;
}
