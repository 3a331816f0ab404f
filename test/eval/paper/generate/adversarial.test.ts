/** AdversarialTest: what no policy can help is told alike by all; what a policy can prevent, ours does. */

import { describe, expect, it } from "vitest";
import { type PolicyName, policies, policyNames } from "../../../../src/prompt/decision.js";
import { parseWorkload } from "../../../../src/prompt/replay/parse.js";
import { simulate } from "../../../../src/prompt/replay/simulate.js";

import { generateAdversarial } from "./adversarial.js";

const [starvation, churn, cascade] = generateAdversarial(1);

function counts(adversary: typeof churn, policy: PolicyName): Readonly<Record<string, number>> {
  if (adversary === undefined) throw new Error("There are three adversaries.");
  const { faults } = simulate(adversary.workload, policies[policy], adversary.budget);
  const found: Record<string, number> = {};
  for (const { kind } of faults) found[kind] = (found[kind] ?? 0) + 1;
  return found;
}

describe("adversaries", () => {
  it("are workloads, the same every time", () => {
    expect(generateAdversarial(1)).toEqual([starvation, churn, cascade]);
    for (const { workload } of generateAdversarial(7))
      expect(parseWorkload(JSON.parse(JSON.stringify(workload)))).toEqual({ ok: true, value: workload });
  });

  it.each(policyNames)("starvation: ten turns without one of three pins under %s, and nothing else", (policy) => {
    expect(counts(starvation, policy)).toEqual({ pinned_invariant_miss: 10 });
  });

  it("churn: fifty results, nine compactions", () => {
    const evidence = churn?.workload.pages.filter(({ type }) => type === "evidence");
    expect([evidence?.length, churn?.workload.turns.length]).toEqual([50, 50]);
    const { duplicate_tool = 0, refetch = 0, ...rest } = counts(churn, "retrieval");
    expect(duplicate_tool + refetch).toBeGreaterThan(150);
    expect(rest).toEqual({ post_compaction_bootstrap_loss: 9, flush_miss: 9 });
    expect(Object.keys(counts(churn, "compaction_hybrid"))).toEqual(["post_compaction_bootstrap_loss"]);
    expect(counts(churn, "pagefile")).toEqual({});
  });

  it("cascade: nine resets, each with news to lose", () => {
    expect(cascade?.workload.turns.filter(({ events }) => events.includes("reset"))).toHaveLength(9);
    expect(counts(cascade, "compaction_hybrid")).toEqual({ flush_miss: 9 });
    expect(counts(cascade, "retrieval")).toMatchObject({ flush_miss: 9, post_compaction_bootstrap_loss: 9 });
    expect(counts(cascade, "pagefile")).toEqual({});
  });
});
