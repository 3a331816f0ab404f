/** StagedDiff: what the index holds that HEAD does not, from git's own files; and a folder of hooks. */

import type { Oid } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { corrupt } from "../../state/fs-calls.js";
import { type ObjectStore, treeOf } from "../objects/object-store.js";
import { entriesOf, folderMode, type TreeEntry } from "../objects/tree.js";
import { readHead } from "../refs/refs.js";
import { entryAt, type IndexFile, nameAt, nameRange, readIndex } from "./view.js";

// StagedDiff: what the index holds that HEAD does not, from git's own files; a folder that did not change is never opened.

/**
 * null where only git can tell: an unborn branch, reftable, an index we do not read, or one whose folders are not all summed up
 * (git sums them up before it calls pre-commit). By path.
 */
export async function stagedDiff(
  store: ObjectStore,
  indexPath: string,
): Promise<Outcome<readonly StagedFile[] | null>> {
  if (store.layout.refStorage !== "files") return ok(null);
  const head = readHead(store.layout);
  const index = head.ok ? readIndex(store.layout, indexPath) : head;
  if (!head.ok || !index.ok) return head.ok ? ok(null) : head;
  const sums = index.value === null ? null : sumsOf(index.value);
  if (head.value.commit === null || index.value === null || sums === null) return ok(null);
  const tree = await treeOf(store, head.value.commit);
  if (!tree.ok) return tree;
  const walk: Walk = { store, index: index.value, files: [] };
  const done = await compare(walk, { sum: sums, start: 0, prefix: "" }, tree.value);
  if (!done.ok) return done;
  return ok(walk.files.sort((a, b) => compareText(a.path, b.path)));
}

/** A folder as the index sums it up: how many entries it has, and the tree they make. Names are bytes as characters. */
interface Sum {
  readonly name: string;
  readonly count: number;
  readonly oid: Oid;
  readonly folders: ReadonlyMap<string, Sum>;
}

interface Walk {
  readonly store: ObjectStore;
  readonly index: IndexFile;
  readonly files: StagedFile[];
}

interface Place {
  readonly sum: Sum;
  /** Position of the folder's first entry in the index. */
  readonly start: number;
  readonly prefix: string;
}

async function compare(walk: Walk, { sum, start, prefix }: Place, tree: Oid | null): Promise<Outcome<void>> {
  if (sum.oid === tree) return ok(undefined);
  const whole = await readTree(walk, tree);
  if (!whole.ok) return whole;
  const reached = skipAlike(walk, { sum, start, prefix }, whole.value);
  const before = namedIn(walk, whole.value, reached.tree);
  if (before === null) return corrupt(`The tree ${tree} is cut short.`);
  for (let at = reached.at; at < start + sum.count; ) {
    const name = nameAt(walk.index, at).toString("latin1").slice(prefix.length);
    const folder = sum.folders.get(name.slice(0, Math.max(0, name.indexOf("/"))));
    const old = before.get(folder?.name ?? name);
    const wasFolder = old?.mode === folderMode;
    if (folder === undefined) {
      if (name.includes("/")) return corrupt(`The index does not sum up the folder of ${prefix}${name}.`);
      const { mode, oid } = entryAt(walk.index, at);
      addFile(walk, `${prefix}${name}`, { was: wasFolder ? undefined : old, is: { mode: mode.toString(8), oid } });
      if (!wasFolder) before.delete(name);
      at += 1;
    } else {
      if (wasFolder) before.delete(folder.name);
      const place = { sum: folder, start: at, prefix: `${prefix}${folder.name}/` };
      const below = await compare(walk, place, wasFolder ? old.oid : null);
      if (!below.ok) return below;
      at += folder.count;
    }
  }
  return removed(walk, prefix, before);
}

/**
 * Index and tree list files in one order, so most of a folder is passed without making a string of it: up to the first name
 * that only one of them has, or the first folder.
 */
function skipAlike(walk: Walk, { sum, start, prefix }: Place, tree: Buffer): { at: number; tree: number } {
  const { index } = walk;
  let [at, from] = [start, 0];
  for (; at < start + sum.count && from < tree.length; at += 1) {
    const [path, pathEnd] = nameRange(index, at);
    const name = tree.indexOf(32, from) + 1;
    const end = name + pathEnd - path - prefix.length;
    const next = end + 1 + index.hashBytes;
    const isFolder = tree[from] === 0x34;
    const isNamed =
      tree[end] === 0 && next <= tree.length && isAlike(index.bytes, path + prefix.length, tree, name, end);
    if (isFolder || !isNamed) break;
    const id = index.offsets[at]! + 40;
    const plain = name - from === 7 && index.bytes.readUInt32BE(id - 16) === 0o100644 && tree[from + 3] === 0x36;
    if (!plain || !isAlike(index.bytes, id, tree, end + 1, next)) {
      const mode = tree.toString("latin1", from, name - 1).replace(early, "100644");
      const is = entryAt(index, at);
      const oid = tree.toString("hex", end + 1, next) as Oid;
      addFile(walk, index.bytes.toString("latin1", path, pathEnd), {
        was: { mode, oid },
        is: { mode: is.mode.toString(8), oid: is.oid },
      });
    }
    from = next;
  }
  return { at, tree: from };
}

