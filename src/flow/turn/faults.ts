/** Faults: every fault on its way into the log, without secrets and of bounded length; and what is asked of that log. */

import type { Outcome } from "../../base/failure.js";
import type { Instant } from "../../base/ids.js";
import { keepJson, stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { rememberByKey } from "../../base/remember.js";
import { ok } from "../../base/result.js";
import type { TurnState } from "../../port/turn-states.js";
import { redactSecrets } from "../../rule/secret.js";
import { type Fault, type FaultKind, type FaultPlace, type FaultRecord, faultKinds } from "../../trace/fault.js";
import { thrashOf } from "../../trace/live.js";
import { type MetricFamily, printMetrics } from "../../trace/metrics.js";
import type { Memory } from "../memory.js";
import type { Workspace } from "../workspace.js";
import type { FaultsAnswer } from "./trace-answers.js";

/** Where faults were seen, and in which decision. */
export interface Seen extends FaultPlace {
  readonly at?: Instant;
  readonly trace?: string;
}

/** A log that cannot be written takes nothing else down. */
export function logFaults(memory: Pick<Memory, "traces" | "clock">, faults: readonly Fault[], seen: Seen = {}): void {
  if (faults.length === 0) return;
  const { at = memory.clock.now(), trace = null, boundary, session, turn } = seen;
  // With their keys in order: pressure on a large memory is hundreds of them in every turn.
  const [before, behind] = [
    { at, ...(boundary === undefined ? {} : { boundary }) },
    { ...(session === undefined ? {} : { session }), trace, ...(turn === undefined ? {} : { turn }) },
  ];
  const [front, back] = [stableJson(before).slice(0, -1), stableJson(behind).slice(1)];
  const records = faults.map((fault) => {
    const { clean, text } = sealed(fault);
    const record = { ...before, ...clean, ...behind };
    keepJson(record, `${front},${text},${back}`);
    return record;
  });
  memory.traces.appendFaults(records);
}

interface Sealed {
  readonly clean: Fault;
  /** As JSON, without its braces. */
  readonly text: string;
}

/** Texts of people and of tools end up in messages; what is kept of them is short and holds no secret. */
function sealed(fault: Fault): Sealed {
  const known = sealedFaults.get(fault);
  if (known !== undefined) return known;
  const { kind, page, says, hint } = fault;
  const made = sealedBefore(`${kind} ${page.length} ${says.length} ${page}${says}${hint}`, () => {
    const sound = { hint: clean(hint), kind, page: clean(page), says: clean(says) };
    return { clean: sound, text: stableJson(sound).slice(1, -1) };
  });
  sealedFaults.set(fault, made);
  return made;
}

/** What presses in one turn presses in the next: mostly the same object, or else the same words. */
const sealedFaults = new WeakMap<Fault, Sealed>();
const sealedBefore = rememberByKey<Sealed>(1 << 21, (_, key) => 3 * key.length, 4_096);

function clean(text: string): string {
  const shown = redactSecrets(text);
  return shown.length <= limits.faultTextCharsMax ? shown : `${shown.slice(0, limits.faultTextCharsMax - 1)}…`;
}

export interface FaultsQuery {
  readonly kind: FaultKind | null;
  readonly page: string | null;
  readonly session: string | null;
  readonly since: Instant | null;
  readonly until: Instant | null;
  readonly limit: number;
}

/** The newest first; `counts` and `total` are of all that fit the query, whatever `limit` lets through. */
export function faults(workspace: Workspace, query: FaultsQuery): Outcome<FaultsAnswer> {
  const logged = workspace.primary.traces.recentFaults(Number.MAX_SAFE_INTEGER, (fault) => fits(fault, query));
  const counts: Partial<Record<FaultKind, number>> = {};
  for (const { kind } of logged.records) counts[kind] = (counts[kind] ?? 0) + 1;
  return ok({
    faults: logged.records.slice(0, query.limit),
    total: logged.records.length,
    counts,
    damaged: logged.damaged.map((fault) => fault.says),
  });
}

function fits(fault: FaultRecord, { kind, page, session, since, until }: FaultsQuery): boolean {
  return (
    (kind === null || fault.kind === kind) &&
    (page === null || fault.page === page) &&
    (session === null || fault.session === session) &&
    (since === null || fault.at >= since) &&
    (until === null || fault.at <= until)
  );
}

/** Text exposition format, version 0.0.4: counters that survive the rotation of the log, and gauges of the sessions' last turns. */
export function faultMetrics(workspace: Workspace): Outcome<string> {
  const { traces, turns } = workspace.primary;
  const { counts, damaged } = traces.countFaults();
  const listed = turns.list();
  if (!listed.ok) return listed;
  const states = listed.value;
  const gauge = (name: string, help: string, value: (state: TurnState) => number): MetricFamily => ({
    name,
    help,
    type: "gauge",
    samples: states.map((state) => ({ labels: { session: state.session }, value: value(state) })),
  });
  return ok(
    printMetrics([
      {
        name: "pagefile_faults_total",
        help: "Faults and alerts recorded, by kind; duplicate_signature_alert is no failure.",
        type: "counter",
        samples: faultKinds.map((kind) => ({ labels: { kind }, value: counts[kind] ?? 0 })),
      },
      {
        name: "pagefile_fault_log_damaged_files",
        help: "Fault log files that could not be read.",
        type: "gauge",
        samples: [{ labels: {}, value: damaged.length }],
      },
      gauge("pagefile_thrash_index", "Faults and alerts over hits plus one, by session.", thrashOf),
      gauge("pagefile_session_turn", "The last turn that was decided, by session.", (state) => state.turn),
    ]),
  );
}
