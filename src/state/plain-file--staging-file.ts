/** StagingFile: small files of our own state, each whole or not there after a crash, in a folder that is there to stay. */

import { closeSync, constants, fsyncSync, openSync, renameSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "./fs-calls.js";
import { openPlain } from "./plain-file.js";
import { makeStateFolder } from "./plain-file--plain-folder.js";
import { writeAll } from "./plain-file--plain-write.js";
import { giveName, removeIfThere, tempFor } from "./plain-file--staging-name.js";

/** Durable when it returns; throws system errors, and then the file is what it was. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  write(file, text, (temp) => renameSync(temp, file));
}

/** The same for a file that must not be there; false when it is. */
export function writeNew(file: string, text: string | Uint8Array): boolean {
  let made = true;
  write(file, text, (temp) => {
    made = giveName(temp, file);
  });
  return made;
}

function write(file: string, text: string | Uint8Array, place: (temp: string) => void): void {
  makeFolder(dirname(file));
  const temp = tempFor(file);
  const fd = openPlain(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    try {
      writeAll(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    place(temp);
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
  syncFolder(dirname(file));
}

/** `removeWhole` of many: side by side, because each waits for the disk to free what the file held, once its name is gone. */
export async function removeAllWhole(folder: string, names: readonly string[]): Promise<void> {
  if (names.length < 2) return removeWhole(folder, names);
  const ended = await Promise.allSettled(names.map((name) => unlink(join(folder, name))));
  for (const one of ended) if (one.status === "rejected" && errnoOf(one.reason) !== "ENOENT") throw one.reason;
  if (names.length > 0) syncIfThere(folder);
}

/** Gone for good when it returns; no matter when they were not there. */
export function removeWhole(folder: string, names: readonly string[]): void {
  if (names.length === 0) return;
  for (const name of names) removeIfThere(join(folder, name));
  syncIfThere(folder);
}

function syncIfThere(folder: string): void {
  try {
    syncFolder(folder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A folder whose own name is not on the disk yet would take what lies in it along. */
function makeFolder(folder: string): void {
  const first = makeStateFolder(folder);
  if (first === undefined) return;
  for (let at = folder; ; at = dirname(at)) {
    syncFolder(dirname(at));
    if (at === first || dirname(at) === at) return;
  }
}
