/**
 * Pack: packed objects read in this process, found by the pack's index and put together from deltas. isomorphic-git reads the same packs, and takes
 * 5 to 17 times the processor's time: it makes an index of the whole pack before the first object, which is all that most runs ask for.
 */

import { closeSync, fstatSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { errnoOf } from "../../state/fs-calls.js";
import { openLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import type { GitObject } from "./tree.js";

// PackFile: packed objects read in this process, because a process to read them costs more than all else a hook does.

/** null is no answer: what is not found here, or cannot be read, is for git to find, or to say what is wrong with it. */
export interface ReadPacked {
  (oid: string): GitObject | null;
  /** Before that the descriptors stay open, so that a pack that is removed meanwhile can still be read. */
  close(): void;
}

interface Pack {
  readonly fd: number;
  readonly index: PackIndex;
  /** Where the checksum at the pack's end begins. */
  readonly end: number;
}

/** More packs than git itself lets gather are left to git, and so is a chain of deltas longer than it ever makes. */
const packsMax = 50;
const chainMax = 4096;
const objectBytesMax = 1 << 26;

/**
 * Looks at the packs there are at the first question, and the first after `close`; what was packed since is not found. Objects are not hashed: torn bytes fail
 * zlib's own checksum, and a delta names the lengths of what it is made from and gives.
 */
export function openPacks(layout: GitLayout): ReadPacked {
  const hashBytes = layout.objectFormat === "sha1" ? 20 : 32;
  let packs: readonly Pack[] | null = null;
  const read = (oid: string): GitObject | null => {
    packs ??= guarded(() => packsIn(join(layout.commonDir, "objects", "pack"), hashBytes)) ?? [];
    for (const pack of packs) {
      const object = guarded(() => {
        const at = pack.index.find(oid);
        return at === null ? null : readEntry(pack, at, hashBytes);
      });
      if (object !== null) return object;
    }
    return null;
  };
  return Object.assign(read, {
    close() {
      for (const { fd, index } of packs ?? []) {
        closeSync(fd);
        index.close();
      }
      packs = null;
    },
  });
}

function packsIn(folder: string, hashBytes: number): readonly Pack[] {
  const names = readdirSync(folder).filter((name) => name.startsWith("pack-") && name.endsWith(".idx"));
  if (names.length > packsMax) return [];
  return names.flatMap((name) => {
    const pack = guarded(() => openPack(join(folder, name.slice(0, -".idx".length)), hashBytes));
    return pack === null ? [] : [pack];
  });
}

function openPack(stem: string, hashBytes: number): Pack | null {
  const fd = openLinked(`${stem}.pack`);
  const top = bytesAt(fd, 0, 8);
  const isPack = top?.toString("latin1", 0, 4) === "PACK" && top.readUInt32BE(4) === 2;
  const index = isPack ? readPackIndex(`${stem}.idx`, hashBytes) : null;
  if (index !== null) return { fd, index, end: fstatSync(fd).size - hashBytes };
  closeSync(fd);
  return null;
}

const types: readonly (string | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];
const [ofsDelta, refDelta] = [6, 7];

/** A chain of deltas is followed to its whole object, and applied from there. */
function readEntry(pack: Pack, at: number, hashBytes: number): GitObject | null {
  const deltas: Buffer[] = [];
  for (let place = at; deltas.length < chainMax; ) {
    const entry = headerAt(pack, place, hashBytes);
    const content = entry === null ? null : contentAt(pack, entry.content, entry.size);
    if (entry === null || content === null) return null;
    if (entry.base === null) {
      const type = types[entry.kind];
      const bytes = deltas.reduceRight<Buffer | null>(
        (base, delta) => (base === null ? null : applyDelta(base, delta, objectBytesMax)),
        content,
      );
      return type === undefined || bytes === null ? null : { type, bytes };
    }
    deltas.push(content);
    place = entry.base;
  }
  return null;
}

interface Entry {
  readonly kind: number;
  /** Bytes of the content once it is inflated. */
  readonly size: number;
  readonly content: number;
  /** Offset of the entry a delta starts from; null for a whole object. */
  readonly base: number | null;
}

function headerAt(pack: Pack, at: number, hashBytes: number): Entry | null {
  const bytes = bytesAt(pack.fd, at, Math.min(64, pack.end - at));
  if (bytes === null) return null;
  let next = 0;
  const take = (): number => bytes[next++] ?? 0;
  let byte = take();
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte >= 128; scale *= 128) {
    byte = take();
    size += (byte & 127) * scale;
  }
  if (size > objectBytesMax) return null;
  let base: number | null = null;
  if (kind === ofsDelta) {
    byte = take();
    let back = byte & 127;
    while (byte >= 128) {
      byte = take();
      back = (back + 1) * 128 + (byte & 127);
    }
    base = at - back;
  } else if (kind === refDelta) {
    base = pack.index.find(bytes.toString("hex", next, next + hashBytes));
    next += hashBytes;
  } else if (types[kind] === undefined) return null;
  const isDelta = kind === ofsDelta || kind === refDelta;
  if (next > bytes.length || (isDelta && (base === null || base < 12 || base === at))) return null;
  return { kind, size, content: at + next, base };
}

/** Nothing says how long the deflated bytes are, but they are hardly longer than what they hold; zlib passes over what follows. */
function contentAt(pack: Pack, at: number, size: number): Buffer | null {
  const bytes = bytesAt(pack.fd, at, Math.min(size + (size >> 8) + 64, pack.end - at));
  if (bytes === null) return null;
  const content = inflateSync(bytes, { maxOutputLength: Math.max(size, 1) });
  return content.length === size ? content : null;
}

/** Errors of the system and of zlib are no answer; what carries no code is a bug of ours. */
function guarded<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === null && !isZlibs(error)) throw error;
    return null;
  }
}

