/** StagingRead: the small files of our own state as they are read; a file that goes meanwhile is one that is not there. */

import { limits } from "../base/limits.js";
import { compareText } from "../base/text--order.js";
import { errnoOf } from "./fs-calls.js";
import { readPlainText } from "./plain-file.js";
import { isForeign, listFolder } from "./plain-file--plain-folder.js";

/** The names in it, in order; none where it is not there. */
export function namesIn(folder: string): readonly string[] {
  return [...listFolder(folder)].sort(compareText);
}

/** null where there is no such file. What is none of ours throws: a link, a pipe, a file without end. */
export function readOrNull(file: string): string | null {
  try {
    return readPlainText(file, limits.stateFileBytesMax);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** For what can be made anew: what is none of ours reads as a file that holds nothing. */
export function readDerived(file: string): string | null {
  try {
    return readOrNull(file);
  } catch (error) {
    if (isForeign(error)) return "";
    throw error;
  }
}
