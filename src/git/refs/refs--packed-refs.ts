/** Packed refs: the one file into which git gathers branches and tags that have not moved for a while. */

import { join } from "node:path";
import { type Oid, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { errnoOf } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";

/** The text of packed-refs; empty where there is none. Throws system errors. */
export function packedRefs(layout: GitLayout): string {
  try {
    return readLinked(join(layout.commonDir, "packed-refs"), limits.gitFileBytesMax).toString("utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** The object of a ref; null where the text does not name it. Searching the text for one name is many times faster than parsing every line of it. */
export function findPacked(text: string, name: string): Oid | null {
  const at = text.indexOf(` ${name}\n`);
  return at < 0 ? null : parseOid(text.slice(text.lastIndexOf("\n", at) + 1, at));
}
