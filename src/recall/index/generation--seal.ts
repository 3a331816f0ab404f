/** Seal: whether anybody but a writer of indexes has touched the file of one. */

import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { limits } from "../../base/limits.js";
import { readPlainText } from "../../state/plain-file.js";
import { realFolders } from "../../state/plain-file--plain-folder.js";
import { replaceWhole } from "../../state/plain-file--plain-write.js";
import { currentGeneration, type Generation } from "./generation--generation.js";

/** What lstat tells of the database file; a write by somebody else changes it. */
export type Seal = string;

/** Whether this is still the index that counts. */
export function isCurrent(made: Generation): boolean {
  return currentGeneration(made.dir)?.name === made.name;
}

/** SQLite opens these by itself, follows links, and writes into what they lead to. */
const besideIt = ["-wal", "-shm", "-journal"] as const;

/** Whether each file that SQLite would open is a plain one in a real folder, or not there. Throws system errors. */
export function isPlainIndex({ file }: Generation): boolean {
  realFolders(dirname(file));
  return ["", ...besideIt].every((end) => lstatSync(`${file}${end}`, { throwIfNoEntry: false })?.isFile() !== false);
}

/** null where there is no file. */
export function sealOf({ file }: Generation): Seal | null {
  const stat = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
}

/** Says that the file as it is now is ours. Throws system errors. */
export function seal(made: Generation): Seal | null {
  const now = sealOf(made);
  if (now !== null) replaceWhole(`${made.file}.seal`, now, 0o666);
  return now;
}

/** Whether the file is as its last writer left it. A writer that is sealing just now is waited for. */
export function isSealed(made: Generation): boolean {
  for (let tries = 0; ; tries++) {
    const now = sealOf(made);
    if (now !== null && now === readSeal(made)) return true;
    if (now === null || tries === 4) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
  }
}

function readSeal({ file }: Generation): Seal | null {
  try {
    return readPlainText(`${file}.seal`, limits.stateFileBytesMax);
  } catch {
    return null;
  }
}
