/** Fault: an observed memory failure or pressure signal, recorded and never swallowed. */

import type { Instant, PageId } from "../base/ids.js";

/**
 * The kinds that exist so far; every one has a place in the code that raises it. `duplicate_signature_alert` is a signal of the
 * workload and no failure.
 */
export const faultKinds = [
  "pinned_invariant_miss",
  "post_compaction_bootstrap_loss",
  "flush_miss",
  "silent_recall",
  "writeback_rejected",
  "sidecar_corrupt",
  "duplicate_tool_signature",
  "duplicate_signature_alert",
  "refetch",
  "invariant_pressure",
  "flush_after_evict",
  "agent_declined",
  "history_rewritten",
  "hook_bypassed",
  "page_unreadable",
  "origin_withheld",
  "curation_stalled",
  "lease_lost",
  "harness_failed",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The page concerned; a path where a file has no id. */
  readonly page: PageId | string;
  readonly says: string;
  readonly hint: string;
}

/** Where a fault was seen; what is not known is absent. */
export interface FaultPlace {
  readonly session?: string;
  /** The session's own count. */
  readonly turn?: number;
  /** The lifecycle event at which it was seen. */
  readonly boundary?: string;
}

/** One fault as it is logged: when and where, and in which assembly it was seen, if in one. */
export interface FaultRecord extends Fault, FaultPlace {
  readonly at: Instant;
  readonly trace: string | null;
}
