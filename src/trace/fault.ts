/** Fault: an observed memory failure or pressure signal, recorded and never swallowed. */

import type { PageId } from "../base/ids.js";

/** The kinds that exist so far; every one has a place in the code that raises it. */
export type FaultKind =
  | "pinned_invariant_miss"
  | "invariant_pressure"
  | "page_unreadable"
  | "sidecar_corrupt"
  | "origin_withheld"
  | "writeback_rejected"
  | "flush_miss"
  | "flush_after_evict"
  | "agent_declined"
  | "history_rewritten";

export interface Fault {
  readonly kind: FaultKind;
  /** The page concerned; a path where a file has no id. */
  readonly page: PageId | string;
  readonly says: string;
  readonly hint: string;
}
