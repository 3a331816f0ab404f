/** TurnStates: what a session's turns leave for the next one, one state after the other, so that two processes never fork them. */

import type { Outcome } from "../../base/result.js";
import type { Fidelity } from "../../page/page--page.js";
import type { AssemblyRecord } from "./trace.js";

/** Durable after a turn. Plain JSON. */
export interface TurnState {
  readonly session: string;
  /** Counts the states of the session from 1. */
  readonly order: number;
  readonly turn: number;
  /** Digest of what the caller asked for, so that a repetition is told from another turn of the same number. */
  readonly asked: string;
  /** The epoch of the session's transcript and its end, as its record told them. */
  readonly epoch: number;
  readonly ended: string | null;
  /** The order of the turn in which each page was demanded last. */
  readonly demanded: Readonly<Record<string, number>>;
  /** The working set, as the watch of the session leaves it; the order counts. */
  readonly seen: readonly (readonly [id: string, fidelity: Fidelity])[];
  readonly standing: readonly (readonly [id: string, fidelity: Fidelity])[];
  readonly bootstrap: readonly string[];
  /** Absent in states that older versions left. */
  readonly pinned?: readonly string[];
  readonly hits: number;
  readonly sightings: number;
  /** The decision and its prompt, for a caller who did not get the answer and asks again. */
  readonly record: AssemblyRecord;
  readonly text: string;
}

export interface LatestState {
  /** The newest that can be read; null for a session without any. */
  readonly state: TurnState | null;
  /** The highest order there is a file for; 0 without any. The next state's is one more. */
  readonly order: number;
  /** Files with a higher order than `state` that are no states. */
  readonly damaged: readonly string[];
}

export interface TurnStates {
  latest(session: string): Outcome<LatestState>;
  /**
   * Durable when `kept`; `taken` when another process made a state of that order or a later one first. `seen`: when `kept` every process
   * sees it whole, and it outlasts this one; it may wait for `settle` to outlast the machine's own end.
   */
  add(state: TurnState, how?: "durable" | "seen"): Outcome<"kept" | "taken">;
  /** Makes durable what was only seen. */
  settle(): Outcome<void>;
  /** Removes all states of the session but the newest few; what one call leaves the next one takes. */
  tidy(session: string): Outcome<void>;
  /** The newest state of every session, by session; damaged ones are left out. */
  list(): Outcome<readonly TurnState[]>;
}
