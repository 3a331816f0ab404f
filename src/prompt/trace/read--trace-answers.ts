/** Trace answers: the shapes that `--json` prints for what was watched: turns, faults, and decisions made again. */

import type { Instant } from "../../base/ids.js";
import type { FaultKind, FaultRecord } from "../../write/fault.js";
import type { AssembleAnswer } from "../assemble--assemble.js";
import type { BoundaryRecord, LiveEvent } from "./trace--live.js";

export interface TraceAnswer {
  readonly traces: readonly {
    readonly id: string;
    readonly at: Instant;
    readonly kind: string;
    readonly says: string;
  }[];
  /** Set when one trace was asked for: the record and its explanation for a person. */
  readonly record: unknown;
  readonly explained: string | null;
  readonly damaged: readonly string[];
}

export interface TurnAnswer extends AssembleAnswer {
  readonly session: string;
  readonly turn: number;
  /** True when this turn was decided before: the same answer again, and nothing was done. */
  readonly repeated: boolean;
  /** What happened to the session since its turn before. */
  readonly events: readonly LiveEvent[];
  /** What became of the patches at those boundaries. */
  readonly boundaries: readonly BoundaryRecord[];
  /** Demands met by what was at hand so far, and faults and alerts over hits plus one. */
  readonly hits: number;
  readonly thrash: number;
}

export interface FaultsAnswer {
  /** Newest first. */
  readonly faults: readonly FaultRecord[];
  /** How many there are, shown or not, and of which kinds. */
  readonly total: number;
  readonly counts: Readonly<Partial<Record<FaultKind, number>>>;
  readonly damaged: readonly string[];
}

export interface ReplayAnswer {
  /** What was made again: one trace, or the turns of a session, the oldest first. */
  readonly session: string | null;
  readonly replayed: readonly ReplayRow[];
  /** The first that did not come out the same; null when all did. */
  readonly divergence: ReplayRow | null;
  readonly equal: number;
  /** What limits the proof: turns that were rotated away, lines that could not be read. */
  readonly notes: readonly string[];
}

export interface ReplayRow {
  readonly trace: string;
  readonly turn: number | null;
  /** `equal`: every byte; `differs`: not; `not_reproducible`: what it was made from is gone. */
  readonly outcome: "equal" | "differs" | "not_reproducible";
  /** What differs, the cause before the effect: `weights`, `tokenizer`, `pages`, `text`, … each in a sentence. */
  readonly differences: readonly { readonly what: string; readonly says: string }[];
}
