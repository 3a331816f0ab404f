/** AblateTest: which feature keeps which fault away, and that no weight does. */

import { describe, expect, it } from "vitest";
import { policies } from "../../../src/prompt/decision.js";
import { type Ablated, ablate, additiveVariants, subtractiveVariants, weightVariants } from "./ablate.js";
import { familyNames, generateFamily } from "./generate/families.js";

const workloads = familyNames.map((family) => generateFamily(family, 1));

function byName(rows: readonly Ablated[]): (name: string) => Ablated & { readonly again: number } {
  return (name) => {
    const row = rows.find(({ policy }) => policy === name);
    if (row === undefined) throw new Error(`There is no line ${name}.`);
    return { ...row, again: row.faults.refetch + row.faults.duplicate_tool };
  };
}

describe("subtractive", () => {
  const of = byName(ablate(workloads, subtractiveVariants(), 180));
  const only = (name: string, ...kinds: readonly string[]): void => {
    const found = Object.entries(of(name).faults).filter(([, count]) => count > 0);
    expect(found.map(([kind]) => kind)).toEqual(kinds);
  };

  it("misses each structural feature by its own fault, and by no other", () => {
    only("pagefile");
    only("-pin", "post_compaction_bootstrap_loss");
    only("-resolve", "refetch", "duplicate_tool");
    only("-WB-C", "flush_miss");
    only("-WB-R", "flush_miss");
  });

  it("can do without upgrades or prefetching: others make up for them", () => {
    only("-upgrade");
    only("-prefetch");
  });

  it("misses resolving most, then writeback at compaction, then pinning, then writeback at reset", () => {
    const totals = ["-resolve", "-WB-C", "-pin", "-WB-R", "-upgrade"].map((name) => of(name).total);
    expect([...new Set(totals)].sort((a, b) => b - a)).toEqual(totals);
  });
});

describe("additive", () => {
  const of = byName(ablate(workloads, additiveVariants(), 180));
  const baseline = of("baseline");

  it("starts from retrieval with all of the budget", () => {
    expect(additiveVariants()[0]).toEqual({ ...policies.retrieval, name: "baseline" });
    expect(baseline.total).toBeGreaterThan(200);
  });

  it("takes away the faults of the feature added and no others", () => {
    const { post_compaction_bootstrap_loss: boot, flush_miss: flush } = baseline.faults;
    // Instructions that stay in the prompt are not fetched again either.
    const refetch = expect.toSatisfy((count: number) => count < baseline.faults.refetch);
    expect(of("+pin").faults).toEqual({ ...baseline.faults, post_compaction_bootstrap_loss: 0, refetch });
    expect(of("+resolve").total).toBe(boot + flush);
    expect(of("+resolve").total).toBeLessThan(0.3 * baseline.total);
    expect(of("+WB-C").faults.flush_miss).toBeLessThan(0.3 * flush);
    expect(of("+WB-C").faults.flush_miss + of("+WB-R").faults.flush_miss).toBe(flush);
    expect(of("pagefile").total).toBe(0);
  });

  it("brings more by upgrading and prefetching together than by either", () => {
    const both = of("+upgrade+prefetch");
    for (const alone of [of("+upgrade"), of("+prefetch")]) expect(both.total).toBeLessThan(alone.total);
    expect(both.again).toBeGreaterThan(0);
  });
});

describe("weights", () => {
  it("move nothing but the upgrades: 21 configurations, no fault and one thrash", () => {
    const rows = ablate(workloads, weightVariants(), 180);
    expect(new Set(rows.map(({ policy }) => policy)).size).toBe(21);
    expect(rows.map(({ total }) => total)).toEqual(rows.map(() => 0));
    expect(new Set(rows.map(({ thrash }) => thrash.toFixed(3))).size).toBe(1);
  });
});
