/** Open files: what of a folder this process holds open, as the system tells it. */

import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

const handles = "/proc/self/fd";

/** Handle and path of each file and folder at or below `root`; none where the system does not tell. */
export function openBelow(root: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync(handles).flatMap((fd) => {
    try {
      const path = readlinkSync(join(handles, fd));
      return path.startsWith(`${root}/`) || path === root ? [`${fd} ${path}`] : [];
    } catch {
      // The handle by which the folder itself was read.
      return [];
    }
  });
}
