/**
 * Vectors: what texts were embedded to, by a digest of each text, in files that are never changed, so that many processes add without a lock.
 * Losing them costs time and nothing else.
 */

import { createHash } from "node:crypto";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { limits } from "../../base/limits.js";
import { err, type Outcome, ok } from "../../base/result.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import type { KeyedCache } from "../../memory/facts.js";
import { attempt } from "../../state/fs-calls.js";
import { listFolder, makeStateFolder, readPlain, replaceWhole } from "../../state/plain-file.js";

// VectorStore on disk: files of rows that are never changed, each named by its digest, so that many processes add without a lock.

export interface VectorPlace {
  /** Belongs to one memory root; holds a folder a model, made when first written. */
  readonly dir: string;
  readonly model: string;
  readonly dimensions: number | null;
  /** Names how chunks are cut and what of them is embedded. */
  readonly version: string;
  /** Which files there are; another one than the disk's, for tests. */
  readonly list?: (dir: string) => readonly string[];
}

interface State {
  readonly dir: string;
  readonly list: (dir: string) => readonly string[];
  /** Read once and never changed; null is damaged. */
  readonly read: Map<string, ReadFile>;
  stored: StoredVectors | null;
}

interface ReadFile {
  readonly bytes: number;
  readonly file: VectorFile | null;
}

const suffix = ".vec";
/** More files than this, of those below `smallBytes`, become one. */
const smallFilesMax = 24;
const smallBytes = 1 << 20;
const recentMax = 64;
const staleTempMs = 600_000;
const unusedModelMs = 30 * 86_400_000;

export function openVectorStore({ dir, model, dimensions, version, list = namesIn }: VectorPlace): VectorStore {
  const own = join(dir, `m-${shortDigest(JSON.stringify([model, dimensions, version]), 16)}`);
  const state: State = { dir: own, list, read: new Map(), stored: null };
  return {
    load: () => load(state),
    add: (rows, size) => add(state, rows, size),
    prune: (keep) =>
      attempt("take vectors away", () => {
        const went = merge(state, namesIn(own), keep);
        sweep(dir, own);
        return went;
      }),
    clear: () =>
      attempt("take vectors away", () => {
        rmSync(own, { recursive: true, force: true });
        state.read.clear();
        state.stored = null;
      }),
    recent: (key) => readFile(recentPath(state))?.file?.rows.get(key) ?? null,
    remember: (key, vector) => remember(state, key, vector),
    pages: openKeyedCache(join(dir, "pages"), `${version}-halves`),
  };
}

/** Another process may put many files into one while this one reads: what is gone by then is listed anew. */
function load(state: State): StoredVectors {
  for (let tries = 0; ; tries += 1) {
    const names = state.list(state.dir);
    const isKnown =
      state.stored !== null && names.length === state.read.size && names.every((n) => state.read.has(n));
    if (isKnown) return state.stored!;
    const now = new Map<string, ReadFile>();
    for (const name of names) {
      const file = state.read.get(name) ?? readFile(join(state.dir, name));
      if (file !== null) now.set(name, file);
    }
    if (now.size < names.length && tries < 4) continue;
    state.read.clear();
    for (const [name, file] of now) state.read.set(name, file);
    state.stored = joined([...now.values()]);
    return state.stored;
  }
}

/** Where sizes differ the one with most rows counts. */
function joined(files: readonly ReadFile[]): StoredVectors {
  const counts = new Map<number, number>();
  for (const { file } of files)
    if (file !== null) counts.set(file.dimensions, (counts.get(file.dimensions) ?? 0) + file.rows.size);
  const [dimensions] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [null];
  const rows = new Map<string, Float32Array | null>();
  let damaged = 0;
  for (const { file } of files) {
    if (file === null || file.dimensions !== dimensions) damaged += 1;
    else for (const [key, vector] of file.rows) rows.set(key, vector);
  }
  return { rows, dimensions, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), damaged };
}

function add(state: State, rows: VectorRows, dimensions: number): Outcome<void> {
  const { dimensions: stored } = load(state);
  if (stored !== null && stored !== dimensions) {
    const says = `Vectors of ${stored} numbers are stored, and the model gives ${dimensions}.`;
    return err({ code: "corrupt", says, hint: "Make them anew: pagefile index embed" });
  }
  if (rows.size === 0) return ok(undefined);
  return attempt("keep vectors", () => {
    makeStateFolder(state.dir, 0o777);
    put(state, rows, dimensions);
    // A file is whole or not there, so what does not read is broken for ever.
    for (const [name, { file }] of state.read) if (file === null) rmSync(join(state.dir, name), { force: true });
    const small = namesIn(state.dir).filter((name) => (state.read.get(name)?.bytes ?? 0) < smallBytes);
    if (small.length > smallFilesMax) merge(state, small, null);
  });
}

