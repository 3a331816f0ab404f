/** Index entry: one file in the index, found by its path and read where it stands. */

import type { Oid } from "../../base/ids.js";
import type { IndexFile } from "./patch--index-file.js";

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
export function nameRange({ bytes, hashBytes, offsets }: IndexFile, position: number): readonly [number, number] {
  const flagsAt = offsets[position]! + 40 + hashBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const start = flagsAt + ((flags & 0x4000) === 0 ? 2 : 4);
  const length = flags & 0xfff;
  return [start, length < 0xfff ? start + length : bytes.indexOf(0, start)];
}
