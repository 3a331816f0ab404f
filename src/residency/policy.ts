/** Policy: a named way to fill the budget, as data, so that policies can be compared on the same candidates. */

import type { PageType } from "../page/page.js";

export const policyNames = ["pagefile", "lru"] as const;
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
}

/**
 * `pagefile` takes pin, recency and recompute weights from the paper; the paper leaves bootstrap, plan and scope open, so they
 * are set between its two pin boosts. `lru` knows recency alone.
 */
export const policies: Readonly<Record<PolicyName, Policy>> = {
  pagefile: {
    name: "pagefile",
    autoPin: ["bootstrap_policy", "constraint"],
    prefetch: "minimum",
    upgrade: "marginal",
    weights: {
      base: 0.5,
      pinHard: 2.0,
      pinSoft: 0.6,
      bootstrap: 1.5,
      activePlan: 1.2,
      recency: 0.6,
      scope: 0.2,
      recompute: 0.4,
    },
  },
  lru: {
    name: "lru",
    autoPin: ["bootstrap_policy", "constraint"],
    prefetch: "minimum",
    upgrade: "marginal",
    weights: {
      base: 0,
      pinHard: 0,
      pinSoft: 0,
      bootstrap: 0,
      activePlan: 0,
      recency: 1,
      scope: 0,
      recompute: 0,
    },
  },
};
