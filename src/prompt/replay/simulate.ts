/**
 * Simulate: a workload run under one policy and budget, by the same engine that serves live prompts, with every fault observed. A turn destroys,
 * bears, judges, decides and persists.
 */

import type { Instant, PageId } from "../../base/ids.js";
import { assert, push } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { type Fidelity, rank, schema } from "../../page/page.js";
import type { RefusedReason } from "../../rules/refusal.js";
import { applyEdit } from "../../write/edit.js";
import { fixedWorth, isContent, judgeDemanded, judgeRepeat, neededOf, pinOf, see, utility } from "../budget.js";
import { type Candidate, type Demand, type Policy, policies, type Selection } from "../decision.js";
import { recencyFloor, recencyKept } from "../prices.js";
import { type Engine, makeEngine, selectionOf } from "../select/engine.js";
import { thrashOf } from "../trace/trace.js";
import type {
  RunFault,
  RunFaultKind,
  RunOutcome,
  TurnOutcome,
  Workload,
  WorkloadEvent,
  WorkloadPage,
  WorkloadTurn,
} from "./workload.js";

interface SimulateOptions {
  /** Called after each turn's prompt was decided. */
  readonly observe?: (assembly: Assembly) => void;
}

/** One turn's prompt, and what it was decided from. */
interface Assembly {
  readonly turn: number;
  /** The empty name where the workload knows only one session. */
  readonly session: string;
  /** Tokens; what the workload's scale leaves of the budget. */
  readonly budget: number;
  readonly demands: readonly Demand[];
  readonly selection: Selection;
  /** Recency and future as of this turn; made when called for. */
  candidates(): readonly Candidate[];
}

/**
 * Deterministic: the same workload, policy and budget give the same outcome. `budget` in tokens.
 *
 * Each session has a context of its own; a turn touches that of the session which takes it. **Resident** is what the last prompt of
 * the session held, at that fidelity. In the order of a turn:
 *
 * 1. Each event destroys the context: nothing is resident. Dirty pages are written back where the policy does so at that boundary
 *    (and, where the turn `jumped` a planned compaction flush, stages them as they come); else each is a `flush_miss`. Afterwards a
 *    prompt is made anew from the store, with no demand known yet, so that pages which a policy keeps by itself are back.
 * 2. Pages whose turn has come join the page table.
 * 3. Each demand is judged by what is resident, and each tool call too; a turn that names a page in both has asked twice. A demand is
 *    met by its page at the fidelity asked for. A pointer holds nothing itself; it **resolves** under a policy that `resolves`, and then
 *    whatever was seen comes back unchanged whether or not its pointer stands in the prompt. Met or resolved: a hit. Never seen at that
 *    fidelity: cold, neither hit nor fault. Else a `refetch`. A repeated call is `duplicate_tool` where the result neither stands above a
 *    pointer nor resolves, and an alert where it does. Seen is what was demanded, called for or shown; it is never unseen, because
 *    what counts is the work done again, not what the model remembers.
 * 4. The prompt is decided. A page that the policy pins hard and that is out is a `pinned_invariant_miss`, whatever else it is: the
 *    budget is too small for the pins, and no policy can help. A bootstrap page without such a pin that was there before an event of this
 *    turn and is out of the first prompt after it is a `post_compaction_bootstrap_loss`.
 * 5. Lookups answered with nothing, although denied or failed, are a `silent_recall` unless the policy tells why. Updates go through
 *    the edits that commits are made of where the policy validates; pages that no earlier turn made are held to be committed.
 * 6. Pages with news are dirty from now on. What they hold at the end of the run is not lost: nothing destroys the last context.
 */
