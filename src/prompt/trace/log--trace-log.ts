/** TraceLog: where decisions and faults are kept for those who ask later; machine-local, bounded, never needed to work. */

import type { Outcome } from "../../base/result.js";
import type { Fault, FaultKind, FaultRecord } from "../../write/fault.js";
import type { RecallRecord } from "./recall.js";
import type { AssemblyRecord } from "./trace.js";
import type { BoundaryRecord } from "./trace--live.js";

/** What was read, newest first. */
export interface Logged<T> {
  readonly records: readonly T[];
  /** A `sidecar_corrupt` fault for each line that was skipped, and for a file that could not be read. */
  readonly damaged: readonly Fault[];
}

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
  countFaults(): Logged<never> & { readonly counts: Readonly<Partial<Record<FaultKind, number>>> };
}
