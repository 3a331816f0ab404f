/** FaultsRead: what is asked of the log of faults: the newest that fit, how many there were, and their counts for a scraper. */

import type { Instant } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Workspace } from "../../memory/workspace.js";
import { type FaultKind, type FaultRecord, faultKinds } from "../../write/fault.js";
import { type MetricFamily, printMetrics } from "./read--metrics.js";
import type { FaultsAnswer } from "./read--trace-answers.js";
import { thrashOf } from "./trace--live.js";
import type { TurnState } from "./turns--turn-states.js";

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
