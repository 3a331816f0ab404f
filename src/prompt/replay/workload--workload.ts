/** Workload: pages, turns and lifecycle events of one session, recorded or generated, as JSON that anybody can write. */

import type { Fidelity, PageType, Pin, Scope } from "../../page/page--page.js";

/** One file. Ids of pages are unique; turns come in order and are counted from 0. */
export interface Workload {
  /** Format version. */
  readonly workload: 1;
  readonly name: string;
  /** What kind it is, for tables: `evidence_heavy`, `task_debugging`, `transcript`, … */
  readonly family: string;
  /** What it was generated from; null for one that was recorded. */
  readonly seed: number | null;
  readonly pages: readonly WorkloadPage[];
  readonly turns: readonly WorkloadTurn[];
  /** Several sessions share one budget, and policies that cannot tell them apart get less of it: a factor by policy name. */
  readonly budgetScale?: Readonly<Record<string, number>>;
}

export interface WorkloadPage {
  readonly id: string;
  readonly type: PageType;
  readonly pin: Pin;
  readonly scope: Scope;
  /** The least its type allows when absent. */
  readonly minFidelity?: Fidelity;
  /** Tokens at each fidelity. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
  /** 0 to 10; that of its type when absent. */
  readonly recomputeCost?: number;
  /** Canonical signature of the tool call whose result the page holds. */
  readonly signature?: string;
  /** The turn in which the page comes into being; 0 when absent. */
  readonly from?: number;
  /** The session it belongs to; all when absent. */
  readonly session?: string;
}

/** What happens to the runtime between two turns. A compaction or a reset destroys what only the context held. */
export type WorkloadEvent = "compaction" | "reset";

export interface WorkloadTurn {
  /** The session that takes the turn; the only one when absent. */
  readonly session?: string;
  /** Before the turn, in this order. */
  readonly events: readonly WorkloadEvent[];
  /** Pages the turn needs, at least at this fidelity (their minimum when absent). */
  readonly demands: readonly { readonly page: string; readonly fidelity?: Fidelity }[];
  /** Tool calls the model makes if it does not have their results, by signature. */
  readonly tools: readonly string[];
  /** Pages that hold news of this turn which no store has yet. */
  readonly dirty: readonly string[];
  /** Lookups in a memory backend, and what really became of them. */
  readonly recalls?: readonly { readonly query: string; readonly status: "ok" | "no_match" | "denied" | "error" }[];
  /** Updates proposed at this turn; an `overwrite` destroys what was committed before. */
  readonly writes?: readonly { readonly page: string; readonly op: "append" | "merge" | "overwrite" }[];
  /** The context grew past the mark at which a flush was planned and was compacted before it could run. */
  readonly jumped?: boolean;
}
