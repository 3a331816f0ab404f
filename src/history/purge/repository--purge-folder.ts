/** PurgeFolder: where a purge keeps what it has still to do. */

import { join } from "node:path";
import type { GitLayout } from "../../git/layout.js";
import { realFolders } from "../../state/plain-file--plain-folder.js";

/** Throws where it, or a folder above it, is a link. */
export function journalFolder(layout: GitLayout): string {
  const folder = join(layout.gitDir, "pagefile", "purge");
  realFolders(folder);
  return folder;
}
