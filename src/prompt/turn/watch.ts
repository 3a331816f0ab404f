/**
 * TurnWatch: the working set of a live session from prompt to prompt: what happened since its last turn, and what a turn leaves.
 */

import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { Holder } from "../../memory/service.js";
import { sessionsOf } from "../../memory/sessions.js";
import { type Fidelity, fidelities, rank } from "../../page/page.js";
import type { BoundaryRecord } from "../../session/cross.js";
import { lifecycle, lifecycleEvents } from "../../session/lifecycle.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { admittedLevels, judgeDemanded, judgeRepeat, see } from "../budget.js";
import type { Candidate, Demand, Omitted, Selection } from "../decision.js";
import { type TraceRecord, traceLogOf } from "../trace/log.js";
import type { SessionTurn, TurnEvent } from "../trace/trace.js";
import type { TurnState } from "../trace/turns.js";

// Turn watch: the working set of a live session from prompt to prompt, judged by the rules that the simulator goes by.

/**
 * What the turns so far leave. The result of a tool call that no page holds stands under `tool:` and the digest of its signature: the
 * transcript has it until the context is lost.
 */
export interface Watch {
  readonly seen: ReadonlyMap<string, Fidelity>;
  readonly standing: ReadonlyMap<string, Fidelity>;
  /** Which of the standing pages tell the agent who it is. */
  readonly bootstrap: readonly string[];
  /** Pages that were pinned hard when the last turn was decided. */
  readonly pinned: readonly string[];
  readonly hits: number;
  /** Faults and alerts. */
  readonly sightings: number;
}

export const nothingWatched: Watch = {
  seen: new Map(),
  standing: new Map(),
  bootstrap: [],
  pinned: [],
  hits: 0,
  sightings: 0,
};

/** What is looked at of a decision. */
interface Shown {
  readonly selection: {
    readonly selected: Selection["selected"];
    /** The pages that were required and did not fit. */
    readonly pressure: readonly { readonly id: string }[];
  };
  readonly demands: readonly Demand[];
  readonly field: {
    readonly candidates: readonly Candidate[];
    readonly located: ReadonlyMap<string, { readonly entry: { readonly type: string } }>;
    readonly omitted?: readonly Omitted[];
  };
  readonly faults: readonly Fault[];
}

/** `lost`: a compaction or a reset came between the tool calls and this prompt. */
export function watchTurn(
  before: Watch,
  {
    tools,
    lost,
    decision,
  }: { readonly tools: SessionTurn["tools"]; readonly lost: boolean; readonly decision: Shown },
): { readonly watch: Watch; readonly faults: readonly Fault[] } {
  const sight = { seen: new Map(before.seen), standing: new Map(before.standing) };
  const faults: Fault[] = [];
  for (const { signature, page } of tools) {
    const call = `${toolPrefix}${signature}`;
    const id = page ?? call;
    // The page was made of a result that the model had had already.
    if (sight.seen.has(call)) see(sight, id, "full");
    const isAtHand = sight.standing.has(call) || (page !== null && sight.standing.has(page));
    const verdict = judgeRepeat(sight, { id, resolves: isAtHand });
    see(sight, id, "full");
    if (page === null) sight.standing.set(call, "full");
    if (verdict === "alert") faults.push(repeated(page, signature));
    else if (verdict === "duplicate_tool") faults.push(evicted(page, signature));
  }
  if (lost) sight.standing.clear();
  const selected = new Map(decision.selection.selected.map(({ id, fidelity }) => [id as string, fidelity]));
  let { hits } = before;
  for (const demand of decision.demands) {
    const needed = neededOf(decision, demand);
    if (needed === null) continue;
    const stands = selected.get(demand.id);
    const served = stands !== undefined && rank(stands) >= rank(needed);
    // What was asked for and not given is not seen by that: a demand that never fits is pressure each time, and no refetch.
    const verdict = judgeDemanded(sight, { id: demand.id, needed, resolves: served });
    if (verdict === "hit") hits += 1;
    else if (verdict === "refetch") faults.push(refetch(demand.id, needed));
  }
  faults.push(...(lost ? lostBootstraps(before, decision) : []));
  faults.push(...vanishedPins(before, decision));
  for (const [id, fidelity] of selected) see(sight, id, fidelity);
  const results = [...sight.standing].filter(([id]) => id.startsWith(toolPrefix)).slice(-limits.turnCallsMax);
  const missed = decision.faults.filter((fault) => fault.kind === "pinned_invariant_miss").length;
  return {
    watch: {
      seen: withoutOldCalls(sight.seen),
      standing: new Map([...selected, ...results]),
      bootstrap: [...selected.keys()].filter((id) => isBootstrap(decision, id)),
      pinned: pinnedIn(decision),
      hits,
      sightings: before.sightings + faults.length + missed,
    },
    faults,
  };
}