export function simulate(
  workload: Workload,
  policy: Policy,
  budget: number,
  options: SimulateOptions = {},
): RunOutcome {
  const world = worldOf(workload);
  const contexts = new Map<string, Context>();
  for (const name of world.sessions.keys()) contexts.set(name, makeContext(world, name, policy, budget));
  const committed: Committed = new Set(workload.pages.filter(({ from = 0 }) => from === 0).map(({ id }) => id));
  const tally: Tally = { faults: [], series: [], rejected: new Map(), alerts: 0, hits: 0, overwritten: 0, unmet: 0 };
  for (const [turn, asked] of workload.turns.entries()) {
    const context = contexts.get(asked.session ?? "") as Context;
    const faultsBefore = tally.faults.length;
    const demands = asked.demands.map(({ page, fidelity }) => ({ id: page as PageId, fidelity: fidelity ?? null }));
    crossAll(tally, context, turn, asked);
    bear(context, turn);
    judgeAll(tally, context, turn, demands, asked.tools);
    moveOn(context, demands);
    const selection = assemble(context, demands);
    seeStanding(context);
    inspect(tally, context, turn, asked, selection);
    countUnmet(tally, context, demands);
    persist(tally, context, committed, turn, asked);
    closeTurn(tally, context, selection, faultsBefore);
    options.observe?.({
      turn,
      session: asked.session ?? "",
      budget: context.budget,
      demands,
      selection,
      candidates: () => candidatesOf(context),
    });
  }
  const { name, family, turns } = workload;
  const { rejected, ...told } = tally;
  return {
    ...{ workload: name, family, policy: policy.name, budget, turns: turns.length },
    ...told,
    thrash: thrashOf({ hits: told.hits, sightings: told.faults.length + told.alerts }),
    rejected: Object.fromEntries(rejected),
  };
}

function crossAll(tally: Tally, context: Context, turn: number, { events, jumped = false }: WorkloadTurn): void {
  for (const event of events)
    for (const page of cross(context, event, jumped)) fault(tally, "flush_miss", turn, page);
  if (events.length > 0) assemble(context, []);
}

function judgeAll(
  tally: Tally,
  context: Context,
  turn: number,
  demands: readonly Demand[],
  calls: readonly string[],
): void {
  for (const signature of calls) {
    const verdict = judgeCall(context, signature);
    if (verdict === "alert") tally.alerts += 1;
    else if (verdict !== "cold") fault(tally, verdict, turn, context.results.get(signature) ?? signature);
  }
  for (const demand of demands) {
    const verdict = judgeDemand(context, demand);
    if (verdict === "hit") tally.hits += 1;
    else if (verdict !== "cold") fault(tally, verdict, turn, demand.id);
  }
  // Only now, or what a turn calls for would look repeated to its own demands.
  seeAsked(context, demands, calls);
}

/** Faults that the prompt itself shows. */
function inspect(
  tally: Tally,
  context: Context,
  turn: number,
  { events }: WorkloadTurn,
  { pressure }: Selection,
): void {
  for (const { id, pin } of pressure)
    if (pin === "hard" && !context.standing.has(id)) fault(tally, "pinned_invariant_miss", turn, id);
  if (events.length === 0) return;
  for (const { id, candidate, from } of context.bootstraps) {
    const isPinned = pinOf(candidate, context.policy) === "hard";
    if (!isPinned && from < turn && !context.standing.has(id))
      fault(tally, "post_compaction_bootstrap_loss", turn, id);
  }
}

function countUnmet(tally: Tally, context: Context, demands: readonly Demand[]): void {
  for (const { id, fidelity } of demands) {
    const page = context.world.pages.get(id);
    if (page === undefined) continue;
    const stands = context.standing.get(id);
    if (stands === undefined || rank(stands) < rank(neededOf(page.candidate, fidelity))) tally.unmet += 1;
  }
}

function persist(tally: Tally, context: Context, committed: Committed, turn: number, asked: WorkloadTurn): void {
  for (const query of silentRecalls(context.policy, asked)) fault(tally, "silent_recall", turn, query);
  for (const write of asked.writes ?? []) {
    const fate = propose(context.policy, committed, write);
    if (fate.kind === "overwritten") tally.overwritten += 1;
    if (fate.kind === "refused") tally.rejected.set(fate.reason, (tally.rejected.get(fate.reason) ?? 0) + 1);
  }
  for (const page of asked.dirty) context.dirty.add(page);
}

