/** ReplaceFile: a small file of git's own put in place whole, so that git never sees half of it. */

import { chmodSync, existsSync, renameSync, unlinkSync } from "node:fs";
import { errnoOf } from "./fs-calls.js";
import { writeOnce } from "./plain-file--plain-write.js";

/** Throws system errors; leaves nothing behind when it does. */
export function replaceFile(path: string, bytes: Uint8Array, mode: number): void {
  const temporary = `${path}.pagefile-${process.pid}`;
  try {
    writeOnce(temporary, bytes, 0o666);
    chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST" && existsSync(temporary)) unlinkSync(temporary);
    throw error;
  }
}
