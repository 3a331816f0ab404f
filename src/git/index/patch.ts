/** Index patch: a new index in which a few entries differ and every other entry keeps its bytes. */

import { createHash } from "node:crypto";
import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import { entryAt, findEntry, type IndexEntry, nameAt } from "./patch--index-entry.js";
import type { IndexFile } from "./patch--index-file.js";
import { withoutTrustInRacy } from "./patch--index-racy.js";
import { invalidateFolders } from "./patch--index-tree.js";

/** `path` from the work tree's top. `next` null removes the entry; a new one gets the mode of the entry at `like`, if any. */
export interface IndexEdit {
  readonly path: string;
  readonly next: { readonly oid: Oid; readonly stat: IndexStat | null; readonly like?: string } | null;
}

/** The 40 bytes of an entry before its id, mode left open; null (all zeros) makes git read the file again. */
export type IndexStat = Buffer;

/** The entry of a path, null where there is none. A conflicted path, a link or a submodule is a `git_failed` failure. */
export function stagedEntry(index: IndexFile, path: string): Outcome<IndexEntry | null> {
  const position = findEntry(index, Buffer.from(path));
  if (position < 0) return ok(null);
  const entry = entryAt(index, position);
  if (entry.stage !== 0) {
    return gitFailed(`The path ${path} is in conflict in the index.`, `Resolve it, then run \`git add ${path}\`.`);
  }
  if (entry.mode >> 12 === 0o10) return ok(entry);
  return gitFailed(
    `The path ${path} is a ${entry.mode >> 12 === 0o12 ? "symbolic link" : "submodule"} in the index; a page lives in a regular file.`,
    "Move it out of the way, or name another page.",
  );
}

/** What would make `patchIndex` wrong: conflicts, and files that stand where a folder is needed or the other way round. */
export function checkEdits(index: IndexFile, edits: readonly IndexEdit[]): Outcome<void> {
  const removed = new Set(edits.filter(({ next }) => next === null).map(({ path }) => path));
  for (const { path, next } of edits) {
    const entry = stagedEntry(index, path);
    if (!entry.ok) return entry;
    if (next === null || entry.value !== null) continue;
    const blocking = inTheWay(index, path, removed);
    if (blocking !== null) {
      return gitFailed(
        `The path ${path} cannot be staged, because ${blocking} is staged as ${path.startsWith(blocking) ? "a file" : "part of a folder"}.`,
        `Take it out of the index with \`git rm --cached ${blocking}\`, or name another page.`,
      );
    }
  }
  return ok(undefined);
}

/**
 * The bytes of the new index in pieces. `edits` have passed `checkEdits` and name each path once. Every other entry keeps its
 * bytes, but for the size of racy ones (see index-racy).
 */
export function patchIndex(index: IndexFile, edits: readonly IndexEdit[]): readonly Buffer[] {
  const source = withoutTrustInRacy(index);
  const places = edits.map((edit) => ({ edit, name: Buffer.from(edit.path), found: 0 }));
  for (const place of places) place.found = findEntry(index, place.name);
  places.sort((a, b) => a.name.compare(b.name));
  let version = index.bytes.readUInt32BE(4);
  let count = index.offsets.length - 1;
  let kept = 12;
  let renamed = false;
  const pieces: Buffer[] = [];
  for (const { edit, name, found } of places) {
    if (found < 0 && edit.next === null) continue;
    const position = found < 0 ? -1 - found : found;
    const old = found < 0 ? null : entryAt(index, found);
    pieces.push(source.subarray(kept, index.offsets[position]));
    kept = index.offsets[old === null ? position : position + 1]!;
    if (edit.next !== null) {
      pieces.push(printEntry(name, edit.next, old, old?.mode ?? modeLike(index, edit.next.like)));
      if (old?.skipWorktree) version = 3;
    }
    count += (edit.next === null ? 0 : 1) - (old === null ? 0 : 1);
    renamed ||= edit.next === null || old === null;
  }
  pieces.push(source.subarray(kept, index.offsets[index.offsets.length - 1]));
  const header = Buffer.from(index.bytes.subarray(0, 12));
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  const body = [header, ...pieces, ...extensionsAfter(index, edits, renamed)];
  return [...body, trailer(index, body)];
}

/** An entry that keeps a new path out and stays: one named like a folder of it, or one below it. */
function inTheWay(index: IndexFile, path: string, removed: ReadonlySet<string>): string | null {
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    const above = path.slice(0, slash);
    if (findEntry(index, Buffer.from(above)) >= 0 && !removed.has(above)) return above;
  }
  const folder = Buffer.from(`${path}/`);
  const place = findEntry(index, folder);
  for (let at = place < 0 ? -1 - place : place; at < index.offsets.length - 1; at += 1) {
    const name = nameAt(index, at);
    if (!name.subarray(0, folder.length).equals(folder)) return null;
    if (!removed.has(name.toString("utf8"))) return name.toString("utf8");
  }
  return null;
}

function modeLike(index: IndexFile, path: string | undefined): number {
  const found = path === undefined ? -1 : findEntry(index, Buffer.from(path));
  const mode = found < 0 ? 0 : entryAt(index, found).mode;
  return mode >> 12 === 0o10 ? mode : 0o100644;
}

/** A replaced entry keeps its mode and the user's assume-unchanged and skip-worktree marks. */
function printEntry(
  name: Buffer,
  next: NonNullable<IndexEdit["next"]>,
  old: IndexEntry | null,
  mode: number,
): Buffer {
  const oid = Buffer.from(next.oid, "hex");
  const extended = old?.skipWorktree === true;
  const head = 42 + oid.length + (extended ? 2 : 0);
  const entry = Buffer.alloc((head + name.length + 8) & ~7);
  next.stat?.copy(entry, 0, 0, 40);
  entry.writeUInt32BE(mode, 24);
  oid.copy(entry, 40);
  const flags = (old?.assumeUnchanged ? 0x8000 : 0) | (extended ? 0x4000 : 0) | Math.min(name.length, 0xfff);
  entry.writeUInt16BE(flags, 40 + oid.length);
  if (extended) entry.writeUInt16BE(0x4000, 42 + oid.length);
  name.copy(entry, head);
  return entry;
}

/**
 * TREE is kept with the changed folders marked, REUC (resolved conflicts) as it is. UNTR (untracked files) stays true only
 * while the set of tracked names stays the same. The others (fsmonitor, offsets) count entries or bytes and are dropped, as
 * git itself drops what it does not know; it writes them anew when it next needs them.
 */
function extensionsAfter(index: IndexFile, edits: readonly IndexEdit[], renamed: boolean): readonly Buffer[] {
  return index.extensions.flatMap(({ signature, bytes }) => {
    if (signature === "REUC" || (signature === "UNTR" && !renamed)) return [bytes];
    if (signature !== "TREE") return [];
    const paths = edits.map(({ path }) => path);
    const data = invalidateFolders(bytes.subarray(8), paths, index.hashBytes);
    if (data === null) return [];
    const header = Buffer.from("TREE\0\0\0\0", "latin1");
    header.writeUInt32BE(data.length, 4);
    return [header, data];
  });
}

function trailer(index: IndexFile, body: readonly Buffer[]): Buffer {
  if (index.unhashed) return Buffer.alloc(index.hashBytes);
  const hash = createHash(index.hashBytes === 20 ? "sha1" : "sha256");
  for (const piece of body) hash.update(piece);
  return hash.digest();
}
