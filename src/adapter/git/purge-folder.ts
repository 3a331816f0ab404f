/** PurgeFolder: where a purge keeps what it has still to do. */

import { join } from "node:path";
import { realFolders } from "../plain-folder.js";
import type { GitLayout } from "./layout.js";

/** Throws where it, or a folder above it, is a link. */
export function journalFolder(layout: GitLayout): string {
  const folder = join(layout.gitDir, "pagefile", "purge");
  realFolders(folder);
  return folder;
}
