/** Decision: why a page stands in the prompt as it does, or not at all; one for every candidate. */

import type { PageId } from "../base/ids.js";
import type { Fidelity, PageType, Pin, Scope } from "../page/page--page.js";

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
  /** What of its worth the page's place, age and length leave it, 0 to 1; 1 when absent. */
  readonly place?: number;
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
