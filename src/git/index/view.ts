/**
 * IndexView: git's staging area as it is read in process, as bytes with the place of every entry, and what an edit of it is. `patch.ts` makes the
 * edited bytes, `../by-git.ts` reads and edits the versions that are not read here.
 */

import { closeSync, fstatSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { err, type Outcome, ok } from "../../base/result.js";
import { errnoOf, ioFailed } from "../../state/fs-calls.js";
import { openLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";

export interface IndexFile {
  readonly bytes: Buffer;
  /** 20 or 32, by the repository's hash. */
  readonly hashBytes: number;
  /** Where each entry starts, and last where the entries end. */
  readonly offsets: Uint32Array;
  readonly extensions: readonly IndexExtension[];
  /** True where git was told not to spend time on a checksum (index.skipHash) and left zeros. */
  readonly unhashed: boolean;
  /** The work tree's top folder, which the paths are from. */
  readonly top: string;
  /** When the file was last written, in seconds since the epoch. */
  readonly writtenSeconds: number;
}

interface IndexExtension {
  readonly signature: string;
  /** From the signature to the end of the data. */
  readonly bytes: Buffer;
}

/**
 * Reads this work tree's index. null where only git can read it: version 4, a split or a sparse index, or an extension that must
 * be understood and is not.
 */
export function readIndex(layout: GitLayout): Outcome<IndexFile | null> {
  const file = join(layout.gitDir, "index");
  const hashBytes = layout.objectFormat === "sha1" ? 20 : 32;
  try {
    const fd = openLinked(file);
    try {
      const stat = fstatSync(fd);
      const known = lastRead.get(file);
      if (known !== undefined && isSame(known.stat, stat)) return ok(known.index);
      const writtenSeconds = Math.floor(stat.mtimeMs / 1_000);
      const read = parseIndex(readFileSync(fd), { hashBytes, top: layout.top, writtenSeconds }, file);
      lastRead.delete(file);
      if (read.ok && isSettled(stat, Date.now())) lastRead.set(file, { stat, index: read.value });
      return read;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") return ioFailed(error, `read the index ${file}`);
  }
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  const bytes = Buffer.concat([header, Buffer.alloc(hashBytes)]);
  const empty = { hashBytes, top: layout.top, writtenSeconds: 0 };
  return ok({ ...empty, bytes, offsets: Uint32Array.of(12), extensions: [], unhashed: false });
}

/** A commit looks at the index before and under its lock; megabytes that did not change are read once. */
const lastRead = new Map<string, { readonly stat: Stats; readonly index: IndexFile | null }>();
/** An index younger than two ticks of the clock that stamps files could be written again with the same times. */
function isSettled({ ctimeMs, mtimeMs }: Stats, now: number): boolean {
  const coarse = ctimeMs % 1_000 === 0 && mtimeMs % 1_000 === 0;
  return now - Math.max(ctimeMs, mtimeMs) > (coarse ? 2_000 : 20);
}

function isSame(a: Stats, b: Stats): boolean {
  return (
    a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.dev === b.dev
  );
}

type Origin = Pick<IndexFile, "hashBytes" | "top" | "writtenSeconds">;

function parseIndex(bytes: Buffer, origin: Origin, file: string): Outcome<IndexFile | null> {
  const { hashBytes } = origin;
  const damaged = (what: string): Outcome<never> =>
    err({ code: "corrupt", says: `The index ${file} ${what}.`, hint: anew });
  if (bytes.length < 12 + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return damaged("has no header");
  const version = bytes.readUInt32BE(4);
  if (version === 4) return ok(null);
  if (version !== 2 && version !== 3) return damaged(`has the unknown version ${version}`);
  const end = bytes.length - hashBytes;
  const offsets = scanEntries(bytes, hashBytes, bytes.readUInt32BE(8), end);
  if (offsets === null) return damaged("is cut short");
  const extensions = scanExtensions(bytes, offsets[offsets.length - 1]!, end);
  if (extensions === null) return damaged("ends in an extension that is cut short");
  // A lower-case signature marks an extension without which the entries mean something else (split and sparse indexes).
  if (extensions.some(({ signature }) => !/^[A-Z]/.test(signature))) return ok(null);
  const unhashed = bytes.subarray(end).every((byte) => byte === 0);
  return ok({ ...origin, bytes, offsets, extensions, unhashed });
}

const anew =
  "Move it away, then run `git reset`, which makes it anew from HEAD; what was staged alone is to be staged again.";

/** Entries have no table of contents; this walk reads two bytes of each and makes no object of it. */
function scanEntries(bytes: Buffer, hashBytes: number, count: number, end: number): Uint32Array | null {
  const fixed = 42 + hashBytes;
  if (count > (end - 12) / fixed) return null;
  const offsets = new Uint32Array(count + 1);
  let at = 12;
  for (let i = 0; i < count; i += 1) {
    offsets[i] = at;
    if (at + fixed > end) return null;
    const high = bytes[at + fixed - 2]!;
    const head = (high & 0x40) === 0 ? fixed : fixed + 2;
    let length = ((high & 0x0f) << 8) | bytes[at + fixed - 1]!;
    if (length === 0xfff) {
      const nul = bytes.indexOf(0, at + head + length);
      if (nul < 0) return null;
      length = nul - at - head;
    }
    // Each entry is padded with one to eight NULs to a multiple of eight bytes.
    at += (head + length + 8) & ~7;
  }
  offsets[count] = at;
  return at <= end ? offsets : null;
}

function scanExtensions(bytes: Buffer, start: number, end: number): readonly IndexExtension[] | null {
  const extensions: IndexExtension[] = [];
  for (let at = start; at < end; ) {
    if (at + 8 > end) return null;
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    if (next > end) return null;
    extensions.push({ signature: bytes.toString("latin1", at, at + 4), bytes: bytes.subarray(at, next) });
    at = next;
  }
  return extensions;
}

// Index entry: one file in the index, found by its path and read where it stands.

export interface IndexEntry {
  /** Octal, as in `100644`. */
  readonly mode: number;
  readonly oid: Oid;
  /** 0, or 1 to 3 for a side of a conflict. */
  readonly stage: number;
  readonly assumeUnchanged: boolean;
  readonly skipWorktree: boolean;
  /** Made by `git add --intent-to-add`: a name without content. */
  readonly intentToAdd: boolean;
}

/** The position of the first entry with this path, or `-1 - place` where it is absent and would be inserted at `place`. */
export function findEntry(index: IndexFile, path: Buffer): number {
  let low = 0;
  let high = index.offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareName(index, middle, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low < index.offsets.length - 1 && compareName(index, low, path) === 0 ? low : -1 - low;
}

/** The path's bytes of the entry at a position. */
export function nameAt(index: IndexFile, position: number): Buffer {
  const [start, end] = nameRange(index, position);
  return index.bytes.subarray(start, end);
}

export function entryAt(index: IndexFile, position: number): IndexEntry {
  const { bytes, hashBytes } = index;
  const start = index.offsets[position]!;
  const flags = bytes.readUInt16BE(start + 40 + hashBytes);
  const extended = (flags & 0x4000) === 0 ? 0 : bytes.readUInt16BE(start + 42 + hashBytes);
  return {
    mode: bytes.readUInt32BE(start + 24),
    oid: bytes.toString("hex", start + 40, start + 40 + hashBytes) as Oid,
    stage: (flags >> 12) & 3,
    assumeUnchanged: (flags & 0x8000) !== 0,
    skipWorktree: (extended & 0x4000) !== 0,
    intentToAdd: (extended & 0x2000) !== 0,
  };
}

function compareName(index: IndexFile, position: number, path: Buffer): number {
  const [start, end] = nameRange(index, position);
  return index.bytes.compare(path, 0, path.length, start, end);
}

/** Where the path's bytes begin and end. The length in the flags saturates at 4,095; a longer name ends at its NUL. */
function nameRange({ bytes, hashBytes, offsets }: IndexFile, position: number): readonly [number, number] {
  const flagsAt = offsets[position]! + 40 + hashBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const start = flagsAt + ((flags & 0x4000) === 0 ? 2 : 4);
  const length = flags & 0xfff;
  return [start, length < 0xfff ? start + length : bytes.indexOf(0, start)];
}

// Index view: one reading of the index and the way to edit it, in process where possible and through git elsewhere.

/** `path` from the work tree's top. `next` null removes the entry; a new one gets the mode of the entry at `like`, if any, else `mode`. */
export interface IndexEdit {
  readonly path: string;
  readonly next: { readonly oid: Oid; readonly stat: IndexStat | null; readonly like?: string } | null;
  readonly mode?: string | undefined;
}

/** The 40 bytes of an entry before its id, mode left open; null (all zeros) makes git read the file again. */
export type IndexStat = Buffer;

/** Paths are from the work tree's top. */
export interface IndexView {
  /** Blob ids by path; a name without content (`git add -N`) counts as absent. A conflicted path is a failure. */
  staged(paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, Oid>>>;
  /** What would make `edit` fail, as far as it can be known without writing. */
  check(edits: readonly IndexEdit[]): Outcome<void>;
  /** The whole index after the edits, in pieces. */
  edit(edits: readonly IndexEdit[]): Promise<Outcome<readonly Buffer[]>>;
}
