/** Parse-record: reads back what was logged, or says that a line is not it: a log on disk may be torn, cut or edited. */

import { type FaultRecord, faultKinds } from "../../write/fault.js";
import type { RecallRecord } from "./recall.js";
import type { AssemblyRecord, BoundaryRecord } from "./trace.js";

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

/** The fault on a line of the log; null for anything else. A kind of a later version is not ours to show. */
export function parseFault(line: string): FaultRecord | null {
  const value = parseObject(line);
  if (value === null || !isFault(value) || !hasTexts(value, "at")) return null;
  if (!faultKinds.some((kind) => kind === value.kind)) return null;
  const placed =
    isTextOrAbsent(value.session) &&
    isTextOrAbsent(value.boundary) &&
    (value.turn === undefined || Number.isSafeInteger(value.turn));
  return placed && isTextOrNull(value.trace) ? (value as unknown as FaultRecord) : null;
}

function isAssembly(value: Json): boolean {
  return (
    hasTexts(value, "trace", "at", "tokenizer", "policy", "text") &&
    hasCounts(value, "budget", "used", "omittedMore") &&
    isTextOrNull(value.head) &&
    isListOf(value.selected, (s) => hasTexts(s, "id", "fidelity", "reason") && hasCounts(s, "tokens")) &&
    isListOf(value.omitted, (o) => hasTexts(o, "id", "reason")) &&
    isListOf(value.demands, (d) => hasTexts(d, "id") && isTextOrNull(d.fidelity)) &&
    isListOf(value.faults, isFault) &&
    isUpgrades(value.upgrades) &&
    isInputs(value.inputs) &&
    (value.live === null || isLive(value.live))
  );
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

function isFault(value: Json): boolean {
  return hasTexts(value, "kind", "page", "says", "hint");
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

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
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
