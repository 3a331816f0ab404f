/** Objects: git's objects, read loose and written durably without a git process: a few as loose files, many as one pack with its index. */

import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import type { Oid } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { allEnded, applyShared, makeFolder, syncFolder } from "../../state/durable.js";
import { corrupt, errnoOf, ioFailed, syncFile } from "../../state/fs-calls.js";
import { openLinked, openPlain, readLinked, writeAll } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";

// Objects: git's loose objects, read and durably written without a git process.

export interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What gives the objects that are not loose. */
export interface Packed {
  /** null where the repository has no such object. */
  read(oid: Oid): Promise<Outcome<GitObject | null>>;
  close(): Promise<void>;
}

export interface NewObject {
  readonly oid: Oid;
  readonly type: "blob" | "tree" | "commit";
  readonly bytes: Uint8Array;
}

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/** No object a page needs comes near this; it stops a forged object from filling the memory. */
const objectBytesMax = 1 << 29;

export function makeObject(format: "sha1" | "sha256", type: NewObject["type"], bytes: Uint8Array): NewObject {
  return { oid: hashObject(format, type, bytes), type, bytes };
}

/** The object when it is loose here; null when it is not (it may be packed, or in an alternate). */
export function readLoose(layout: GitLayout, oid: Oid): Outcome<GitObject | null> {
  const file = objectFile(layout, oid);
  let packed: Buffer;
  try {
    packed = readLinked(file, objectBytesMax);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? ok(null) : ioFailed(error, `Reading the object ${oid}`);
  }
  const object = inflate(packed);
  if (object === null || hashObject(layout.objectFormat, object.type, object.bytes) !== oid) {
    return corrupt(`The object file ${file} does not hold the object it is named for.`);
  }
  return ok(object);
}

/**
 * Writes objects so that they survive a power cut once this returns: many new ones as one pack, else temp files, fsyncs that run
 * side by side, renames, and fsyncs of the folders. An object that is loose is not written again, unless its file is torn
 * (compared whole with what it should hold, because a length or a header says nothing about the rest); it is synced, because
 * git by default does not.
 */
