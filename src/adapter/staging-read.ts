/** StagingRead: the small files of our own state as they are read; a file that goes meanwhile is one that is not there. */

import { readdirSync, readFileSync } from "node:fs";
import { compareText } from "../base/order.js";
import { errnoOf } from "./fs-calls.js";

/** The names in it, in order; none where it is not there. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort(compareText);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** null where there is no such file. */
export function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}
