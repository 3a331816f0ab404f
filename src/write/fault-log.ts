/** Faults: every fault on its way into the log, without secrets and of bounded length; and what is asked of that log. */

import { join } from "node:path";
import { dayMs, type Instant } from "../base/ids.js";
import { parseLine, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { type Outcome, push, tally } from "../base/result.js";
import { clip } from "../base/text.js";
import type { Memory } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { type CountRule, type Counts, countsOf, foldCounts, type Logged, openRecordLog } from "../state/log.js";
import { type Fault, type FaultKind, type FaultPlace, type FaultRecord, faultKinds } from "./fault.js";

/** Where faults were seen, and in which decision. */
export interface Seen extends FaultPlace {
  readonly at?: Instant;
  readonly trace?: string;
}

/** A log that cannot be written takes nothing else down. */
export function logFaults(memory: Holder & Pick<Memory, "clock">, faults: readonly Fault[], seen: Seen = {}): void {
  if (faults.length === 0) return;
  const { at = memory.clock.now(), trace = null, boundary, session, turn } = seen;
  const seenAt = {
    at,
    ...(boundary === undefined ? {} : { boundary }),
    ...(session === undefined ? {} : { session }),
  };
  const records = foremost(faults, trace).map(({ kind, page, says, hint }) => {
    const sound = { hint: clean(hint), kind, page: clean(page), says: clean(says) };
    return { ...seenAt, ...sound, trace, ...(turn === undefined ? {} : { turn }) };
  });
  faultLogOf(memory).append(records);
}

/** A few of each kind as they are, and one for all the others of it. */
function foremost(faults: readonly Fault[], trace: string | null): readonly Fault[] {
  if (faults.length <= limits.faultsOfKindMax) return faults;
  const ofKind = new Map<FaultKind, Fault[]>();
  for (const fault of faults) push(ofKind, fault.kind, fault);
  return [...ofKind.values()].flatMap((all) => {
    const [first] = all;
    const more = all.length - limits.faultsOfKindMax;
    if (more <= 0 || first === undefined) return all;
    const rest = {
      says: `${more} more of this kind.`,
      hint: trace === null ? first.hint : `pagefile trace ${trace}`,
    };
    return [...all.slice(0, limits.faultsOfKindMax), { kind: first.kind, page: "", ...rest }];
  });
}

/** Texts of people and of tools end up in messages; what is kept of them is short and holds no secret. */
function clean(text: string): string {
  return clip(redactSecrets(text), limits.faultTextCharsMax);
}

// FaultLog: where faults are kept for those who ask later; machine-local, bounded, never needed to work.

/** `dir` is machine-local and made when first written. `bytesMax` bounds the file; with its `.1` the log takes twice that at most. */
export function openFaultLog(dir: string, bytesMax?: number) {
  const counts = join(dir, "fault-counts.json");
  const log = openRecordLog<FaultRecord>(join(dir, "faults.jsonl"), {
    parse: parseFault,
    dropping: (dropped) => foldCounts(counts, counted, dropped),
    ...(bytesMax === undefined ? {} : { bytesMax }),
  });
  return {
    /** A failure is told and loses nothing but the records. */
    append: (faults: readonly FaultRecord[]): Outcome<void> => log.appendLines(faults.map(stableJson)),
    recent: (limit: number, keep?: (fault: FaultRecord) => boolean | null): Logged<FaultRecord> =>
      log.recent(limit, keep),
    /** How many faults of each kind were ever recorded here, those included that have been rotated away. */
    count(): Pick<Logged<never>, "damaged"> & { readonly counts: Readonly<Counts<FaultKind>> } {
      const { damaged, ...generations } = log.generations();
      return { damaged, counts: countsOf(counts, counted, generations) };
    },
  };
}

const counted: CountRule<FaultKind> = { kinds: faultKinds, kindOf: (line) => parseFault(line)?.kind ?? null };

/** The fault on a line of the log; null for anything else. A kind of a later version is not ours to show. */
export function parseFault(line: string): FaultRecord | null {
  const value = parseLine(line);
  if (value === null || !faultKinds.some((kind) => kind === value.kind)) return null;
  const { at, page, says, hint, session, boundary, turn, trace } = value;
  const isWhole =
    [at, page, says, hint].every(isText) &&
    [session, boundary].every((one) => one === undefined || isText(one)) &&
    (turn === undefined || Number.isSafeInteger(turn)) &&
    (trace === null || isText(trace));
  return isWhole ? (value as unknown as FaultRecord) : null;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

export type FaultLog = ReturnType<typeof openFaultLog>;

/** The faults of a memory that are on record. */
export const faultLogOf: (holder: Holder) => FaultLog = service(({ place }) => openFaultLog(place.state));

/** Faults of the last days, by kind; at most so many are counted. */
export interface LateFaults {
  readonly counts: Readonly<Partial<Record<FaultKind, number>>>;
  /** When the first of them was seen. */
  readonly since: Instant;
  readonly total: number;
}

/** Null where none was seen lately; a signal of the workload is none. */
export function lateFaults(memory: Holder & Pick<Memory, "clock">, session: string | null): LateFaults | null {
  const from = Date.parse(memory.clock.now()) - limits.faultsLateDays * dayMs;
  const { records } = faultLogOf(memory).recent(limits.faultsLateMax, (fault) => {
    if (Date.parse(fault.at) < from) return null;
    return fault.kind !== "duplicate_signature_alert" && (session === null || fault.session === session);
  });
  const first = records.at(-1);
  const counts = Object.fromEntries(tally(records.map(({ kind }) => kind)));
  return first === undefined ? null : { counts, since: first.at, total: records.length };
}
