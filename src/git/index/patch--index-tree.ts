/** Index tree: the index's cache of folder ids (the TREE extension), with the folders of changed paths marked as unknown. */

import { dirname } from "node:path/posix";

/**
 * `data` is the extension without its signature and size: for each folder, parents first, `name NUL entries SP subfolders LF`
 * and, unless `entries` is -1, its id. Gives null where it makes no sense; git rebuilds a missing cache.
 */
export function invalidateFolders(data: Buffer, paths: readonly string[], hashBytes: number): Buffer | null {
  const changed = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      changed.add(folder === "." ? "" : folder);
      if (folder === ".") break;
    }
  }
  const walk: Walk = { data, hashBytes, changed, at: 0, kept: 0, out: [] };
  if (!readFolder(walk, "") || walk.at !== data.length) return null;
  return Buffer.concat([...walk.out, data.subarray(walk.kept)]);
}

interface Walk {
  readonly data: Buffer;
  readonly hashBytes: number;
  readonly changed: ReadonlySet<string>;
  at: number;
  /** Up to here the bytes have been given out. */
  kept: number;
  readonly out: Buffer[];
}

function readFolder(walk: Walk, above: string): boolean {
  const { data } = walk;
  const nul = data.indexOf(0, walk.at);
  const line = data.indexOf(10, nul);
  if (nul < 0 || line < 0) return false;
  const name = data.toString("utf8", walk.at, nul);
  const counts = /^(-?\d+) (\d+)$/.exec(data.toString("latin1", nul + 1, line));
  if (counts === null) return false;
  const valid = !counts[1]!.startsWith("-");
  const end = line + 1 + (valid ? walk.hashBytes : 0);
  if (end > data.length) return false;
  const path = above === "" ? name : `${above}/${name}`;
  if (valid && walk.changed.has(path)) {
    walk.out.push(data.subarray(walk.kept, nul + 1), Buffer.from(`-1 ${counts[2]}\n`));
    walk.kept = end;
  }
  walk.at = end;
  for (let left = Number(counts[2]); left > 0; left -= 1) if (!readFolder(walk, path)) return false;
  return true;
}
