/**
 * Turn: one turn of a live session: the boundaries it names are crossed, what happened since the last one is settled, and the prompt is decided
 * from what the session did.
 */

import { shortDigest } from "../../base/digest.js";
import type { PageId } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { FileKind, Memory } from "../../memory/memory.js";
import { pagesIn, type Workspace } from "../../memory/workspace.js";
import { flush } from "../../session/flush.js";
import { type LifecycleEvent, lifecycle } from "../../session/lifecycle.js";
import { unfitSession } from "../../session/pages/session.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { type AssembleQuery, answerOf, type Decision, decide, recordFor } from "../assemble.js";
import { decay } from "../prices.js";
import { printReceipt } from "../print.js";
import type { Recent } from "../trace/inputs.js";
import { traceLogOf } from "../trace/log.js";
import type { TurnAnswer } from "../trace/read.js";
import { type AssemblyRecord, type SessionTurn, thrashOf } from "../trace/trace.js";
import { type LatestState, type TurnState, turnStatesOf } from "../trace/turns.js";
import { kindOfPage } from "../worth.js";
import { boundariesSince, frozen, type Happened, happenedSince, keepLogged, watchOf, watchTurn } from "./watch.js";

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
  const { text } = decided.value;
  const how = behind === null ? "durable" : "seen";
  const kept = turnStatesOf(memory).add({ ...next, demanded, ...frozen(watched.watch), record, text }, how);
  if (!kept.ok) return kept;
  if (kept.value === "taken") return ok("taken");
  const finish = (): void => {
    settleStates(memory, query);
    for (const { tokens } of workspace.memories) tokens.flush();
    keepLogged(memory, { session: query.session, record });
    turnStatesOf(memory).tidy(query.session);
  };
  if (behind === null) finish();
  else behind(finish);
  const about = { boundaries, repeated: false, session: query.session };
  return ok({ text, faults, answer: () => liveAnswer(answerOf(decided.value, record), record, about) });
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
  const { faults } = state.record;
  return ok({ text: state.text, faults, answer: () => answerAgain(workspace, state) });
}

function answerAgain(workspace: Workspace, state: TurnState): TurnAnswer {
  const { record, text, session } = state;
  const titles = new Map(pagesIn(workspace).map(({ name, entry }) => [name as Recent["id"], entry.title]));
  const omitted = [...record.omitted].sort((a, b) => compareText(a.id, b.id));
  const { selected, budget, used, tokenizer, faults, trace } = record;
  const receipt = printReceipt({ selected, omitted, budget, used, pressure: [] }, titles);
  const kinds = new Map(pagesIn(workspace).map(({ name, memory, entry }) => [name, kindOfPage(memory, entry)]));
  const withKind = <T extends { readonly id: string }>(page: T): T & { readonly kind: FileKind } => {
    return { ...page, kind: kinds.get(page.id) ?? "other" };
  };
  const told = { selected: selected.map(withKind), omitted: omitted.map(withKind), resident: 0 };
  const answer = { text, tokens: used, budget, tokenizer, ...told, faults, receipt, trace };
  const boundaries = boundariesOf(workspace.primary, record);
  return liveAnswer(answer, record, { boundaries, repeated: true, session });
}

function boundariesOf(memory: Memory, { live }: AssemblyRecord): Happened["boundaries"] {
  const found = (live?.events ?? []).map(({ boundary }) =>
    boundary === null ? null : traceLogOf(memory).find(boundary),
  );
  return found.filter((record) => record?.kind === "boundary");
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

function corrupt(file: string): { kind: "sidecar_corrupt"; page: string; says: string; hint: string } {
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
