/** PurgeTree: folders of the past written anew around the files that change; what does not change keeps its id. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { makeObject, type NewObject } from "../../git/objects/loose.js";
import type { ObjectStore } from "../../git/objects/object-store--object-store.js";
import { corrupt } from "../../state/fs-calls--failures.js";
import type { PurgeRules } from "./repository--purge.js";

/** `pages`: the history of a branch. `records`: a ref of ours whose files are refused patches. */
export type PurgeKind = "pages" | "records";

export interface TreeRewriter {
  /** The whole tree of a commit. */
  tree(oid: Oid, kind: PurgeKind): Promise<Outcome<Oid>>;
  /** New objects since the last call; nothing has written them yet. */
  taken(): readonly NewObject[];
  /** Blobs that changed, by the first seven digits of what they were. */
  readonly blobs: ReadonlyMap<string, readonly [from: Oid, to: Oid]>;
  /** Paths below the root that have another name now. */
  readonly paths: ReadonlyMap<string, string>;
}

interface Row {
  readonly mode: string;
  readonly name: Buffer;
  readonly oid: Oid;
}

interface State {
  readonly store: ObjectStore;
  readonly rules: PurgeRules;
  readonly trees: Map<string, Oid | null>;
  readonly files: Map<string, Oid | null>;
  readonly blobs: Map<string, readonly [from: Oid, to: Oid]>;
  readonly paths: Map<string, string>;
  objects: NewObject[];
}

export function openTreeRewriter(store: ObjectStore, rules: PurgeRules): TreeRewriter {
  const state: State = {
    store,
    rules,
    trees: new Map(),
    files: new Map(),
    blobs: new Map(),
    paths: new Map(),
    objects: [],
  };
  return {
    blobs: state.blobs,
    paths: state.paths,
    async tree(oid, kind) {
      const done = await folder(state, oid, "", kind);
      if (!done.ok) return done;
      return ok(done.value ?? add(state, "tree", Buffer.alloc(0)));
    },
    taken() {
      const { objects } = state;
      state.objects = [];
      return objects;
    },
  };
}

function add(state: State, type: NewObject["type"], bytes: Uint8Array): Oid {
  const object = makeObject(state.store.layout.objectFormat, type, bytes);
  state.objects.push(object);
  return object.oid;
}

const folderMode = "40000";

async function folder(state: State, oid: Oid, path: string, kind: PurgeKind): Promise<Outcome<Oid | null>> {
  const { prefix } = state.store.layout;
  // Beside the memory's root nothing is ours to look at.
  if (!path.startsWith(prefix) && !prefix.startsWith(path)) return ok(oid);
  const key = `${kind} ${oid} ${path}`;
  const known = state.trees.get(key);
  if (known !== undefined) return ok(known);
  const read = await state.store.read(oid, "tree");
  if (!read.ok) return read;
  const rows = rowsOf(read.value, state.store.layout.objectFormat === "sha1" ? 20 : 32);
  if (rows === null) return corrupt(`The tree ${oid} is cut short.`);
  const kept: Row[] = [];
  let changed = false;
  for (const row of rows) {
    const next = await rewritten(state, row, path, kind);
    if (!next.ok) return next;
    if (next.value !== null) kept.push(next.value);
    changed ||= next.value?.oid !== row.oid || !next.value.name.equals(row.name);
  }
  const now = !changed ? oid : kept.length === 0 ? null : add(state, "tree", printRows(kept));
  state.trees.set(key, now);
  return ok(now);
}

async function rewritten(state: State, row: Row, path: string, kind: PurgeKind): Promise<Outcome<Row | null>> {
  const at = path + row.name.toString("utf8");
  const isFolder = row.mode === folderMode;
  const { prefix } = state.store.layout;
  const inside = at.startsWith(prefix);
  const oid = isFolder
    ? await folder(state, row.oid, `${at}/`, kind)
    : row.mode.startsWith("100") && inside
      ? await file(state, row.oid, at.slice(prefix.length), kind)
      : ok(row.oid);
  if (!oid.ok) return oid;
  if (oid.value === null) return ok(null);
  const name = inside && kind === "pages" ? state.rules.name(row.name.toString("utf8")) : null;
  if (name === null || name === row.name.toString("utf8")) return ok({ ...row, oid: oid.value });
  state.paths.set(at.slice(prefix.length), path.slice(prefix.length) + name);
  return ok({ mode: row.mode, name: Buffer.from(name), oid: oid.value });
}

async function file(state: State, oid: Oid, path: string, kind: PurgeKind): Promise<Outcome<Oid | null>> {
  const key = kind === "records" ? `${kind} ${oid}` : `${path} ${oid}`;
  const known = state.files.get(key);
  if (known !== undefined) return ok(known);
  const read = await state.store.read(oid, "blob");
  if (!read.ok) return read;
  const bytes = kind === "records" ? state.rules.record(read.value) : state.rules.file(path, read.value);
  const now = bytes === read.value ? oid : bytes === null ? null : add(state, "blob", bytes);
  if (now !== null && now !== oid) state.blobs.set(oid.slice(0, 7), [oid, now]);
  state.files.set(key, now);
  return ok(now);
}

/** null for bytes that are no tree. */
function rowsOf(tree: Buffer, width: number): readonly Row[] | null {
  const rows: Row[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(32, at);
    const nul = tree.indexOf(0, space);
    const end = nul + 1 + width;
    if (space < 0 || nul < 0 || end > tree.length) return null;
    const oid = tree.toString("hex", nul + 1, end) as Oid;
    rows.push({
      mode: tree.toString("latin1", at, space),
      name: tree.subarray(space + 1, nul),
      oid,
    });
    at = end;
  }
  return rows;
}

/** In git's order, in which a folder's name ends in a slash; a name that is taken gets a number. */
function printRows(rows: readonly Row[]): Buffer {
  const taken = new Set<string>();
  const named = rows.map((row) => {
    let name = row.name.toString("latin1");
    for (let n = 2; taken.has(name); n += 1) name = numbered(row.name.toString("latin1"), n);
    taken.add(name);
    return { ...row, name: Buffer.from(name, "latin1") };
  });
  const slash = Buffer.from("/");
  const keyOf = (row: Row): Buffer => (row.mode === folderMode ? Buffer.concat([row.name, slash]) : row.name);
  named.sort((a, b) => keyOf(a).compare(keyOf(b)));
  return Buffer.concat(
    named.flatMap((row) => [Buffer.from(`${row.mode} `), row.name, Buffer.of(0), Buffer.from(row.oid, "hex")]),
  );
}

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? `${name}-${n}` : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
}
