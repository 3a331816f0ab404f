/** PackWrite: many new objects as one pack, durable after three syncs where loose ones take two each and a name in 256 folders. */

import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { compareText } from "../../base/text.js";
import { allEnded, applyShared, makeFolder, syncFolderSoon } from "../../state/durable.js";
import { orElse, syncFile, whenLetGo } from "../../state/fs-calls.js";
import { openPlain, writeAll } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import type { NewObject } from "./tree.js";

/**
 * Durable once this returns; throws system errors, and then nothing of it is in use. git knows a pack by its index, so the index
 * gets its name last. What a crash leaves behind is a temp file, which `git gc` removes, or for the moment between the two names
 * a pack that nobody looks at. Expects objects that differ.
 */
export async function writePack(layout: GitLayout, objects: readonly NewObject[]): Promise<void> {
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
      whenLetGo(() => renameSync(one.at, one.file));
      one.at = one.file;
    }
    open.forEach(close);
    open.length = 0;
  } finally {
    for (const one of open.reverse()) {
      close(one);
      // The index first, so that none is ever left without its pack.
      orElse(undefined, () => unlinkSync(one.at));
    }
  }
  await allEnded([...changed].map(syncFolderSoon));
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
    orElse(undefined, () => unlinkSync(at));
    throw error;
  }
  return { fd, file, at };
}

/** What was synced is safe, and what was not was said to have failed: neither a close nor a removal changes that. */
function close({ fd }: Pick<Open, "fd">): void {
  orElse(undefined, () => closeSync(fd));
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
