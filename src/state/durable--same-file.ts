/** Same file: whether two names are of one file, told without following a link. */

import { type BigIntStats, lstatSync } from "node:fs";
import { errnoOf } from "./fs-calls.js";

/** null where nothing can be seen. */
export function look(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

export function isSameFile(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one?.isFile() === true && one.ino === other?.ino && one.dev === other.dev;
}
