/** AttestTree: the files in which several trees differ, found without reading a folder that they share. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { TreeEntry } from "../../git/objects/object-store.js";
import type { ObjectStore } from "../../git/objects/object-store--object-store.js";
import { corrupt } from "../../state/fs-calls--failures.js";

/** What one path holds in each of the trees compared; null where a tree does not have it. */
export interface TreeDifference {
  readonly path: string;
  readonly entries: readonly (TreeEntry | null)[];
}

/** Whether nothing below these entries is worth a look; asked for folders and files alike. */
export type SameEntries = (entries: readonly (TreeEntry | null)[]) => boolean;

const folderMode = "40000";

/** `roots` are trees, null for none; paths begin with `prefix`, which ends in a slash or is empty. Sorted by path. */
export async function compareTrees(
  store: ObjectStore,
  roots: readonly (Oid | null)[],
  same: SameEntries,
  prefix = "",
): Promise<Outcome<readonly TreeDifference[]>> {
  const read = await readTrees(store, roots);
  if (!read.ok) return read;
  const found: TreeDifference[] = [];
  for (const [name, entries] of read.value) {
    if (same(entries)) continue;
    const folders = entries.map((entry) => (entry?.mode === folderMode ? entry.oid : null));
    if (folders.some((oid) => oid !== null)) {
      const below = await compareTrees(store, folders, same, `${prefix}${name}/`);
      if (!below.ok) return below;
      found.push(...below.value);
    }
    const files = entries.map((entry) => (entry?.mode === folderMode ? null : entry));
    if (files.some((entry) => entry !== null) && !same(files)) found.push({ path: prefix + name, entries: files });
  }
  return ok(found.sort((a, b) => compareText(a.path, b.path)));
}

/** Each name that any of the trees has; of two trees, only the names whose entries are not byte for byte the same. */
async function readTrees(
  store: ObjectStore,
  roots: readonly (Oid | null)[],
): Promise<Outcome<ReadonlyMap<string, readonly (TreeEntry | null)[]>>> {
  const trees: Buffer[] = [];
  for (const root of roots) {
    const read = root === null ? ok(nothing) : await store.read(root, "tree");
    if (!read.ok) return read;
    trees.push(read.value);
  }
  const width = store.layout.objectFormat === "sha1" ? 20 : 32;
  const skipped = trees.length === 2 ? sharedStart(trees[0]!, trees[1]!, width) : 0;
  const names = new Map<string, (TreeEntry | null)[]>();
  for (const [at, tree] of trees.entries()) {
    for (let from = skipped; from < tree.length; ) {
      const space = tree.indexOf(32, from);
      const nul = tree.indexOf(0, space);
      const end = nul + 1 + width;
      if (space < 0 || nul < 0 || end > tree.length) return corrupt(`The tree ${roots[at]} is cut short.`);
      const name = tree.toString("utf8", space + 1, nul);
      const entries = names.get(name) ?? trees.map(() => null);
      entries[at] = {
        mode: tree.toString("latin1", from, space),
        oid: tree.toString("hex", nul + 1, end) as Oid,
      };
      names.set(name, entries);
      from = end;
    }
  }
  return ok(names);
}

const nothing: Buffer = Buffer.alloc(0);

/** Up to where two trees hold the same whole entries: in a folder of ten thousand pages one commit changes one of them. */
function sharedStart(a: Buffer, b: Buffer, width: number): number {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  let differs = shorter + 1;
  while (differs - same > 1) {
    const middle = (same + differs) >>> 1;
    if (a.compare(b, same, middle, same, middle) === 0) same = middle;
    else differs = middle;
  }
  let start = 0;
  for (;;) {
    const nul = a.indexOf(0, start);
    const end = nul + 1 + width;
    if (nul < 0 || end > same) return start;
    start = end;
  }
}
