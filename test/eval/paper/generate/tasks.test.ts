/** TasksTest: thirty short sessions, of which the debugging ones show what a hybrid lacks when the budget is tight. */

import { describe, expect, it } from "vitest";
import { type PolicyName, policies } from "../../../../src/prompt/decision.js";
import { parseWorkload } from "../../../../src/prompt/replay/parse.js";
import { simulate } from "../../../../src/prompt/replay/simulate.js";

import { generateTasks, type TaskKind, taskBudgets } from "./tasks.js";

describe.each([1, 2, 3])("tasks of seed %i", (seed) => {
  const tasks = generateTasks(seed);
  const failed = (policy: PolicyName, budget: number) =>
    tasks.map((task) => simulate(task, policies[policy], budget)).filter(({ faults }) => faults.length > 0);

  it("are thirty of 5 to 14 turns, by kind as in the paper, each a workload", () => {
    const count = (kind: TaskKind): number => tasks.filter(({ family }) => family === `task_${kind}`).length;
    expect([count("coding"), count("debugging"), count("writing"), count("ops")]).toEqual([9, 8, 2, 11]);
    const lengths = tasks.map(({ turns }) => turns.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([5, 14]);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(30);
    for (const task of tasks)
      expect(parseWorkload(JSON.parse(JSON.stringify(task)))).toEqual({ ok: true, value: task });
    expect(generateTasks(seed)).toEqual(tasks);
  });

  it("fail under the hybrid at 180 tokens, most of the debugging ones, by lost instructions alone; none at 300", () => {
    const tight = failed("compaction_hybrid", 180);
    expect(new Set(tight.map(({ family }) => family))).toEqual(new Set(["task_debugging"]));
    expect(tight.length).toBeGreaterThanOrEqual(4);
    expect(tight.length).toBeLessThan(8);
    const kinds = tight.flatMap(({ faults }) => faults.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(["post_compaction_bootstrap_loss"]));
    expect(failed("compaction_hybrid", 300)).toEqual([]);
  });

  it("never fail under pagefile, and every demand is met at both budgets", () => {
    for (const budget of taskBudgets) {
      expect(failed("pagefile", budget)).toEqual([]);
      expect(tasks.map((task) => simulate(task, policies.pagefile, budget).unmet)).toEqual(tasks.map(() => 0));
    }
  });
});
