/** TraceLog: where decisions and faults are kept for those who ask later; machine-local, bounded, never needed to work. */

import { closeSync, fsyncSync } from "node:fs";
import { dirname, join } from "node:path";
import { stableJson } from "../../base/json.js";
import { type Outcome, ok } from "../../base/result.js";
import { errnoOf } from "../../state/fs-calls.js";
import { type Logged, openRecordLog } from "../../state/log.js";
import { type Counted, type Counts, countsOf, foldCounts } from "../../state/log-counts.js";
import { giveName, openPlain, removeIfThere, syncFolder, tempFor, writeOnce } from "../../state/plain-file.js";
import { type FaultKind, type FaultRecord, faultKinds } from "../../write/fault.js";
import { parseFault, parseRecord } from "./parse.js";
import type { RecallRecord } from "./recall.js";
import type { AssemblyRecord, BoundaryRecord } from "./trace.js";

export type TraceRecord = AssemblyRecord | BoundaryRecord | RecallRecord;

export interface TraceLog {
  /** Present where records of prompts and of recalls are not kept: none of them is missing then. */
  readonly leavesOut?: "decisions";
  /** Adds one record. A failure is told and loses nothing but the record. */
  append(record: TraceRecord): Outcome<void>;
  /** The newest record whose id begins so; null when none is kept. */
  find(idPrefix: string): TraceRecord | null;
  /**
   * Of all records, or of those that `keep` lets through; where it says null, no older one is looked at. With `naming`, only records in
   * which that text stands as a value need be looked at: records are long, and most are of other sessions.
   */
  recent(limit: number, keep?: (record: TraceRecord) => boolean | null, naming?: string): Logged<TraceRecord>;
  appendFaults(faults: readonly FaultRecord[]): Outcome<void>;
  recentFaults(limit: number, keep?: (fault: FaultRecord) => boolean): Logged<FaultRecord>;
  /** How many faults of each kind were ever recorded here, those included that have been rotated away. */
  countFaults(): Pick<Logged<never>, "damaged"> & { readonly counts: Readonly<Counts<FaultKind>> };
}

/** `dir` is machine-local and made when first written. `bytesMax` bounds each file; with its `.1` a log takes twice that at most. */
export function openTraceLog(dir: string, bytesMax?: number): TraceLog {
  const bounds = bytesMax === undefined ? {} : { bytesMax };
  const counts = join(dir, "fault-counts.json");
  const log = openRecordLog<TraceRecord>(join(dir, "traces.jsonl"), { parse: parseRecord, ...bounds });
  const faults = openRecordLog<FaultRecord>(join(dir, "faults.jsonl"), {
    parse: parseFault,
    dropping: (dropped) => foldCounts(counts, counted, dropped),
    ...bounds,
  });
  return {
    append: log.append,
    find(prefix) {
      const isMeant = ({ trace }: TraceRecord): boolean => trace === prefix;
      return log.find(({ trace }) => trace.startsWith(prefix), `"trace":"${prefix}`, isMeant);
    },
    recent: log.recent,
    appendFaults: (records) => faults.appendLines(records.map(stableJson)),
    recentFaults: (limit, keep) => faults.recent(limit, keep),
    countFaults() {
      const { damaged, ...generations } = faults.generations();
      return { damaged, counts: countsOf(counts, counted, generations) };
    },
  };
}

const counted: Counted<FaultKind> = { kinds: faultKinds, kindOf: (line) => parseFault(line)?.kind ?? null };

// TraceLogPlace: a new file that every process sees at once and whole, and that is made durable in a second step.

/** False where it is there already. In a folder that is there; throws system errors, and then there is none. */
export function placeNew(file: string, bytes: Uint8Array): boolean {
  const temp = tempFor(file);
  try {
    writeOnce(temp, bytes);
    return giveName(temp, file);
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}

/** One that has gone meanwhile needs no disk. */
export function syncPlaced(file: string): void {
  try {
    const fd = openPlain(file);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    syncFolder(dirname(file));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

// TraceLogQuiet: a log without the records of prompts and recalls; boundaries, by which a session is watched, and faults are kept.

export function withoutDecisions(log: TraceLog): TraceLog {
  return {
    ...log,
    leavesOut: "decisions",
    append: (record) => (record.kind === "boundary" ? log.append(record) : ok(undefined)),
  };
}
