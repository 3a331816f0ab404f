/** StandingDecisions: the decision that a session begins with, kept as long as nothing of what it was made from moves. */

import type { Outcome } from "../../base/result.js";
import type { AssemblyRecord } from "../trace/trace.js";

/** What any session gets that has no pages, no demands and no calls of its own. Losing it costs the next start its time. */
export interface StandingDecision {
  /** All that it was made of, the session aside. */
  readonly name: string;
  /** The most UTF-16 units its text could have. */
  readonly charsMax: number;
  /** Which of the selected pages tell the agent who it is. */
  readonly bootstrap: readonly string[];
  /** Pages that are pinned hard. */
  readonly pinned: readonly string[];
  /** Of the turn that it was made for. */
  readonly record: AssemblyRecord;
  readonly text: string;
}

export interface StandingDecisions {
  /** null where none is kept for that harness, or where the file is not what was written. */
  read(harness: string): StandingDecision | null;
  /** Takes the place of the one before. */
  keep(harness: string, decision: StandingDecision): Outcome<void>;
}