function candidatesOf(context: Context): readonly Candidate[] {
  const pages = [...context.recency.keys()].map((id) => context.world.pages.get(id));
  return pages.flatMap((page) => (page === undefined ? [] : [candidateNow(context, page)]));
}

// World: a workload made ready to run: its pages as candidates, its sessions, and what each page is worth to the report.

interface WorldPage {
  readonly id: PageId;
  readonly page: WorkloadPage;
  /** The turn in which it comes into being. */
  readonly from: number;
  /** As selection sees it, never demanded yet. */
  readonly candidate: Candidate;
  /** Worth without recency by the weights of the `pagefile` policy. */
  readonly standing: number;
  /** Whether the workload ever demands it. */
  readonly demanded: boolean;
}

interface World {
  readonly workload: Workload;
  /** By id. */
  readonly pages: ReadonlyMap<string, WorldPage>;
  /** By session (the empty name where a workload knows only one): its turns, first to last. */
  readonly sessions: ReadonlyMap<string, readonly number[]>;
}

/** Throws on ids that stand twice; `parseWorkload` refuses them with a message. */
export function worldOf(workload: Workload): World {
  const demanded = new Set(workload.turns.flatMap((turn) => turn.demands.map(({ page }) => page)));
  const pages = new Map<string, WorldPage>();
  for (const page of workload.pages) {
    assert(!pages.has(page.id), "every page of a workload has an id of its own");
    const candidate = candidateOf(page);
    pages.set(page.id, {
      id: candidate.id,
      page,
      from: page.from ?? 0,
      candidate,
      standing: fixedWorth(candidate, policies.pagefile),
      demanded: demanded.has(page.id),
    });
  }
  const sessions = new Map<string, number[]>();
  for (const [at, turn] of workload.turns.entries()) push(sessions, turn.session ?? "", at);
  return { workload, pages, sessions };
}

/** A plan in a workload is an active one: the page is there as long as the plan is. */
export function candidateOf(page: WorkloadPage): Candidate {
  return {
    id: page.id as PageId,
    type: page.type,
    pin: page.pin,
    scope: page.scope,
    minFidelity: page.minFidelity ?? schema[page.type].minFidelity,
    tokens: page.tokens,
    recomputeCost: page.recomputeCost ?? schema[page.type].recomputeCost,
    recency: 0,
    activePlan: page.type === "plan",
  };
}

// Context: what one session's model has before it, and what the runtime remembers of it, from turn to turn.

interface Context {
  readonly world: World;
  readonly policy: Policy;
  /** Tokens; what the workload's scale leaves of the budget. */
  readonly budget: number;
  readonly engine: Engine;
  readonly foresight: Foresight;
  /** Pages that will come into being, the earliest last. */
  readonly unborn: WorldPage[];
  /** Pages there are, and how lately each was demanded. */
  readonly recency: Map<string, number>;
  readonly bootstraps: WorldPage[];
  /** By signature: the page that holds the result of the call. */
  readonly results: Map<string, string>;
  /** What the model has had before it, at the highest fidelity so far. */
  readonly seen: Map<string, Fidelity>;
  /** Pages with news that no store has. */
  readonly dirty: Set<string>;
  /** The prompt: pages by the fidelity at which they stand. */
  standing: ReadonlyMap<string, Fidelity>;
}

function makeContext(world: World, name: string, policy: Policy, budget: number): Context {
  const scale = world.workload.budgetScale?.[policy.name] ?? 1;
  const mine = [...world.pages.values()].filter(({ page }) => page.session === undefined || page.session === name);
  return {
    world,
    policy,
    budget: Math.floor(budget * scale),
    engine: makeEngine(policy),
    foresight: makeForesight(world.workload, world.sessions.get(name) ?? [], policy.horizon),
    unborn: mine.sort((a, b) => b.from - a.from || compareText(b.id, a.id)),
    recency: new Map(),
    bootstraps: [],
    results: new Map(),
    seen: new Map(),
    dirty: new Set(),
    standing: new Map(),
  };
}

