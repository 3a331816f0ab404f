/**
 * Turn: one turn of a live session: the boundaries it names are crossed, what happened since the last one is settled, and the prompt is decided
 * from what the session did. Its working set goes from prompt to prompt, and what happened to it is judged by the rules that the simulator goes by.
 */

import { shortDigest } from "../../base/digest.js";
import type { PageId } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { Memory } from "../../memory/memory.js";
import type { Holder } from "../../memory/service.js";
import { sessionsOf } from "../../memory/sessions.js";
import { pagesIn, type Workspace } from "../../memory/workspace.js";
import { type Fidelity, rank } from "../../page/page.js";
import type { BoundaryRecord } from "../../session/cross.js";
import { flush } from "../../session/flush.js";
import { type LifecycleEvent, lifecycle, lifecycleEvents } from "../../session/lifecycle.js";
import { unfitSession } from "../../session/pages/session.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { type AssembleQuery, answerOf, type Decision, decide, recordFor } from "../assemble.js";
import { judgeDemanded, judgeRepeat, neededOf, type Sight, see } from "../budget.js";
import { kindsOf } from "../candidates.js";
import type { Omitted } from "../decision.js";
import { decay } from "../prices.js";
import { boundariesOf, type TraceRecord, traceLogOf } from "../trace/log.js";
import type { TurnAnswer } from "../trace/read.js";
import {
  type AssemblyRecord,
  faultsOf,
  pressureOf,
  type Recent,
  type SessionTurn,
  type TurnEvent,
  thrashOf,
} from "../trace/trace.js";
import { type LatestState, type TurnState, turnStatesOf } from "../trace/turns.js";

export interface TurnQuery extends Omit<AssembleQuery, "recency" | "session"> {
  readonly session: string;
  /** The harness's own count; later turns have higher numbers. */
  readonly turn: number;
  /** What happened since the turn before, to be crossed first: patches that wait are committed there. */
  readonly events: readonly LifecycleEvent[];
  /** Signatures of the tool calls the model made since then. */
  readonly tools: readonly string[];
}

/** What a turn gave: to who only wants the prompt nothing more is written out. */
export interface Taken {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** How many pages the budget left out. */
  readonly out: number;
  readonly answer: () => TurnAnswer;
}

export async function turn(
  workspace: Workspace,
  query: TurnQuery,
  options: CommitOptions,
): Promise<Outcome<TurnAnswer>> {
  const taken = await takeTurn(workspace, query, options);
  return taken.ok ? ok(taken.value.answer()) : taken;
}

/**
 * The same call again gives the same answer and does nothing; all that it needs of earlier turns is on disk. `behind` takes what is done
 * once the turn stands: a log that nobody waits for, and that its state outlasts the machine. Only a machine that goes down before has
 * lost it, and the answer to that prompt with it: the session goes on from the turn before, as its transcript does.
 */
export async function takeTurn(
  workspace: Workspace,
  query: TurnQuery,
  options: CommitOptions,
  behind: ((work: () => void) => void) | null = null,
): Promise<Outcome<Taken>> {
  const memory = workspace.primary;
  const wrong = unfitSession(query.session);
  if (wrong !== null) return err(wrong);
  const asked = shortDigest(stableJson(query), 32);
  for (let attempt = 0; attempt < limits.commitRetriesMax; attempt += 1) {
    const latest = turnStatesOf(memory).latest(query.session);
    if (!latest.ok) return latest;
    const { state } = latest.value;
    const isLogged = state === null || traceLogOf(memory).leavesOut === "decisions";
    if (!isLogged && traceLogOf(memory).find(state.record.trace) === null) keepLogged(memory, state);
    if (state !== null && state.turn >= query.turn)
      return state.turn === query.turn && state.asked === asked ? again(workspace, state) : err(past(query, state));
    await crossEvents(workspace, { query, asked, since: state }, options);
    const made = await attemptTurn(workspace, query, { asked, latest: latest.value, behind });
    if (!made.ok || made.value !== "taken") return made as Outcome<Taken>;
  }
  return err({
    code: "locked",
    says: `Other turns of session ${query.session} were decided ${limits.commitRetriesMax} times while this one was.`,
    hint: "One process at a time takes the turns of a session; try again.",
  });
}

