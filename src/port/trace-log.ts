/** TraceLog: where decisions and faults are kept for those who ask later; machine-local, bounded, never needed to work. */

import type { Outcome } from "../base/failure.js";
import type { AssemblyRecord } from "../trace/assembly.js";
import type { Fault } from "../trace/fault.js";
import type { FaultRecord } from "../trace/parse-record.js";

/** What was read, newest first. */
export interface Logged<T> {
  readonly records: readonly T[];
  /** A `sidecar_corrupt` fault for each line that was skipped, and for a file that could not be read. */
  readonly damaged: readonly Fault[];
}

export interface TraceLog {
  /** Adds one record. A failure is told and loses nothing but the record. */
  append(record: AssemblyRecord): Outcome<void>;
  /** The newest record whose id begins so; null when none is kept. */
  find(idPrefix: string): AssemblyRecord | null;
  recent(limit: number): Logged<AssemblyRecord>;
  appendFaults(faults: readonly FaultRecord[]): Outcome<void>;
  recentFaults(limit: number): Logged<FaultRecord>;
}
