/** Lock claim: takes over the lock of a process that is provably dead, without a moment in which the lock is free. */

import { closeSync, constants, fstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isSameFile, look } from "../../state/durable--same-file.js";
import { errnoOf } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import { listFolder } from "../../state/plain-file--plain-folder.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import { parseFormer } from "./locks--lock-publish.js";
import { recordFolder, removeRecord } from "./locks--lock-record.js";

/** What a dead process left; `commit` as in `Owner`. */
interface Claimed {
  readonly fd: number;
  readonly record: string;
  readonly commit: string | null;
  /** False when the machine has been started since: bytes that nobody synced may be gone. */
  readonly sameBoot: boolean;
}

/** The lock is from now on held by this process, without having been free for a moment; null unless its owner is provably dead. */
export function claimFromDead(lockPath: string): Claimed | null {
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

export function disownRecord(record: string | null): void {
  if (record !== null) disowned.add(record);
}

/** Records that dead processes left of locks that are gone. */
export function sweepRecords(gitDir: string): void {
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
  let fd: number | null = null;
  try {
    fd = openPlain(record, constants.O_WRONLY);
    renameSync(record, next);
    if (isSameFile(look(lockPath), fstatSync(fd, { bigint: true }))) return { fd, record: next, ...told };
    removeRecord(next);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
  if (fd !== null) closeSync(fd);
  return null;
}

function list(folder: string): readonly string[] {
  try {
    return listFolder(folder);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return [];
  }
}