interface Attempt {
  readonly asked: string;
  readonly latest: LatestState;
  readonly behind: ((work: () => void) => void) | null;
}

/** The state is the commit point: what is logged behind it is logged by the next call if this one dies. */
async function attemptTurn(
  workspace: Workspace,
  query: TurnQuery,
  { asked, latest, behind }: Attempt,
): Promise<Outcome<Taken | "taken">> {
  const memory = workspace.primary;
  const before = latest.state;
  const order = latest.order + 1;
  const happened = happenedSince(memory, query.session, before);
  if (!happened.ok) return happened;
  const { events, boundaries, epoch, ended } = happened.value;
  const recency = recencyAt(order, before);
  const decided = await decide(workspace, { ...query, recency: shares(recency) });
  if (!decided.ok) return decided;
  const tools = calledTools(workspace, query.tools);
  const lost = events.some((event) => event.loses);
  const watched = watchTurn(watchOf(before), { tools, lost, decision: decided.value });
  const live: SessionTurn = {
    after: before?.record.trace ?? null,
    events,
    hits: watched.watch.hits,
    order,
    recency,
    sightings: watched.watch.sightings,
    tools,
    turn: query.turn,
  };
  const damaged = latest.damaged.map((file) => corrupt(file));
  const faults = [...decided.value.faults, ...watched.faults, ...damaged];
  const record = recordFor(workspace, decided.value, { faults, live });
  const next = { session: query.session, order, turn: query.turn, asked, epoch, ended };
  const demanded = demandedAfter(order, before, decided.value);
  const { text, field, selection } = decided.value;
  const out = selection.omitted.filter(({ reason }) => weighed.has(reason)).length;
  const pressure = record.pressed === undefined ? { pressure: selection.pressure } : {};
  const besides = { resident: field.resident, out, ...pressure };
  const how = behind === null ? "durable" : "seen";
  const kept = turnStatesOf(memory).add(
    { ...next, demanded, ...frozen(watched.watch), record, text, ...besides },
    how,
  );
  if (!kept.ok) return kept;
  if (kept.value === "taken") return ok("taken");
  const finish = (): void => {
    settleStates(memory, query);
    for (const { tokens } of workspace.memories) tokens.flush();
    keepLogged(memory, { session: query.session, record }, faults);
    turnStatesOf(memory).tidy(query.session);
  };
  if (behind === null) finish();
  else behind(finish);
  const about = { boundaries, repeated: false, session: query.session };
  const answer = () => answerOf({ ...decided.value, faults }, record.trace);
  return ok({ text, faults, out, answer: () => liveAnswer(answer(), record, about) });
}

/** Before anything is logged of them, and before an older one goes. */
function settleStates(memory: Memory, { session, turn }: TurnQuery): void {
  const settled = turnStatesOf(memory).settle();
  if (settled.ok) return;
  const { says, hint } = settled.error;
  logFaults(memory, [{ kind: "harness_failed", page: "", says, hint }], { session, turn });
}

function recencyAt(order: number, before: TurnState | null): readonly Recent[] {
  return Object.entries(before?.demanded ?? {})
    .map(([id, last]) => ({ id: id as Recent["id"], ago: order - last }))
    .sort((a, b) => compareText(a.id, b.id));
}

/** Recency as numbers, in the way the engine lets it fade. */
export function shares(recency: readonly Recent[]): ReadonlyMap<string, number> {
  return new Map(recency.map(({ id, ago }) => [id, decay(1, ago)]));
}

function demandedAfter(order: number, before: TurnState | null, { demands }: Decision): Record<string, number> {
  const kept = Object.entries(before?.demanded ?? {}).filter(([, last]) => decay(1, order - last) > 0);
  return Object.fromEntries([...kept, ...demands.map(({ id }) => [id, order] as const)]);
}

