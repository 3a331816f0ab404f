/**
 * Budget: what a page costs and what it is worth at each fidelity it may take, and whether what a model asks for again is at hand, was never
 * there, or was taken away.
 */

import { assert } from "../base/result.js";
import { type Fidelity, fidelities, type Pin, rank, type Scope, schema } from "../page/page.js";
import type { Candidate, Policy } from "./decision.js";

// Utility: what a page is worth in the prompt at a fidelity, the same number for the same page on every machine.

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
 * What of a page's worth no turn changes: base + pin + bootstrap + active plan + scope + recompute, and future demands (paper Appendix A); or,
 * where the policy asks for it and it is known, what its place says instead of that sum. `pin` is the one that counts, for who knows it already.
 */
export function fixedWorth(candidate: Candidate, policy: Policy, pin: Pin = pinOf(candidate, policy)): number {
  const { recomputeCost, future = 0, place } = candidate;
  assert(recomputeCost >= 0 && recomputeCost <= recomputeCostMax, "a recompute cost lies between 0 and 10");
  assert(Number.isSafeInteger(future) && future >= 0, "future demands are counted from 0");
  assert(place === undefined || (place >= 0 && place <= 1), "a place is worth between nothing and 1");
  const w = policy.weights;
  if (policy.placed === "token" && place !== undefined) return place + w.future * future;
  return (
    w.base +
    (pin === "hard" ? w.pinHard : pin === "soft" ? w.pinSoft : 0) +
    (candidate.type === "bootstrap_policy" ? w.bootstrap : 0) +
    (candidate.activePlan ? w.activePlan : 0) +
    w.scope * scopeValue[candidate.scope] +
    w.recompute * (recomputeCost / recomputeCostMax) +
    w.future * future
  );
}

/** U(p, r) of a page by its worth: as much of it as the fidelity delivers; never less at a higher fidelity. */
export function utility(worthOfPage: number, fidelity: Fidelity): number {
  return worthOfPage * shareOf[fidelity];
}

// Observer: what a model has had before it, and whether what it asks for again is at hand, was never there, or was taken away.

/** Pages by id; a result that no page holds may stand under a name that is no page's id. */
export interface Sight {
  /** What was shown, asked for or called for so far, at the highest fidelity; it is never unseen. */
  readonly seen: Map<string, Fidelity>;
  /** What the last prompt held. */
  readonly standing: ReadonlyMap<string, Fidelity>;
}

/** Something asked for, and whether a handle leads back to it wherever it stands. */
interface Wanted {
  readonly id: string;
  readonly needed: Fidelity;
  readonly resolves: boolean;
}

/** `cold`: nobody can have what was never there; it is fetched for the first time. */
export function judgeDemanded(sight: Sight, wanted: Wanted): "hit" | "cold" | "refetch" {
  const { id, needed, resolves } = wanted;
  const stands = sight.standing.get(id);
  const seen = sight.seen.get(id);
  if (isAtLeast(stands, needed) && (resolves || isContent(stands))) return "hit";
  if (!isAtLeast(seen, needed)) return "cold";
  return resolves ? "hit" : "refetch";
}

/** A tool call whose result stands under `id`. `alert`: it repeats although its result is at hand. */
export function judgeRepeat(
  sight: Sight,
  { id, resolves }: Omit<Wanted, "needed">,
): "alert" | "cold" | "duplicate_tool" {
  if (!sight.seen.has(id)) return "cold";
  return resolves || isContent(sight.standing.get(id)) ? "alert" : "duplicate_tool";
}

/** The model has it before it now. */
export function see({ seen }: Pick<Sight, "seen">, id: string, fidelity: Fidelity): void {
  const before = seen.get(id);
  if (before === undefined || rank(before) < rank(fidelity)) seen.set(id, fidelity);
}

/** A pointer is a handle: it holds nothing of the page itself. */
export function isContent(fidelity: Fidelity | undefined): boolean {
  return fidelity !== undefined && fidelity !== "pointer";
}

function isAtLeast(fidelity: Fidelity | undefined, needed: Fidelity): boolean {
  return fidelity !== undefined && rank(fidelity) >= rank(needed);
}

// Budget: what a page costs at each fidelity it may take.

/** A fidelity a page may be resident at, with its price in tokens. */
export interface Level {
  readonly fidelity: Fidelity;
  readonly tokens: number;
}

/**
 * The levels a page may take, from the lowest fidelity up: on its type's degradation path, priced, and never below the page's own
 * minimum (paper Table 1). Tokens need not rise with fidelity: typed fields can be longer than a one-line body.
 */
export function admittedLevels(candidate: Candidate): readonly Level[] {
  const path = schema[candidate.type].degrades;
  const levels: Level[] = [];
  for (let at = rank(candidate.minFidelity); at < fidelities.length; at += 1) {
    const fidelity = fidelities[at] as Fidelity;
    const tokens = candidate.tokens[fidelity];
    if (tokens === undefined || !path.includes(fidelity)) continue;
    assert(Number.isSafeInteger(tokens) && tokens >= 0, "a price is a whole number of tokens, 0 or more");
    levels.push({ fidelity, tokens });
  }
  return levels;
}

/** The fidelity that meets a demand: as much as is asked for, or the most there is of the page. */
export function neededOf(candidate: Candidate, asked: Fidelity | null): Fidelity {
  const wanted = Math.max(rank(candidate.minFidelity), asked === null ? 0 : rank(asked));
  const most = Math.max(...admittedLevels(candidate).map(({ fidelity }) => rank(fidelity)));
  return fidelities[Math.min(wanted, most)] as Fidelity;
}
