/** ObjectStore: objects by id, loose ones in process and all others from packs, for both engines, and the page files of a commit. */

import { type Oid, parseOid, parsePagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { corrupt } from "../../state/fs-calls.js";
import type { TreeFile } from "../history.js";
import type { GitLayout } from "../layout.js";
import type { Git } from "../process.js";
import { openPacks } from "./pack.js";
import {
  entriesOf,
  findSlot,
  folderMode,
  type GitObject,
  hashBytes,
  isFileMode,
  type NewObject,
  type Packed,
  readLoose,
  type TreeEntry,
  textOfName,
} from "./tree.js";

export interface ObjectStore {
  readonly layout: GitLayout;
  /** The bytes of an object of the type named; a missing object, or one of another type, is a `corrupt` failure. */
  read(oid: Oid, type: NewObject["type"]): Promise<Outcome<Buffer>>;
  /** Of any type; null for one that is not there. */
  bytes(oid: Oid): Promise<Outcome<Buffer | null>>;
  /** The page files of a commit, below the root and by path; the same list as before where it has the same tree as before. */
  files(commit: Oid): Promise<Outcome<readonly TreeFile[]>>;
  /** Takes in trees that were just written, so that the next commit need not read them. */
  remember(objects: readonly NewObject[]): void;
  close(): Promise<void>;
}

const keptBytesMax = 16 << 20;

/** `packed` gives what is not loose. */
export function openObjectStore(layout: GitLayout, packed: Packed): ObjectStore {
  const trees = new Map<Oid, Buffer>();
  let keptBytes = 0;
  const keep = (oid: Oid, bytes: Buffer): void => {
    if (trees.has(oid)) return;
    trees.set(oid, bytes);
    keptBytes += bytes.length;
    for (const [old, { length }] of trees) {
      if (keptBytes <= keptBytesMax) break;
      trees.delete(old);
      keptBytes -= length;
    }
  };
  const store: ObjectStore = {
    layout,
    files: (commit) => files(commit),
    async read(oid, type) {
      const kept = trees.get(oid);
      if (kept !== undefined && type === "tree") return ok(kept);
      const object = await readAny(layout, packed, oid);
      if (!object.ok) return object;
      if (object.value?.type !== type) return wrongObject(oid, type, object.value);
      if (type === "tree") keep(oid, object.value.bytes);
      return ok(object.value.bytes);
    },
    async bytes(oid) {
      const object = await readAny(layout, packed, oid);
      return object.ok ? ok(object.value?.bytes ?? null) : object;
    },
    remember(objects) {
      for (const { oid, type, bytes } of objects) if (type === "tree") keep(oid, Buffer.from(bytes));
    },
    close: () => packed.close(),
  };
  const files = openTreeFiles(store);
  return store;
}

async function readAny(layout: GitLayout, packed: Packed, oid: Oid): Promise<Outcome<GitObject | null>> {
  const loose = readLoose(layout, oid);
  return !loose.ok || loose.value !== null ? loose : packed.read(oid);
}

function wrongObject(oid: Oid, type: string, found: GitObject | null): Outcome<never> {
  const what = found === null ? "is missing" : `is a ${found.type}`;
  return corrupt(`The object ${oid} ${what}; a ${type} was expected.`);
}

/** What a path holds below a tree; null where it, or a folder above it, is absent. */
export async function findInTree(store: ObjectStore, root: Oid, path: string): Promise<Outcome<TreeEntry | null>> {
  let at: TreeEntry = { mode: folderMode, oid: root };
  for (const name of path.split("/")) {
    if (at.mode !== folderMode) return ok(null);
    const bytes = await store.read(at.oid, "tree");
    if (!bytes.ok) return bytes;
    const slot = findSlot(bytes.value, name, hashBytes(store.layout.objectFormat), false);
    if (slot === null) return corrupt(`The tree ${at.oid} is cut short.`);
    if (slot.entry === null) return ok(null);
    at = slot.entry;
  }
  return ok(at);
}

/** The tree a commit names in its first line. */
export async function treeOf(store: ObjectStore, commit: Oid): Promise<Outcome<Oid>> {
  const bytes = await store.read(commit, "commit");
  if (!bytes.ok) return bytes;
  const line = bytes.value.subarray(0, Math.max(bytes.value.indexOf(10), 0)).toString("latin1");
  const tree = line.startsWith("tree ") ? parseOid(line.slice(5)) : null;
  return tree === null ? corrupt(`The commit ${commit} names no tree.`) : ok(tree);
}

// Packed: what is not loose.

/** So many are read here in less time than a process takes to start. */
const readHereMax = 64;

/** What reads packed objects by one process of git, which remembers what deltas start from; what starts it is loaded with the first object. */
export async function packedByGit(layout: GitLayout, git: Outcome<Git>): Promise<Outcome<Packed>> {
  if (!git.ok) return git;
  let started: Packed | null = null;
  return ok({
    async read(oid) {
      const { notFetched, openCatFile } = await import("../by-git.js");
      started ??= openCatFile(git.value);
      const read = await started.read(oid);
      return read.ok ? read : (notFetched(layout) ?? read);
    },
    async close() {
      await started?.close();
    },
  });
}

/**
 * From the packs here, and from what `others` opens where many are asked for, or one is not found. No pack stays open beyond one turn of the event
 * loop, so that whoever packs anew meanwhile frees what the old packs take up.
 */
export function openPacked(layout: GitLayout, others: () => Promise<Outcome<Packed>>): Packed {
  let here = null as ReturnType<typeof openPacks> | null;
  let [asked, isOpen] = [0, false];
  let opened: Promise<Outcome<Packed>> | null = null;
  const readHere = (oid: Oid): GitObject | null => {
    asked += 1;
    if (asked > readHereMax) return null;
    if (!isOpen) {
      isOpen = true;
      setImmediate(() => {
        isOpen = false;
        here?.close();
      });
    }
    here ??= openPacks(layout);
    return here(oid);
  };
  return {
    async read(oid) {
      const object = readHere(oid);
      if (object !== null) return ok(object);
      opened ??= others();
      const found = await opened;
      if (!found.ok) opened = null;
      return found.ok ? found.value.read(oid) : found;
    },
    async close() {
      here?.close();
      const found = await opened;
      if (found?.ok) await found.value.close();
    },
  };
}

// TreeFiles: the page files of a commit; a folder that did not change since is not read again.

/** What a folder held is kept for the next commits, in which few are others: of the branch, and of a side ref asked for in between. */
function openTreeFiles(store: ObjectStore): ObjectStore["files"] {
  let kept: readonly Folders[] = [];
  return async (commit) => {
    const root = await treeOf(store, commit);
    if (!root.ok) return root;
    const walk: Walk = { store, kept, folders: new Map() };
    const files = await filesBelow(walk, root.value, "");
    if (files.ok) kept = [walk.folders, ...kept].slice(0, listingsKept);
    return files;
  };
}

/** By tree and place; those of the top in order. */
type Folders = Map<string, readonly TreeFile[]>;

/** They share what they have in common. */
const listingsKept = 4;

interface Walk {
  readonly store: ObjectStore;
  readonly kept: readonly Folders[];
  readonly folders: Folders;
}

/** `folder` from the work tree's top, with a slash behind it; empty for the top itself. */
async function filesBelow(walk: Walk, oid: Oid, folder: string): Promise<Outcome<readonly TreeFile[]>> {
  const name = `${oid} ${folder}`;
  const known = walk.kept.find((folders) => folders.has(name))?.get(name);
  const files = known === undefined ? await listed(walk, oid, folder) : ok(known);
  if (files.ok) walk.folders.set(name, files.value);
  return files;
}

/** Regular files whose names can be page paths: no other file is a page. */
async function listed(walk: Walk, oid: Oid, folder: string): Promise<Outcome<readonly TreeFile[]>> {
  const { layout } = walk.store;
  const tree = await walk.store.read(oid, "tree");
  if (!tree.ok) return tree;
  const entries = entriesOf(tree.value, layout);
  if (entries === null) return corrupt(`The tree ${oid} is cut short.`);
  const files: TreeFile[] = [];
  for (const { mode, name, oid: id } of entries) {
    const full = folder + textOfName(name);
    if (mode === folderMode) {
      const inside = `${full}/`;
      if (!inside.startsWith(layout.prefix) && !layout.prefix.startsWith(inside)) continue;
      const more = await filesBelow(walk, id, inside);
      if (!more.ok) return more;
      for (const file of more.value) files.push(file);
    } else if (isFileMode(mode) && full.startsWith(layout.prefix)) {
      const path = parsePagePath(full.slice(layout.prefix.length));
      if (path !== null) files.push({ path, oid: id });
    }
  }
  return ok(folder === "" ? files.sort((a, b) => compareText(a.path, b.path)) : files);
}
