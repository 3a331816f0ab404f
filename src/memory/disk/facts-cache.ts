/**
 * FactsCache: what was read and made of page files once, kept between runs: facts, token counts, links, and the sum of origin labels. A damaged
 * file can lose any of it and falsify none; losing it costs time and nothing else.
 */

import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Sums, sha1Hex, shifted, sumsOf } from "../../base/digest.js";
import { type Oid, type PagePath, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { assert, type Outcome, ok } from "../../base/result.js";
import { ageMs } from "../../state/durable.js";
import { attempt, errnoOf, ioFailure } from "../../state/fs-calls.js";
import { appendTo, listFolder, makeStateFolder, readPlain, replaceWhole } from "../../state/plain-file.js";
import type { KeyedCache } from "../facts.js";
import type { OriginSum } from "../labels.js";
import type { Stamp } from "./read.js";

/** Changes with every change to what parsing a file gives: an index of another version is not loaded. */
export const factsVersion = "facts-10";

// IndexCache: what parsing each page gave, kept between runs as facts that a damaged file can lose but never falsify.

/**
 * A fact: "the file with this stamp held the bytes with this oid, and parsing them gave this data". It stays true whatever
 * happens to the file, so lost, doubled or disordered facts cost time and nothing else.
 */
export interface CachedRecord<T> {
  readonly path: PagePath;
  readonly stamp: Stamp;
  /** As `PageStore.read` gave it: without it the stamp says nothing about the bytes, only the oid does. */
  readonly settled: boolean;
  readonly oid: Oid;
  /** Anything JSON can carry; tuples load faster than objects with long keys. */
  readonly data: T;
}

/** What `load` found; `damaged` says what could not be used, null where all could or nothing was there. */
export interface LoadedIndex<T> {
  /** A view: what is saved or appended later shows in it. */
  readonly records: ReadonlyMap<PagePath, CachedRecord<T>>;
  readonly damaged: string | null;
}

/** A failure to write is told and changes nothing: the caller may ignore it. */
export interface IndexCache<T> {
  load(): LoadedIndex<T>;
  /** Writes exactly these records, as one new file. */
  save(records: readonly CachedRecord<T>[]): Outcome<void>;
  /** Adds to what was loaded or saved; rewrites the whole when the additions outgrow a quarter of it. */
  appendChanges(changed: readonly CachedRecord<T>[], removed: readonly PagePath[]): Outcome<void>;
  /** Of what was loaded or saved, with what was appended since. */
  sums(): Sums;
}

interface State<T> {
  readonly dir: string;
  readonly version: string;
  known: Map<PagePath, CachedRecord<T>>;
  /** Of those; null where they are to be made when somebody asks. */
  sums: Sums | null;
  /** null until a sound base file was read or written. */
  base: { readonly id: string; readonly bytes: number } | null;
  logBytes: number;
  loaded: boolean;
}

/** One array a field: half the bytes and half the parse of an array of records. */
interface Columns<T> {
  readonly path: PagePath[];
  readonly size: number[];
  readonly mtime: number[];
  readonly ctime: number[];
  readonly inode: number[];
  readonly settled: (0 | 1)[];
  readonly oid: Oid[];
  readonly data: T[];
  /** Of all records of a base; absent in one that an earlier version wrote. */
  readonly sums?: Sums;
}

const format = "pagefile-index-2";
const logShareMax = 0.25;
/** Below this a log is not worth a rewrite of the base. */
const logBytesFree = 65_536;
const staleTempMs = 600_000;
const newline = 10;

/**
 * `dir` belongs to one memory root alone and is made when first written. `version` names the parse: records of another
 * version are not loaded. It is one word, e.g. `0.1.0-o200k_base`.
 */
export function openIndexCache<T>(dir: string, version: string): IndexCache<T> {
  assert(/^[\w.+-]+$/.test(version), "the version of an index is one word");
  const state: State<T> = { dir, version, known: new Map(), sums: null, base: null, logBytes: 0, loaded: false };
  return {
    load: () => load(state),
    save: (records) => save(state, records),
    appendChanges: (changed, removed) => append(state, changed, removed),
    sums() {
      state.sums ??= sumsOf(state.known.values());
      return state.sums;
    },
  };
}

function load<T>(state: State<T>): LoadedIndex<T> {
  state.loaded = true;
  state.known = new Map();
  state.sums = null;
  state.base = null;
  state.logBytes = 0;
  const damaged = loadBase(state) ?? loadLog(state);
  // The next write makes everything anew, so that damage is reported once.
  if (damaged !== null) state.base = null;
  return { records: state.known, damaged };
}

function loadBase<T>(state: State<T>): string | null {
  const bytes = readWhole(basePath(state));
  if (bytes === null || typeof bytes === "string") return bytes;
  const end = bytes.indexOf(newline);
  const [word, version, sum] = bytes.toString("latin1", 0, Math.max(0, end)).split(" ");
  if (word !== format) return "the index file has no header";
  if (version !== state.version) return null;
  const body = bytes.subarray(end + 1);
  if (sum !== sumOf(state.version, body)) return "the index file does not match its digest";
  const columns = JSON.parse(body.toString("utf8")) as Columns<T>;
  for (const record of recordsIn(columns)) state.known.set(record.path, record);
  state.sums = columns.sums ?? null;
  state.base = { id: sum.slice(0, 16), bytes: bytes.length };
  return null;
}

/** Each line carries its own digest: a torn or damaged one is passed over, the others still hold. */
function loadLog<T>(state: State<T>): string | null {
  if (state.base === null) return null;
  const bytes = readWhole(logPath(state, state.base.id));
  if (bytes === null || typeof bytes === "string") return bytes;
  state.logBytes = bytes.length;
  let damaged: string | null = null;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start && !loadLine(state, state.base.id, bytes.subarray(start, end))) {
      damaged = "a line of the index log does not match its digest";
    }
    start = end + 1;
  }
  return damaged;
}

