/** PlainTree: what lies below a folder of our state; no link is followed, so no walk is without end. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../base/text--order.js";
import { listFolder } from "./plain-file--plain-folder.js";

interface Entry {
  /** Below the folder, with slashes. */
  readonly path: string;
  /** A plain file; a link or a pipe is none. */
  readonly isFile: boolean;
}

/** All but folders, in order; nothing where the folder is not there. Throws system errors. */
export function entriesBelow(folder: string): readonly Entry[] {
  return [...listFolder(folder)].sort(compareText).flatMap((name): readonly Entry[] => {
    const at = join(folder, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (!stat.isDirectory()) return [{ path: name, isFile: stat.isFile() }];
    return entriesBelow(at).map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
  });
}

export function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder).flatMap(({ path, isFile }) => (isFile ? [path] : []));
}
