/**
 * ObjectStore: objects by id, loose ones in process and all others through cat-file, and the folders along changed paths made anew as byte splices
 * of git's trees; and the page files of a commit, read in this process.
 */

import { type Oid, parseOid, parsePagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { corrupt, gitFailed } from "../../state/fs-calls.js";
import type { TreeFile } from "../history.js";
import type { GitLayout } from "../layout.js";
import { type GitObject, makeObject, type NewObject, readLoose } from "./loose.js";
import { type CatFile, openPacks, type ReadPacked } from "./pack.js";

// Trees: the folders along changed paths made anew, as byte splices of git's tree objects.

/** One name in a tree: the mode as git spells it (`40000` for a folder) and the object. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: Oid;
}

/**
 * `path` from the work tree's top; `oid` null removes the file. An existing file keeps its mode; a new one gets that of the file
 * at `like` in the old tree, else `mode`.
 */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid | null;
  readonly like?: string;
}

interface RewrittenTree {
  readonly root: Oid;
  /** The trees that are new, to be written before a commit names them. */
  readonly objects: readonly NewObject[];
}

/** What a path holds below a tree; null where it, or a folder above it, is absent. */
export async function findInTree(store: ObjectStore, root: Oid, path: string): Promise<Outcome<TreeEntry | null>> {
  let at: TreeEntry = { mode: folderMode, oid: root };
  for (const name of path.split("/")) {
    if (at.mode !== folderMode) return ok(null);
    const bytes = await store.read(at.oid, "tree");
    if (!bytes.ok) return bytes;
    const slot = findSlot(bytes.value, name, hashBytes(store), false);
    if (slot === null) return corrupt(`The tree ${at.oid} is cut short.`);
    if (slot.entry === null) return ok(null);
    at = slot.entry;
  }
  return ok(at);
}

/** `root` null stands for an unborn branch. A folder left without files goes, as git knows no empty folders. */
export async function rewriteTree(
  store: ObjectStore,
  root: Oid | null,
  changes: readonly TreeChange[],
): Promise<Outcome<RewrittenTree>> {
  const objects: NewObject[] = [];
  const steps: Step[] = [];
  for (const change of changes) {
    const model = root === null || change.like === undefined ? ok(null) : await findInTree(store, root, change.like);
    if (!model.ok) return model;
    const mode = model.value !== null && isFileMode(model.value.mode) ? model.value.mode : change.mode;
    steps.push({ ...change, mode, parts: change.path.split("/") });
  }
  const top = await rewriteFolder({ store, objects }, root, steps, 0);
  if (!top.ok) return top;
  if (top.value !== null) return ok({ root: top.value, objects });
  const empty = makeObject(store.layout.objectFormat, "tree", Buffer.alloc(0));
  return ok({ root: empty.oid, objects: [...objects, empty] });
}

const folderMode = "40000";

interface Step extends TreeChange {
  readonly parts: readonly string[];
}

interface Rewrite {
  readonly store: ObjectStore;
  readonly objects: NewObject[];
}

/** The new id of a folder; null when nothing is left in it. */
async function rewriteFolder(
  rewrite: Rewrite,
  oid: Oid | null,
  steps: readonly Step[],
  depth: number,
): Promise<Outcome<Oid | null>> {
  const read = oid === null ? ok(Buffer.alloc(0)) : await rewrite.store.read(oid, "tree");
  if (!read.ok) return read;
  let bytes: Buffer = read.value;
  for (const [name, below] of groupByName(steps, depth)) {
    const isFile = below[0]!.parts.length === depth + 1;
    const slot = findSlot(bytes, name, hashBytes(rewrite.store), !isFile);
    if (slot === null) return corrupt(`The tree ${oid} is cut short.`);
    const next = isFile ? placeFile(slot, below) : await placeFolder(rewrite, slot, below, depth);
    if (!next.ok) return next;
    bytes = splice(bytes, slot, name, next.value);
  }
  if (bytes.length === 0) return ok(null);
  if (bytes === read.value) return ok(oid);
  const tree = makeObject(rewrite.store.layout.objectFormat, "tree", bytes);
  rewrite.objects.push(tree);
  return ok(tree.oid);
}

function groupByName(steps: readonly Step[], depth: number): ReadonlyMap<string, readonly Step[]> {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const name = step.parts[depth]!;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [step]);
    else group.push(step);
  }
  return groups;
}

function placeFile(slot: Slot, steps: readonly Step[]): Outcome<TreeEntry | null> {
  const { path, mode, oid } = steps[0]!;
  if (steps.length > 1) return inTheWay(path, "is to be a file and a folder at once");
  if (slot.entry !== null && !isFileMode(slot.entry.mode))
    return inTheWay(path, `is ${kindOf(slot.entry.mode)} in HEAD`);
  return ok(oid === null ? null : { mode: slot.entry?.mode ?? mode, oid });
}