function again(workspace: Workspace, state: TurnState): Outcome<Taken> {
  const faults = faultsOf(state.record);
  return ok({ text: state.text, faults, out: state.out ?? 0, answer: () => answerAgain(workspace, state, faults) });
}

/** What a decision weighed and left out; of what it never weighed, which may be private, an answer tells the id alone. */
const weighed: ReadonlySet<string> = new Set<Omitted["reason"]>(["over_budget", "minimum_over_budget"]);

function answerAgain(workspace: Workspace, state: TurnState, faults: readonly Fault[]): TurnAnswer {
  const { record, text, session, resident = 0 } = state;
  const { selected, budget, used, tokenizer } = record;
  const pressure = record.pressed === undefined ? (state.pressure ?? []) : pressureOf(record);
  const omitted = record.omitted.filter(({ reason }) => weighed.has(reason));
  const pages = pagesIn(workspace);
  const known = new Set<string>([...selected, ...omitted].map(({ id }) => id));
  const field = {
    omitted: record.omitted.filter(({ reason }) => !weighed.has(reason)),
    located: new Map(pages.filter(({ name }) => known.has(name)).map((page) => [page.name, page])),
    resident,
    kindOf: kindsOf(pages),
  };
  const selection = { selected, omitted, budget, used, pressure };
  const answer = answerOf({ selection, field, text, tokenizer: { name: tokenizer }, faults }, record.trace);
  const boundaries = boundariesOf(workspace.primary, record);
  return liveAnswer(answer, record, { boundaries, repeated: true, session });
}

function liveAnswer(
  answer: ReturnType<typeof answerOf>,
  { live }: AssemblyRecord,
  about: Pick<TurnAnswer, "boundaries" | "repeated" | "session">,
): TurnAnswer {
  const { turn = 0, events = [], hits = 0, sightings = 0 } = live ?? {};
  return { ...answer, ...about, turn, events, hits, thrash: thrashOf({ hits, sightings }) };
}

function past({ session, turn: asked }: TurnQuery, { turn: last }: TurnState): Failure {
  return {
    code: "usage",
    says:
      asked === last
        ? `Turn ${asked} of session ${session} was decided before, for another request.`
        : `Turn ${asked} of session ${session} comes after turn ${last} was decided.`,
    hint: `Only the last turn can be asked for again, with the same words; the next one is ${last + 1} or higher.`,
  };
}

function corrupt(file: string): Fault {
  const hint = "No page is affected; the session goes on from the turn before. It is removed in time.";
  return { kind: "sidecar_corrupt", page: "turns", says: `${file} is not the state of a turn.`, hint };
}

// TurnEvents: the boundaries that a turn names are crossed before it is decided.

/**
 * Crosses what the caller names, but for what an earlier call for this very turn has crossed. A flush that fails is on record as a
 * fault and keeps no prompt from being made: the patches wait on.
 */
async function crossEvents(
  workspace: Workspace,
  turn: { readonly query: TurnQuery; readonly asked: string; readonly since: TurnState | null },
  options: CommitOptions,
): Promise<void> {
  const { query, asked, since } = turn;
  if (query.events.length === 0) return;
  const done = boundariesSince(workspace.primary, query.session, since).filter(({ by }) => by === asked).length;
  for (const event of query.events.slice(done)) {
    const { boundary } = lifecycle[event];
    await flush(workspace, { boundary, event, session: query.session, by: asked }, options);
  }
}

// Turn tools: tool calls by the digest of their signature, and the evidence page that holds the result.

