/** TraceLog on disk: two files of JSON lines, appended by one write each, rotated once, and read whatever their state. */

import { closeSync, constants, fstatSync, lstatSync, readSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { stableJson, stableJsonBytes } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { attempt, errnoOf, ioFailure } from "../../state/fs-calls.js";
import { openPlain, readPlainText } from "../../state/plain-file.js";
import { makeStateFolder, refusedFile } from "../../state/plain-file--plain-folder.js";
import { writeOnce } from "../../state/plain-file--plain-write.js";
import type { Fault } from "../../write/fault.js";
import { countsOf, foldCounts } from "./counts.js";
import type { Logged, TraceLog, TraceRecord } from "./log--trace-log.js";
import { lineNumber } from "./log--trace-log-lines.js";
import { linesAround, type Own, stands, type Written } from "./log--trace-log-own.js";
import { parseFault, parseRecord } from "./parse.js";

/** `dir` is machine-local and made when first written. `bytesMax` bounds each file; with its `.1` a log takes twice that at most. */
export function openTraceLog(dir: string, bytesMax: number = limits.traceFileBytesMax): TraceLog {
  const traces = join(dir, "traces.jsonl");
  const faults = join(dir, "faults.jsonl");
  const counts = join(dir, "fault-counts.json");
  const add = (path: string, lines: Uint8Array): Outcome<Written | null> =>
    append(dir, path, lines, { bytesMax, counts: path === faults ? counts : null });
  let last: Own<TraceRecord> | null = null;
  return {
    append(record) {
      const added = add(traces, Buffer.concat([stableJsonBytes(record), Buffer.of(newline)]));
      last = added.ok && added.value !== null ? { ...added.value, record } : null;
      return added.ok ? ok(undefined) : added;
    },
    find(prefix) {
      if (last !== null && prefix === last.record.trace && stands(traces, last)) return last.record;
      return recent(traces, 1, named(prefix)).records[0] ?? null;
    },
    recent(limit, keep, naming) {
      const read = filtered(parseRecord, keep);
      return recent(traces, limit, naming === undefined ? read : holding(read, JSON.stringify(naming)), last);
    },
    appendFaults(records) {
      const added = add(faults, Buffer.from(records.map((record) => `${stableJson(record)}\n`).join("")));
      return added.ok ? ok(undefined) : added;
    },
    recentFaults: (limit, keep) => recent(faults, limit, filtered(parseFault, keep)),
    countFaults() {
      const damaged: Fault[] = [];
      const [lines, older] = [linesOf(faults, damaged), linesOf(`${faults}.1`, damaged)];
      return { records: [], damaged, counts: countsOf(counts, lines, { path: `${faults}.1`, lines: older }) };
    },
  };
}

/** Null for a line that is no record, undefined for one that was not asked for: only the first is damage. */
type Verdict<T> = T | "stop" | null | undefined;

interface Read<T> {
  line(bytes: Buffer): Verdict<T>;
  /** The same for a record that need not be parsed. */
  record(record: T): Verdict<T>;
}

function filtered<T>(parse: (line: string) => T | null, keep: (record: T) => boolean | null = () => true): Read<T> {
  const judge = (record: T): Verdict<T> => {
    const verdict = keep(record);
    return verdict === null ? "stop" : verdict ? record : undefined;
  };
  return {
    line(bytes) {
      const record = parse(bytes.toString("utf8"));
      return record === null ? null : judge(record);
    },
    record: judge,
  };
}

/** Only a line that holds the text is parsed. */
function holding<T>(read: Read<T>, text: string): Read<T> {
  const sought = Buffer.from(text);
  return { ...read, line: (bytes) => (bytes.includes(sought) ? read.line(bytes) : undefined) };
}

function named(prefix: string): Read<TraceRecord> {
  const read = filtered(parseRecord, (record) => record.trace.startsWith(prefix));
  return holding(read, `"trace":"${prefix}`);
}

const newline = 10;

interface Bounds {
  readonly bytesMax: number;
  /** Where the lines that rotation drops are counted; null where nobody counts them. */
  readonly counts: string | null;
}

/** Whole lines; null where it cannot be told where they came to stand. */
function append(dir: string, path: string, bytes: Uint8Array, bounds: Bounds): Outcome<Written | null> {
  const { bytesMax } = bounds;
  if (bytes.length === 0) return ok(null);
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
    makeStateFolder(dir);
    rotate(path, bytes.length, bounds);
    return addOnce(path, bytes);
  });
}

/** One write to the end, so that writers in other processes cannot mix their lines with ours. */
function addOnce(path: string, bytes: Uint8Array): Written | null {
  // Read access is for the look at the last byte.
  const file = openPlain(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
  try {
    const before = fstatSync(file);
    const whole = endsWhole(file, before.size) ? bytes : Buffer.concat([Buffer.of(newline), bytes]);
    const written = writeSync(file, whole);
    if (written < whole.length) throw Object.assign(new Error("The write was cut short."), { code: "ENOSPC" });
    const end = before.size + whole.length;
    // Another process that wrote between may stand before it.
    return fstatSync(file).size === end ? { inode: before.ino, start: end - bytes.length, end } : null;
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
function rotate(path: string, more: number, { bytesMax, counts }: Bounds): void {
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
      if (counts !== null) foldCounts(counts, { path: `${path}.1`, lines: linesOf(`${path}.1`, []) });
      renameSync(path, `${path}.1`);
    }
  } finally {
    removeIfThere(lock);
  }
}

function sizeOf(path: string): number | null {
  try {
    return lstatSync(path).size;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** The newest `limit` records that `parse` gives, and a fault for every line it read on the way that is none (`null`). */
function recent<T>(path: string, limit: number, read: Read<T>, own: Own<T> | null = null): Logged<T> {
  const records: T[] = [];
  const damaged: Fault[] = [];
  for (const generation of [path, `${path}.1`]) {
    const stopped = withLog(generation, damaged, (file) => {
      for (const line of linesAround(file, own)) {
        if (records.length >= limit) return true;
        const record =
          "record" in line ? read.record(line.record) : line.bytes.length === 0 ? undefined : read.line(line.bytes);
        if (record === "stop") return true;
        if (record === null) {
          const number = lineNumber(file, line.start);
          damaged.push(corrupt(generation, `Line ${number} of ${generation} is not a record and was skipped.`));
        } else if (record !== undefined) records.push(record);
      }
      return false;
    });
    if (stopped === true) break;
  }
  return { records, damaged };
}

function linesOf(path: string, damaged: Fault[]): readonly string[] {
  return read(path, damaged, () => readPlainText(path, limits.stateFileBytesMax).split("\n")) ?? [];
}

/** null where there is no such file, or none that can be read. */
function withLog<T>(path: string, damaged: Fault[], use: (file: number) => T): T | null {
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

function read<T>(path: string, damaged: Fault[], act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") damaged.push(corrupt(path, ioFailure(error, `read ${path}`).says));
  }
  return null;
}

function corrupt(path: string, says: string): Fault {
  return {
    kind: "sidecar_corrupt",
    page: path,
    says,
    hint: "No page is affected. Delete the file to start a fresh log.",
  };
}
