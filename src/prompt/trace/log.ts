/** TraceLog: where decisions are kept for those who ask later; machine-local, bounded, never needed to work. */

import { closeSync, constants, fsyncSync } from "node:fs";
import { dirname, join } from "node:path";
import { objectOf, parseLine } from "../../base/json.js";
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

/** What became of the patches at the boundaries that came before a turn, as far as it is on record. */
export function boundariesOf(holder: Holder, { live }: AssemblyRecord): readonly BoundaryRecord[] {
  const found = (live?.events ?? []).map(({ boundary }) =>
    boundary === null ? null : traceLogOf(holder).find(boundary),
  );
  return found.filter((record) => record?.kind === "boundary");
}

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

/** One that has gone meanwhile needs no disk. Windows syncs by a handle that may write alone. */
export function syncPlaced(file: string): void {
  try {
    const fd = openPlain(file, constants.O_RDWR);
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

/** The record on a line of the log; null for anything else. */
export function parseRecord(line: string): TraceRecord | null {
  const value = parseLine(line);
  const is = Object.hasOwn(records, String(value?.kind)) ? records[String(value?.kind)] : undefined;
  return is?.(value) === true ? (value as unknown as TraceRecord) : null;
}

/** Whether a value is what it has to be. */
type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isCount: Is = (value) => Number.isSafeInteger(value);
const isNumber: Is = (value) => typeof value === "number";
const isFlag: Is = (value) => typeof value === "boolean";
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);
const orAbsent =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value);
const listOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every((each) => is(each));
const mapOf =
  (is: Is): Is =>
  (value) => {
    const object = objectOf(value);
    return object !== null && Object.values(object).every((each) => is(each));
  };

/** Texts, counts, and what else an object has to hold. */
function shape(texts: string, counts: string, others: Readonly<Record<string, Is>> = {}): Is {
  const named = (names: string, is: Is): [string, Is][] =>
    names === "" ? [] : names.split(" ").map((name) => [name, is]);
  const all = [...named(texts, isText), ...named(counts, isCount), ...Object.entries(others)];
  return (value) => {
    const object = objectOf(value);
    return object !== null && all.every(([name, is]) => is(object[name]));
  };
}

const isStore = shape("store config", "uncommittedMore", {
  head: orNull(isText),
  uncommitted: listOf(shape("path", "", { oid: orNull(isText) })),
});

const isLive = shape("", "turn order hits sightings", {
  after: orNull(isText),
  events: listOf(shape("event", "", { loses: isFlag, boundary: orNull(isText) })),
  tools: listOf(shape("signature", "", { page: orNull(isText) })),
  recency: listOf(shape("id", "ago")),
});

const records: Readonly<Record<string, Is>> = {
  assemble: shape("trace at tokenizer policy text", "budget used omittedMore", {
    head: orNull(isText),
    selected: listOf(shape("id fidelity reason", "tokens")),
    omitted: listOf(shape("id reason", "")),
    demands: listOf(shape("id", "", { fidelity: orNull(isText) })),
    faults: listOf(shape("kind page says hint", "")),
    pressed: orAbsent(listOf(shape("pin required", "left", { isOut: isFlag, tokens: mapOf(isCount) }))),
    upgrades: shape("", "taken refusedMore", { refused: listOf(shape("id fidelity", "more")) }),
    inputs: shape("audience policy pages prices", "", { session: orNull(isText), stores: listOf(isStore) }),
    places: orAbsent(mapOf(isText)),
    live: orNull(isLive),
  }),
  boundary: shape("trace at event boundary", "known", {
    session: orNull(isText),
    failed: orNull(isText),
    by: orNull(isText),
    committed: listOf(shape("commit", "", { patches: Array.isArray })),
    rejected: listOf(shape("key reason", "")),
  }),
  recall: shape("trace at audience query status reason", "tokens", {
    session: orNull(isText),
    also: orAbsent(listOf(isText)),
    plan: orNull(shape("intent", "", { days: orNull(isText), tier: orNull(isText), kinds: listOf(isText) })),
    escalated: orNull(shape("says", "", { fetched: listOf(isText), restored: listOf(isText) })),
    confidence: mapOf(isNumber),
    degraded: listOf(shape("what says", "")),
    pages: listOf(shape("id path tier says", "tokens", { score: isNumber })),
    left: listOf(shape("id reason", "")),
  }),
};