function loadLine<T>(state: State<T>, base: string, line: Buffer): boolean {
  const space = line.indexOf(" ");
  const body = line.subarray(space + 1);
  if (line.toString("latin1", 0, Math.max(0, space)) !== sumOf(base, body)) return false;
  const { changed, removed } = JSON.parse(body.toString("utf8")) as { changed: Columns<T>; removed: PagePath[] };
  for (const record of recordsIn(changed)) put(state, record);
  for (const path of removed) drop(state, path);
  return true;
}

function save<T>(state: State<T>, records: readonly CachedRecord<T>[]): Outcome<void> {
  state.loaded = true;
  state.known.clear();
  for (const record of records) state.known.set(record.path, record);
  state.sums = sumsOf(state.known.values());
  const columns: Columns<T> = { ...columnsOf([...state.known.values()]), sums: state.sums };
  const body = Buffer.from(JSON.stringify(columns), "utf8");
  const sum = sumOf(state.version, body);
  const header = Buffer.from(`${format} ${state.version} ${sum}\n`, "latin1");
  state.base = null;
  const written = attempt("write the index", () => {
    makeStateFolder(state.dir, 0o777);
    // Without fsync: what a crash leaves half-written fails its digest and is made again.
    replaceWhole(basePath(state), Buffer.concat([header, body]), 0o666);
  });
  if (written.ok) {
    state.base = { id: sum.slice(0, 16), bytes: header.length + body.length };
    state.logBytes = 0;
    attempt("tidy the index folder", () => sweep(state.dir));
  }
  return written;
}

/** Logs are part of the new base, damaged lines and all, and a folder in the place of one is nobody's; temp files this old were left by a process that was killed. */
function sweep(dir: string): void {
  for (const name of listFolder(dir)) {
    const full = `${dir}/${name}`;
    const log = /^pages-[0-9a-f]{16}\.log$/.test(name);
    if (log || (name.endsWith(".tmp") && ageMs(full) > staleTempMs)) rmSync(full, { force: true, recursive: true });
  }
}

function append<T>(
  state: State<T>,
  changed: readonly CachedRecord<T>[],
  removed: readonly PagePath[],
): Outcome<void> {
  if (!state.loaded) load(state);
  if (changed.length === 0 && removed.length === 0 && state.base !== null) return ok(undefined);
  for (const record of changed) put(state, record);
  for (const path of removed) drop(state, path);
  if (state.base === null) return save(state, [...state.known.values()]);
  const { id, bytes } = state.base;
  const body = Buffer.from(JSON.stringify({ changed: columnsOf(changed), removed }), "utf8");
  // The newline in front ends whatever an interrupted write may have left.
  const line = Buffer.concat([Buffer.from(`\n${sumOf(id, body)} `, "latin1"), body, Buffer.of(newline)]);
  if (state.logBytes + line.length > Math.max(logBytesFree, bytes * logShareMax)) {
    return save(state, [...state.known.values()]);
  }
  state.logBytes += line.length;
  return attempt("write the index log", () => appendTo(logPath(state, id), line, 0o666));
}

function put<T>(state: State<T>, record: CachedRecord<T>): void {
  takeFromSums(state, record.path);
  if (state.sums !== null) state.sums = shifted(state.sums, record, 1);
  state.known.set(record.path, record);
}

function drop<T>(state: State<T>, path: PagePath): void {
  takeFromSums(state, path);
  state.known.delete(path);
}

function takeFromSums<T>(state: State<T>, path: PagePath): void {
  const was = state.known.get(path);
  if (was !== undefined && state.sums !== null) state.sums = shifted(state.sums, was, -1);
}

function recordsIn<T>({ path, size, mtime, ctime, inode, settled, oid, data }: Columns<T>): CachedRecord<T>[] {
  return path.map((one, i) => {
    const stamp = { size: size[i]!, mtimeMs: mtime[i]!, ctimeMs: ctime[i]!, inode: inode[i]! };
    return { path: one, stamp, settled: settled[i] === 1, oid: oid[i]!, data: data[i]! };
  });
}

