/**
 * IndexPatch: a new index in which a few entries differ and every other entry keeps its bytes. Entries too young to be trusted, and folders that
 * changed, are marked.
 */

import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, fstatSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { dirname } from "node:path/posix";
import { blobOid } from "../../base/digest.js";
import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { errnoOf, gitFailed, orElse } from "../../state/fs-calls.js";
import { openPlain, readPlain } from "../../state/plain-file.js";
import type { Whose } from "../refs/refs.js";
import {
  entryAt,
  findEntry,
  type IndexEdit,
  type IndexEntry,
  type IndexFile,
  type IndexStat,
  type IndexView,
  nameAt,
  readIndex,
} from "./view.js";

// Index view: one reading of the index and the way to edit it.

export async function viewIndex(whose: Whose): Promise<Outcome<IndexView>> {
  const { layout } = whose;
  const index = readIndex(layout);
  if (!index.ok) return index;
  if (index.value !== null) return ok(viewInProcess(index.value));
  const git = whose.git();
  if (git !== null) return ok((await import("../by-git.js")).viewByGit(layout, git));
  return gitFailed(
    "The embedded git engine does not serve an index of version 4, a split index or a sparse index.",
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

function viewInProcess(index: IndexFile): IndexView {
  return {
    async staged(paths) {
      const found = new Map<string, Oid>();
      for (const path of paths) {
        const entry = stagedEntry(index, path);
        if (!entry.ok) return entry;
        if (entry.value !== null && !entry.value.intentToAdd) found.set(path, entry.value.oid);
      }
      return ok(found);
    },
    check: (edits) => checkEdits(index, edits),
    edit: async (edits) => ok(patchIndex(index, edits)),
  };
}

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
      pieces.push(printEntry(name, edit.next, old, old?.mode ?? modeOf(index, edit.next.like, edit.mode)));
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

function modeOf(index: IndexFile, like: string | undefined, mode = "100644"): number {
  const found = like === undefined ? -1 : findEntry(index, Buffer.from(like));
  const known = found < 0 ? 0 : entryAt(index, found).mode;
  return known >> 12 === 0o10 ? known : Number.parseInt(mode, 8);
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

// Index racy: entries so young that their file may have changed unseen, made suspicious before the index gets older than they.

/** More files than this are not read again; they are taken for changed, and git reads them when it next looks. */
const readsMax = 2_000;

/**
 * The index's bytes, safe to be written again later. A file edited in the second in which the index was written can look
 * unchanged. git knows, and reads every file as young as its index; a younger index would take that doubt away. So, as git
 * does, each such file is read now, and where it differs its entry gets the size 0, which git never takes for unchanged
 * (Documentation/technical/racy-git.txt).
 */
function withoutTrustInRacy(index: IndexFile): Buffer {
  let bytes = index.bytes;
  let reads = 0;
  for (let i = 0; i < index.offsets.length - 1; i += 1) {
    const at = index.offsets[i]!;
    if (index.bytes.readUInt32BE(at + mtimeAt) < index.writtenSeconds) continue;
    if (index.bytes.readUInt32BE(at + sizeAt) === 0) continue;
    if (reads < readsMax && isTrue(index, i)) {
      reads += 1;
      continue;
    }
    if (bytes === index.bytes) bytes = Buffer.from(bytes);
    bytes.writeUInt32BE(0, at + sizeAt);
  }
  return bytes;
}

const mtimeAt = 8;
const sizeAt = 36;

/** True where the file holds what the entry says, or differs in a way that its stat shows. */
function isTrue(index: IndexFile, position: number): boolean {
  const entry = entryAt(index, position);
  const isLink = entry.mode === 0o120000;
  if (entry.stage !== 0 || entry.mode === 0o160000) return true;
  const file = join(index.top, nameAt(index, position).toString("utf8"));
  try {
    const stat = lstatSync(file);
    const at = index.offsets[position]!;
    const seconds = Math.floor(stat.mtimeMs / 1_000) >>> 0;
    if (seconds !== index.bytes.readUInt32BE(at + mtimeAt)) return true;
    if (stat.size >>> 0 !== index.bytes.readUInt32BE(at + sizeAt)) return true;
    if (stat.isSymbolicLink() !== isLink || !(isLink || stat.isFile())) return true;
    const content = isLink ? Buffer.from(readlinkSync(file)) : readPlain(file, limits.gitFileBytesMax);
    return blobOid(content, index.hashBytes === 20 ? "sha1" : "sha256") === entry.oid;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    // A file that is gone shows as gone; one that cannot be read is better doubted.
    return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
  }
}

// Index stat: what git remembers of a work-tree file to know later, without reading it, that it is unchanged.

/**
 * The stat of a file that holds exactly `bytes`; null for any other file and on systems whose numbers git computes in its own
 * way. Stat, read and stat again, so that an edit by hand in between is never recorded as if it were clean.
 */
export function statIfHolds(file: string, bytes: Uint8Array): IndexStat | null {
  if (process.platform === "win32") return null;
  // A file that is gone or unreadable is no failure here: git will look at it when the user next asks.
  return orElse(null, () => {
    const fd = openPlain(file);
    try {
      const stat = fstatSync(fd, { bigint: true });
      if (!stat.isFile() || stat.size !== BigInt(bytes.length)) return null;
      const same = readFileSync(fd).equals(bytes);
      return same && fstatSync(fd, { bigint: true }).mtimeNs === stat.mtimeNs ? print(stat) : null;
    } finally {
      closeSync(fd);
    }
  });
}

/** ctime, mtime (seconds, nanoseconds), device, inode, mode, uid, gid, size: 32 bits each, cut off as git cuts them. */
function print(stat: BigIntStats): IndexStat {
  const second = 1_000_000_000n;
  const { ctimeNs, mtimeNs, dev, ino, mode, uid, gid, size } = stat;
  const numbers = [
    ctimeNs / second,
    ctimeNs % second,
    mtimeNs / second,
    mtimeNs % second,
    dev,
    ino,
    mode,
    uid,
    gid,
    size,
  ];
  const bytes = Buffer.alloc(40);
  numbers.forEach((number, i) => {
    bytes.writeUInt32BE(Number(BigInt.asUintN(32, number)), i * 4);
  });
  return bytes;
}

// Index tree: the index's cache of folder ids (the TREE extension), with the folders of changed paths marked as unknown.

/**
 * `data` is the extension without its signature and size: for each folder, parents first, `name NUL entries SP subfolders LF`
 * and, unless `entries` is -1, its id. Gives null where it makes no sense; git rebuilds a missing cache.
 */
function invalidateFolders(data: Buffer, paths: readonly string[], hashBytes: number): Buffer | null {
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
