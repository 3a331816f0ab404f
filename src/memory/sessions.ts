/** Sessions: who works on this memory on this machine, in which process, and how far their transcripts are, as one small durable file a session. */

import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { type Instant, type Oid, parseInstant, parseOid } from "../base/ids.js";
import { parseLine, stableJson, textOf } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { compareText, firstDecided } from "../base/text.js";
import { attempt } from "../state/fs-calls.js";
import { namesIn, readOrNull, removeWhole, writeWhole } from "../state/plain-file.js";
import { isOwnerDead, ownerOf } from "../state/process.js";
import { type Holder, service } from "./service.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openSessions(dir: string): Sessions {
  const read = (session: string): SessionRecord | null => parse(readOrNull(join(dir, nameOf(session))));
  return {
    // Asked of the system by the call alone: who only looks at the records loads nothing that could.
    ownerOf: (pid) => ownerOf(pid),
    isDead: (owner) => isOwnerDead(owner),
    read: (session) => attempt(`read the record of a session in ${dir}`, () => read(session)),
    list: () => attempt(`read the records of sessions in ${dir}`, () => list(dir)),
    write: (record) =>
      attempt(`keep the record of a session in ${dir}`, () => {
        const seen = latest(record.seen, read(record.session)?.seen ?? beginning);
        writeWhole(join(dir, nameOf(record.session)), `${stableJson({ ...record, seen })}\n`);
      }),
    remove: (session) => attempt("remove the record of a session", () => removeWhole(dir, [nameOf(session)])),
  };
}

function list(dir: string): { records: readonly SessionRecord[]; damaged: readonly string[] } {
  const records: SessionRecord[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (!name.endsWith(".json")) continue;
    const record = parse(readOrNull(join(dir, name)));
    if (record === null) damaged.push(name);
    else records.push(record);
  }
  records.sort((a, b) => firstDecided(compareText(b.since, a.since), compareText(a.session, b.session)));
  return { records, damaged };
}

function parse(text: string | null): SessionRecord | null {
  const value: { readonly [key in keyof SessionRecord]?: unknown } | null = parseLine(text ?? "");
  const since = typeof value?.since === "string" ? parseInstant(value.since) : null;
  const seen = sourceFrom(value?.seen);
  if (typeof value?.session !== "string" || since === null || seen === null) return null;
  const ended = typeof value.ended === "string" ? parseInstant(value.ended) : null;
  const settled = sourceFrom(value.settled) ?? beginning;
  const owner = textOf(value.owner);
  const parent = parentFrom(value.parent);
  const record = { session: value.session, owner, since, ended, seen, cut: sourceFrom(value.cut), settled };
  return parent === null ? record : { ...record, parent };
}

function parentFrom(value: unknown): SessionParent | null {
  if (typeof value !== "object" || value === null) return null;
  const { boundary, session, tip } = value as { readonly [key in keyof SessionParent]?: unknown };
  if (boundary !== "fork") return null;
  return { boundary, session: textOf(session), tip: typeof tip === "string" ? parseOid(tip) : null };
}

/** A session's id is somebody's text; its digest is a name on every file system. */
function nameOf(session: string): string {
  return `${shortDigest(session, 32)}.json`;
}

// Sessions: who works on this memory on this machine, whether they live, and how far their transcripts are; durable.

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

// Lifecycle source: from which state of a transcript words were taken, and whether that state was gone by then.

/** One state of one session's transcript. */
export interface Source {
  /** How many times the transcript was compacted before. */
  readonly epoch: number;
  /** How long it was, in a unit of the harness's own that only grows within an epoch; null where it was not told. */
  readonly length: number | null;
  /** Hex digest of its bytes; null where it was not told. */
  readonly digest: string | null;
}

export const beginning: Source = { epoch: 0, length: 0, digest: null };

/** Why words of this source may not be trusted, given the latest state known of the same transcript; null where they may. */
export function evicted(source: Source, known: Source): string | null {
  if (source.epoch < known.epoch) {
    return `It was taken from epoch ${source.epoch} of the transcript, which was compacted since: epoch ${known.epoch} is under way.`;
  }
  if (source.epoch > known.epoch || source.length === null || known.length === null) return null;
  if (source.length < known.length) {
    return `It was taken from a transcript of length ${source.length}, which was ${known.length} long before in the same epoch ${source.epoch}: it was cut in between.`;
  }
  if (source.length > known.length || source.digest === null || known.digest === null) return null;
  return source.digest === known.digest
    ? null
    : `It was taken from a transcript with another digest than the one known at length ${source.length} of epoch ${source.epoch}.`;
}

/** The later of two states of one transcript. */
export function latest(one: Source, other: Source): Source {
  if (one.epoch !== other.epoch) return one.epoch > other.epoch ? one : other;
  return (one.length ?? -1) >= (other.length ?? -1) ? one : other;
}

/** Whether anything was said after `settled`; false where the lengths do not tell. */
export function hasGrown(source: Source, settled: Source): boolean {
  if (source.length === null || settled.length === null) return false;
  return source.epoch === settled.epoch && source.length > settled.length;
}

// SessionJson: the parts of our state files that tell of sessions, read back whatever the files hold.

/** null for anything that is no source. */
export function sourceFrom(value: unknown): Source | null {
  if (typeof value !== "object" || value === null) return null;
  const { epoch, length, digest } = value as { readonly [key in keyof Source]?: unknown };
  if (!isCount(epoch)) return null;
  return { epoch, length: isCount(length) ? length : null, digest: textOf(digest) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

// Lifecycle parse: the state of a transcript as a harness spells it.

/** `3`, `3:48211` or `3:48211:9f2ca1`; null for anything else. */
export function parseSource(text: string): Source | null {
  const found = /^(\d{1,9})(?::(\d{1,15})(?::([0-9a-f]{4,128}))?)?$/.exec(text);
  if (found === null) return null;
  const [, epoch, length, digest] = found;
  return { epoch: Number(epoch), length: length === undefined ? null : Number(length), digest: digest ?? null };
}

/** The sessions that are known in a memory. */
export const sessionsOf: (holder: Holder) => Sessions = service(({ place }) =>
  openSessions(join(place.state, "sessions")),
);