const toolPrefix = "tool:";

function withoutOldCalls(seen: ReadonlyMap<string, Fidelity>): ReadonlyMap<string, Fidelity> {
  const calls = [...seen.keys()].filter((id) => id.startsWith(toolPrefix));
  const dropped = new Set(calls.slice(0, Math.max(0, calls.length - limits.turnCallsMax)));
  return dropped.size === 0 ? seen : new Map([...seen].filter(([id]) => !dropped.has(id)));
}

/** The fidelity that meets a demand: as much as is asked for, or the most there is of the page; null for what may not be in a prompt. */
function neededOf({ field }: Shown, { id, fidelity }: Demand): Fidelity | null {
  const candidate = field.candidates.find((one) => one.id === id);
  if (candidate === undefined) return null;
  const wanted = Math.max(rank(candidate.minFidelity), fidelity === null ? 0 : rank(fidelity));
  const most = Math.max(...admittedLevels(candidate).map((level) => rank(level.fidelity)));
  return fidelities[Math.min(wanted, most)] as Fidelity;
}

function isBootstrap({ field }: Pick<Shown, "field">, id: string): boolean {
  return field.located.get(id)?.entry.type === "bootstrap_policy";
}

/** Those that a pin or a demand asked for and that did not fit are told as pressure already: no policy can help there. */
function lostBootstraps(before: Watch, { selection, field }: Shown): readonly Fault[] {
  const there = new Set<string>([
    ...selection.selected.map(({ id }) => id),
    ...selection.pressure.map(({ id }) => id),
    // Pinned for their names alone, they compete like others where there is too little room for all.
    ...field.candidates
      .filter(({ id, type }) => type !== "bootstrap_policy" && isBootstrap({ field }, id))
      .map(({ id }) => id),
    // The harness reads its own files again when a context begins anew.
    ...(field.omitted ?? []).filter(({ reason }) => reason === "harness_loads").map(({ id }) => id),
  ]);
  return before.bootstrap
    .filter((id) => !there.has(id))
    .map((page) => ({
      kind: "post_compaction_bootstrap_loss",
      page,
      says: `“${page}” stood in the prompt before the context was lost, and is not in the first prompt after it.`,
      hint: "See why with: pagefile trace; if it was taken out on purpose, nothing is to be done.",
    }));
}

/** Instructions have a fault of their own, `post_compaction_bootstrap_loss`. */
function pinnedIn(decision: Shown): readonly string[] {
  const hard = decision.field.candidates.filter(({ pin }) => pin === "hard").map(({ id }) => id);
  return hard.filter((id) => !isBootstrap(decision, id));
}

/** A page that lost its pin is there still; one that is gone took its rule along, whoever it was. Told once. */
function vanishedPins(before: Watch, { field }: Shown): readonly Fault[] {
  const there = new Set<string>(field.candidates.map(({ id }) => id));
  return before.pinned
    .filter((id) => !there.has(id))
    .map((page) => ({
      kind: "pinned_invariant_miss",
      page,
      says: `“${page}” was pinned hard at the last turn, and there is no such page in reach any more.`,
      hint: `See what became of it with: pagefile log ${page}; if you took it away yourself, nothing is to be done.`,
    }));
}

function repeated(page: string | null, signature: string): Fault {
  return {
    kind: "duplicate_signature_alert",
    page: page ?? signature,
    says: "A tool was called again with the same signature although the model had the result before it.",
    hint: "A signal of the workload, no failure: the result may have been out of date.",
  };
}

