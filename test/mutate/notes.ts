/** Notes: what the parent of a sweep tells its child, and what the child notes for it. */

import type { Mutant } from "./instrument.js";
import type { Verdict } from "./sweep.js";

/** What the parent leaves in the work folder as `task.json`. */
export interface Task {
  readonly mutants: readonly Mutant[];
  readonly seed: number;
  /** Runs of a property at most. */
  readonly runs: number;
  /** Mutants between two looks at the tests with nothing changed. */
  readonly stretch: number;
}

/** A line of `notes.jsonl`; verdicts come in the order of the task's mutants, `slowest` is what one test takes at most in ms. */
export type Note =
  | { readonly kind: "ready"; readonly tests: number; readonly failing: readonly string[]; readonly slowest: number }
  | ({ readonly kind: "verdict" } & Verdict)
  | { readonly kind: "healthy" | "alive" };

/** The child's exit code when tests no longer pass with nothing changed: what it said since its last healthy note is in doubt. */
export const unhealthy = 3;
