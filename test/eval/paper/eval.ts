/** Eval: the paper's evaluation from the first gate to the last transcript, in one go and the same every time. */

import { type Policy, policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import { type RunRow, rowOf, type Workload } from "../../../src/prompt/replay/workload.js";

import { ablate, additiveVariants, subtractiveVariants, weightVariants } from "./ablate.js";
import { regretOf } from "./eval-regret.js";
import { type EvalTranscripts, replayTranscripts } from "./eval-transcripts.js";
import { runGates } from "./gates.js";
import { generateAdversarial } from "./generate/adversarial.js";
import { familyBudgets, familyNames, generateFamily } from "./generate/families.js";
import { generateTasks, taskBudgets } from "./generate/tasks.js";
import type { Evaluation } from "./report/evaluation.js";

export interface EvalOptions {
  readonly quick: boolean;
  /** Null where no data was named. */
  readonly transcripts: EvalTranscripts | null;
}

const seed = 1;
/** Tokens; the paper ablates at the tightest of its budgets that is not trivial. */
const ablationBudget = 180;
const figure = { family: "evidence_heavy", budget: 300 } as const;
const horizons: readonly number[] = [1, 3, Number.POSITIVE_INFINITY];

export function evaluate({ quick, transcripts }: EvalOptions): Evaluation {
  const all = Object.values(policies);
  const budgets = quick ? familyBudgets.filter((_, at) => at % 3 === 0) : familyBudgets;
  const families = familyNames.map((name) => generateFamily(name, seed));
  const tasks = generateTasks(seed).filter((_, at) => !quick || at % 5 === 0);
  return {
    generator: "pagefile eval",
    quick,
    seed,
    families: grid(families, budgets, all),
    horizons: grid(families, budgets, horizons.map(oracleAt)),
    gates: runGates().map(({ gate, weak, ours, refused, passed }) => {
      return {
        name: gate.name,
        raises: gate.raises,
        weak: gate.weak,
        weakCount: weak,
        oursCount: ours,
        refused,
        passed,
      };
    }),
    ablationBudget,
    additive: ablate(families, additiveVariants(), ablationBudget),
    subtractive: ablate(families, subtractiveVariants(), ablationBudget),
    weights: ablate(families, weightVariants(), ablationBudget),
    tasks: grid(tasks, taskBudgets, [policies.compaction_hybrid, policies.pagefile]),
    adversarial: generateAdversarial(seed).flatMap(({ workload, budget }) => grid([workload], [budget], all)),
    regret: [policies.lru, policies.pagefile].map((policy) => regretOf(families, budgets, policy)),
    transcripts: transcripts === null ? null : replayTranscripts(transcripts, quick),
    figures: figuresOf(generateFamily(figure.family, seed), all),
  };
}

function grid(
  workloads: readonly Workload[],
  budgets: readonly number[],
  under: readonly Policy[],
): readonly RunRow[] {
  return workloads.flatMap((workload) =>
    budgets.flatMap((budget) => under.map((policy) => rowOf(simulate(workload, policy, budget)))),
  );
}

function oracleAt(horizon: number): Policy {
  const name = Number.isFinite(horizon) ? `oracle h=${horizon}` : "oracle, unbounded";
  return { ...policies.oracle, name, horizon };
}

function figuresOf(workload: Workload, under: readonly Policy[]): Evaluation["figures"] {
  const runs = under.map((policy) => simulate(workload, policy, figure.budget));
  const ours = runs.find(({ policy }) => policy === policies.pagefile.name);
  return {
    ...figure,
    mix: (ours?.series ?? []).map(({ mix }) => mix),
    tokens: runs.map(({ policy, series }) => ({ policy, values: series.map(({ tokens }) => tokens) })),
  };
}
