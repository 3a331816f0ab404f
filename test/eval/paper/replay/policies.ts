/** Policies: the program's own, and those that it is held against: what people run today (paper section 5, "Baselines"), recency alone, and an oracle. */

import { policies as own, type Policy, type Weights } from "../../../../src/prompt/decision.js";

export const policyNames = [
  "retrieval",
  "retrieval_cached",
  "compaction_hybrid",
  "lru",
  "pagefile",
  "oracle",
] as const;
export type PolicyName = (typeof policyNames)[number];

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

const { pagefile } = own;

/** Every structural feature; what they differ in is told below. */
const { placed: _, unasked: __, ...complete } = pagefile;

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

/** `lru` has the same structure as `pagefile` and knows recency alone; `oracle` adds the demands it sees ahead. */
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
  pagefile,
  oracle: { ...complete, name: "oracle", weights: { ...pagefile.weights, future: 2.2 }, horizon: 3 },
};
