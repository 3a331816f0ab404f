/** TraceLogPlace: a new file that every process sees at once and whole, and that is made durable in a second step. */

import { closeSync, fsyncSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import { writeOnce } from "../../state/plain-file--plain-write.js";
import { syncFolder } from "../../state/plain-file--staging-file.js";
import { giveName, removeIfThere, tempFor } from "../../state/plain-file--staging-name.js";

/** False where it is there already. In a folder that is there; throws system errors, and then there is none. */
export function placeNew(file: string, bytes: Uint8Array): boolean {
  const temp = tempFor(file);
  try {
    writeOnce(temp, bytes);
    return giveName(temp, file);
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}

/** One that has gone meanwhile needs no disk. */
export function syncPlaced(file: string): void {
  try {
    const fd = openPlain(file);
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
