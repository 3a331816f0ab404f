/** Simulate: a workload run under one policy and budget, by the same engine that serves live prompts, with every fault observed. */

import type { PageId } from "../../base/ids.js";
import { rank } from "../../page/page--page.js";
import { pinOf } from "../budget.js";
import type { Policy } from "../decision.js";
import type { Candidate, Demand, Selection } from "../decision--decision.js";
import { assemble, type Context, candidateNow, makeContext } from "./simulate--context.js";
import { judgeCall, judgeDemand } from "./simulate--judge.js";
import { bear, moveOn } from "./simulate--passing.js";
import { type Committed, cross, propose, silentRecalls } from "./simulate--persist.js";
import { neededOf, seeAsked, seeStanding } from "./simulate--seen.js";
import { closeTurn, fault, makeTally, outcomeOf, type Tally } from "./simulate--tally.js";
import { worldOf } from "./simulate--world.js";
import type { RunOutcome } from "./workload--outcome.js";
import type { Workload, WorkloadTurn } from "./workload--workload.js";

export interface SimulateOptions {
  /** Called after each turn's prompt was decided. */
  readonly observe?: (assembly: Assembly) => void;
}

/** One turn's prompt, and what it was decided from. */
export interface Assembly {
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
  const tally = makeTally();
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
  return outcomeOf(tally, { workload: name, family, policy: policy.name, budget, turns: turns.length });
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
