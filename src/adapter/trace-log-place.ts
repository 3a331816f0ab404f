/** TraceLogPlace: a new file that every process sees at once and whole, and that is made durable in a second step. */

import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "./fs-calls.js";
import { syncFolder } from "./staging-file.js";

/** False where it is there already. In a folder that is there; throws system errors, and then there is none. */
export function placeNew(file: string, bytes: Uint8Array): boolean {
  const temp = `${file}.${ownName()}.tmp`;
  try {
    const fd = openSync(temp, "wx", 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    } finally {
      closeSync(fd);
    }
    return isGiven(temp, file);
  } finally {
    removeIfThere(temp);
  }
}

/** One that has gone meanwhile needs no disk. */
export function syncPlaced(file: string): void {
  try {
    const fd = openSync(file, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    syncFolder(dirname(file));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

let writer: string | null = null;
let count = 0;

/** The process number of a writer that was killed comes again, in a container soon. */
function ownName(): string {
  writer ??= randomBytes(6).toString("hex");
  count += 1;
  return `${writer}-${count}`;
}

/** Of several writers one makes the name; where the file system knows no second names, the last one does. */
function isGiven(temp: string, file: string): boolean {
  try {
    linkSync(temp, file);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (errnoOf(error) === null) throw error;
    renameSync(temp, file);
  }
  return true;
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}
