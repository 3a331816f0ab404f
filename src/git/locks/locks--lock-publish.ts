/** Lock publish: puts the bytes of a lock in place while the lock stays held, so that they can be taken back, after a crash too. */

import { linkSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isSameFile, look } from "../../state/durable--same-file.js";
import { errnoOf } from "../../state/fs-calls.js";

/** A lock, and the commit whose index its bytes are. */
export interface Published {
  /** The file the lock is for. */
  readonly path: string;
  readonly lockPath: string;
  readonly commit: string;
  /** Where the lock's record lies, and the former bytes for as long as they may come back. */
  readonly folder: string;
}

const mark = "former-";

/** The lock must have a record that names the commit already. Throws system errors, and then `takeBack` undoes what was done. */
export function publishLocked(published: Published): void {
  const { path, lockPath } = published;
  const former = formerOf(published);
  if (look(path) !== null) linkSync(path, former);
  const next = `${former}.next`;
  linkSync(lockPath, next);
  renameSync(next, path);
}

/** The file is what it was before `publishLocked`, and no longer the lock's own bytes. Throws system errors. */
export function takeBack(published: Published): void {
  const { path, lockPath } = published;
  if (isSameFile(look(path), look(lockPath)) && !renamed(formerOf(published), path)) unlinkSync(path);
  dropFormer(published);
}

/** False where there is nothing to rename; any other error is no reason to take the file for one that was not there before. */
function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Forgets what the file was before. */
export function dropFormer(published: Pick<Published, "folder" | "commit">): void {
  const former = formerOf(published);
  for (const path of [former, `${former}.next`]) removeIfThere(path);
}

/** The commit whose publication left a file of this name; null for a name that is none of these. */
export function parseFormer(name: string): string | null {
  return name.startsWith(mark) ? (name.slice(mark.length).split(".")[0] ?? null) : null;
}

function formerOf({ folder, commit }: Pick<Published, "folder" | "commit">): string {
  return join(folder, mark + commit);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}
