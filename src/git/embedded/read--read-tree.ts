/** ReadTree: regular files below a folder of a commit, by path. */

import { type Oid, type PagePath, parsePagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import { corrupt } from "../../state/fs-calls--failures.js";
import type { TreeFile } from "../history.js";
import type { Blob } from "../history--plan.js";
import { findInTree } from "../objects/object-store.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";

const hashBytes = 20;
/** With more paths than this one listing of the whole tree is cheaper than a search for each. */
const searchesMax = 32;

/** Below `prefix` (empty, or with a slash at the end); names that no page path can have are left out. */
export async function listTree(store: ObjectStore, tree: Oid, prefix: string): Promise<Outcome<readonly TreeFile[]>> {
  const start = prefix === "" ? ok({ mode: "40000", oid: tree }) : await findInTree(store, tree, prefix.slice(0, -1));
  if (!start.ok) return start;
  if (start.value?.mode !== "40000") return ok([]);
  const files: TreeFile[] = [];
  const folders = [{ oid: start.value.oid, path: "" }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const bytes = await store.read(folder.oid, "tree");
    if (!bytes.ok) return bytes;
    for (let at = 0; at < bytes.value.length; ) {
      const entry = entryAt(bytes.value, at);
      if (entry === null) return corrupt(`The tree ${folder.oid} is cut short.`);
      at = entry.end;
      const path = folder.path + entry.name;
      const page = entry.mode.startsWith("100") ? parsePagePath(path) : null;
      if (page !== null) files.push({ path: page, oid: entry.oid });
      if (entry.mode === "40000") folders.push({ oid: entry.oid, path: `${path}/` });
    }
  }
  return ok(files.sort((a, b) => compareText(a.path, b.path)));
}

/** Blobs in the order of `paths`; null for what is no regular file. */
export async function readBlobs(
  store: ObjectStore,
  tree: Oid,
  query: { readonly prefix: string; readonly paths: readonly PagePath[] },
): Promise<Outcome<readonly (Blob | null)[]>> {
  const { prefix, paths } = query;
  const listed = paths.length > searchesMax ? await listTree(store, tree, prefix) : ok(null);
  if (!listed.ok) return listed;
  const known = listed.value === null ? null : new Map(listed.value.map((file) => [file.path, file.oid]));
  const blobs: (Blob | null)[] = [];
  for (const path of paths) {
    const oid = known === null ? await findFile(store, tree, prefix + path) : ok(known.get(path) ?? null);
    if (!oid.ok) return oid;
    const bytes = oid.value === null ? ok(null) : await store.read(oid.value, "blob");
    if (!bytes.ok) return bytes;
    blobs.push(oid.value === null || bytes.value === null ? null : { oid: oid.value, bytes: bytes.value });
  }
  return ok(blobs);
}

async function findFile(store: ObjectStore, tree: Oid, path: string): Promise<Outcome<Oid | null>> {
  const entry = await findInTree(store, tree, path);
  if (!entry.ok) return entry;
  return ok(entry.value?.mode.startsWith("100") ? entry.value.oid : null);
}

interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
  readonly end: number;
}

function entryAt(bytes: Buffer, at: number): Entry | null {
  const space = bytes.indexOf(32, at);
  const nul = bytes.indexOf(0, space);
  const end = nul + 1 + hashBytes;
  if (space < 0 || nul < 0 || end > bytes.length) return null;
  return {
    mode: bytes.toString("latin1", at, space),
    name: bytes.toString("utf8", space + 1, nul),
    oid: bytes.toString("hex", nul + 1, end) as Oid,
    end,
  };
}
