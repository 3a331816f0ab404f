/** Evaluation: what the whole evaluation came to, as data: `results.json` is this, and every table and figure is made from it. */

import type { Fidelity } from "../../../../src/page/page.js";
import type { RunRow } from "../../../../src/prompt/replay/workload.js";

import type { Ablated } from "../ablate.js";

export interface Evaluation {
  readonly generator: "pagefile eval";
  /** Fewer budgets, tasks and lengths, so that a test can afford it. */
  readonly quick: boolean;
  readonly seed: number;
  /** Four families x budgets x policies. */
  readonly families: readonly RunRow[];
  /** The same for the oracle at other horizons; `policy` names the horizon. */
  readonly horizons: readonly RunRow[];
  readonly gates: readonly GateRow[];
  /** Tokens for the two ablations and the sweep of weights. */
  readonly ablationBudget: number;
  readonly additive: readonly Ablated[];
  readonly subtractive: readonly Ablated[];
  readonly weights: readonly Ablated[];
  readonly tasks: readonly RunRow[];
  readonly adversarial: readonly RunRow[];
  readonly regret: readonly RegretRow[];
  /** Null where no folder with transcripts was named. */
  readonly transcripts: TranscriptResults | null;
  readonly figures: FigureData;
}

interface GateRow {
  readonly name: string;
  readonly raises: string;
  readonly weak: string;
  readonly weakCount: number;
  readonly oursCount: number;
  readonly refused: number;
  readonly passed: boolean;
}

/** How far a policy's choices stay behind the exact optimum of the same turn, over all turns of the families. */
export interface RegretRow {
  readonly policy: string;
  readonly turns: number;
  /** Turns too large for an exact search. */
  readonly tooLarge: number;
  readonly mean: number;
  readonly worst: number;
  /** Without what required pages bring to both; null for a policy that may require others by its own weights. */
  readonly optionalMean: number | null;
  readonly optionalWorst: number | null;
}

export interface TranscriptResults {
  readonly sources: readonly TranscriptSource[];
  /** Files that are no transcript we can read. */
  readonly unread: readonly string[];
  readonly lengths: readonly number[];
  readonly runs: readonly TranscriptRun[];
}

interface TranscriptSource {
  readonly name: string;
  readonly format: string;
  readonly turns: number;
  readonly pages: number;
  readonly compactions: number;
  readonly edits: number;
  readonly repeats: number;
  readonly repeatsChanged: number;
}

export interface TranscriptRun extends RunRow {
  readonly source: string;
  /** Turns it was cut to; a shorter session is whole. */
  readonly length: number;
  readonly reached: boolean;
}

/** One family at one budget, turn by turn. */
interface FigureData {
  readonly family: string;
  readonly budget: number;
  /** Of the `pagefile` policy. */
  readonly mix: readonly Readonly<Record<Fidelity, number>>[];
  readonly tokens: readonly { readonly policy: string; readonly values: readonly number[] }[];
}
