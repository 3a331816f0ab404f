/** Vouches: whether a file is the one that was read, by its stamp alone. */

import type { Listed } from "./disk/read--page-store.js";
import type { CachedFile } from "./facts--facts-cache.js";

/** Whether the record tells what the listed file holds, so that it need not be read. */
export function vouches(known: CachedFile | undefined, listed: Listed): boolean {
  if (known === undefined) return false;
  const { size, mtimeMs, ctimeMs, inode } = known.stamp;
  const now = listed.stamp;
  if (now === null || !known.settled || size !== now.size || inode !== now.inode) return false;
  return mtimeMs === now.mtimeMs && ctimeMs === now.ctimeMs;
}
