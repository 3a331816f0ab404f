/** Ablate: policies that have one feature more, one less, or one weight moved, and what each comes to over some workloads. */

import { type Policy, policies, type Weights } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import type { RunFaultKind, Workload } from "../../../src/prompt/replay/workload.js";

const { retrieval: bare, pagefile: full } = policies;

type Feature = readonly [name: string, take: (from: Policy, onto: Policy) => Policy];

/** The columns of paper Table 2: each takes a feature over from one policy onto another. */
const features: readonly Feature[] = [
  ["pin", (from, onto) => ({ ...onto, autoPin: from.autoPin })],
  ["resolve", (from, onto) => ({ ...onto, resolves: from.resolves })],
  ["WB-C", (from, onto) => ({ ...onto, writeback: { ...onto.writeback, ...compactionOf(from) } })],
  ["WB-R", (from, onto) => ({ ...onto, writeback: { ...onto.writeback, reset: from.writeback.reset } })],
  // What is upgraded or brought in has to be ranked, so either comes with the weights.
  ["upgrade", (from, onto) => ({ ...onto, upgrade: from.upgrade, weights: full.weights })],
  ["prefetch", (from, onto) => ({ ...onto, prefetch: from.prefetch, weights: full.weights })],
];

function compactionOf({ writeback }: Policy): Pick<Policy["writeback"], "compaction" | "jump"> {
  return { compaction: writeback.compaction, jump: writeback.jump };
}

/**
 * The bare baseline, then with each feature of `pagefile` alone, then `pagefile` (paper Table 5). `+upgrade` alone raises what stands
 * and brings nothing in, because bringing in is prefetching here; so the two stand together as well.
 */
export function additiveVariants(): readonly Policy[] {
  const plus = features.map(([name, take]) => ({ ...take(full, bare), name: `+${name}` }));
  const both = {
    ...bare,
    name: "+upgrade+prefetch",
    upgrade: full.upgrade,
    weights: full.weights,
    prefetch: full.prefetch,
  };
  return [{ ...bare, name: "baseline" }, ...plus, both, full];
}

/** `pagefile`, then without each of its features (paper Table 6). */
export function subtractiveVariants(): readonly Policy[] {
  const minus = features.map(([name, take]) => ({ ...take(bare, full), name: `-${name}` }));
  return [full, ...minus];
}

/** By weight: the values it takes while the others stay (paper section 5.2): 21 configurations. */
const swept: Readonly<Partial<Record<keyof Weights, readonly number[]>>> = {
  pinHard: [0.5, 1, 1.5, 2, 3, 4],
  pinSoft: [0, 0.3, 0.6, 1, 1.5],
  recency: [0.1, 0.3, 0.6, 0.9, 1.2],
  recompute: [0, 0.2, 0.4, 0.8, 1.2],
};

/** `pagefile` with one weight moved, named by it: `pinHard=0.5`. */
export function weightVariants(): readonly Policy[] {
  return Object.entries(swept).flatMap(([weight, values]) =>
    values.map((value) => ({ ...full, name: `${weight}=${value}`, weights: { ...full.weights, [weight]: value } })),
  );
}

/** One line of a table: a policy over all the workloads. */
export interface Ablated {
  readonly policy: string;
  readonly total: number;
  readonly faults: Readonly<Record<RunFaultKind, number>>;
  /** Mean over the workloads. */
  readonly thrash: number;
}

/** `budget` in tokens; a workload's scale goes by the policy's name, so variants have all of it. */
export function ablate(
  workloads: readonly Workload[],
  variants: readonly Policy[],
  budget: number,
): readonly Ablated[] {
  return variants.map((policy) => {
    const runs = workloads.map((workload) => simulate(workload, policy, budget));
    const faults: Record<RunFaultKind, number> = {
      refetch: 0,
      duplicate_tool: 0,
      post_compaction_bootstrap_loss: 0,
      flush_miss: 0,
      silent_recall: 0,
      pinned_invariant_miss: 0,
    };
    for (const run of runs) for (const { kind } of run.faults) faults[kind] += 1;
    const total = runs.reduce((sum, run) => sum + run.faults.length, 0);
    const thrash = runs.reduce((sum, run) => sum + run.thrash, 0) / Math.max(1, runs.length);
    return { policy: policy.name, total, faults, thrash };
  });
}
