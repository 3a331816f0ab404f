/** StagingName: how a file of our own state comes by its name: written under one of its writer's own, then given the other. */

import { linkSync, renameSync, unlinkSync } from "node:fs";
import { errnoOf } from "./fs-calls.js";

/**
 * A name that no other writer has: the process number of one that was killed comes again, in a container soon, and the time since the
 * start does not. Chance would be `node:crypto`, whose loading an event at rest would wait for.
 */
export function tempFor(file: string): string {
  return `${file}.${process.pid}-${process.hrtime.bigint().toString(36)}.tmp`;
}

/** False where the name is taken: of several writers one makes it; where the file system knows no second names, the last one does. */
export function giveName(temp: string, file: string): boolean {
  try {
    linkSync(temp, file);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (errnoOf(error) === null) throw error;
    renameSync(temp, file);
    return true;
  } finally {
    removeIfThere(temp);
  }
  return true;
}

export function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}
