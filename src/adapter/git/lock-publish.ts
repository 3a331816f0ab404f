/** Lock publish: puts the bytes of a lock in place while the lock stays held, so that they can be taken back, after a crash too. */

import { existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./failures.js";
import { recordFolder } from "./lock-record.js";
import { isSameFile, look } from "./same-file.js";

/** A lock, and the commit whose index its bytes are. */
export interface Published {
  /** The file the lock is for. */
  readonly path: string;
  readonly lockPath: string;
  readonly commit: string;
}

const mark = "former-";

/** The lock must have a record that names the commit already. Throws system errors, and then `takeBack` undoes what was done. */
export function publishLocked({ path, lockPath, commit }: Published): void {
  const former = formerOf(lockPath, commit);
  if (look(path) !== null) linkSync(path, former);
  const next = `${former}.next`;
  linkSync(lockPath, next);
  renameSync(next, path);
}

/** The file is what it was before `publishLocked`, and no longer the lock's own bytes. Throws system errors. */
export function takeBack({ path, lockPath, commit }: Published): void {
  const former = formerOf(lockPath, commit);
  if (isSameFile(look(path), look(lockPath))) {
    if (existsSync(former)) renameSync(former, path);
    else unlinkSync(path);
  }
  dropFormer(lockPath, commit);
}

/** Forgets what the file was before. */
export function dropFormer(lockPath: string, commit: string): void {
  const former = formerOf(lockPath, commit);
  for (const path of [former, `${former}.next`]) removeIfThere(path);
}

/** The commit whose publication left a file of this name; null for a name that is none of these. */
export function parseFormer(name: string): string | null {
  return name.startsWith(mark) ? (name.slice(mark.length).split(".")[0] ?? null) : null;
}

function formerOf(lockPath: string, commit: string): string {
  return join(recordFolder(lockPath) ?? "", mark + commit);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}
