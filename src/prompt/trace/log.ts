/** TraceLog: where decisions are kept for those who ask later; machine-local, bounded, never needed to work. */

import { closeSync, fsyncSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Outcome, ok } from "../../base/result.js";
import { type Holder, service } from "../../memory/service.js";
import type { BoundaryRecord } from "../../session/cross.js";
import { errnoOf } from "../../state/fs-calls.js";
import { type Logged, openRecordLog } from "../../state/log.js";
import { giveName, openPlain, removeIfThere, syncFolder, tempFor, writeOnce } from "../../state/plain-file.js";
import type { AssemblyRecord, RecallRecord } from "./trace.js";

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
}

/** `dir` is machine-local and made when first written. `bytesMax` bounds the file; with its `.1` the log takes twice that at most. */
export function openTraceLog(dir: string, bytesMax?: number): TraceLog {
  const bounds = bytesMax === undefined ? {} : { bytesMax };
  const log = openRecordLog<TraceRecord>(join(dir, "traces.jsonl"), { parse: parseRecord, ...bounds });
  return {
    append: log.append,
    find: (prefix) => log.find(({ trace }) => trace.startsWith(prefix), `"trace":"${prefix}`),
    recent: log.recent,
  };
}

/** The records of prompts and recalls of a memory. */
export const traceLogOf: (holder: Holder) => TraceLog = service(({ place: { state, records } }) =>
  records ? openTraceLog(state) : withoutDecisions(openTraceLog(state)),
);

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

// TraceLogQuiet: a log without the records of prompts and recalls; boundaries, by which a session is watched, are kept.

function withoutDecisions(log: TraceLog): TraceLog {
  return {
    ...log,
    leavesOut: "decisions",
    append: (record) => (record.kind === "boundary" ? log.append(record) : ok(undefined)),
  };
}

// Parse-record: reads back what was logged, or says that a line is not it: a log on disk may be torn, cut or edited.

type Json = { readonly [key: string]: unknown };

/** The record on a line of the log; null for anything else. */
export function parseRecord(line: string): AssemblyRecord | BoundaryRecord | RecallRecord | null {
  const value = parseObject(line);
  if (value === null) return null;
  if (value.kind === "assemble") return isAssembly(value) ? (value as unknown as AssemblyRecord) : null;
  if (value.kind === "boundary") return isBoundary(value) ? (value as unknown as BoundaryRecord) : null;
  if (value.kind === "recall") return isRecall(value) ? (value as unknown as RecallRecord) : null;
  return null;
}

function isAssembly(value: Json): boolean {
  return (
    hasTexts(value, "trace", "at", "tokenizer", "policy", "text") &&
    hasCounts(value, "budget", "used", "omittedMore") &&
    isTextOrNull(value.head) &&
    isListOf(value.selected, (s) => hasTexts(s, "id", "fidelity", "reason") && hasCounts(s, "tokens")) &&
    isListOf(value.omitted, (o) => hasTexts(o, "id", "reason")) &&
    isListOf(value.demands, (d) => hasTexts(d, "id") && isTextOrNull(d.fidelity)) &&
    isListOf(value.faults, (value) => hasTexts(value, "kind", "page", "says", "hint")) &&
    (value.pressed === undefined || isListOf(value.pressed, isPressed)) &&
    isUpgrades(value.upgrades) &&
    isInputs(value.inputs) &&
    (value.places === undefined || (isObject(value.places) && isTexts(Object.values(value.places)))) &&
    (value.live === null || isLive(value.live))
  );
}

function isPressed(value: Json): boolean {
  const isOf = hasTexts(value, "pin", "required") && hasCounts(value, "left") && typeof value.isOut === "boolean";
  return isOf && isObject(value.tokens) && hasCounts(value.tokens, ...Object.keys(value.tokens));
}

function isUpgrades(value: unknown): boolean {
  if (!isObject(value) || !hasCounts(value, "taken", "refusedMore")) return false;
  return isListOf(value.refused, (r) => hasTexts(r, "id", "fidelity") && hasCounts(r, "more"));
}

function isInputs(value: unknown): boolean {
  if (!isObject(value) || !hasTexts(value, "audience", "policy", "pages", "prices")) return false;
  return isTextOrNull(value.session) && isListOf(value.stores, isStore);
}

function isStore(value: Json): boolean {
  const isFile = (file: Json): boolean => hasTexts(file, "path") && isTextOrNull(file.oid);
  return (
    hasTexts(value, "store", "config") &&
    isTextOrNull(value.head) &&
    isListOf(value.uncommitted, isFile) &&
    hasCounts(value, "uncommittedMore")
  );
}

function isLive(value: unknown): boolean {
  if (!isObject(value) || !hasCounts(value, "turn", "order", "hits", "sightings")) return false;
  const isEvent = (e: Json): boolean =>
    hasTexts(e, "event") && typeof e.loses === "boolean" && isTextOrNull(e.boundary);
  return (
    isTextOrNull(value.after) &&
    isListOf(value.events, isEvent) &&
    isListOf(value.tools, (t) => hasTexts(t, "signature") && isTextOrNull(t.page)) &&
    isListOf(value.recency, (r) => hasTexts(r, "id") && hasCounts(r, "ago"))
  );
}

function isBoundary(value: Json): boolean {
  const isCommit = (c: Json): boolean => hasTexts(c, "commit") && Array.isArray(c.patches);
  return (
    hasTexts(value, "trace", "at", "event", "boundary") &&
    isTextOrNull(value.session) &&
    isTextOrNull(value.failed) &&
    isTextOrNull(value.by) &&
    hasCounts(value, "known") &&
    isListOf(value.committed, isCommit) &&
    isListOf(value.rejected, (r) => hasTexts(r, "key", "reason"))
  );
}

function isRecall(value: Json): boolean {
  const isPlan = (p: unknown): boolean =>
    isObject(p) && hasTexts(p, "intent") && isTextOrNull(p.days) && isTextOrNull(p.tier) && isTexts(p.kinds);
  const isArchive = (e: unknown): boolean =>
    isObject(e) && hasTexts(e, "says") && isTexts(e.fetched) && isTexts(e.restored);
  const isPage = (p: Json): boolean =>
    hasTexts(p, "id", "path", "tier", "says") && hasCounts(p, "tokens") && typeof p.score === "number";
  return (
    hasTexts(value, "trace", "at", "audience", "query", "status", "reason") &&
    hasCounts(value, "tokens") &&
    isTextOrNull(value.session) &&
    (value.plan === null || isPlan(value.plan)) &&
    (value.escalated === null || isArchive(value.escalated)) &&
    isObject(value.confidence) &&
    Object.values(value.confidence).every((share) => typeof share === "number") &&
    isListOf(value.degraded, (d) => hasTexts(d, "what", "says")) &&
    isListOf(value.pages, isPage) &&
    isListOf(value.left, (l) => hasTexts(l, "id", "reason"))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function hasTexts(value: Json, ...keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}

function hasCounts(value: Json, ...keys: readonly string[]): boolean {
  return keys.every((key) => Number.isSafeInteger(value[key]));
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isListOf(value: unknown, holds: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && holds(item));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseObject(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
