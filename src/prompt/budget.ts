/** Utility: what a page is worth in the prompt at a fidelity, the same number for the same page on every machine. */

import { assert } from "../base/result--assert.js";
import type { Fidelity, Pin, Scope } from "../page/page--page.js";
import type { Policy } from "./decision.js";
import type { Candidate } from "./decision--decision.js";

/** The narrower the scope, the closer the page is to the task at hand (S in paper Appendix A). */
const scopeValue: Readonly<Record<Scope, number>> = { session: 1, local: 0.8, project: 0.6, global: 0.4 };

/**
 * How much of a page's worth each fidelity delivers. The paper writes U(p, r) and lets only the recompute term depend on r, yet
 * ranks upgrades by the difference between levels; a share of the whole makes that difference speak of pins and recency too.
 */
const shareOf: Readonly<Record<Fidelity, number>> = { pointer: 0.2, structured: 0.55, compressed: 0.75, full: 1 };

const recomputeCostMax = 10;

/** The pin that counts: the page's own, or hard where the policy pins its type (paper Table 2, "Pin"). */
export function pinOf(candidate: Candidate, policy: Policy): Pin {
  return policy.autoPin.includes(candidate.type) ? "hard" : candidate.pin;
}

/**
 * What of a page's worth no turn changes: base + pin + bootstrap + active plan + scope + recompute, as far as its place counts, and
 * future demands (paper Appendix A). `pin` is the one that counts, for who knows it already.
 */
export function standing(candidate: Candidate, policy: Policy, pin: Pin = pinOf(candidate, policy)): number {
  const { recomputeCost, future = 0, place = 1 } = candidate;
  assert(recomputeCost >= 0 && recomputeCost <= recomputeCostMax, "a recompute cost lies between 0 and 10");
  assert(Number.isSafeInteger(future) && future >= 0, "future demands are counted from 0");
  assert(place >= 0 && place <= 1, "a place leaves between nothing and all of a page's worth");
  const w = policy.weights;
  const stands =
    w.base +
    (pin === "hard" ? w.pinHard : pin === "soft" ? w.pinSoft : 0) +
    (candidate.type === "bootstrap_policy" ? w.bootstrap : 0) +
    (candidate.activePlan ? w.activePlan : 0) +
    w.scope * scopeValue[candidate.scope] +
    w.recompute * (recomputeCost / recomputeCostMax);
  return (policy.placed === true ? place * stands : stands) + w.future * future;
}

/** What the page is worth resident at full: what stands, and how lately it was demanded. */
export function worth(candidate: Candidate, policy: Policy): number {
  const { recency } = candidate;
  assert(recency >= 0 && recency <= 1, "a recency lies between 0 and 1");
  return standing(candidate, policy) + policy.weights.recency * recency;
}

/** U(p, r) of a page by its worth: as much of it as the fidelity delivers; never less at a higher fidelity. */
export function utility(worthOfPage: number, fidelity: Fidelity): number {
  return worthOfPage * shareOf[fidelity];
}