/** Byte by byte: in a program that has just started, a call of `Buffer.compare` takes longer than all the bytes of a name. */
function isAlike(bytes: Buffer, at: number, other: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (bytes[at + i - start] !== other[i]) return false;
  return true;
}

/** Early git wrote group-writable files into trees; git reads them as ordinary ones. */
const early = /^100664$/;

/** What is left of a tree once everything the index holds was taken from it. */
async function removed(walk: Walk, prefix: string, left: ReadonlyMap<string, TreeEntry>): Promise<Outcome<void>> {
  for (const [name, was] of left) {
    if (was.mode !== folderMode) {
      addFile(walk, `${prefix}${name}`, { was, is: undefined });
      continue;
    }
    const below = await readTree(walk, was.oid);
    if (!below.ok) return below;
    const named = namedIn(walk, below.value, 0);
    if (named === null) return corrupt(`The tree ${was.oid} is cut short.`);
    const done = await removed(walk, `${prefix}${name}/`, named);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function addFile(
  walk: Walk,
  path: string,
  { was, is }: { was: TreeEntry | undefined; is: TreeEntry | undefined },
): void {
  if (was?.oid === is?.oid && was?.mode === is?.mode) return;
  walk.files.push({
    path: Buffer.from(path, "latin1").toString("utf8"),
    status: was === undefined ? "added" : is === undefined ? "deleted" : "changed",
    mode: is?.mode ?? "000000",
    oid: is?.oid ?? null,
    before: was?.oid ?? null,
  });
}

function readTree({ store }: Walk, oid: Oid | null): Promise<Outcome<Buffer>> {
  return oid === null ? Promise.resolve(ok(Buffer.alloc(0))) : store.read(oid, "tree");
}

/** The entries of a tree from one on, by name. */
function namedIn({ store: { layout } }: Walk, bytes: Buffer, from: number): Map<string, TreeEntry> | null {
  const entries = entriesOf(bytes, layout, from);
  if (entries === null) return null;
  return new Map(entries.map(({ mode, name, oid }) => [name, { mode: mode.replace(early, "100644"), oid }]));
}

/** The cache-tree extension: `name NUL count SP folders LF id`, each folder followed by the folders in it. null where one is open. */
function sumsOf(index: IndexFile): Sum | null {
  const bytes = index.extensions.find(({ signature }) => signature === "TREE")?.bytes;
  if (bytes === undefined) return null;
  let at = 8;
  const next = (): Sum | null => {
    const nul = bytes.indexOf(0, at);
    const line = bytes.indexOf(10, nul);
    if (nul < 0 || line < 0) return null;
    const name = bytes.toString("latin1", at, nul);
    const [count = -1, below = 0] = bytes
      .toString("latin1", nul + 1, line)
      .split(" ")
      .map(Number);
    if (!(count >= 0) || line + 1 + index.hashBytes > bytes.length) return null;
    const oid = bytes.toString("hex", line + 1, line + 1 + index.hashBytes) as Oid;
    at = line + 1 + index.hashBytes;
    const folders = new Map<string, Sum>();
    for (let i = 0; i < below; i += 1) {
      const folder = next();
      if (folder === null) return null;
      folders.set(folder.name, folder);
    }
    return { name, count, oid, folders };
  };
  const root = next();
  return root?.count === index.offsets.length - 1 ? root : null;
}

// HookFolder: a path that is staged, and a folder of hooks, as git has them.

/** One path that differs between HEAD and the index of the commit being made; paths are below the work tree's top. */
export interface StagedFile {
  readonly path: string;
  readonly status: "added" | "changed" | "deleted";
  /** As git writes it: `100644`, `120000`; `000000` for a deletion. */
  readonly mode: string;
  /** The staged blob; null for a deletion. */
  readonly oid: Oid | null;
  /** The blob in HEAD; null for an addition. */
  readonly before: Oid | null;
}

/** A hook as it stands on disk. */
export interface HookFile {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly link: boolean;
}

/** One step of a plan, names inside the folder. */
export type HookChange =
  | { readonly kind: "write"; readonly name: string; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: "move"; readonly name: string; readonly to: string }
  | { readonly kind: "remove"; readonly name: string };

/** The folder git takes its hooks from, or the one whose files those hooks run. */
export interface HookFolder {
  /** Absolute. */
  readonly path: string;
  /** `user`: set by the user's own or the system's configuration, or outside the repository; never written. */
  readonly owner: "repository" | "user";
  /** Whether a configuration names the folder (`core.hooksPath`): somebody else's program then looks after it. */
  readonly configured: boolean;
  /** husky's folder: its files are read by `sh -e` and need no shebang and no permission to run. */
  readonly sourced: boolean;
  read(name: string): Outcome<HookFile | null>;
  /** All steps or none: what was done is undone when a later step fails. */
  apply(changes: readonly HookChange[]): Outcome<void>;
  /** Runs the hook as git does, with PATH=/usr/bin:/bin; gives all it printed. null where it is not to be run. */
  canary(name: string, nonce: string): Promise<Outcome<string | null>>;
}
