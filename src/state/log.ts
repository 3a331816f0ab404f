/** RecordLog: records as lines of a file: appended by one write each, rotated once, and read from the end whatever their state; and counted. */

import { closeSync, constants, fstatSync, lstatSync, readSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { digest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { attempt, errnoOf, ioFailure, orElse, whenLetGo } from "./fs-calls.js";
import {
  makeStateFolder,
  openPlain,
  readPlainText,
  refusedFile,
  removeIfThere,
  replaceWhole,
  writeOnce,
} from "./plain-file.js";

/** A line that was skipped, or a file that could not be read, in the words of a fault. */
interface DamagedLog {
  readonly kind: "sidecar_corrupt";
  /** The file. */
  readonly page: string;
  readonly says: string;
  readonly hint: string;
}

/** What was read, newest first. */
export interface Logged<T> {
  readonly records: readonly T[];
  /** One for each line that was skipped, and for a file that could not be read. */
  readonly damaged: readonly DamagedLog[];
}

/** A file of the log and its lines. */
interface Generation {
  readonly path: string;
  readonly lines: readonly string[];
}

interface RecordLogOptions<T> {
  /** The record on a line; null for anything else. */
  readonly parse: (line: string) => T | null;
  /** Bounds the file; with its `.1` a log takes twice that at most. */
  readonly bytesMax?: number;
  /** Told of the lines that are about to be dropped, under the lock of the rotation. */
  readonly dropping?: (dropped: Generation) => void;
}

export interface RecordLog<T> {
  /** Adds one record. A failure is told and loses nothing but the record. */
  append(record: T): Outcome<void>;
  /** Adds several records by one write, each printed as it is given here. */
  appendLines(lines: readonly string[]): Outcome<void>;
  /** The newest record that is sought; null when none is kept. Only a line that holds `text` is looked at. */
  find(isSought: (record: T) => boolean, text: string): T | null;
  /**
   * Of all records, or of those that `keep` lets through; where it says null, no older one is looked at. With `naming`, only records in
   * which that text stands as a value need be looked at: records are long, and most are of other sessions.
   */
  recent(limit: number, keep?: (record: T) => boolean | null, naming?: string): Logged<T>;
  /** All lines, of the file itself and of the one it was moved to. */
  generations(): Pick<Logged<never>, "damaged"> & { readonly newer: Generation; readonly older: Generation };
}

/** The folder of `path` is machine-local and made when first written. */
export function openRecordLog<T extends object>(path: string, options: RecordLogOptions<T>): RecordLog<T> {
  const { parse, bytesMax = limits.traceFileBytesMax, dropping = null } = options;
  const bounds = { bytesMax, dropping };
  const appendLines = (lines: readonly string[]): Outcome<void> =>
    append(path, Buffer.from(lines.map((line) => `${line}\n`).join("")), bounds);
  return {
    append: (record) => appendLines([stableJson(record)]),
    appendLines,
    find: (isSought, text) => recent(path, 1, judging(parse, isSought, text)).records[0] ?? null,
    recent(limit, keep, naming) {
      return recent(path, limit, judging(parse, keep, naming === undefined ? null : JSON.stringify(naming)));
    },
    generations() {
      const damaged: DamagedLog[] = [];
      const [newer, older] = [generation(path, damaged), generation(`${path}.1`, damaged)];
      return { newer, older, damaged };
    },
  };
}

function generation(path: string, damaged: DamagedLog[]): Generation {
  return { path, lines: linesOf(path, damaged) };
}

/** Null for a line that is no record, undefined for one that was not asked for: only the first is damage. */
type Verdict<T> = T | "stop" | null | undefined;

/** Only a line that holds `text` is parsed. */
function judging<T>(
  parse: (line: string) => T | null,
  keep: (record: T) => boolean | null = () => true,
  text: string | null = null,
): (line: Buffer) => Verdict<T> {
  const sought = text === null ? null : Buffer.from(text);
  return (line) => {
    if (sought !== null && !line.includes(sought)) return undefined;
    const record = parse(line.toString("utf8"));
    if (record === null) return null;
    const verdict = keep(record);
    return verdict === null ? "stop" : verdict ? record : undefined;
  };
}

const newline = 10;

interface Bounds {
  readonly bytesMax: number;
  /** null where nobody asks what rotation drops. */
  readonly dropping: ((dropped: Generation) => void) | null;
}

/** Whole lines. */
function append(path: string, bytes: Uint8Array, bounds: Bounds): Outcome<void> {
  const { bytesMax } = bounds;
  if (bytes.length === 0) return ok(undefined);
  if (bytes.length > bytesMax) {
    const says = `A record of ${bytes.length} bytes was not logged; at most ${bytesMax} are kept.`;
    return err({
      code: "io_failed",
      errno: "EFBIG",
      says,
      hint: "Nothing else is affected: the log is only read by people.",
    });
  }
  return attempt(`add to ${path}`, () => {
    makeStateFolder(dirname(path));
    rotate(path, bytes.length, bounds);
    addOnce(path, bytes);
  });
}

/** One write to the end, so that writers in other processes cannot mix their lines with ours. */
function addOnce(path: string, bytes: Uint8Array): void {
  // Read access is for the look at the last byte.
  const file = openPlain(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
  try {
    const whole = endsWhole(file, fstatSync(file).size) ? bytes : Buffer.concat([Buffer.of(newline), bytes]);
    const written = writeSync(file, whole);
    if (written < whole.length) throw Object.assign(new Error("The write was cut short."), { code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
}

/** Whether the last line is complete: a torn one, from a crash or a full disk, must not swallow ours. */
function endsWhole(file: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 0 || last[0] === newline;
}

/**
 * Moves a full file to `.1`, over what was there. A lock file keeps a second process from moving the fresh file over the full one; who does
 * not get it writes on and leaves the move to the next. A lock left by a crash is broken once the file is at twice its bound.
 */
function rotate(path: string, more: number, { bytesMax, dropping }: Bounds): void {
  const size = sizeOf(path);
  if (size === null || size + more <= bytesMax) return;
  const lock = `${path}.lock`;
  if (size > 2 * bytesMax) removeIfThere(lock);
  try {
    writeOnce(lock, "");
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return;
    throw error;
  }
  try {
    const now = sizeOf(path);
    if (now !== null && now + more > bytesMax) {
      dropping?.(generation(`${path}.1`, []));
      whenLetGo(() => renameSync(path, `${path}.1`));
    }
  } finally {
    removeIfThere(lock);
  }
}

function sizeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** The newest `limit` records that `parse` gives, and a fault for every line it read on the way that is none (`null`). */
function recent<T>(path: string, limit: number, judge: (line: Buffer) => Verdict<T>): Logged<T> {
  const records: T[] = [];
  const damaged: DamagedLog[] = [];
  for (const generation of [path, `${path}.1`]) {
    const stopped = withLog(generation, damaged, (file) => {
      for (const { bytes, start } of linesFromEnd(file, fstatSync(file).size)) {
        if (records.length >= limit) return true;
        const record = bytes.length === 0 ? undefined : judge(bytes);
        if (record === "stop") return true;
        if (record === null) {
          const number = lineNumber(file, start);
          damaged.push(corrupt(generation, `Line ${number} of ${generation} is not a record and was skipped.`));
        } else if (record !== undefined) records.push(record);
      }
      return false;
    });
    if (stopped === true) break;
  }
  return { records, damaged };
}

function linesOf(path: string, damaged: DamagedLog[]): readonly string[] {
  return read(path, damaged, () => readPlainText(path, limits.stateFileBytesMax).split("\n")) ?? [];
}

/** null where there is no such file, or none that can be read. */
function withLog<T>(path: string, damaged: DamagedLog[], use: (file: number) => T): T | null {
  return read(path, damaged, () => {
    const file = openPlain(path);
    try {
      if (fstatSync(file).size > limits.stateFileBytesMax) throw refusedFile("EFBIG", path);
      return use(file);
    } finally {
      closeSync(file);
    }
  });
}

function read<T>(path: string, damaged: DamagedLog[], act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") damaged.push(corrupt(path, ioFailure(error, `read ${path}`).says));
  }
  return null;
}

function corrupt(path: string, says: string): DamagedLog {
  return {
    kind: "sidecar_corrupt",
    page: path,
    says,
    hint: "No page is affected. Delete the file to start a fresh log.",
  };
}

// RecordLogLines: the lines of a file from its end: what is asked for is nearly always the newest, and a log is long.

interface Line {
  /** As they stand in the file: most lines are looked at for one name and never decoded. */
  readonly bytes: Buffer;
  /** Where it begins, in bytes. */
  readonly start: number;
}

const firstBlock = 65_536;
const blockMax = 4_194_304;

/** Of an open file up to byte `to`; what stands behind the last line end is the first line. */
function* linesFromEnd(file: number, to: number): Generator<Line, void> {
  let position = to;
  let begun = Buffer.alloc(0);
  for (let block = firstBlock; position > 0; block = Math.min(2 * block, blockMax)) {
    const bytes = readAt(file, Math.max(0, position - block), position);
    position = Math.max(0, position - block);
    const whole = Buffer.concat([bytes, begun]);
    let end = whole.length;
    for (let at = bytes.lastIndexOf(newline); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1)) {
      yield { bytes: whole.subarray(at + 1, end), start: position + at + 1 };
      end = at;
    }
    begun = whole.subarray(0, end);
  }
  yield { bytes: begun, start: 0 };
}

/** Counted from 1: that of the line which begins at that byte. */
export function lineNumber(file: number, start: number): number {
  const bytes = readAt(file, 0, start);
  let number = 1;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) number += 1;
  return number;
}

/** Nothing takes anything from such a file; one that got shorter all the same is read as far as it goes. */
export function readAt(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
    got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
  return bytes.subarray(0, filled);
}

// LogCounts: how many records of each kind a log ever held, those included that rotation dropped: a counter never runs backwards.

export type Counts<K extends string> = Partial<Record<K, number>>;

/** `last` names the file whose lines were added last: a rotation that died behind the count is not counted twice. */
interface Folded<K extends string> {
  readonly counts: Counts<K>;
  readonly last: string | null;
}

/** What is counted: the kinds there are, and the kind of a line; null for a line that is none. */
export interface CountRule<K extends string> {
  readonly kinds: readonly K[];
  readonly kindOf: (line: string) => K | null;
}

/** What the file holds, and the lines of both generations. A file that is no count counts as nothing. */
export function countsOf<K extends string>(
  file: string,
  counted: CountRule<K>,
  { newer, older }: { readonly newer: Generation; readonly older: Generation },
): Counts<K> {
  const { counts, last } = readCounts(file, counted);
  const isCounted = last !== null && nameOf(older) === last;
  return added(counted, added(counted, counts, newer.lines), isCounted ? [] : older.lines);
}

/** Adds lines that are about to be dropped. Called under the lock of the rotation. A count that cannot be kept stops no log. */
export function foldCounts<K extends string>(file: string, counted: CountRule<K>, dropped: Generation): void {
  const known = readCounts(file, counted);
  const last = nameOf(dropped);
  const { lines } = dropped;
  if (last === null || known.last === last) return;
  const text = `${stableJson({ counts: added(counted, known.counts, lines), last })}\n`;
  orElse(undefined, () => replaceWhole(file, text));
}

/** The file itself and what it holds: another file may hold the same lines. */
function nameOf({ path, lines }: Generation): string | null {
  return orElse(null, () => {
    const { ino, mtimeMs } = lstatSync(path);
    return `${ino}:${mtimeMs}:${digest(lines.join("\n"))}`;
  });
}

function added<K extends string>({ kindOf }: CountRule<K>, counts: Counts<K>, lines: readonly string[]): Counts<K> {
  const sum: Counts<K> = { ...counts };
  for (const line of lines) {
    const kind = line === "" ? null : kindOf(line);
    if (kind !== null) sum[kind] = (sum[kind] ?? 0) + 1;
  }
  return sum;
}

function readCounts<K extends string>(file: string, { kinds }: CountRule<K>): Folded<K> {
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as {
      counts?: Record<string, unknown>;
      last?: unknown;
    } | null;
    const counts: Counts<K> = {};
    for (const kind of kinds) {
      const count = value?.counts?.[kind];
      if (Number.isSafeInteger(count) && (count as number) > 0) counts[kind] = count as Counts<K>[K];
    }
    return { counts, last: typeof value?.last === "string" ? value.last : null };
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof SyntaxError)) throw error;
    return { counts: {}, last: null };
  }
}
