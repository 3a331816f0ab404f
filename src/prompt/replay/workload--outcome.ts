/** Outcome: what one run of a workload under one policy and budget came to. */

import type { Fidelity } from "../../page/page--page.js";

/** Faults a correct policy prevents (paper section 3), and those that no policy can. */
export const faultKinds = [
  "refetch",
  "duplicate_tool",
  "post_compaction_bootstrap_loss",
  "flush_miss",
  "silent_recall",
  "pinned_invariant_miss",
] as const;
export type RunFaultKind = (typeof faultKinds)[number];

export interface RunFault {
  readonly kind: RunFaultKind;
  readonly turn: number;
  /** Its id; of a silent recall, what was looked up. */
  readonly page: string;
}

export interface RunOutcome {
  readonly workload: string;
  readonly family: string;
  readonly policy: string;
  /** Tokens, before any scale of the workload. */
  readonly budget: number;
  readonly turns: number;
  readonly faults: readonly RunFault[];
  /** Signatures that repeated although their result was resident: signals of the workload, no faults. */
  readonly alerts: number;
  /** Demands met by what was resident, or by a pointer that leads back to what was seen. */
  readonly hits: number;
  /** F / (H + 1), F faults and alerts together (paper Appendix A). */
  readonly thrash: number;
  /** Updates that validation refused, by reason code. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Updates that destroyed what was committed, taken without a word by a policy that validates nothing. */
  readonly overwritten: number;
  /** Demands that the turn's prompt could not hold at the fidelity asked for: a budget too small, and no policy's fault. */
  readonly unmet: number;
  /** Per turn. */
  readonly series: readonly TurnOutcome[];
}

export interface TurnOutcome {
  /** Tokens resident, and how many of them on pages never demanded in the whole run. */
  readonly tokens: number;
  readonly idleTokens: number;
  /** Sum of U(p, r) over what is resident, by the weights of the `pagefile` policy, so that policies can be compared. */
  readonly utility: number;
  /** Resident pages by fidelity. */
  readonly mix: Readonly<Record<Fidelity, number>>;
  readonly faults: number;
}