function columnsOf<T>(records: readonly CachedRecord<T>[]): Columns<T> {
  return {
    path: records.map((record) => record.path),
    size: records.map((record) => record.stamp.size),
    mtime: records.map((record) => record.stamp.mtimeMs),
    ctime: records.map((record) => record.stamp.ctimeMs),
    inode: records.map((record) => record.stamp.inode),
    settled: records.map((record) => (record.settled ? 1 : 0)),
    oid: records.map((record) => record.oid),
    data: records.map((record) => record.data),
  };
}

/** null where there is no file; a sentence where it cannot be used. */
function readWhole(path: string): Buffer | string | null {
  try {
    return readPlain(path, limits.indexBytesMax);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? null : ioFailure(error, "read the index").says;
  }
}

function sumOf(salt: string, body: Uint8Array): string {
  // Damage is what it guards against, not an attacker, who could write the index anew.
  return sha1Hex(`${salt}\n`, body);
}

function basePath(state: { readonly dir: string }): string {
  return `${state.dir}/pages.json`;
}

function logPath(state: { readonly dir: string }, base: string): string {
  return `${state.dir}/pages-${base}.log`;
}

// TokenCache: what was made of pages once, token counts and links, kept in derived indexes of their own.

const noStamp: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };
/** Beyond this the index is written anew with what this run asked for: keys of old blobs would gather for ever. */
const keysMax = 400_000;
/** So many new ones are written down as they come: a first run over a large memory may be stopped, and the next goes on from there. */
const unwrittenMax = 256;

/** Of anything JSON can carry; `dir` belongs to one memory root, and `version` names how it was made. Reads lazily. */
export function openKeyedCache<T>(dir: string, version: string): KeyedCache<T> {
  const index = openIndexCache<T>(dir, version);
  const fresh = new Map<string, T>();
  const used = new Set<string>();
  let loaded: LoadedIndex<T>["records"] | null = null;
  const known = (): LoadedIndex<T>["records"] => {
    loaded ??= index.load().records;
    return loaded;
  };
  const flush = (keysMost: number = keysMax): void => {
    if (fresh.size === 0) return;
    const records = [...fresh].map(([key, data]) => recordOf(key, data));
    const isFull = known().size + fresh.size > keysMost;
    const kept = isFull ? [...known().values()].filter(({ path }) => used.has(path) && !fresh.has(path)) : [];
    if (isFull && kept.length < known().size) index.save([...kept, ...records]);
    else index.appendChanges(records, []);
    fresh.clear();
  };
  return {
    get(key) {
      used.add(key);
      return fresh.get(key) ?? known().get(key as PagePath)?.data;
    },
    put(key, value) {
      used.add(key);
      fresh.set(key, value);
      if (fresh.size >= unwrittenMax) flush();
    },
    flush,
  };
}

function recordOf<T>(key: string, data: T): CachedRecord<T> {
  return { path: key as PagePath, stamp: noStamp, settled: true, oid: "" as Oid, data };
}

// Sealed: what was derived, as one file that is replaced whole.

export type Sealed = ReturnType<typeof openSealed>;

/**
 * A file that was cut short or edited, or that another version wrote, does not carry the digest of its bytes and is not believed. Whoever wrote last
 * is read: each wrote a whole file.
 */
export function openSealed(file: string, version: string, bytesMax: number = limits.indexBytesMax) {
  return {
    /** What was saved; null where nothing was, or where that cannot be believed. */
    load(): Buffer | null {
      const read = attempt("read what was derived", () => readPlain(file, bytesMax));
      if (!read.ok) return null;
      const end = read.value.indexOf(newline);
      const body = read.value.subarray(end + 1);
      return read.value.toString("latin1", 0, Math.max(0, end)) === sumOf(version, body) ? body : null;
    },
    /** A failure to write is of no consequence. */
    save(saved: string | Uint8Array): void {
      const body = Buffer.from(saved);
      attempt("write what was derived", () => {
        makeStateFolder(dirname(file), 0o777);
        replaceWhole(file, Buffer.concat([Buffer.from(`${sumOf(version, body)}\n`, "latin1"), body]), 0o666);
      });
    },
  };
}

/** The sum of origin labels up to one commit, kept beside the repository; losing it costs a walk of the history. */
export function openOriginCache(file: string) {
  const sealed = openSealed(file, "origins-2", limits.originsBytesMax);
  return {
    load(): CachedOrigins | null {
      const body = sealed.load();
      const known = body === null ? null : (JSON.parse(body.toString("utf8")) as CachedOrigins);
      return known === null || parseOid(known.head) === null ? null : known;
    },
    save: (known: CachedOrigins): void => sealed.save(JSON.stringify(known)),
  };
}

export interface CachedOrigins {
  /** The commit up to which, ancestors included, the sum is. */
  readonly head: Oid;
  readonly sum: OriginSum;
}

export type OriginCache = ReturnType<typeof openOriginCache>;