async function placeFolder(
  rewrite: Rewrite,
  slot: Slot,
  steps: readonly Step[],
  depth: number,
): Promise<Outcome<TreeEntry | null>> {
  const path = steps[0]!.parts.slice(0, depth + 1).join("/");
  if (steps.some((step) => step.parts.length === depth + 1))
    return inTheWay(path, "is to be a file and a folder at once");
  const mode = slot.entry?.mode ?? folderMode;
  if (mode !== folderMode) return inTheWay(path, `is ${kindOf(mode)} in HEAD, not a folder`);
  const oid = await rewriteFolder(rewrite, slot.entry?.oid ?? null, steps, depth + 1);
  return oid.ok ? ok(oid.value === null ? null : { mode: folderMode, oid: oid.value }) : oid;
}

function inTheWay(path: string, what: string): Outcome<never> {
  return gitFailed(
    `The path ${path} ${what}; a page lives in a regular file.`,
    "Move it out of the way, or name another page.",
  );
}

function isFileMode(mode: string): boolean {
  return mode.startsWith("100");
}

function kindOf(mode: string): string {
  if (mode === folderMode) return "a folder";
  if (mode === "120000") return "a symbolic link";
  return mode === "160000" ? "a submodule" : "a file";
}

/** Where a name stands in a tree's bytes, or would stand. */
interface Slot {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry | null;
}

function hashBytes(store: ObjectStore): number {
  return store.layout.objectFormat === "sha1" ? 20 : 32;
}

/**
 * git sorts a folder as if its name ended in `/`, so a file and a folder of one name stand in different places; both are
 * looked for, and the place of a new entry is that of its own kind. null where the bytes are no tree.
 */
function findSlot(bytes: Buffer, name: string, width: number, asFolder: boolean): Slot | null {
  const wanted = Buffer.from(name);
  const key = asFolder ? Buffer.concat([wanted, Buffer.from("/")]) : wanted;
  let place = 0;
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + width;
    if (space < 0 || nul < 0 || end > bytes.length) return null;
    if (nul - space - 1 === wanted.length && wanted.compare(bytes, space + 1, nul) === 0) {
      const mode = bytes.toString("latin1", at, space);
      return { start: at, end, entry: { mode, oid: bytes.toString("hex", nul + 1, end) as Oid } };
    }
    if (sortsBefore(bytes, space + 1, nul, bytes[at] === 0x34, key)) place = end;
    at = end;
  }
  return { start: place, end: place, entry: null };
}

/** Only a folder's mode (`40000`) begins with a 4. */
function sortsBefore(bytes: Buffer, from: number, to: number, isFolder: boolean, key: Buffer): boolean {
  const order = bytes.compare(key, 0, Math.min(key.length, to - from), from, Math.min(to, from + key.length));
  if (order !== 0) return order < 0;
  if (to - from >= key.length) return false;
  return !isFolder || 0x2f < key[to - from]! || (0x2f === key[to - from] && to - from + 1 < key.length);
}

function splice(bytes: Buffer, slot: Slot, name: string, next: TreeEntry | null): Buffer {
  if (next === null && slot.entry === null) return bytes;
  if (next !== null && next.oid === slot.entry?.oid && next.mode === slot.entry.mode) return bytes;
  const middle = next === null ? [] : [Buffer.from(`${next.mode} ${name}\0`), Buffer.from(next.oid, "hex")];
  return Buffer.concat([bytes.subarray(0, slot.start), ...middle, bytes.subarray(slot.end)]);
}

// Object store: objects by id, loose ones in process and all others through cat-file, with the trees kept for a while.

export interface ObjectStore {
  readonly layout: GitLayout;
  /** The bytes of an object of the type named; a missing object, or one of another type, is a `corrupt` failure. */
  read(oid: Oid, type: NewObject["type"]): Promise<Outcome<Buffer>>;
  /** Of any type; null for one that is not there. */
  bytes(oid: Oid): Promise<Outcome<Buffer | null>>;
  /** Takes in trees that were just written, so that the next commit need not read them. */
  remember(objects: readonly NewObject[]): void;
}

const keptBytesMax = 16 << 20;

export function openObjectStore(layout: GitLayout, catFile: CatFile): ObjectStore {
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
  return {
    layout,
    async read(oid, type) {
      const kept = trees.get(oid);
      if (kept !== undefined && type === "tree") return ok(kept);
      const object = await readAny(layout, catFile, oid);
      if (!object.ok) return object;
      if (object.value?.type !== type) return wrongObject(oid, type, object.value);
      if (type === "tree") keep(oid, object.value.bytes);
      return ok(object.value.bytes);
    },
    async bytes(oid) {
      const object = await readAny(layout, catFile, oid);
      return object.ok ? ok(object.value?.bytes ?? null) : object;
    },
    remember(objects) {
      for (const { oid, type, bytes } of objects) if (type === "tree") keep(oid, Buffer.from(bytes));
    },
  };
}

