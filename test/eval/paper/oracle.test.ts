/** Oracle: the exact optimum against every choice tried out, and how little of it the engine's own choice gives away. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rank } from "../../../src/page/page.js";
import { admittedLevels } from "../../../src/prompt/budget.js";
import { type Candidate, type Policy, policies, type Selected } from "../../../src/prompt/decision.js";
import { select } from "../../../src/prompt/select/engine.js";

import { sessionsOf } from "../../prompt/draw-session.js";
import { type Instance, instanceArb, page } from "../../prompt/residency-generate.js";
import { draws } from "../../support/draws.js";
import { optimum, regret, utilityOf } from "./oracle.js";

const policyArb = fc.constantFrom(
  policies.pagefile,
  policies.lru,
  policies.retrieval,
  { ...policies.pagefile, upgrade: "none" as const },
  { ...policies.pagefile, prefetch: "none" as const },
);

/** Every way to build on what phase 1 installed, one page after the other: the most utility that fits. */
function bruteForce({ candidates, demands, budget }: Instance, policy: Policy): number {
  const fixed = select(candidates, demands, budget, { ...policy, prefetch: "none", upgrade: "none" });
  const held = new Map(fixed.selected.map((entry) => [entry.id, entry]));
  const options = candidates.map((candidate) => optionsOf(candidate, held.get(candidate.id), policy));
  const walk = (at: number, left: number): number => {
    let best = Number.NEGATIVE_INFINITY;
    for (const { tokens, utility } of options[at] ?? []) {
      if (tokens <= left) best = Math.max(best, utility + walk(at + 1, left - tokens));
    }
    return at === options.length ? 0 : best;
  };
  return walk(0, budget);
}

function optionsOf(
  candidate: Candidate,
  held: Selected | undefined,
  policy: Policy,
): readonly { readonly tokens: number; readonly utility: number }[] {
  const least = Math.min(...admittedLevels(candidate).map(({ tokens }) => tokens));
  const allowed = admittedLevels(candidate).filter((level) => {
    if (held === undefined)
      return policy.prefetch === "minimum" && (policy.upgrade === "marginal" || level.tokens === least);
    return (
      level.fidelity === held.fidelity ||
      (policy.upgrade === "marginal" && rank(level.fidelity) > rank(held.fidelity))
    );
  });
  const worths = allowed.map(({ fidelity, tokens }) => ({
    tokens,
    utility: utilityOf([{ id: candidate.id, fidelity }], [candidate], policy),
  }));
  return held === undefined ? [{ tokens: 0, utility: 0 }, ...worths] : worths;
}

describe("the optimum", () => {
  it("is what trying out every choice finds, and fits", () => {
    fc.assert(
      fc.property(instanceArb(5), policyArb, (instance, policy) => {
        const found = optimum(instance.candidates, instance.demands, instance.budget, policy);
        expect(found?.utility).toBeCloseTo(bruteForce(instance, policy), 9);
        expect(found?.used).toBeLessThanOrEqual(instance.budget);
        expect(utilityOf(found?.pages ?? [], instance.candidates, policy)).toBeCloseTo(found?.utility ?? -1, 9);
      }),
      { numRuns: draws(400) },
    );
  });

  it("is not beaten by the engine", () => {
    fc.assert(
      fc.property(instanceArb(12), policyArb, ({ candidates, demands, budget }, policy) => {
        const selection = select(candidates, demands, budget, policy);
        const best = optimum(candidates, demands, budget, policy);
        expect(utilityOf(selection.selected, candidates, policy)).toBeLessThanOrEqual((best?.utility ?? 0) + 1e-9);
      }),
      { numRuns: draws(400) },
    );
  });

  it("gives up a page that is cheap for one that is worth more", () => {
    const small = page("a", { full: 10 }, { recomputeCost: 0 });
    const large = page("b", { full: 100 }, { type: "plan", activePlan: true });
    const found = optimum([small, large], [], 100, policies.pagefile);
    expect(found?.pages).toEqual([{ id: "b", fidelity: "full" }]);
    expect(select([small, large], [], 100, policies.pagefile).selected.map(({ id }) => id)).toEqual(["b"]);
  });

  it("refuses what is too large to be searched", () => {
    const many = Array.from({ length: 200 }, (_, i) => page(`p${i}`, { full: 1_000 }));
    expect(optimum(many, [], 100_000, policies.pagefile)).toBeNull();
    expect(regret(select(many, [], 100_000, policies.pagefile), many, [], policies.pagefile)).toBeNull();
  });
});

describe("regret", () => {
  it("is 0 for the optimum, and the share that is missing of a selection that left everything out", () => {
    const pages = [page("a", { full: 10 }), page("b", { full: 10 })];
    const whole = select(pages, [], 20, policies.pagefile);
    expect(regret(whole, pages, [], policies.pagefile)).toMatchObject({ share: 0, optionalShare: 0 });
    const half = { ...whole, selected: whole.selected.slice(0, 1) };
    expect(regret(half, pages, [], policies.pagefile)?.share).toBeCloseTo(0.5, 9);
    expect(regret({ ...whole, selected: [] }, pages, [], policies.pagefile)?.share).toBe(1);
  });

  it.each([5, 10, 20, 35, 50])(
    "is at most a fiftieth in the mean and a tenth at worst over drawn sessions of %i pages",
    (pages) => {
      const shares = sessionsOf({ pages, count: Number(process.env.PAGEFILE_REGRETS ?? draws(200)), seed: 7 }).map(
        ({ candidates, demands, budget }) =>
          regret(select(candidates, demands, budget, policies.pagefile), candidates, demands, policies.pagefile)
            ?.share ?? 1,
      );
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThanOrEqual(0.02);
      expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
    },
  );
});
