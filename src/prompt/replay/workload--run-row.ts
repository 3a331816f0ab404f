/** RunRow: an outcome without its single faults and turns. */

import { type Fidelity, fidelities } from "../../page/page--page.js";
import { faultKinds, type RunFaultKind, type RunOutcome, type TurnOutcome } from "./workload--outcome.js";

/** One run, its turns summed up. */
export interface RunRow {
  readonly workload: string;
  readonly family: string;
  readonly policy: string;
  readonly budget: number;
  readonly turns: number;
  readonly faults: Readonly<Record<RunFaultKind, number>>;
  /** All faults but pinned invariant misses, which no policy can help. */
  readonly controllable: number;
  readonly alerts: number;
  readonly hits: number;
  readonly thrash: number;
  /** Demands that no prompt of this budget could hold in their turn. */
  readonly unmet: number;
  /** Sums over the turns: tokens resident, those of them on pages never demanded, and pages by fidelity. */
  readonly tokens: number;
  readonly idleTokens: number;
  readonly mix: Readonly<Record<Fidelity, number>>;
  /** Mean over the turns. */
  readonly utility: number;
}

export function rowOf(outcome: RunOutcome): RunRow {
  const { workload, family, policy, budget, turns, alerts, hits, thrash, unmet, series } = outcome;
  const faults = Object.fromEntries(
    faultKinds.map((kind) => [kind, outcome.faults.filter((fault) => fault.kind === kind).length]),
  ) as Record<RunFaultKind, number>;
  const controllable = outcome.faults.length - faults.pinned_invariant_miss;
  const mix = Object.fromEntries(
    fidelities.map((fidelity) => [fidelity, sum(series, (turn) => turn.mix[fidelity])]),
  ) as Record<Fidelity, number>;
  return {
    workload,
    family,
    policy,
    budget,
    turns,
    faults,
    controllable,
    alerts,
    hits,
    thrash,
    unmet,
    tokens: sum(series, (turn) => turn.tokens),
    idleTokens: sum(series, (turn) => turn.idleTokens),
    mix,
    utility: sum(series, (turn: TurnOutcome) => turn.utility) / Math.max(1, series.length),
  };
}

export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
