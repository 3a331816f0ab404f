/** ReplayFiles: `pagefile replay` on workload files and recorded sessions: what is asked for, and the table of runs. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { policyNames } from "../../prompt/decision.js";
import { countTokens, readWorkloadFile, replayWorkloads, workloadJsonSchema } from "../../prompt/replay/parse.js";
import type { RunRow } from "../../prompt/replay/workload.js";
import { type Call, listOption, positiveWhole, type Reply } from "../command.js";
import { type Cell, type Theme, table, visible } from "../render/table.js";

/** Tokens; the budget at which the paper replays its sessions. */
const defaultBudget = "300";
const budgetMax = 1_000_000_000;

/** Whether a word names a file rather than a recorded trace, whose id has no dot, no slash and no file of its name. */
export function isReplayFile(call: Call, word: string): boolean {
  return word.includes(".") || word.includes("/") || existsSync(resolve(call.cwd, word));
}

/** The shape of a workload as JSON Schema, for people and programs alike. */
export function workloadSchema(): Reply {
  const schema = workloadJsonSchema();
  return { json: schema, out: () => `${JSON.stringify(schema, null, 2)}\n`, onQuiet: "keep", exit: 0 };
}

export async function replayFiles(call: Call): Promise<Outcome<Reply>> {
  const budgets = budgetsOf(call);
  if (!budgets.ok) return budgets;
  const files: { name: string; text: string }[] = [];
  for (const name of call.args) {
    const read = readWorkloadFile(resolve(call.cwd, name));
    if (!read.ok) return read;
    files.push({ name, text: read.value });
  }
  const asked = listOption(call, "policy");
  const unknown = asked.find((name) => !policyNames.some((known) => known === name));
  if (unknown !== undefined) {
    return err(usage(`There is no policy “${unknown}”.`, `One of: ${policyNames.join(", ")}.`));
  }
  const policies = asked.length === 0 ? policyNames : policyNames.filter((name) => asked.includes(name));
  const answer = replayWorkloads({ files, policies, budgets: budgets.value, count: await countTokens() });
  if (!answer.ok) return answer;
  return ok({ json: answer.value, out: (theme) => rows(answer.value.runs, theme), onQuiet: "keep", exit: 0 });
}

function budgetsOf(call: Call): Outcome<readonly number[]> {
  const asked = listOption(call, "budget");
  const budgets: number[] = [];
  for (const text of asked.length === 0 ? [defaultBudget] : asked) {
    const budget = positiveWhole(text, "The budget", budgetMax);
    if (!budget.ok) return budget;
    budgets.push(budget.value);
  }
  return ok(budgets);
}

function rows(runs: readonly RunRow[], theme: Theme): string {
  const head = ["workload", "policy", "budget", "turns", "boot", "flush", "dup", "refetch", "silent", "pinned"];
  const cells = runs.map(({ workload, policy, budget, turns, faults, thrash, utility }): readonly Cell[] => [
    { text: visible(workload), paint: theme.bold },
    { text: policy, paint: theme.cyan },
    ...[
      budget,
      turns,
      faults.post_compaction_bootstrap_loss,
      faults.flush_miss,
      faults.duplicate_tool,
      faults.refetch,
      faults.silent_recall,
      faults.pinned_invariant_miss,
    ].map((value): Cell => ({ text: String(value), align: "right" })),
    { text: thrash.toFixed(3), align: "right" },
    { text: utility.toFixed(2), align: "right" },
  ]);
  return table([...head, "thrash", "utility"], cells, theme);
}
