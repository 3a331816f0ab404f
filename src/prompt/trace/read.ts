/**
 * TraceRead: what was decided and what went wrong, read back for whoever asks: recent turns, one decision explained in words, faults, and counts
 * for a scraper.
 */

import type { Instant } from "../../base/ids.js";
import { err, type Outcome, ok } from "../../base/result.js";
import type { Workspace } from "../../memory/workspace.js";
import type { BoundaryRecord } from "../../session/cross.js";
import type { Logged } from "../../state/log.js";
import { type FaultKind, type FaultRecord, faultKinds } from "../../write/fault.js";
import { faultLogOf } from "../../write/fault-log.js";
import type { AssembleAnswer } from "../assemble.js";
import type { OmittedReason, SelectedReason } from "../decision.js";
import { boundariesOf, type TraceRecord, traceLogOf } from "./log.js";
import type { AssemblyRecord, Inputs, SessionTurn, TurnEvent } from "./trace.js";
import { explainRecall, faultsOf, thrashOf } from "./trace.js";
import { type TurnState, turnStatesOf } from "./turns.js";

// Explain: a decision record in words, for the person who asks why a page was or was not in the prompt.

/** Lines for a terminal, ending in a newline. A reason this version does not know, from a log of a later one, stands as its code. */
export function explain(record: AssemblyRecord, boundaries: readonly BoundaryRecord[] = []): string {
  const { live, upgrades } = record;
  const faults = faultsOf(record);
  const lines = [
    `Trace ${record.trace}: assembled at ${record.at} from ${record.head ?? "a branch without commits"}.`,
    ...uncommittedLines(record.inputs),
    ...(live === null ? [] : liveLines(live, record.inputs.session ?? "", boundaries)),
    `Policy ${record.policy}, ${record.used} of ${record.budget} tokens used, counted by ${record.tokenizer}.`,
    ...record.demands.map(
      (demand) => `Asked for ${demand.id}${demand.fidelity === null ? "" : ` at ${demand.fidelity}`}.`,
    ),
    "",
    `In (${record.selected.length}):`,
    ...record.selected.map(
      (s) => `  ${s.id}: ${s.fidelity}, ${s.tokens} tokens, ${whyIn[s.reason] ?? s.reason}${placeIn(record, s.id)}.`,
    ),
    "",
    `Out (${record.omitted.length + record.omittedMore}):`,
    ...record.omitted.map((o) => `  ${o.id}: ${whyOut[o.reason] ?? o.reason}.`),
    ...(record.omittedMore > 0 ? [`  … and ${record.omittedMore} more that did not fit.`] : []),
    "",
    `Upgrades: ${upgrades.taken} taken, ${upgrades.refused.length + upgrades.refusedMore} refused with ${record.budget - record.used} tokens left.`,
    ...upgrades.refused.map((r) => `  ${r.id}: ${r.fidelity} would cost ${r.more} tokens more.`),
    ...(upgrades.refusedMore > 0 ? [`  … and ${upgrades.refusedMore} more.`] : []),
    "",
    `Faults (${faults.length}):`,
    ...faults.map((fault) => `  ${fault.kind}: ${fault.says} ${fault.hint}`),
    "",
    `Text ${record.text}.`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function liveLines(live: SessionTurn, session: string, boundaries: readonly BoundaryRecord[]): readonly string[] {
  const before = live.after === null ? "its first" : `after ${live.after}`;
  const quiet = live.events.length === 0 ? ["Nothing happened to the session since."] : [];
  const events = live.events.flatMap(({ event, loses, boundary }) => {
    const record = boundaries.find((known) => known.trace === boundary);
    if (record !== undefined) return boundaryLines(record);
    return [`At ${event}: ${loses ? "the context was lost; " : ""}what was written back is not on record here.`];
  });
  const tools = live.tools.map(
    ({ signature, page }) => `Tool call ${signature}, its result in ${page ?? "no page"}.`,
  );
  const thrash = thrashOf(live).toFixed(3);
  return [
    `Turn ${live.turn} of session ${session}, ${before}; ${live.hits} hits so far, thrash ${thrash}.`,
    ...quiet,
    ...events,
    ...tools,
  ];
}

function boundaryLines({ event, session, committed, known, rejected, failed }: BoundaryRecord): readonly string[] {
  const whose = session === null ? "" : ` of session ${session}`;
  if (failed !== null) return [`At ${event}${whose}: nothing could be committed. ${failed}`];
  const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
  return [
    `At ${event}${whose}: ${patches} committed, ${known} committed before, ${rejected.length} rejected.`,
    ...committed.map(({ commit, patches: of }) => `  ${commit}: ${of.join(", ") || "edited by hand"}`),
    ...rejected.map(({ key, reason }) => `  ${key}: ${reason}`),
  ];
}

function uncommittedLines({ stores }: Inputs): readonly string[] {
  return stores.flatMap(({ store, uncommitted, uncommittedMore }) => {
    const count = uncommitted.length + uncommittedMore;
    return count === 0 ? [] : [`In store ${store} ${count} page files were not what that commit holds.`];
  });
}

function placeIn({ places }: AssemblyRecord, id: string): string {
  const says = places?.[id] ?? "";
  return says === "" ? "" : `; it is ${says}`;
}

const whyIn: Readonly<Record<SelectedReason, string>> = {
  pinned: "because it is pinned",
  demanded: "because it was asked for",
  prefetched: "because it fitted at its minimum",
  upgraded: "raised because tokens were left",
};

const whyOut: Readonly<Record<OmittedReason, string>> = {
  over_budget: "it did not fit into what was left",
  not_demanded: "nobody asked for it, and it is not given unasked",
  minimum_over_budget: "it was required, and even its minimum did not fit",
  audience_denied: "it is not for this audience",
  session_denied: "it belongs to another session",
  cold_tier: "it is archived",
  past_session: "it tells what a session was",
  origin_denied: "its title or a field came from outside and nobody approved it",
  unreadable: "it could not be read",
  harness_loads: "the harness loads its file by itself",
  superseded: "a narrower scope holds a page of that name",
};

// FaultsRead: what is asked of the log of faults: the newest that fit, how many there were, and their counts for a scraper.

interface FaultsQuery {
  readonly kind: FaultKind | null;
  readonly page: string | null;
  readonly session: string | null;
  readonly since: Instant | null;
  readonly until: Instant | null;
  readonly limit: number;
}

/** The newest first; `counts` and `total` are of all that fit the query, whatever `limit` lets through. */
export function faults(workspace: Workspace, query: FaultsQuery): Outcome<FaultsAnswer> {
  const logged = faultLogOf(workspace.primary).recent(Number.MAX_SAFE_INTEGER, (fault) => fits(fault, query));
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
  const { counts, damaged } = faultLogOf(workspace.primary).count();
  const listed = turnStatesOf(workspace.primary).list();
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

// Trace: what was decided: recent decisions and boundaries, or one of them explained.

const recentMax = 20;

/** The newest first; with an id (or its first digits) that one whole; with a session only what it was part of. */
export async function trace(
  workspace: Workspace,
  query: { readonly id: string | null; readonly session?: string | null },
): Promise<Outcome<TraceAnswer>> {
  const log = traceLogOf(workspace.primary);
  const { id, session = null } = query;
  if (id === null) {
    const recent: Logged<TraceRecord> = log.recent(
      recentMax,
      (record) =>
        session === null || (record.kind === "assemble" ? record.inputs.session : record.session) === session,
      session ?? undefined,
    );
    const traces = recent.records.map((record) => ({
      id: record.trace,
      at: record.at,
      kind: record.kind === "assemble" && record.live !== null ? "turn" : record.kind,
      says: gist(record),
    }));
    return ok({ traces, record: null, explained: null, damaged: recent.damaged.map((fault) => fault.says) });
  }
  const found = log.find(id);
  if (found === null) {
    return err({
      code: "usage",
      says: `There is no trace “${id}”.`,
      hint: "List recent ones with: pagefile trace; old ones are rotated away.",
    });
  }
  return ok({ traces: [], record: found, explained: explained(workspace, found), damaged: [] });
}

function explained(workspace: Workspace, record: TraceRecord): string {
  if (record.kind === "boundary")
    return [`Trace ${record.trace}: logged at ${record.at}.`, ...boundaryLines(record)]
      .map((line) => `${line}\n`)
      .join("");
  return record.kind === "recall" ? explainRecall(record) : explain(record, boundariesOf(workspace.primary, record));
}

function gist(record: TraceRecord): string {
  if (record.kind === "boundary") {
    const { event, committed, rejected, failed } = record;
    const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
    return failed === null ? `${event}, ${patches} committed, ${rejected.length} rejected` : `${event}, failed`;
  }
  if (record.kind === "recall") return `${record.status}, ${record.pages.length} pages, “${record.query}”`;
  const { selected, omitted, budget, live, inputs } = record;
  const whose = live === null ? "" : `turn ${live.turn} of ${inputs.session ?? ""}, `;
  return `${whose}${selected.length} in, ${omitted.length} out, budget ${budget}`;
}

// Trace answers: the shapes that `--json` prints for what was watched: turns, faults, and decisions made again.

export interface TraceAnswer {
  readonly traces: readonly {
    readonly id: string;
    readonly at: Instant;
    readonly kind: string;
    readonly says: string;
  }[];
  /** Set when one trace was asked for: the record and its explanation for a person. */
  readonly record: unknown;
  readonly explained: string | null;
  readonly damaged: readonly string[];
}

export interface TurnAnswer extends AssembleAnswer {
  readonly session: string;
  readonly turn: number;
  /** True when this turn was decided before: the same answer again, and nothing was done. */
  readonly repeated: boolean;
  /** What happened to the session since its turn before. */
  readonly events: readonly TurnEvent[];
  /** What became of the patches at those boundaries. */
  readonly boundaries: readonly BoundaryRecord[];
  /** Demands met by what was at hand so far, and faults and alerts over hits plus one. */
  readonly hits: number;
  readonly thrash: number;
}

export interface FaultsAnswer {
  /** Newest first. */
  readonly faults: readonly FaultRecord[];
  /** How many there are, shown or not, and of which kinds. */
  readonly total: number;
  readonly counts: Readonly<Partial<Record<FaultKind, number>>>;
  readonly damaged: readonly string[];
}

export interface ReplayAnswer {
  /** What was made again: one trace, or the turns of a session, the oldest first. */
  readonly session: string | null;
  readonly replayed: readonly ReplayRow[];
  /** The first that did not come out the same; null when all did. */
  readonly divergence: ReplayRow | null;
  readonly equal: number;
  /** What limits the proof: turns that were rotated away, lines that could not be read. */
  readonly notes: readonly string[];
}

export interface ReplayRow {
  readonly trace: string;
  readonly turn: number | null;
  /** `equal`: every byte; `differs`: not; `not_reproducible`: what it was made from is gone. */
  readonly outcome: "equal" | "differs" | "not_reproducible";
  /** What differs, the cause before the effect: `weights`, `tokenizer`, `pages`, `text`, … each in a sentence. */
  readonly differences: readonly { readonly what: string; readonly says: string }[];
}

// Metrics: numbers in the text exposition format that scrapers of the Prometheus kind read.

interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** A family without samples is left out: a type without a value tells a scraper nothing. */
export function printMetrics(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${printLabels(labels)} ${value}\n`);
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
}

function printLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