export async function writeObjects(layout: GitLayout, objects: readonly NewObject[]): Promise<Outcome<void>> {
  const unique = [...new Map(objects.map((object) => [object.oid, object])).values()];
  const fresh = unique.filter(({ oid }) => !existsSync(objectFile(layout, oid)));
  const packs = fresh.length >= packedMin && sizeOf(fresh) <= packBytesMax;
  if (packs) {
    try {
      await writePack(layout, fresh);
    } catch (error) {
      return ioFailed(error, "Writing a pack of git objects");
    }
  }
  const loose = packs ? unique.filter((object) => !fresh.includes(object)) : unique;
  for (let at = 0; at < loose.length; at += openMax) {
    const written = await writeBatch(layout, loose.slice(at, at + openMax));
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/** A pack for every few objects would be more than git likes to look through; it packs fewer than these when it tidies up. */
const packedMin = 16;
/** What is printed as one piece in memory; more goes by the batch. */
const packBytesMax = 1 << 26;

function sizeOf(objects: readonly NewObject[]): number {
  return objects.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Files open at once: a first commit of thousands of pages must not run out of descriptors. */
const openMax = 64;

async function writeBatch(layout: GitLayout, objects: readonly NewObject[]): Promise<Outcome<void>> {
  const pending: Pending[] = [];
  const folders = new Set<string>();
  try {
    for (const object of objects) {
      const file = objectFile(layout, object.oid);
      pending.push(openIntact(file, object) ?? writeTemp(layout, file, object));
      folders.add(dirname(file));
    }
    await allEnded(pending.map(({ fd, temp }) => (temp === null ? syncExisting(fd) : syncFile(fd))));
    for (const one of pending) {
      if (one.temp !== null) for (const folder of place(one.temp, one.file, layout.sharedMode)) folders.add(folder);
      one.temp = null;
    }
    await allEnded([...folders].map(syncFolder));
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, "Writing git objects");
  } finally {
    for (const one of pending) letGo(one);
  }
}

/** What was synced is safe, and what was not was said to have failed: neither a close nor a removal changes that. */
function letGo({ fd, temp }: Pick<Pending, "fd" | "temp">): void {
  for (const step of [() => closeSync(fd), () => temp !== null && unlinkSync(temp)]) {
    try {
      step();
    } catch (error) {
      if (errnoOf(error) === null) throw error;
    }
  }
}

interface Pending {
  readonly fd: number;
  readonly file: string;
  /** null once the object stands under its own name. */
  temp: string | null;
}

function objectFile(layout: GitLayout, oid: Oid): string {
  return join(layout.commonDir, "objects", oid.slice(0, 2), oid.slice(2));
}

function hashObject(format: "sha1" | "sha256", type: string, bytes: Uint8Array): Oid {
  const hash = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes);
  return hash.digest("hex") as Oid;
}

function inflate(packed: Buffer): GitObject | null {
  try {
    const whole = inflateSync(packed, { maxOutputLength: objectBytesMax });
    const end = whole.indexOf(0);
    const [type, size] = whole.subarray(0, Math.max(end, 0)).toString("latin1").split(" ");
    const bytes = whole.subarray(end + 1);
    return end > 0 && type && Number(size) === bytes.length ? { type, bytes } : null;
  } catch (error) {
    if (!(error instanceof Error) || errnoOf(error) !== null) throw error;
    return null;
  }
}

/** The existing object's file, opened to be synced; null where it is missing or does not hold the object. */
function openIntact(file: string, object: NewObject): Pending | null {
  // Most objects are new, and a look costs a tenth of an open that throws.
  if (!existsSync(file)) return null;
  const fd = openLinked(file);
  let isIntact = false;
  try {
    const found = inflate(readFileSync(fd));
    isIntact = found !== null && found.type === object.type && found.bytes.equals(object.bytes);
  } finally {
    if (!isIntact) letGo({ fd, temp: null });
  }
  return isIntact ? { fd, file, temp: null } : null;
}

/**
 * The temp file has a name and a place from which `git gc` removes it when a crash leaves it behind. It is made in one folder
 * for all objects and then moved, because file systems spread folders far apart: a new file costs up to 25 times more there.
 */
function writeTemp(layout: GitLayout, file: string, object: NewObject): Pending {
  const temp = join(layout.commonDir, "objects", `tmp_obj_${randomBytes(6).toString("hex")}`);
  const header = Buffer.from(`${object.type} ${object.bytes.length}\0`);
  const packed = deflateSync(Buffer.concat([header, object.bytes]), { level: 1 });
  const fd = openPlain(temp, newFile, 0o444);
  try {
    writeAll(fd, packed);
    applyShared(temp, layout.sharedMode);
  } catch (error) {
    letGo({ fd, temp });
    throw error;
  }
  return { fd, file, temp };
}

/** Gives the folders, besides the object's own, whose listing changed: one of the 256 may not be there yet. */
function place(temp: string, file: string, sharedMode: number): readonly string[] {
  try {
    renameSync(temp, file);
    return [];
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
  const changed = makeFolder(dirname(file), sharedMode);
  renameSync(temp, file);
  return changed;
}

/** A file of another user can be read but, on some systems, not synced through a read-only handle. */
async function syncExisting(fd: number): Promise<void> {
  try {
    await syncFile(fd);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

// PackWrite: many new objects as one pack, durable after three syncs where loose ones take two each and a name in 256 folders.

/**
 * Durable once this returns; throws system errors, and then nothing of it is in use. git knows a pack by its index, so the index
 * gets its name last. What a crash leaves behind is a temp file, which `git gc` removes, or for the moment between the two names
 * a pack that nobody looks at. Expects objects that differ.
 */
async function writePack(layout: GitLayout, objects: readonly NewObject[]): Promise<void> {
  const folder = join(layout.commonDir, "objects", "pack");
  const changed = new Set([folder, ...makeFolder(folder, layout.sharedMode)]);
  const { pack, index, name } = printPack(layout.objectFormat, objects);
  const open: Open[] = [];
  try {
    // In this order.
    open.push(writePackTemp(layout, pack, join(folder, `pack-${name}.pack`)));
    open.push(writePackTemp(layout, index, join(folder, `pack-${name}.idx`)));
    await allEnded(open.map(({ fd }) => syncFile(fd)));
    for (const one of open) {
      renameSync(one.at, one.file);
      one.at = one.file;
    }
    open.forEach(close);
    open.length = 0;
  } finally {
    for (const one of open.reverse()) {
      close(one);
      // The index first, so that none is ever left without its pack.
      quietly(() => unlinkSync(one.at));
    }
  }
  await allEnded([...changed].map(syncFolder));
}

interface Open {
  readonly fd: number;
  readonly file: string;
  /** The name it has now. */
  at: string;
}

/** Named as git names its own, so that `git gc` knows it for what it is. */
function writePackTemp(layout: GitLayout, bytes: Buffer, file: string): Open {
  const at = join(dirname(file), `tmp_${file.endsWith(".idx") ? "idx" : "pack"}_${randomBytes(6).toString("hex")}`);
  const fd = openPlain(at, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o444);
  try {
    writeAll(fd, bytes);
    applyShared(at, layout.sharedMode);
  } catch (error) {
    close({ fd });
    quietly(() => unlinkSync(at));
    throw error;
  }
  return { fd, file, at };
}

/** What was synced is safe, and what was not was said to have failed: neither a close nor a removal changes that. */
function close({ fd }: Pick<Open, "fd">): void {
  quietly(() => closeSync(fd));
}

function quietly(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

const kinds = { commit: 1, tree: 2, blob: 3 } as const;

interface Printed {
  readonly pack: Buffer;
  readonly index: Buffer;
  /** The digest of the pack's bytes, as git names packs. */
  readonly name: string;
}

/** Whole objects, no deltas: they are small, and git makes deltas when it packs everything anew. */
function printPack(format: "sha1" | "sha256", objects: readonly NewObject[]): Printed {
  const head = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [head];
  const places: PackedAt[] = [];
  let at = head.length;
  for (const { oid, type, bytes } of [...objects].sort((a, b) => compareText(a.oid, b.oid))) {
    const entry = Buffer.concat([entryHead(kinds[type], bytes.length), deflateSync(bytes, { level: 1 })]);
    places.push({ oid, at, crc: crc32(entry) });
    parts.push(entry);
    at += entry.length;
  }
  const body = Buffer.concat(parts);
  const digest = createHash(format).update(body).digest();
  const pack = Buffer.concat([body, digest]);
  return { pack, index: printPackIndex(format, places, digest), name: digest.toString("hex") };
}

/** The kind and four bits of the size, then seven bits a byte, the lowest first. */
function entryHead(kind: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (kind << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128);
    byte = rest & 127;
  }
  return Buffer.from([...bytes, byte]);
}

// PackIndexPrint: the index file of a pack, version 2, as git writes it.

/** An object's id, the offset of its entry in the pack, and the CRC-32 of the entry's bytes. */
interface PackedAt {
  readonly oid: string;
  readonly at: number;
  readonly crc: number;
}

/** `places` in the order of their ids, all below 2 GiB; `packDigest` is what the pack ends in. */
function printPackIndex(
  format: "sha1" | "sha256",
  places: readonly PackedAt[],
  packDigest: Buffer,
): Buffer<ArrayBuffer> {
  const head = Buffer.from("ff744f6300000002", "hex");
  const fanout = new Array<number>(256).fill(0);
  for (const { oid } of places) fanout[Number.parseInt(oid.slice(0, 2), 16)]! += 1;
  let sum = 0;
  for (const [byte, count] of fanout.entries()) {
    sum += count;
    fanout[byte] = sum;
  }
  const body = Buffer.concat([
    head,
    numbers(fanout),
    Buffer.from(places.map(({ oid }) => oid).join(""), "hex"),
    numbers(places.map(({ crc }) => crc)),
    numbers(places.map(({ at }) => at)),
    packDigest,
  ]);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

/** As zlib computes it; the zlib of Node 20.11 does not show its own. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});