async function readAny(layout: GitLayout, catFile: CatFile, oid: Oid): Promise<Outcome<GitObject | null>> {
  const loose = readLoose(layout, oid);
  return !loose.ok || loose.value !== null ? loose : catFile.read(oid);
}

function wrongObject(oid: Oid, type: string, found: GitObject | null): Outcome<never> {
  const what = found === null ? "is missing" : `is a ${found.type}`;
  return corrupt(`The object ${oid} ${what}; a ${type} was expected.`);
}

/** The tree a commit names in its first line. */
export async function treeOf(store: ObjectStore, commit: Oid): Promise<Outcome<Oid>> {
  const bytes = await store.read(commit, "commit");
  if (!bytes.ok) return bytes;
  const line = bytes.value.subarray(0, Math.max(bytes.value.indexOf(10), 0)).toString("latin1");
  const tree = line.startsWith("tree ") ? parseOid(line.slice(5)) : null;
  return tree === null ? corrupt(`The commit ${commit} names no tree.`) : ok(tree);
}

// TreeFiles: the page files of a commit, read in this process: a process to list them costs as much as all else a prompt needs.

/** null is no answer: what is not found here, or is not as it should be, is for git to find or to complain of. */
type ListFiles = (commit: Oid) => readonly TreeFile[] | null;

/** What a folder held is kept for the next commits, in which few are others: of the branch, and of a side ref asked for in between. */
export function openTreeFiles(layout: GitLayout): ListFiles {
  let kept: readonly Folders[] = [];
  return (commit) => {
    let packs = null as ReadPacked | null;
    const walk: Walk = {
      layout,
      kept,
      folders: new Map(),
      read(oid) {
        const loose = readLoose(layout, oid);
        if (!loose.ok || loose.value !== null) return loose.ok ? loose.value : null;
        packs ??= openPacks(layout);
        return packs(oid);
      },
    };
    try {
      const root = rootOf(walk.read(commit));
      const files = root === null ? null : below(walk, root, "");
      if (files === null) return null;
      kept = [walk.folders, ...kept].slice(0, listingsKept);
      return inOrder(files);
    } finally {
      packs?.close();
    }
  };
}

/** By tree and place. */
type Folders = ReadonlyMap<string, readonly TreeFile[]>;

/** They share what they have in common. */
const listingsKept = 4;

interface Walk {
  readonly layout: GitLayout;
  readonly read: (oid: Oid) => GitObject | null;
  readonly kept: readonly Folders[];
  readonly folders: Map<string, readonly TreeFile[]>;
}

function inOrder(files: readonly TreeFile[]): readonly TreeFile[] {
  const known = sorted.get(files) ?? files.toSorted((a, b) => compareText(a.path, b.path));
  sorted.set(files, known);
  return known;
}

/** A whole tree that is asked for again is the same list as before. */
const sorted: WeakMap<readonly TreeFile[], readonly TreeFile[]> = new WeakMap();

function rootOf(commit: GitObject | null): Oid | null {
  if (commit?.type !== "commit") return null;
  const line = commit.bytes.toString("latin1", 0, Math.max(0, commit.bytes.indexOf(10)));
  return line.startsWith("tree ") ? parseOid(line.slice("tree ".length)) : null;
}

/** `folder` from the work tree's top, with a slash behind it; empty for the top itself. */
function below(walk: Walk, oid: Oid, folder: string): readonly TreeFile[] | null {
  const name = `${oid} ${folder}`;
  const known = walk.kept.find((folders) => folders.has(name))?.get(name);
  const files = known ?? listed(walk, oid, folder);
  if (files !== null) walk.folders.set(name, files);
  return files;
}

function listed(walk: Walk, oid: Oid, folder: string): readonly TreeFile[] | null {
  const tree = walk.read(oid);
  if (tree?.type !== "tree") return null;
  const { prefix, objectFormat } = walk.layout;
  const hashBytes = objectFormat === "sha1" ? 20 : 32;
  const { bytes } = tree;
  const files: TreeFile[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [space, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)];
    if (space < 0 || end < space) return null;
    const mode = bytes.toString("latin1", at, space);
    const full = folder + bytes.toString("utf8", space + 1, end);
    const id = parseOid(bytes.toString("hex", end + 1, end + 1 + hashBytes));
    at = end + 1 + hashBytes;
    if (id === null || at > bytes.length) return null;
    if (mode === "40000") {
      const inside = `${full}/`;
      if (!inside.startsWith(prefix) && !prefix.startsWith(inside)) continue;
      const more = below(walk, id, inside);
      if (more === null) return null;
      for (const file of more) files.push(file);
    } else if (mode.startsWith("100") && full.startsWith(prefix)) {
      const path = parsePagePath(full.slice(prefix.length));
      if (path !== null) files.push({ path, oid: id });
    }
  }
  return files;
}