/** A prompt is made from what the store holds; it takes the place of the one before. */
function assemble(context: Context, demands: readonly Demand[]): Selection {
  const selection = selectionOf(context.engine.decide(demands, context.budget));
  context.standing = new Map(selection.selected.map(({ id, fidelity }) => [id, fidelity]));
  return selection;
}

/** With its recency, and with what the policy can see of the future. */
function candidateNow(context: Context, { id, candidate }: WorldPage): Candidate {
  return { ...candidate, recency: context.recency.get(id) ?? 0, future: context.foresight.of(id) };
}

// Tally: what a run has come to so far.

interface Tally {
  readonly faults: RunFault[];
  readonly series: TurnOutcome[];
  readonly rejected: Map<string, number>;
  alerts: number;
  hits: number;
  overwritten: number;
  unmet: number;
}

function fault(tally: Tally, kind: RunFaultKind, turn: number, page: string): void {
  tally.faults.push({ kind, turn, page });
}

/** Closes a turn: what stood in its prompt, and the faults since the turn before. */
function closeTurn(tally: Tally, context: Context, selection: Selection, faultsBefore: number): void {
  const mix: Record<Fidelity, number> = { pointer: 0, structured: 0, compressed: 0, full: 0 };
  let idleTokens = 0;
  let worth = 0;
  for (const { id, fidelity, tokens } of selection.selected) {
    const page = context.world.pages.get(id);
    if (page === undefined) continue;
    mix[fidelity] += 1;
    if (!page.demanded) idleTokens += tokens;
    const recency = policies.pagefile.weights.recency * (context.recency.get(id) ?? 0);
    worth += utility(page.standing + recency, fidelity);
  }
  const faults = tally.faults.length - faultsBefore;
  tally.series.push({ tokens: selection.used, idleTokens, utility: worth, mix, faults });
}

// Persist: what becomes of a session's news: flushed or lost at a boundary, taken or refused when it is proposed.

/**
 * Destroys the news that only the context held; the prompt is the caller's to make anew. Gives the dirty pages that were lost, by id;
 * none where all were written back.
 */
function cross(context: Context, event: WorkloadEvent, jumped: boolean): readonly string[] {
  const { writeback } = context.policy;
  const isOutrun = event === "compaction" && jumped && !writeback.jump;
  const lost = writeback[event] && !isOutrun ? [] : [...context.dirty].sort(compareText);
  context.dirty.clear();
  return lost;
}

/** Lookups that were denied or failed and were answered as if nothing had been found. */
function silentRecalls(policy: Policy, turn: WorkloadTurn): readonly string[] {
  if (policy.tellsWhy) return [];
  const refused = (turn.recalls ?? []).filter(({ status }) => status === "denied" || status === "error");
  return refused.map(({ query }) => query);
}

/** Pages with committed content, over all sessions. */
type Committed = Set<string>;

/** `refused`: by the same edit that every commit goes through; `overwritten`: nobody looked. */
type Fate = { readonly kind: "taken" | "overwritten" } | { readonly kind: "refused"; readonly reason: RefusedReason };

type Write = NonNullable<WorkloadTurn["writes"]>[number];

function propose(policy: Policy, committed: Committed, { page, op }: Write): Fate {
  const hadText = committed.has(page);
  if (op === "overwrite" && hadText) {
    if (!policy.validates) return { kind: "overwritten" };
    const edited = applyEdit(page, committedText, { kind: "create", text: newText }, when);
    if (!edited.ok) return { kind: "refused", reason: edited.error.reason };
  }
  committed.add(page);
  return { kind: "taken" };
}

const committedText = "What was committed.\n";
const newText = "Something else.\n";
const when = "1970-01-01T00:00:00Z" as Instant;

// Foresight: how often each page will be demanded within an oracle's horizon, moved on from turn to turn.

interface Foresight {
  /** Demands of a page in the turns that follow, as far as the horizon reaches. */
  of(page: string): number;
  /** The session takes its next turn: gives the pages whose count has changed. */
  advance(): ReadonlySet<string>;
}

