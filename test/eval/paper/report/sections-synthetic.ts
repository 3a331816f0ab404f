/** SectionsSynthetic: gates, fault elimination, LRU beside utility, and the figures of the four families. */

import { fidelities } from "../../../../src/page/page.js";
import { type RunRow, sum } from "../../../../src/prompt/replay/workload.js";

import type { Plot, Section, Table } from "./document.js";
import type { Evaluation } from "./evaluation.js";
import { byPolicy, mean } from "./means.js";
import { groupedBars, lines, stackedArea } from "./plots.js";

export function gateSection({ gates }: Evaluation): Section {
  const rows = gates.map((gate) => [
    gate.name,
    gate.raises,
    gate.weak,
    gate.weakCount,
    gate.oursCount,
    gate.refused,
    gate.passed ? "pass" : "FAIL",
  ]);
  const table: Table = {
    caption: "Table 3. Lifecycle regressions: each raises its fault under a weak policy and not under pagefile",
    head: ["scenario", "raises", "weak policy", "weak", "pagefile", "refused", "gate"],
    rows,
    paper: "six of six raise the expected fault or rejection.",
  };
  const says =
    "`refused` counts updates that validation turned away as DESTRUCTIVE_OP, by the edits that commits are made of.";
  return { heading: "Gates", says: [says], tables: [table], plots: [] };
}

export function eliminationSection({ families }: Evaluation): Section {
  const budgets = [...new Set(families.map(({ budget }) => budget))];
  const ours = families.filter(({ policy }) => policy === "pagefile");
  const [faultsOurs, thrashOurs] = [mean(ours, (row) => row.controllable), mean(ours, (row) => row.thrash)];
  const rows = byPolicy(families).map(([policy, runs]) => {
    const [faults, thrash] = [mean(runs, (row) => row.controllable), mean(runs, (row) => row.thrash)];
    return [policy, faults, change(faultsOurs, faults), thrash, change(thrashOurs, thrash), sum(runs, pinned)];
  });
  const aggregate: Table = {
    caption: `Table 4. Explicit faults and thrash, means over ${ours.length} configurations (4 families x ${budgets.length} budgets)`,
    head: ["policy", "explicit", "pagefile vs. it", "thrash", "pagefile vs. it", "pinned misses"],
    rows,
    paper:
      "explicit 67.8 retrieval, 10.8 with cache, 1.5 hybrid, 0.0 ClawVM, 0.0 oracle; thrash 3.993, 1.642, 1.017, 0.901, 0.901.",
  };
  const kinds: Table = {
    caption: "Explicit faults by kind, summed over all configurations",
    head: ["policy", "bootstrap", "flush", "duplicate", "refetch", "silent recall"],
    rows: byPolicy(families).map(([policy, runs]) => [
      policy,
      sum(runs, ({ faults }) => faults.post_compaction_bootstrap_loss),
      sum(runs, ({ faults }) => faults.flush_miss),
      sum(runs, ({ faults }) => faults.duplicate_tool),
      sum(runs, ({ faults }) => faults.refetch),
      sum(runs, ({ faults }) => faults.silent_recall),
    ]),
    paper: "no such table; at 120 tokens its hybrid shows 7 bootstrap and 5 flush misses among 26 faults.",
  };
  const byBudget: Table = {
    caption: "Explicit faults by budget, summed over the four families",
    head: ["policy", ...budgets.map(String)],
    rows: byPolicy(families).map(([policy, runs]) => [policy, ...budgets.map((budget) => faultsAt(runs, budget))]),
    paper: "hybrid 26 at 120 tokens and close to 0 from 360 up; ClawVM 0 throughout.",
  };
  return {
    heading: "Fault elimination",
    says: [
      "The four synthetic families at every budget under every policy, by the engine that also serves live prompts.",
    ],
    tables: [aggregate, kinds, byBudget],
    plots: [faultFigure(families, budgets)],
  };
}

function faultFigure(families: readonly RunRow[], budgets: readonly number[]): Plot {
  const series = byPolicy(families).map(([name, runs]) => ({
    name,
    values: budgets.map((at) => faultsAt(runs, at)),
  }));
  const totals = series.map(({ name, values }) => `${name} ${values.join(", ")}`).join("; ");
  return groupedBars(
    {
      caption: "Explicit faults by policy and budget, summed over the four families (logarithmic)",
      describes: `Bars for each policy at ${budgets.join(", ")} tokens: ${totals}.`,
      naming: { x: "budget (tokens)", y: "explicit faults" },
      series,
    },
    budgets.map(String),
  );
}

export function lruSection({ families }: Evaluation): Section {
  const tight = families.filter(({ budget }) => budget <= 300);
  const rows = byPolicy(tight)
    .filter(([policy]) => policy === "lru" || policy === "pagefile")
    .map(([policy, runs]) => [
      policy,
      sum(runs, (row) => row.controllable),
      mean(runs, (row) => row.thrash),
      mean(runs, (row) => row.utility),
    ]);
  const table: Table = {
    caption: "LRU beside utility, budgets up to 300",
    head: ["policy", "explicit", "thrash", "utility resident"],
    rows,
    paper: "LRU: zero faults and the same thrash as ClawVM; it does not measure what stands above that floor.",
  };
  return { heading: "LRU comparison", says: [], tables: [table], plots: [] };
}

export function turnFigures({ figures }: Evaluation): readonly Plot[] {
  const { family, budget, mix, tokens } = figures;
  const at = `${family} at ${budget} tokens`;
  const most = Math.max(0, ...tokens.flatMap(({ values }) => values));
  return [
    stackedArea({
      caption: `Resident pages by fidelity over the turns, pagefile, ${at}`,
      describes: `Stacked areas over ${mix.length} turns, from pointers at the bottom to full text at the top.`,
      naming: { x: "turn", y: "pages resident" },
      series: fidelities.map((fidelity) => ({ name: fidelity, values: mix.map((turn) => turn[fidelity]) })),
    }),
    lines(
      {
        caption: `Tokens resident over the turns, by policy, ${at}`,
        describes: `A line for each policy; none exceeds ${most} tokens, and the dashed line is the budget.`,
        naming: { x: "turn", y: "tokens resident" },
        series: tokens.map(({ policy, values }) => ({ name: policy, values })),
      },
      budget,
    ),
  ];
}

function faultsAt(runs: readonly RunRow[], budget: number): number {
  return sum(
    runs.filter((row) => row.budget === budget),
    (row) => row.controllable,
  );
}

function pinned({ faults }: RunRow): number {
  return faults.pinned_invariant_miss;
}

/** How ours stands against it, in percent; a dash where there is nothing to reduce. */
function change(ours: number, theirs: number): string {
  if (theirs === 0) return ours === 0 ? "–" : "worse";
  const percent = ((ours - theirs) / theirs) * 100;
  return percent === 0 ? "0.0%" : `${percent > 0 ? "+" : "-"}${Math.abs(percent).toFixed(1)}%`;
}
