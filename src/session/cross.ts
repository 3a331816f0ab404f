/**
 * LifecycleCross: what a boundary changes in the record of the session that crosses it, the faults it shows, and what is told and logged of every
 * patch.
 */

import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Instant, Oid, PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { type Outcome, ok } from "../base/result.js";
import type { Boundary } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import {
  beginning,
  evicted,
  hasGrown,
  latest,
  type SessionParent,
  type SessionRecord,
  type Source,
  sessionsOf,
} from "../memory/sessions.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { openRecordLog, type RecordLog } from "../state/log.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type Handling, type LifecycleEvent, lifecycle } from "./lifecycle.js";

// Lifecycle answers: what boundaries, sessions and the journal tell of every patch, in the shapes that `--json` prints.

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
export interface Recovery extends Pick<FlushAnswer, "committed" | "known" | "rejected" | "edits"> {
  readonly sessions: readonly (string | null)[];
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

/** A refusal, and what became of it since. */
export interface JournalRow extends RejectedRow {
  /** Names the refusal: `pagefile journal retry ID`. */
  readonly id: string;
  /** A secret was blanked in `draft`: it is not what was sent, and cannot be tried again. */
  readonly redacted: boolean;
  readonly retried: readonly {
    readonly at: Instant;
    /** `settled`: nobody waits for it any more. */
    readonly outcome: "committed" | "known" | "rejected" | "settled";
    readonly commit: Oid | null;
    /** Why it was refused again, or why somebody settled it. */
    readonly reason: string | null;
  }[];
}

export interface Crossing {
  readonly session: string;
  readonly event: LifecycleEvent;
  /** The state of the transcript that the flush speaks of. */
  readonly source: Source | null;
}

/** Why the flush comes too late, or null. The same compaction told again is not late: its answer may have been lost. */
export function lateness(memory: Holder, { session, event, source }: Crossing): Outcome<string | null> {
  if (source === null) return ok(null);
  const read = sessionsOf(memory).read(session);
  if (!read.ok) return read;
  const record = read.value;
  return ok(record === null || isRepeat(record, lifecycle[event], source) ? null : evicted(source, record.seen));
}

/** Durable when it returns. `proposed` counts the patches of the session that were there to be settled. */
export function cross(
  memory: Holder & Pick<Memory, "clock">,
  crossing: Crossing,
  proposed: number,
): Outcome<{ readonly epoch: number; readonly faults: readonly Fault[] }> {
  const { session, source, event } = crossing;
  const handling = lifecycle[event];
  const read = sessionsOf(memory).read(session);
  if (!read.ok) return read;
  const now = memory.clock.now();
  const none = { owner: null, ended: null, cut: null };
  const fresh: SessionRecord = { ...none, session, since: now, seen: beginning, settled: beginning };
  const record = read.value ?? fresh;
  const seen = source === null ? record.seen : latest(source, record.seen);
  const repeats = source !== null && isRepeat(record, handling, source);
  const declined = !repeats && proposed === 0 && handling.loses !== "nothing" && hasGrown(seen, record.settled);
  const faults = declined ? [declinedAt(event, session, { seen, settled: record.settled })] : [];
  let next: SessionRecord = { ...record, seen };
  if (proposed > 0 || declined || isUnmeasured(record.settled, seen)) next = { ...next, settled: seen };
  if (handling.loses === "transcript" && !repeats) {
    const begun: Source = { epoch: seen.epoch + 1, length: null, digest: null };
    next = { ...next, cut: source ?? record.seen, seen: begun, settled: begun };
  }
  if (handling.loses === "session") next = { ...next, ended: record.ended ?? now, owner: null };
  // A session that nobody made known leaves no record behind by ending.
  const told = read.value !== null || source !== null || handling.loses === "transcript";
  if (told && stableJson(next) !== stableJson(read.value)) {
    const written = sessionsOf(memory).write(next);
    if (!written.ok) return written;
  }
  logFaults(memory, faults, { at: now, session, boundary: event });
  return ok({ epoch: next.seen.epoch, faults });
}

function isRepeat(record: SessionRecord, handling: Handling, source: Source): boolean {
  if (handling.loses !== "transcript" || record.cut === null) return false;
  return record.seen.epoch === source.epoch + 1 && stableJson(record.cut) === stableJson(source);
}

/** The first length told within an epoch is where growth is measured from: a compaction leaves a text of unknown length. */
function isUnmeasured(settled: Source, seen: Source): boolean {
  return seen.length !== null && (settled.length === null || settled.epoch < seen.epoch);
}

function declinedAt(
  event: LifecycleEvent,
  session: string,
  { seen, settled }: { readonly seen: Source; readonly settled: Source },
): Fault {
  return {
    kind: "agent_declined",
    page: "",
    says: `Session ${session} passed ${event} at length ${seen.length} of epoch ${seen.epoch}, ${Number(seen.length) - Number(settled.length)} more than at its last patch, and proposed nothing.`,
    hint: "The transcript still holds it if the harness keeps one; stage from there what is worth keeping.",
  };
}

// Trace boundary: what became of every patch at a boundary, logged beside the decisions that come after it.

export interface FlushQuery {
  readonly boundary: Boundary;
  /** What happens to the session, where that is known better; must be one at that boundary. */
  readonly event?: LifecycleEvent;
  /** Only this session's patches and folder, and its record crosses the boundary; all patches when absent. */
  readonly session?: string | null;
  /** The state of that session's transcript. */
  readonly source?: Source | null;
  /** The turn that crosses the boundary, as it is known in the log of decisions. */
  readonly by?: string;
}

/** One boundary as it is logged: what became of every patch that waited. */
export interface BoundaryRecord {
  readonly trace: string;
  readonly kind: "boundary";
  readonly at: Instant;
  readonly session: string | null;
  readonly event: string;
  readonly boundary: string;
  readonly committed: readonly { readonly commit: string; readonly patches: readonly string[] }[];
  /** Patches that an earlier commit held already. */
  readonly known: number;
  readonly rejected: readonly { readonly key: string; readonly reason: string }[];
  /** Why nothing could be committed; null where it could. */
  readonly failed: string | null;
  /** What the turn was asked that crossed it, as a digest; null for a flush of its own. */
  readonly by: string | null;
}

/** A boundary at which nothing waited is logged for a session alone: its next turn wants to know that it was there. */
export function logBoundary(
  memory: Holder & Pick<Memory, "clock">,
  query: FlushQuery & { readonly event: LifecycleEvent },
  flushed: Outcome<FlushAnswer>,
): void {
  const { boundary, event, session = null, by = null } = query;
  const answer = flushed.ok ? flushed.value : null;
  // No patch made them: a person edited a session's pages by hand.
  const edits = (answer?.edits ?? []).map(({ commit }) => ({ commit, patches: [] }));
  const told = {
    kind: "boundary",
    at: memory.clock.now(),
    session,
    event,
    boundary,
    committed: [...(answer?.committed ?? []), ...edits],
    known: answer?.known.length ?? 0,
    rejected: (answer?.rejected ?? []).map(({ key, reason }) => ({ key: redactSecrets(key), reason })),
    failed: flushed.ok ? null : redactSecrets(flushed.error.says),
    by,
  } as const;
  if (session === null && flushed.ok && told.committed.length + told.known + told.rejected.length === 0) return;
  boundaryLogOf(memory).append({ trace: shortDigest(stableJson(told), 12), ...told });
}

/**
 * Where boundaries are logged: beside the records of prompts and of recalls, which are read with them by whoever knows those. Here nothing
 * is read.
 */
export const boundaryLogOf: (holder: Holder) => Pick<RecordLog<BoundaryRecord>, "append"> = service(({ place }) =>
  openRecordLog<BoundaryRecord>(join(place.state, "traces.jsonl"), { parse: () => null }),
);

// Session answers: what is told of the pages that sessions keep to themselves, in the shapes that `--json` prints.

/** What people edited by hand in a session's folder, committed on the session's ref as MANUAL_EDIT. */
export interface HandCommit {
  readonly session: string;
  readonly commit: Oid;
  readonly pages: readonly PagePath[];
}

export interface SessionRow {
  /** null where nothing tells which session the folder is of. */
  readonly session: string | null;
  /** `unknown` where nobody made it known, or no process was named. */
  readonly state: "alive" | "dead" | "unknown" | "ended";
  /** People edit the files in it; null for a fork that keeps no pages yet. */
  readonly folder: string | null;
  /** Absent for a session that began with nothing of another. */
  readonly parent?: SessionParent;
  readonly pages: number;
  /** Files below the folder that are not as the session's ref has them: edited, new or removed. */
  readonly dirty: readonly string[];
  /** Those of them that cannot be committed as they stand. */
  readonly wrong: readonly string[];
  /** Patches of the session that wait for a boundary, whatever page they are for. */
  readonly staged: number;
  /** Why the pages could not be looked at; null where they were. */
  readonly failed: string | null;
}

/** What the journal says of words that went with their session. */
export const droppedReason = "SESSION_DROPPED";

export interface DropAnswer {
  readonly session: string;
  /** What its ref held: git keeps that commit until it collects garbage. null where the session had no commit. */
  readonly tip: Oid | null;
  /** Committed pages that went. */
  readonly pages: number;
  /** Words that no commit held, each kept as data in the journal: edits by hand by their paths, patches by their keys. */
  readonly journaled: readonly string[];
}
