/** PackIndexPrint: the index file of a pack, version 2, as git writes it. */

import { createHash } from "node:crypto";

/** An object's id, the offset of its entry in the pack, and the CRC-32 of the entry's bytes. */
export interface PackedAt {
  readonly oid: string;
  readonly at: number;
  readonly crc: number;
}

/** `places` in the order of their ids, all below 2 GiB; `packDigest` is what the pack ends in. */
export function printPackIndex(
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
