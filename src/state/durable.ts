/**
 * Durable: the small file-system steps that make a write survive a power cut, a file of git's own put in place whole, and whether two names are of
 * one file.
 */

import {
  type BigIntStats,
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname } from "node:path";
import { errnoOf, orElse, syncFile, whenLetGo } from "./fs-calls.js";
import { removeIfThere, tempFor, writeOnce } from "./plain-file.js";

/** Throws the first error, but only when every one of them has ended: until then their files are in use. */
export async function allEnded<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** `syncFolder` of plain-file.ts, for what takes its time beside other work. */
export async function syncFolderSoon(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  try {
    await syncFile(fd);
  } catch (error) {
    if (errnoOf(error) !== "EINVAL") throw error;
  } finally {
    closeSync(fd);
  }
}

/** Makes a folder and those above it, with the repository's shared mode; gives the folders whose listing changed. */
export function makeFolder(path: string, sharedMode: number): readonly string[] {
  const changed: string[] = [];
  const missing: string[] = [];
  for (let at = path; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    mkdirSync(folder, { recursive: true });
    applyShared(folder, sharedMode);
    changed.push(dirname(folder));
  }
  return changed;
}

/** Gives a new file or folder the permissions that core.sharedRepository asks for, as git's own adjust_shared_perm does. */
export function applyShared(path: string, sharedMode: number): void {
  if (sharedMode === 0) return;
  const stat = statSync(path);
  let bits = Math.abs(sharedMode);
  if ((stat.mode & 0o200) === 0) bits &= ~0o222;
  if ((stat.mode & 0o100) !== 0) bits |= (bits & 0o444) >> 2;
  let mode = sharedMode < 0 ? (stat.mode & 0o7000) | bits : (stat.mode & 0o7777) | bits;
  if (stat.isDirectory()) mode |= ((mode & 0o444) >> 2) | 0o2000;
  if (mode !== (stat.mode & 0o7777)) chmodSync(path, mode);
}

// Same file: whether two names are of one file, told without following a link.

/** null where nothing can be seen. */
export function look(path: string): BigIntStats | null {
  return orElse(null, () => lstatSync(path, { bigint: true }));
}

export function isSameFile(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one?.isFile() === true && one.ino === other?.ino && one.dev === other.dev;
}

/** Since it was written; 0 where nothing is there. */
export function ageMs(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

/** False where there is nothing to rename: another process was quicker, or nothing stood there. Any other error is thrown. */
export function renameIfThere(from: string, to: string): boolean {
  try {
    whenLetGo(() => renameSync(from, to));
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Whether the file is gone, tried twice: others wait for that, which an error that passes is not worth. */
export function isRemoved(path: string): boolean {
  for (let tries = 0; ; tries++) {
    try {
      whenLetGo(() => unlinkSync(path));
      return true;
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      if (errnoOf(error) === "ENOENT" || tries > 0) return errnoOf(error) === "ENOENT";
    }
  }
}

// ReplaceFile: a small file of git's own put in place whole, so that git never sees half of it.

/** Throws system errors; leaves nothing behind when it does. The mode is exact: `replaceWhole` leaves it to the umask. */
export function replaceFile(path: string, bytes: Uint8Array, mode: number): void {
  const temp = tempFor(path);
  writeOnce(temp, bytes, 0o666);
  try {
    chmodSync(temp, mode);
    whenLetGo(() => renameSync(temp, path));
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}