function isZlibs(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code !== undefined && (code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE");
}

// PackIndex: where an object lies in a pack, looked up in the pack's index file without reading the index whole.

interface PackIndex {
  /** Offset of the object's entry in the pack; null where the pack does not hold it. */
  find(oid: string): number | null;
  close(): void;
}

const head = Buffer.from("ff744f6300000002", "hex");
const fanoutEnd = head.length + 256 * 4;

/** null where it is no index of version 2, the only one git has written since 2007. May throw an error of the system. */
function readPackIndex(file: string, hashBytes: number): PackIndex | null {
  const fd = openLinked(file);
  const { size } = fstatSync(fd);
  const top = bytesAt(fd, 0, fanoutEnd);
  const count = top === null ? 0 : top.readUInt32BE(fanoutEnd - 4);
  const [crcs, offsets, large] = [hashBytes, hashBytes + 4, hashBytes + 8].map((each) => fanoutEnd + count * each);
  const isWhole = large !== undefined && size >= large + 2 * hashBytes;
  if (top === null || !top.subarray(0, head.length).equals(head) || !isWhole) {
    closeSync(fd);
    return null;
  }
  const numberAt = (at: number): number | null => bytesAt(fd, at, 4)?.readUInt32BE(0) ?? null;
  return {
    close: () => closeSync(fd),
    find(oid) {
      const wanted = Buffer.from(oid, "hex");
      const first = wanted[0];
      if (first === undefined || wanted.length !== hashBytes || crcs === undefined || offsets === undefined)
        return null;
      let low = first === 0 ? 0 : top.readUInt32BE(head.length + (first - 1) * 4);
      let high = top.readUInt32BE(head.length + first * 4);
      while (low < high) {
        const middle = low + ((high - low) >> 1);
        const order = bytesAt(fd, fanoutEnd + middle * hashBytes, hashBytes)?.compare(wanted);
        if (order === undefined) return null;
        if (order === 0) {
          const offset = numberAt(offsets + middle * 4);
          // The highest bit says that the offset needs the second table, which only packs of 2 GiB have: those are for git.
          return offset === null || offset >= 0x8000_0000 ? null : offset;
        }
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return null;
    },
  };
}

/** null where the file ends before, or nothing was asked for. */
function bytesAt(fd: number, at: number, length: number): Buffer | null {
  if (length <= 0) return null;
  const bytes = Buffer.allocUnsafe(length);
  return readSync(fd, bytes, 0, length, at) === length ? bytes : null;
}

// PackDelta: git's deltas: an object told as copies from another one and bytes of its own.

/** null where the delta does not fit the base, does not give what it says it does, or would give more than `bytesMax`. */
export function applyDelta(base: Buffer, delta: Buffer, bytesMax: number): Buffer | null {
  const from = sizeAt(delta, 0);
  const to = sizeAt(delta, from.next);
  if (from.size !== base.length || to.size > bytesMax) return null;
  const made = Buffer.allocUnsafe(to.size);
  let filled = 0;
  for (let at = to.next; at < delta.length; ) {
    const command = delta[at]!;
    at += 1;
    // 0 is kept by git for later use.
    if (command === 0) return null;
    const copies = command >= 128;
    const { offset, size, next } = copies
      ? copyAt(delta, at, command)
      : { offset: at, size: command, next: at + command };
    const source = copies ? base : delta;
    if (next > delta.length || offset + size > source.length || filled + size > made.length) return null;
    source.copy(made, filled, offset, offset + size);
    filled += size;
    at = next;
  }
  return filled === made.length ? made : null;
}

/** Seven bits a byte, the lowest first. */
function sizeAt(bytes: Buffer, start: number): { readonly size: number; readonly next: number } {
  let size = 0;
  let scale = 1;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    size += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) return { size, next: at + 1 };
  }
}

/** The bits of the command say which bytes of the offset and of the size follow; a size of 0 stands for 64 KiB. */
function copyAt(delta: Buffer, start: number, command: number): { offset: number; size: number; next: number } {
  let [offset, size, next] = [0, 0, start];
  for (let bit = 0; bit < 4; bit += 1) if (command & (1 << bit)) offset += (delta[next++] ?? 0) * 2 ** (8 * bit);
  for (let bit = 0; bit < 3; bit += 1) if (command & (16 << bit)) size += (delta[next++] ?? 0) * 2 ** (8 * bit);
  return { offset, size: size === 0 ? 0x10000 : size, next };
}
