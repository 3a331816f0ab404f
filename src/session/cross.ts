/** Lifecycle answers: what boundaries, sessions and the journal tell of every patch, in the shapes that `--json` prints. */

import type { Instant, Oid } from "../base/ids.js";
import type { Fault } from "../write/fault.js";
import type { HandCommit } from "./pages/known.js";

export interface RejectedRow {
  readonly key: string;
  readonly at: Instant;
  readonly reason: string;
  readonly says: string;
  readonly hint: string;
  readonly draft: unknown;
}

export interface JournalAnswer {
  readonly staged: readonly {
    readonly key: string;
    readonly at: Instant;
    readonly session: string | null;
    readonly draft: unknown;
  }[];
  readonly rejected: readonly JournalRow[];
  /** Files that are neither. */
  readonly damaged: readonly string[];
}

/** How every patch that waited ended: committed, refused with its reason, or still waiting. */
export interface FlushAnswer {
  readonly boundary: string;
  readonly event: string;
  /** The one session whose patches were flushed; null for all. */
  readonly session: string | null;
  readonly committed: readonly { readonly commit: Oid; readonly patches: readonly string[] }[];
  /** Held by a commit already: that of an earlier flush which died before it could say so, or HEAD where every entry was there. */
  readonly known: readonly { readonly patch: string; readonly commit: Oid }[];
  readonly rejected: readonly RejectedRow[];
  /** What was edited by hand in the sessions' folders. */
  readonly edits: readonly HandCommit[];
  readonly recovered: Recovery;
  /** Every page that was dirty at this boundary, one row a patch. */
  readonly pages: readonly SettledPage[];
  /** The compactions of the session's transcript so far; null where no session was named. */
  readonly epoch: number | null;
  readonly faults: readonly Fault[];
}

/** How one page that was dirty at a boundary ended, one row a patch. */
export interface SettledPage {
  /** null for an edit by hand in a session's folder. */
  readonly patch: string | null;
  /** The page as the patch names it; the title where it makes one. */
  readonly page: string;
  readonly outcome: "committed" | "archived" | "rejected" | "still_dirty";
  /** The commit; null for what was rejected or is dirty still. */
  readonly commit: Oid | null;
  /** Why it was rejected, or the fault that is on record because it is dirty still. */
  readonly reason: string | null;
}

/** What sessions that died had left behind, and what became of it before anything else was done. */
export interface Recovery {
  readonly sessions: readonly (string | null)[];
  readonly committed: readonly { readonly commit: Oid; readonly patches: readonly string[] }[];
  readonly known: readonly { readonly patch: string; readonly commit: Oid }[];
  readonly rejected: readonly RejectedRow[];
  readonly edits: readonly HandCommit[];
  /** What could not be committed and waits on: an edit by hand that is wrong, a session's ref that could not be written. */
  readonly faults: readonly Fault[];
}

/** What waits, by session. */
export interface WaitingRow {
  /** null for patches that name no session. */
  readonly session: string | null;
  /** `unknown` where nobody named the process that the session lives in, or it cannot be looked at from here. */
  readonly state: "alive" | "dead" | "unknown";
  readonly patches: number;
  readonly since: Instant;
}

export interface SessionAnswer {
  readonly session: string;
  readonly since: Instant;
  readonly pid: number | null;
  /** The compactions of its transcript so far. */
  readonly epoch: number;
  readonly recovered: Recovery;
  /** Why what dead sessions left could not be recovered now; it waits on, and the fault is on record. */
  readonly unrecovered: string | null;
  readonly waiting: readonly WaitingRow[];
}

/** A refusal, and what became of it when it was tried again. */
export interface JournalRow extends RejectedRow {
  /** Names the refusal: `pagefile journal retry ID`. */
  readonly id: string;
  /** A secret was blanked in `draft`: it is not what was sent, and cannot be tried again. */
  readonly redacted: boolean;
  readonly retried: readonly {
    readonly at: Instant;
    readonly outcome: "committed" | "known" | "rejected";
    readonly commit: Oid | null;
    readonly reason: string | null;
  }[];
}