/** Only digests leave here: a signature quotes arguments, and arguments hold secrets. */
function calledTools(workspace: Workspace, signatures: readonly string[]): SessionTurn["tools"] {
  if (signatures.length === 0) return [];
  const pages = new Map<string, { readonly name: string; readonly updated: string }>();
  for (const { memory, entry, name } of pagesIn(workspace)) {
    const meta = memory.files.get(entry.path)?.data.meta;
    const fields = entry.slug === null ? meta?.fields : meta?.sections?.[entry.slug]?.fields;
    const signature = entry.type === "evidence" ? fields?.signature : undefined;
    if (typeof signature !== "string") continue;
    const updated = entry.updated ?? "";
    // Of several results of one call the newest.
    const other = pages.get(signature);
    if (other === undefined || other.updated < updated) pages.set(signature, { name, updated });
  }
  return signatures.map((signature) => ({
    signature: shortDigest(signature, 16),
    page: (pages.get(signature)?.name ?? null) as PageId | null,
  }));
}

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
type Shown = Pick<Decision, "selection" | "demands" | "field" | "faults">;

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
  const faults = [...sawTools(sight, tools)];
  if (lost) sight.standing.clear();
  const selected = new Map(decision.selection.selected.map(({ id, fidelity }) => [id as string, fidelity]));
  let { hits } = before;
  for (const demand of decision.demands) {
    const candidate = decision.field.candidates.find(({ id }) => id === demand.id);
    // What may not be in a prompt meets no demand.
    if (candidate === undefined) continue;
    const needed = neededOf(candidate, demand.fidelity);
    const stands = selected.get(demand.id);
    const served = stands !== undefined && rank(stands) >= rank(needed);
    // What was asked for and not given is not seen by that: a demand that never fits is pressure each time, and no refetch.
    const verdict = judgeDemanded(sight, { id: demand.id, needed, resolves: served });
    if (verdict === "hit") hits += 1;
    else if (verdict === "refetch")
      faults.push({
        kind: "refetch",
        page: demand.id,
        says: `“${demand.id}” was had before at ${needed}, was asked for again, and did not fit.`,
        hint: "Raise the budget, ask for less of it, or for less of others.",
      });
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

/** What was called while the model had the answer, in its context or on a page. */
function sawTools(
  sight: Sight & { readonly standing: Map<string, Fidelity> },
  tools: SessionTurn["tools"],
): readonly Fault[] {
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
    if (verdict === "alert")
      faults.push({
        kind: "duplicate_signature_alert",
        page: page ?? signature,
        says: "A tool was called again with the same signature although the model had the result before it.",
        hint: "A signal of the workload, no failure: the result may have been out of date.",
      });
    else if (verdict === "duplicate_tool")
      faults.push({
        kind: "duplicate_tool_signature",
        page: page ?? signature,
        says: `A tool was called again with the same signature after its result had gone from the context; ${page === null ? "no page holds it" : `“${page}” holds it and was not in the prompt`}.`,
        hint:
          page === null
            ? "Keep the result as an evidence page whose field signature names the call."
            : "Raise the budget, or demand the page in the turns that need it.",
      });
  }
  return faults;
}

const toolPrefix = "tool:";

function withoutOldCalls(seen: ReadonlyMap<string, Fidelity>): ReadonlyMap<string, Fidelity> {
  const calls = [...seen.keys()].filter((id) => id.startsWith(toolPrefix));
  const dropped = new Set(calls.slice(0, Math.max(0, calls.length - limits.turnCallsMax)));
  return dropped.size === 0 ? seen : new Map([...seen].filter(([id]) => !dropped.has(id)));
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
    ...field.omitted.filter(({ reason }) => reason === "harness_loads").map(({ id }) => id),
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
  faults?: readonly Fault[],
): void {
  if (!traceLogOf(memory).append(record).ok) return;
  const { at, trace, live } = record;
  const boundary = live?.events.at(-1)?.event;
  const place = {
    session,
    ...(live === null ? {} : { turn: live.turn }),
    ...(boundary === undefined ? {} : { boundary }),
  };
  logFaults(memory, faults ?? faultsOf(record), { ...place, at, trace });
}

export function watchOf(state: TurnState | null): Watch {
  if (state === null) return nothingWatched;
  const { seen, standing, bootstrap, pinned = [], hits, sightings } = state;
  return { seen: new Map(seen), standing: new Map(standing), bootstrap, pinned, hits, sightings };
}

export function frozen(watch: Watch): Pick<TurnState, keyof Watch> {
  return { ...watch, seen: [...watch.seen], standing: [...watch.standing] };
}
