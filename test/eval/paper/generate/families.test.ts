/** FamiliesTest: the four families reproduce the shape of the paper's comparison, at every budget, from any seed. */

import { describe, expect, it } from "vitest";
import { type PolicyName, policies, policyNames } from "../../../../src/prompt/decision.js";
import { parseWorkload } from "../../../../src/prompt/replay/parse.js";
import { simulate } from "../../../../src/prompt/replay/simulate.js";

import { familyBudgets, familyNames, generateFamily } from "./families.js";

const seeds = [1, 2, 3];

function runs(
  policy: PolicyName,
  seed: number,
  budgets: readonly number[] = familyBudgets,
): ReturnType<typeof simulate>[] {
  return familyNames.flatMap((family) =>
    budgets.map((budget) => simulate(generateFamily(family, seed), policies[policy], budget)),
  );
}

function mean(policy: PolicyName, seed: number): number {
  const all = runs(policy, seed);
  return all.reduce((sum, { faults }) => sum + faults.length, 0) / all.length;
}

describe.each(seeds)("families of seed %i", (seed) => {
  it("are workloads, the same every time, and other ones from another seed", () => {
    for (const family of familyNames) {
      const one = generateFamily(family, seed);
      expect(parseWorkload(JSON.parse(JSON.stringify(one)))).toEqual({ ok: true, value: one });
      expect(generateFamily(family, seed)).toEqual(one);
      expect(generateFamily(family, seed + 1).turns).not.toEqual(one.turns);
    }
  });

  it("fault under retrieval far more than with a cache, there far more than under a hybrid, and there still", () => {
    const [retrieval, cached, hybrid] = [
      mean("retrieval", seed),
      mean("retrieval_cached", seed),
      mean("compaction_hybrid", seed),
    ];
    expect(retrieval).toBeGreaterThan(4 * cached);
    expect(cached).toBeGreaterThan(4 * hybrid);
    expect(hybrid).toBeGreaterThan(0.5);
  });

  it.each(["lru", "pagefile", "oracle"] as const)("never fault under %s, at any budget", (policy) => {
    expect(runs(policy, seed).flatMap(({ faults }) => faults)).toEqual([]);
  });

  it("thrash less the more a policy keeps, and not only by faults", () => {
    const thrash = (["retrieval", "retrieval_cached", "compaction_hybrid", "pagefile"] as const).map((policy) =>
      runs(policy, seed).reduce((sum, run) => sum + run.thrash, 0),
    );
    expect([...thrash].sort((a, b) => b - a)).toEqual(thrash);
    expect(thrash[3]).toBeGreaterThan(0);
  });

  it("show the hybrid's gaps where it is tight: instructions lost and news lost, and news lost at any budget", () => {
    const kinds = (budgets: readonly number[]) =>
      runs("compaction_hybrid", seed, budgets).flatMap(({ faults }) => faults.map(({ kind }) => kind));
    expect(new Set(kinds([120]))).toEqual(new Set(["post_compaction_bootstrap_loss", "flush_miss"]));
    const lost = [120, 300, 500].map(
      (budget) => kinds([budget]).filter((kind) => kind === "post_compaction_bootstrap_loss").length,
    );
    expect(lost[0]).toBeGreaterThan(5);
    expect(lost.slice(1)).toEqual([0, 0]);
    expect(new Set(kinds([500]))).toEqual(new Set(["flush_miss"]));
  });
});

it("covers every named policy", () => {
  expect(policyNames).toEqual(["retrieval", "retrieval_cached", "compaction_hybrid", "lru", "pagefile", "oracle"]);
});