/** Over one session's own turns; a horizon of 0 sees nothing, `Infinity` all that is left. Costs what comes into sight or leaves it. */
export function makeForesight(workload: Workload, turns: readonly number[], horizon: number): Foresight {
  const counts = new Map<string, number>();
  let at = -1;
  // Turns up to, but not with, this place are in sight.
  let end = 0;
  const add = (place: number, by: number, changed: Set<string>): void => {
    for (const { page } of workload.turns[turns[place] as number]?.demands ?? []) {
      counts.set(page, (counts.get(page) ?? 0) + by);
      changed.add(page);
    }
  };
  return {
    of: (page) => counts.get(page) ?? 0,
    advance() {
      const changed = new Set<string>();
      at += 1;
      if (horizon === 0) return changed;
      const next = Math.min(turns.length, at + 1 + horizon);
      for (; end < next; end += 1) add(end, 1, changed);
      add(at, -1, changed);
      return changed;
    },
  };
}

// Seen: what the model has had before it so far, and what of a page counts as having it.

/** What a turn asked for, the model has had before it at the end of the turn, wherever it came from. */
function seeAsked(context: Context, demands: readonly Demand[], calls: readonly string[]): void {
  for (const { id, fidelity } of demands) {
    const page = context.world.pages.get(id);
    if (page !== undefined) see(context, id, neededOf(page.candidate, fidelity));
  }
  for (const signature of calls) {
    const id = context.results.get(signature);
    if (id !== undefined) see(context, id, "full");
  }
}

/** What the prompt of a turn shows is seen; a pointer that leads nowhere shows nothing. */
function seeStanding(context: Context): void {
  for (const [id, fidelity] of context.standing)
    if (context.policy.resolves || isContent(fidelity)) see(context, id, fidelity);
}

// Passing: what a turn changes by passing: pages come into being, recency fades, the future comes nearer.

/** Pages that have come into being by this turn join the page table. */
function bear(context: Context, turn: number): void {
  for (let next = context.unborn.at(-1); next !== undefined && next.from <= turn; next = context.unborn.at(-1)) {
    context.unborn.pop();
    context.recency.set(next.id, 0);
    if (next.page.type === "bootstrap_policy") context.bootstraps.push(next);
    if (next.page.signature !== undefined) context.results.set(next.page.signature, next.id);
    context.engine.put(candidateNow(context, next));
  }
}

/** Recency and what an oracle sees move on with the turn. */
function moveOn(context: Context, demands: readonly Demand[]): void {
  for (const id of context.foresight.advance()) {
    const page = context.world.pages.get(id);
    if (page !== undefined && context.engine.has(page.id)) context.engine.put(candidateNow(context, page));
  }
  context.engine.turn(demands);
  for (const [id, before] of context.recency) {
    const left = before * recencyKept;
    context.recency.set(id, left > recencyFloor ? left : 0);
  }
  for (const { id } of demands) if (context.recency.has(id)) context.recency.set(id, 1);
}

// Judge: what a demand or a tool call meets: what stands in the prompt, what a pointer leads back to, or a fault.

/** `cold`: nobody can have what was never there; it is fetched for the first time. */
type Verdict = ReturnType<typeof judgeDemanded>;

/** Judges against the prompt as it stood before the turn. */
function judgeDemand(context: Context, demand: Demand): Verdict {
  const page = context.world.pages.get(demand.id);
  if (page === undefined || !context.engine.has(page.id)) return "cold";
  const needed = neededOf(page.candidate, demand.fidelity);
  return judgeDemanded(context, { id: page.id, needed, resolves: context.policy.resolves });
}

/** `alert`: the call repeats although its result is at hand. A call whose result no page holds is not judged: `cold`. */
function judgeCall(context: Context, signature: string): ReturnType<typeof judgeRepeat> {
  const id = context.results.get(signature);
  return id === undefined ? "cold" : judgeRepeat(context, { id, resolves: context.policy.resolves });
}