function evicted(page: string | null, signature: string): Fault {
  const where = page === null ? "no page holds it" : `“${page}” holds it and was not in the prompt`;
  return {
    kind: "duplicate_tool_signature",
    page: page ?? signature,
    says: `A tool was called again with the same signature after its result had gone from the context; ${where}.`,
    hint:
      page === null
        ? "Keep the result as an evidence page whose field signature names the call."
        : "Raise the budget, or demand the page in the turns that need it.",
  };
}

function refetch(page: string, needed: Fidelity): Fault {
  return {
    kind: "refetch",
    page,
    says: `“${page}” was had before at ${needed}, was asked for again, and did not fit.`,
    hint: "Raise the budget, ask for less of it, or for less of others.",
  };
}

// TurnHappened: what happened to a session since its last turn: boundaries it crossed, and losses that only its record tells.

export interface Happened {
  /** In the order in which they happened. */
  readonly events: readonly TurnEvent[];
  readonly boundaries: readonly BoundaryRecord[];
  readonly epoch: number;
  readonly ended: string | null;
}

/** A loss that nobody logged a boundary for, because the log was lost or a program died there, shows in the session's own record. */
export function happenedSince(memory: Holder, session: string, since: TurnState | null): Outcome<Happened> {
  const record = sessionsOf(memory).read(session);
  if (!record.ok) return record;
  const boundaries = boundariesSince(memory, session, since);
  const events: TurnEvent[] = boundaries.map(({ event, trace }) => ({
    event,
    loses: losesAt(event),
    boundary: trace,
  }));
  const epoch = record.value?.seen.epoch ?? since?.epoch ?? 0;
  const ended = record.value?.ended ?? null;
  const isLoss = since !== null && (epoch > since.epoch || (ended !== null && ended !== since.ended));
  if (isLoss && !events.some((event) => event.loses))
    events.push({ event: epoch > since.epoch ? "compaction-auto" : "reset", loses: true, boundary: null });
  return ok({ events, boundaries, epoch, ended });
}

function losesAt(event: string): boolean {
  const known = lifecycleEvents.find((name) => name === event);
  return known !== undefined && lifecycle[known].loses !== "nothing";
}

/**
 * Those of the session that were logged behind its last turn, the oldest first. Where it had none yet, what was logged before it began
 * is not its own: the whole log, which is long, would be read for nothing.
 */
export function boundariesSince(memory: Holder, session: string, since: TurnState | null): readonly BoundaryRecord[] {
  const begun = since === null ? begunAt(memory, session) : null;
  const isHere = (record: TraceRecord): boolean | null => {
    if (begun !== null && Date.parse(record.at) < begun) return null;
    if (record.kind === "boundary") return record.session === session;
    return record.trace === since?.record.trace ? null : false;
  };
  const naming = begun === null ? session : undefined;
  const { records } = traceLogOf(memory).recent(Number.MAX_SAFE_INTEGER, isHere, naming);
  return records.filter((record) => record.kind === "boundary").reverse();
}

/** In ms; null where nobody made it known. */
function begunAt(memory: Holder, session: string): number | null {
  const record = sessionsOf(memory).read(session);
  return record.ok && record.value !== null ? Date.parse(record.value.since) : null;
}

// TurnKept: what a turn leaves: its working set in the state of the session, and its record and faults in the log.

/** The record and its faults; also those of a turn whose process died behind its decision. */
export function keepLogged(
  memory: Holder & Pick<Memory, "clock">,
  { session, record }: Pick<TurnState, "session" | "record">,
): void {
  if (!traceLogOf(memory).append(record).ok) return;
  const { at, trace, live } = record;
  const boundary = live?.events.at(-1)?.event;
  const place = {
    session,
    ...(live === null ? {} : { turn: live.turn }),
    ...(boundary === undefined ? {} : { boundary }),
  };
  logFaults(memory, record.faults, { ...place, at, trace });
}

export function watchOf(state: TurnState | null): Watch {
  if (state === null) return nothingWatched;
  const { seen, standing, bootstrap, pinned = [], hits, sightings } = state;
  return { seen: new Map(seen), standing: new Map(standing), bootstrap, pinned, hits, sightings };
}

export function frozen(watch: Watch): Pick<TurnState, keyof Watch> {
  return { ...watch, seen: [...watch.seen], standing: [...watch.standing] };
}
