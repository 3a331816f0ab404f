/** SectionsAblation: which feature is needed for what, how little the weights matter for faults, tasks, and adversaries. */

import { type RunRow, sum } from "../../../../src/prompt/replay/workload.js";

import type { Ablated } from "../ablate.js";
import type { Section, Table } from "./document.js";
import type { Evaluation } from "./evaluation.js";
import { byPolicy, mean } from "./means.js";

export function ablationSection({ additive, subtractive, ablationBudget }: Evaluation): Section {
  const head = ["variant", "bootstrap", "flush", "duplicate + refetch", "silent recall", "total"];
  const plus: Table = {
    caption: `Table 5. Additive ablation at ${ablationBudget} tokens, summed over the four families`,
    head,
    rows: additive.map(ablationRow),
    paper: "total 271 baseline, 251 +pin, 43 +resolve, 251 +WB-C, 268 +WB-R, 72 +upgrade, 0 ClawVM.",
  };
  const minus: Table = {
    caption: `Table 6. Subtractive ablation at ${ablationBudget} tokens, summed over the four families`,
    head,
    rows: subtractive.map(ablationRow),
    paper:
      "-pin 9 bootstrap, -resolve 126 duplicate and refetch, -WB-C 20 flush, -WB-R 3 flush, -upgrade 0, -prefetch 0.",
  };
  const says =
    "Each line adds one feature of pagefile to the bare baseline, or takes one away from the complete policy.";
  return { heading: "Feature necessity", says: [says], tables: [plus, minus], plots: [] };
}

export function weightSection({ weights, ablationBudget }: Evaluation): Section {
  const faults = sum(weights, (row) => row.total);
  const thrash = new Set(weights.map((row) => row.thrash.toFixed(3)));
  const table: Table = {
    caption: `Weight sensitivity at ${ablationBudget} tokens: one weight moved at a time`,
    head: ["configuration", "faults", "thrash"],
    rows: weights.map((row) => [row.policy, row.total, row.thrash]),
    paper: "21 configurations, 84 runs: zero faults and thrash 0.901 in all of them.",
  };
  const says = `${weights.length} configurations: ${faults} faults in all, thrash ${[...thrash].join(", ")}.`;
  return { heading: "Weight sensitivity", says: [says], tables: [table], plots: [] };
}

export function taskSection({ tasks }: Evaluation): Section {
  const budgets = [...new Set(tasks.map(({ budget }) => budget))];
  const kinds = [...new Set(tasks.map(({ family }) => family))];
  const policies = byPolicy(tasks);
  const columns = policies.flatMap(([policy, rows]) =>
    budgets.map((budget) => ({ policy, budget, rows: rows.filter((row) => row.budget === budget) })),
  );
  const success: Table = {
    caption: "Table 7. Tasks without an explicit fault, by kind, policy and budget",
    head: ["kind", ...columns.map(({ policy, budget }) => `${policy} ${budget}`)],
    rows: [
      ...kinds.map((kind) => [kind, ...columns.map(({ rows }) => share(rows.filter(inFamily(kind))))]),
      ["total", ...columns.map(({ rows }) => share(rows))],
    ],
    paper:
      "hybrid 23 of 30 at 180 (7 of 8 debugging tasks lost to bootstrap faults) and 30 of 30 at 300; ClawVM 30 of 30.",
  };
  const replay: Table = {
    caption: "Table 8. Task replay: success, faults a task, tokens a task, thrash",
    head: ["policy", "budget", "success", "faults", "tokens a task", "thrash"],
    rows: columns.map(({ policy, budget, rows }) => [
      policy,
      String(budget),
      `${((rows.filter(isClean).length / Math.max(1, rows.length)) * 100).toFixed(1)}%`,
      mean(rows, (row) => row.controllable),
      Math.round(mean(rows, (row) => row.tokens)),
      mean(rows, (row) => row.thrash),
    ]),
    paper:
      "hybrid 76.7% and 0.23 faults at 180, 100% at 300; ClawVM 100% at both; 1,607 and 2,649 tokens; thrash 1.36.",
  };
  const says =
    "A task succeeds when it ends without an explicit fault. Times are measured by `npm run bench engine`, not here.";
  return { heading: "Task replays", says: [says], tables: [success, replay], plots: [] };
}

export function adversarialSection({ adversarial }: Evaluation): Section {
  const table: Table = {
    caption: "Table 9. Adversarial scenarios",
    head: ["scenario", "policy", "bootstrap", "pinned", "flush", "duplicate + refetch", "total"],
    rows: adversarial.map(({ family, policy, faults, controllable }) => [
      family,
      policy,
      faults.post_compaction_bootstrap_loss,
      faults.pinned_invariant_miss,
      faults.flush_miss,
      faults.duplicate_tool + faults.refetch,
      controllable + faults.pinned_invariant_miss,
    ]),
    paper: "retrieval, hybrid, ClawVM: starvation 10, 10, 10; churn 298, 9, 0; cascade 77, 7, 0.",
  };
  const says =
    "Starvation is physical: three hard pins need 60 tokens of a budget of 40. Policies that pin a page whose owner said so leave it out like all others, and say so.";
  return { heading: "Adversarial scenarios", says: [says], tables: [table], plots: [] };
}

function ablationRow({ policy, faults, total }: Ablated): readonly (string | number)[] {
  return [
    policy,
    faults.post_compaction_bootstrap_loss,
    faults.flush_miss,
    faults.duplicate_tool + faults.refetch,
    faults.silent_recall,
    total,
  ];
}

function isClean({ controllable }: RunRow): boolean {
  return controllable === 0;
}

function inFamily(kind: string): (row: RunRow) => boolean {
  return ({ family }) => family === kind;
}

function share(rows: readonly RunRow[]): string {
  return `${rows.filter(isClean).length}/${rows.length}`;
}
