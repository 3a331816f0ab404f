/** GatesTest: each of the six lifecycle regressions is seen under its weak policy and not under ours, by the feature it is about. */

import { describe, expect, it } from "vitest";
import { type Policy, policies } from "../../../src/prompt/decision.js";
import { parseWorkload } from "../../../src/prompt/replay/parse.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";

import { gates, runGates } from "./gates.js";

const { pagefile } = policies;

describe("gates", () => {
  it("all pass", () => {
    const seen = runGates().map(({ gate, weak, ours, refused, passed }) => [gate.name, weak, ours, refused, passed]);
    expect(seen).toEqual([
      ["post_compaction_bootstrap", 1, 0, 0, true],
      ["reset_flush_miss", 1, 0, 0, true],
      ["threshold_jump", 1, 0, 0, true],
      ["silent_recall", 2, 0, 0, true],
      ["unsafe_persistence", 1, 0, 1, true],
      ["evidence_churn", 1, 0, 0, true],
    ]);
  });

  it("are workloads like any other", () => {
    for (const { workload } of gates)
      expect(parseWorkload(JSON.parse(JSON.stringify(workload)))).toEqual({ ok: true, value: workload });
  });

  it.each<[string, Policy]>([
    ["post_compaction_bootstrap", { ...pagefile, autoPin: [] }],
    ["reset_flush_miss", { ...pagefile, writeback: { ...pagefile.writeback, reset: false } }],
    ["threshold_jump", { ...pagefile, writeback: { ...pagefile.writeback, jump: false } }],
    ["silent_recall", { ...pagefile, tellsWhy: false }],
    ["unsafe_persistence", { ...pagefile, validates: false }],
    ["evidence_churn", { ...pagefile, resolves: false }],
  ])("%s is kept by one feature of pagefile", (name, without) => {
    const gate = gates.find((other) => other.name === name);
    if (gate === undefined) throw new Error(`There is no gate ${name}.`);
    const outcome = simulate(gate.workload, without, gate.budget);
    const raised =
      gate.raises === "overwritten"
        ? outcome.overwritten
        : outcome.faults.filter(({ kind }) => kind === gate.raises).length;
    expect(raised).toBeGreaterThan(0);
    expect(outcome.faults.filter(({ kind }) => kind !== gate.raises)).toEqual([]);
  });
});
