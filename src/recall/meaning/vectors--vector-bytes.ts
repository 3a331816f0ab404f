/** VectorBytes: rows of vectors as one file: a head of four words, a key a row, the numbers, and a digest of all that. */

import { createHash } from "node:crypto";

/** Equal keys hold equal vectors; null is a text without one. */
export interface VectorFile {
  readonly rows: ReadonlyMap<string, Float32Array | null>;
  readonly dimensions: number;
}

/** Reads otherwise on a machine of the other byte order, which then makes its own. */
const magic = 0x31564750;
const headBytes = 16;
const keyBytes = 16;
const sumBytes = 16;

/** Keys are 32 hex digits each. */
export function encodeVectors(rows: VectorFile["rows"], dimensions: number): Buffer {
  const bytes = Buffer.alloc(headBytes + rows.size * (keyBytes + dimensions * 4) + sumBytes);
  new Uint32Array(bytes.buffer, bytes.byteOffset, 4).set([magic, dimensions, rows.size, 0]);
  const numbers = new Float32Array(
    bytes.buffer,
    bytes.byteOffset + headBytes + rows.size * keyBytes,
    rows.size * dimensions,
  );
  let row = 0;
  for (const [key, vector] of rows) {
    bytes.write(key, headBytes + row * keyBytes, keyBytes, "hex");
    if (vector !== null) numbers.set(vector, row * dimensions);
    row += 1;
  }
  sumOf(bytes).copy(bytes, bytes.length - sumBytes);
  return bytes;
}

/** null where a bit of it is not as it was written. The vectors are views of `bytes`. */
export function decodeVectors(bytes: Buffer): VectorFile | null {
  if (bytes.length < headBytes + sumBytes || bytes.length % 4 !== 0) return null;
  // Views of numbers begin at whole words; small reads may lie in a shared buffer.
  const own = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const [word, dimensions = 0, count = 0] = new Uint32Array(own.buffer, own.byteOffset, 4);
  if (word !== magic || own.length !== headBytes + count * (keyBytes + dimensions * 4) + sumBytes) return null;
  if (!sumOf(own).equals(own.subarray(own.length - sumBytes))) return null;
  const start = headBytes + count * keyBytes;
  const numbers = new Float32Array(own.buffer, own.byteOffset + start, count * dimensions);
  const rows = new Map<string, Float32Array | null>();
  for (let row = 0; row < count; row += 1) {
    const at = headBytes + row * keyBytes;
    const vector = numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(own.toString("hex", at, at + keyBytes), pointsNowhere(vector) ? null : vector);
  }
  return { rows, dimensions };
}

/** The digest a file ends with, as its name. */
export function nameOf(bytes: Buffer): string {
  return bytes.toString("hex", bytes.length - sumBytes);
}

function sumOf(bytes: Buffer): Buffer {
  return createHash("sha256")
    .update(bytes.subarray(0, bytes.length - sumBytes))
    .digest()
    .subarray(0, sumBytes);
}

function pointsNowhere(vector: Float32Array): boolean {
  for (let i = 0; i < vector.length; i += 1) if (vector[i] !== 0) return false;
  return true;
}