function put(state: State, rows: VectorRows, dimensions: number): string {
  const bytes = encodeVectors(rows, dimensions);
  const name = `${nameOf(bytes)}${suffix}`;
  replace(join(state.dir, name), bytes);
  // What broke under this name is whole again.
  state.read.delete(name);
  return name;
}

/**
 * Makes one file of these, without the rows that are not to be kept, and says how many those were. Whoever does the same meanwhile loses
 * nothing: a file goes only when everything to be kept of it stands in another.
 */
function merge(state: State, names: readonly string[], keep: ReadonlySet<string> | null): number {
  const { dimensions, rows: all } = load(state);
  const rows = new Map<string, Float32Array | null>();
  let seen = 0;
  for (const name of names) {
    const file = state.read.get(name)?.file ?? null;
    if (file === null || file.dimensions !== dimensions) continue;
    seen += file.rows.size;
    for (const [key, vector] of file.rows) if (keep?.has(key) !== false) rows.set(key, vector);
  }
  // Nothing to gain: the one file there is holds what is kept and nothing else.
  if (names.length === 1 && seen > 0 && rows.size === seen) return 0;
  const made = rows.size > 0 && dimensions !== null ? put(state, rows, dimensions) : null;
  for (const name of names) if (name !== made && state.read.has(name)) rmSync(join(state.dir, name), { force: true });
  return keep === null ? 0 : [...all.keys()].filter((key) => !keep.has(key)).length;
}

/** What killed processes left, and models that nobody asked for a month. */
function sweep(dir: string, own: string): void {
  for (const name of listFolder(own)) {
    if (name.endsWith(".tmp") && ageMs(join(own, name)) > staleTempMs) rmSync(join(own, name), { force: true });
  }
  for (const name of listFolder(dir)) {
    const other = join(dir, name);
    if (name.startsWith("m-") && other !== own && ageMs(other) > unusedModelMs)
      rmSync(other, { recursive: true, force: true });
  }
}

function remember(state: State, key: string, vector: Float32Array): void {
  const before = readFile(recentPath(state))?.file;
  const kept = [...(before?.rows ?? [])].filter(([, row]) => row?.length === vector.length);
  const rows = new Map([[key, vector], ...kept.filter(([other]) => other !== key).slice(0, recentMax - 1)]);
  attempt("keep the vector of a question", () => {
    makeStateFolder(state.dir, 0o777);
    replace(recentPath(state), encodeVectors(rows, vector.length));
  });
}

/** Not one of the files that `namesIn` lists. */
function recentPath({ dir }: State): string {
  return join(dir, "asked");
}

/** Without fsync: what a crash leaves half-written fails its digest and is made again. */
function replace(path: string, bytes: Buffer): void {
  replaceWhole(path, bytes, 0o666);
}

function namesIn(dir: string): readonly string[] {
  try {
    return listFolder(dir)
      .filter((name) => name.endsWith(suffix))
      .sort();
  } catch {
    return [];
  }
}

/** null where there is none; a file that cannot be read is damaged. */
function readFile(path: string): ReadFile | null {
  try {
    const bytes = readPlain(path, limits.indexBytesMax);
    return { bytes: bytes.length, file: decodeVectors(bytes) };
  } catch {
    return existsSync(path) ? { bytes: 0, file: null } : null;
  }
}

function ageMs(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

// VectorBytes: rows of vectors as one file: a head of four words, a key a row, the numbers, and a digest of all that.

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

/** The digest a file ends with, as its name. */
function nameOf(bytes: Buffer): string {
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

// Vectors: what texts were embedded to, by a digest of each text; losing them costs time and nothing else.

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
  /** Files that could not be used; what they held counts as not embedded. */
  readonly damaged: number;
}

/** Those of one model. Any number of processes may read and add at once. No call throws for the state of the disk. */
export interface VectorStore {
  /** As it is on disk now; a file is read once a process. */
  load(): StoredVectors;
  /** Vectors of another size than what is stored are refused (`corrupt`). */
  add(rows: VectorRows, dimensions: number): Outcome<void>;
  /** Keeps what has one of these keys, takes away what is damaged or of a model long out of use, and says how many rows went. */
  prune(keep: ReadonlySet<string>): Outcome<number>;
  /** Everything of this model goes: it answers otherwise by now. */
  clear(): Outcome<void>;
  /** A question's vector, of those asked of late. */
  recent(key: string): Float32Array | null;
  /** What cannot be kept is asked for again. */
  remember(key: string, vector: Float32Array): void;
  /** The chunks of a page, by its path and blob id. */
  readonly pages: KeyedCache<readonly ChunkKey[]>;
}
