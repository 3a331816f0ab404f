/**
 * Decision: a named way to fill the budget, as data, and why each candidate stands in the prompt as it does, or not at all. Policies can be
 * compared on the same candidates.
 */

import type { PageId } from "../base/ids.js";
import type { Fidelity, PageType, Pin, Scope } from "../page/page.js";

export const policyNames = [
  "retrieval",
  "retrieval_cached",
  "compaction_hybrid",
  "lru",
  "pagefile",
  "oracle",
] as const;
export type PolicyName = (typeof policyNames)[number];

/** What each term of the utility counts for (paper Appendix A, "Utility scoring"). All are 0 or more. */
export interface Weights {
  /** What any page is worth before anything is known of it. */
  readonly base: number;
  readonly pinHard: number;
  readonly pinSoft: number;
  readonly bootstrap: number;
  readonly activePlan: number;
  readonly recency: number;
  readonly scope: number;
  readonly recompute: number;
  /** For each demand still to come that the policy may see. */
  readonly future: number;
}

export interface Policy {
  readonly name: string;
  /** Types that are hard-pinned whatever their frontmatter says (paper Table 2, "Pin"). */
  readonly autoPin: readonly PageType[];
  /** Whether pages nobody asked for come in at their minimum while they fit (paper Table 2, "Pref."). */
  readonly prefetch: "minimum" | "none";
  /** How what is left of the budget is spent (paper Table 2, "Upgrade"): what the utility measures is up to `weights`. */
  readonly upgrade: "marginal" | "none";
  readonly weights: Weights;
  /** At which boundaries dirty pages are written back without being asked to (paper Table 2, "WB-C", "WB-R"). */
  readonly writeback: {
    readonly compaction: boolean;
    readonly reset: boolean;
    /** Whether they are staged as they come, so that a compaction that outruns its planned flush finds them. */
    readonly jump: boolean;
  };
  /** Whether an update that would destroy what was committed is refused (paper section 3, "Validated writeback protocol"). */
  readonly validates: boolean;
  /** Whether a lookup that was denied or failed says so; without it the answer is an empty one (paper section 3, silent recall). */
  readonly tellsWhy: boolean;
  /** Whether the pointer of a page leads back to its text (paper Table 2, "Resolve"). */
  readonly resolves: boolean;
  /** What a page is by its place counts as all that a token of it is worth; absent, all files are alike. */
  readonly placed?: "token";
  /** What a harness is given of pages that nobody asked for: those that are memory by their place, their name or their own word. */
  readonly unasked?: "memory";
  /** How many turns ahead demands are seen: 0 online, `Infinity` for the whole trace. */
  readonly horizon: number;
}

const utilityWeights: Weights = {
  base: 0.5,
  pinHard: 2.0,
  pinSoft: 0.6,
  bootstrap: 1.5,
  activePlan: 1.2,
  recency: 0.6,
  scope: 0.2,
  recompute: 0.4,
  future: 0,
};

const noWeights: Weights = {
  base: 0,
  pinHard: 0,
  pinSoft: 0,
  bootstrap: 0,
  activePlan: 0,
  recency: 0,
  scope: 0,
  recompute: 0,
  future: 0,
};

/** Every structural feature; what they differ in is told below. */
const complete: Policy = {
  name: "pagefile",
  autoPin: ["bootstrap_policy", "constraint"],
  prefetch: "minimum",
  upgrade: "marginal",
  weights: utilityWeights,
  writeback: { compaction: true, reset: true, jump: true },
  validates: true,
  tellsWhy: true,
  resolves: true,
  horizon: 0,
};

/** None of them. */
const bare: Policy = {
  name: "retrieval",
  autoPin: [],
  prefetch: "none",
  upgrade: "none",
  weights: noWeights,
  writeback: { compaction: false, reset: false, jump: false },
  validates: false,
  tellsWhy: false,
  resolves: false,
  horizon: 0,
};

/**
 * `pagefile` takes pin, recency and recompute weights from the paper; the paper leaves bootstrap, plan and scope open, so they
 * are set between its two pin boosts. `lru` has the same structure and knows recency alone; `oracle` adds the demands it sees
 * ahead. The others are what people run today (paper section 5, "Baselines").
 */
export const policies: Readonly<Record<PolicyName, Policy>> = {
  retrieval: bare,
  retrieval_cached: { ...bare, name: "retrieval_cached", resolves: true },
  compaction_hybrid: {
    ...bare,
    name: "compaction_hybrid",
    prefetch: "minimum",
    upgrade: "marginal",
    weights: { ...noWeights, recency: 0.9, recompute: 0.1 },
    writeback: { compaction: true, reset: false, jump: false },
    resolves: true,
  },
  lru: { ...complete, name: "lru", weights: { ...noWeights, recency: 1 } },
  pagefile: { ...complete, placed: "token", unasked: "memory" },
  oracle: { ...complete, name: "oracle", weights: { ...utilityWeights, future: 2.2 }, horizon: 3 },
};

// Decision: why a page stands in the prompt as it does, or not at all; one for every candidate.

/** What selection knows of a page: never its text. */
export interface Candidate {
  readonly id: PageId;
  readonly type: PageType;
  readonly pin: Pin;
  readonly scope: Scope;
  readonly minFidelity: Fidelity;
  /** Tokens at each fidelity the page's type admits; a fidelity that is absent is not admitted. At least one is present. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
  /** 0 to 10. */
  readonly recomputeCost: number;
  /** 0 (never) to 1 (this turn); decays by 0.88 a turn. */
  readonly recency: number;
  /** Whether the page is an active plan. */
  readonly activePlan: boolean;
  /** Where places count, what the page is worth by its own, 0 to 1; absent, only what the sum of weights says. */
  readonly place?: number;
  /** How much of its worth each fidelity delivers, 0 to 1 and never less at a higher one; when absent, what it does of any page. */
  readonly shares?: Readonly<Partial<Record<Fidelity, number>>>;
  /** Demands still to come within the horizon of an oracle; 0 when absent, as it is for all who cannot see ahead. */
  readonly future?: number;
}

export interface Demand {
  readonly id: PageId;
  /** At least this; the page's own minimum when absent. */
  readonly fidelity: Fidelity | null;
}

export type SelectedReason = "pinned" | "demanded" | "prefetched" | "upgraded";
export type OmittedReason =
  | "over_budget"
  | "not_demanded"
  | "minimum_over_budget"
  | "audience_denied"
  | "session_denied"
  | "cold_tier"
  | "past_session"
  | "unreadable"
  | "origin_denied"
  | "superseded"
  | "harness_loads";

export interface Selected {
  readonly id: PageId;
  readonly fidelity: Fidelity;
  readonly tokens: number;
  readonly reason: SelectedReason;
}

export interface Omitted {
  readonly id: PageId;
  readonly reason: OmittedReason;
}

/** Sorted by id; every candidate is in exactly one of the two. */
export interface Selection {
  readonly budget: number;
  /** Sum over `selected`; never more than `budget`. */
  readonly used: number;
  readonly selected: readonly Selected[];
  readonly omitted: readonly Omitted[];
  readonly pressure: readonly Pressure[];
}

/** A required page that does not fit at the fidelity a pin or a demand asks for; it may still stand lower, at its minimum. */
export interface Pressure {
  readonly id: PageId;
  readonly pin: Pin;
  readonly required: Fidelity;
  readonly tokens: number;
  readonly left: number;
}
