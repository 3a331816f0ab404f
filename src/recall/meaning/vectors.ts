/**
 * Vectors: what texts were embedded to, by a digest of each text, in a file that is added to, so that many processes add without a lock. Losing it
 * costs time and nothing else.
 */

import { createHash } from "node:crypto";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { dayMs } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Outcome, ok } from "../../base/result.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import type { KeyedCache } from "../../memory/facts.js";
import { ageMs } from "../../state/durable.js";
import { attempt, orElse } from "../../state/fs-calls.js";
import { appendTo, listFolder, makeStateFolder, readPlain, replaceWhole } from "../../state/plain-file.js";

// VectorStore on disk: one file a model, of blocks that are never changed.

export interface VectorPlace {
  /** Belongs to one memory root; holds a folder a model, made when first written. */
  readonly dir: string;
  readonly model: string;
  readonly dimensions: number | null;
  /** Names how chunks are cut and what of them is embedded. */
  readonly version: string;
}

interface State {
  readonly dir: string;
  /** What was read last, and what lstat said of the file then. */
  stored: StoredVectors | null;
  stamp: string;
}

const recentMax = 64;
const unusedModelMs = 30 * dayMs;

export type VectorStore = ReturnType<typeof openVectorStore>;

/** Those of one model. Any number of processes may read and add at once. No call throws for the state of the disk. */
export function openVectorStore({ dir, model, dimensions, version }: VectorPlace) {
  const own = join(dir, `m-${shortDigest(JSON.stringify([model, dimensions, version]), 16)}`);
  const state: State = { dir: own, stored: null, stamp: "" };
  return {
    /** As it is on disk now. */
    load: (): StoredVectors => load(state),
    /** Vectors of another size than what is stored are refused (`corrupt`). */
    add: (rows: VectorRows, size: number): Outcome<void> => add(state, rows, size),
    /** Keeps what has one of these keys, takes away what is damaged or of a model long out of use, and says how many rows went. */
    prune: (keep: ReadonlySet<string>): Outcome<number> =>
      attempt("take vectors away", () => {
        const { rows, dimensions: size, damaged } = load(state);
        const kept = new Map([...rows].filter(([key]) => keep.has(key)));
        if (kept.size < rows.size || damaged > 0) rewrite(state, kept, size);
        sweep(dir, own);
        return rows.size - kept.size;
      }),
    /** Everything of this model goes: it answers otherwise by now. */
    clear: (): Outcome<void> => attempt("take vectors away", () => rmSync(own, { recursive: true, force: true })),
    /** A question's vector, of those asked of late. */
    recent: (key: string): Float32Array | null => decodeVectors(bytesOf(join(own, "asked")))?.rows.get(key) ?? null,
    /** What cannot be kept is asked for again. */
    remember: (key: string, vector: Float32Array): void => remember(state, key, vector),
    /** The chunks of a page, by its path and blob id. */
    pages: openKeyedCache(join(dir, "pages"), `${version}-halves`) as KeyedCache<readonly ChunkKey[]>,
  };
}

function pathOf({ dir }: State): string {
  return join(dir, "vectors");
}

/** Read anew where the file is another than it was. */
function load(state: State): StoredVectors {
  const stamp = stampOf(pathOf(state));
  if (state.stored === null || state.stamp !== stamp) {
    state.stored = storedIn(bytesOf(pathOf(state)));
    state.stamp = stamp;
  }
  return state.stored;
}

/** Empty where there is none. */
function stampOf(path: string): string {
  const { size, mtimeNs, ino } = orElse(null, () => lstatSync(path, { bigint: true })) ?? {};
  return ino === undefined ? "" : `${size} ${mtimeNs} ${ino}`;
}

/** What is torn or changed counts as not there, and so does all behind a block whose length nobody knows. */
function storedIn(bytes: Buffer): StoredVectors {
  const rows = new Map<string, Float32Array | null>();
  let size: number | null = null;
  let damaged = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = blockLength(bytes, at);
    const block = length === null ? null : decodeVectors(bytes.subarray(at, at + length));
    if (block === null || (size !== null && block.dimensions !== size)) damaged += 1;
    else {
      size = block.dimensions;
      for (const [key, vector] of block.rows) rows.set(key, vector);
    }
    at = length === null ? bytes.length : at + length;
  }
  return { rows, dimensions: size, bytes: bytes.length, damaged };
}

