/** Sessions: who works on this memory on this machine, whether they live, and how far their transcripts are; durable. */

import type { Instant, Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { Source } from "./sessions--source.js";

export interface SessionRecord {
  readonly session: string;
  /** The process that the session lives in, as `Sessions.ownerOf` names it; null where nobody said. */
  readonly owner: string | null;
  readonly since: Instant;
  /** null while it is under way. */
  readonly ended: Instant | null;
  /** The latest state of the transcript that is known; its epoch counts the compactions. */
  readonly seen: Source;
  /** The state that the last compaction dropped. */
  readonly cut: Source | null;
  /** The state at the last boundary that patches of the session crossed. */
  readonly settled: Source;
  /** Absent for a session that began with nothing of another. */
  readonly parent?: SessionParent;
}

/** The session whose conversation a fork began with. */
export interface SessionParent {
  readonly boundary: "fork";
  /** null where the harness does not say which. */
  readonly session: string | null;
  /** The commit of that session's own pages then; null where it kept none, or is not known. */
  readonly tip: Oid | null;
}

export interface Sessions {
  /** A name for one running process of this boot of this machine; null where there is no such process. */
  ownerOf(pid: number): string | null;
  /** True only where it is proven; a process elsewhere, or one that cannot be looked at, is not dead. */
  isDead(owner: string): boolean;
  read(session: string): Outcome<SessionRecord | null>;
  /** Newest first. `damaged` names files that are no record; they are left where they are. */
  list(): Outcome<{ readonly records: readonly SessionRecord[]; readonly damaged: readonly string[] }>;
  /** Durable when it returns. An epoch that was recorded meanwhile is never taken back. */
  write(record: SessionRecord): Outcome<void>;
  remove(session: string): Outcome<void>;
}
