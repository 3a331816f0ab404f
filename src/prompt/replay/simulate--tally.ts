/** Tally: what a run has come to so far, and its outcome in the end. */

import type { Fidelity } from "../../page/page--page.js";
import { utility } from "../budget.js";
import { policies } from "../decision.js";
import type { Selection } from "../decision--decision.js";
import type { Context } from "./simulate--context.js";
import type { RunFault, RunFaultKind, RunOutcome, TurnOutcome } from "./workload--outcome.js";

export interface Tally {
  readonly faults: RunFault[];
  readonly series: TurnOutcome[];
  readonly rejected: Map<string, number>;
  alerts: number;
  hits: number;
  overwritten: number;
  unmet: number;
}

export function makeTally(): Tally {
  return { faults: [], series: [], rejected: new Map(), alerts: 0, hits: 0, overwritten: 0, unmet: 0 };
}

export function fault(tally: Tally, kind: RunFaultKind, turn: number, page: string): void {
  tally.faults.push({ kind, turn, page });
}

/** Closes a turn: what stood in its prompt, and the faults since the turn before. */
export function closeTurn(tally: Tally, context: Context, selection: Selection, faultsBefore: number): void {
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

type Head = Pick<RunOutcome, "workload" | "family" | "policy" | "budget" | "turns">;

export function outcomeOf(tally: Tally, head: Head): RunOutcome {
  const { faults, alerts, hits, series, rejected, overwritten, unmet } = tally;
  const thrash = (faults.length + alerts) / (hits + 1);
  return {
    ...head,
    faults,
    alerts,
    hits,
    thrash,
    rejected: Object.fromEntries(rejected),
    overwritten,
    unmet,
    series,
  };
}