function add(state: State, rows: VectorRows, dimensions: number): Outcome<void> {
  const { rows: before, dimensions: stored, damaged } = load(state);
  if (stored !== null && stored !== dimensions) {
    const says = `Vectors of ${stored} numbers are stored, and the model gives ${dimensions}.`;
    return err({ code: "corrupt", says, hint: "Make them anew: pagefile index embed" });
  }
  if (rows.size === 0) return ok(undefined);
  return attempt("keep vectors", () => {
    makeStateFolder(state.dir, 0o777);
    if (damaged > 0) rewrite(state, new Map([...before, ...rows]), dimensions);
    else appendTo(pathOf(state), encodeVectors(rows, dimensions), 0o666);
  });
}

/** What another process adds meanwhile is embedded again. */
function rewrite(state: State, rows: VectorRows, dimensions: number | null): void {
  if (rows.size === 0 || dimensions === null) rmSync(pathOf(state), { force: true });
  else replaceWhole(pathOf(state), encodeVectors(rows, dimensions), 0o666);
}

/** Models that nobody asked for a month. */
function sweep(dir: string, own: string): void {
  for (const name of listFolder(dir)) {
    const other = join(dir, name);
    if (name.startsWith("m-") && other !== own && ageMs(other) > unusedModelMs)
      rmSync(other, { recursive: true, force: true });
  }
}

function remember({ dir }: State, key: string, vector: Float32Array): void {
  const file = join(dir, "asked");
  const kept = [...(decodeVectors(bytesOf(file))?.rows ?? [])].filter(([, row]) => row?.length === vector.length);
  const rows = new Map([[key, vector], ...kept.filter(([other]) => other !== key).slice(0, recentMax - 1)]);
  attempt("keep the vector of a question", () => {
    makeStateFolder(dir, 0o777);
    replaceWhole(file, encodeVectors(rows, vector.length), 0o666);
  });
}

/** Empty where there is none; one byte, which is no vectors, where a file cannot be read. */
function bytesOf(path: string): Buffer {
  return orElse(null, () => readPlain(path, limits.indexBytesMax)) ?? Buffer.alloc(existsSync(path) ? 1 : 0);
}

// VectorBytes: rows of vectors as one block: a head of four words, a key a row, the numbers, and a digest of all that.

/** Equal keys hold equal vectors; null is a text without one. */
interface VectorFile {
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

/** Of the block that begins there; null where none does, or not all of it is there. */
function blockLength(bytes: Buffer, at: number): number | null {
  if (at + headBytes > bytes.length) return null;
  const head = new Uint8Array(bytes.subarray(at, at + headBytes));
  const [word, dimensions = 0, count = 0] = new Uint32Array(head.buffer);
  const length = headBytes + count * (keyBytes + dimensions * 4) + sumBytes;
  return word === magic && at + length <= bytes.length ? length : null;
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

/** Two parts of a chunk that have no word in common, by the digests of their texts, and the language of both. */
export type HalvesKey = readonly [ask: string, rest: string, language: string];

/** One chunk of a page: the digest of its text as it is embedded, its section page, its days, and on a few chunks of a page their two parts. */
export type ChunkKey = readonly [
  key: string,
  slug: string | null,
  from: string | null,
  to: string | null,
  halves?: HalvesKey,
];

/** By the digest of a text: its vector, or null where the model refused it or it may be shown to none. */
type VectorRows = ReadonlyMap<string, Float32Array | null>;

interface StoredVectors {
  /** All of one size. */
  readonly rows: VectorRows;
  /** Numbers a vector; null where nothing is stored. */
  readonly dimensions: number | null;
  readonly bytes: number;
  /** Blocks that could not be used; what they held counts as not embedded. */
  readonly damaged: number;
}
