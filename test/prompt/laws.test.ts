/** Laws: what holds of every decision, over random instances: `PAGEFILE_INSTANCES=10000` for the full count. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rank } from "../../src/page/page.js";
import { admittedLevels, pinOf } from "../../src/prompt/budget.js";
import { policies } from "../../src/prompt/decision.js";
import { makeEngine, select, selectionOf } from "../../src/prompt/select/engine.js";
import { draws } from "../support/draws.js";
import { sessionsOf } from "./draw-session.js";
import { cheapestAtLeast } from "./plain-select.js";
import { type Instance, instanceArb } from "./residency-generate.js";

const policyArb = fc.constantFrom(...Object.values(policies));
const numRuns = Number(process.env.PAGEFILE_INSTANCES ?? draws(1_500));

/** An instance, and the same with its pages, its demands and their arrival in another order. */
const shuffledArb = instanceArb(24).chain((instance) =>
  fc.record({
    instance: fc.constant(instance),
    candidates: fc.shuffledSubarray([...instance.candidates], {
      minLength: instance.candidates.length,
      maxLength: instance.candidates.length,
    }),
    demands: fc.shuffledSubarray([...instance.demands], {
      minLength: instance.demands.length,
      maxLength: instance.demands.length,
    }),
    halfway: fc.nat(24),
  }),
);

/** What phase 1 of any budget must give, from the pages alone: hard pins and demands, with the least each may stand at. */
function requiredOf({ candidates, demands }: Instance, policy: (typeof policies)["pagefile"]): ReadonlySet<string> {
  const asked = new Set<string>(demands.map(({ id }) => id));
  return new Set(candidates.filter((c) => pinOf(c, policy) === "hard" || asked.has(c.id)).map(({ id }) => id));
}

describe("every decision", () => {
  it("stays in its budget and above every minimum, at a price that is the page's", () => {
    fc.assert(
      fc.property(instanceArb(24), policyArb, ({ candidates, demands, budget }, policy) => {
        const { selected, used } = select(candidates, demands, budget, policy);
        let sum = 0;
        for (const { id, fidelity, tokens } of selected) {
          const candidate = candidates.find((page) => page.id === id);
          expect(rank(fidelity)).toBeGreaterThanOrEqual(rank(candidate?.minFidelity ?? "full"));
          expect(candidate?.tokens[fidelity]).toBe(tokens);
          sum += tokens;
        }
        expect(sum).toBe(used);
        expect(sum).toBeLessThanOrEqual(budget);
      }),
      { numRuns },
    );
  });

  it("is the same for pages in any order, put at once or half of them after a decision", () => {
    fc.assert(
      fc.property(shuffledArb, policyArb, ({ instance, candidates, demands, halfway }, policy) => {
        const engine = makeEngine(policy);
        for (const candidate of candidates.slice(0, halfway)) engine.put(candidate);
        engine.decide([], 50);
        for (const candidate of candidates.slice(halfway)) engine.put(candidate);
        const again = selectionOf(engine.decide(demands, instance.budget));
        expect(again).toEqual(select(instance.candidates, instance.demands, instance.budget, policy));
      }),
      { numRuns },
    );
  });

  it("loses no required page to a larger budget once all of them are in, and puts none lower than required", () => {
    fc.assert(
      fc.property(instanceArb(24), policyArb, fc.nat(500), (instance, policy, more) => {
        const { candidates, demands, budget } = instance;
        const required = requiredOf(instance, policy);
        const here = select(candidates, demands, budget, policy);
        if (here.pressure.length > 0) return;
        const there = select(candidates, demands, budget + more, policy);
        expect(there.pressure).toEqual([]);
        for (const selection of [here, there]) {
          const stands = new Map<string, number>(selection.selected.map(({ id, fidelity }) => [id, rank(fidelity)]));
          for (const candidate of candidates.filter(({ id }) => required.has(id))) {
            const wanted = demands
              .filter(({ id }) => id === candidate.id)
              .map(({ fidelity }) => rank(fidelity ?? "pointer"));
            const least = Math.max(rank(candidate.minFidelity), ...wanted);
            const all = admittedLevels(candidate);
            const most = rank(all.at(-1)?.fidelity ?? "pointer");
            expect(stands.get(candidate.id)).toBeGreaterThanOrEqual(Math.min(least, most));
          }
        }
      }),
      { numRuns },
    );
  });

  it("keeps the minimum of each hard pin while only the budget grows, even where not all fit", () => {
    fc.assert(
      fc.property(instanceArb(24), fc.nat(500), ({ candidates, budget }, more) => {
        const pins = candidates.filter((page) => pinOf(page, policies.pagefile) === "hard");
        const cost = pins.reduce((sum, p) => sum + cheapestAtLeast(admittedLevels(p), p.minFidelity).tokens, 0);
        const seated = (at: number): number => {
          const { selected } = select(candidates, [], at, policies.pagefile);
          return selected.filter(({ id }) => pins.some((p) => p.id === id)).length;
        };
        if (budget + more >= cost) expect(seated(budget + more)).toBe(pins.length);
        if (budget >= cost) expect(seated(budget)).toBe(pins.length);
      }),
      { numRuns },
    );
  });

  it("never puts a page lower than pins and demands alone would, however full the budget is", () => {
    const drawn = sessionsOf({ pages: 12, count: numRuns, seed: 11 });
    for (const { candidates, demands, budget } of drawn) {
      const wanted = demands.map((demand) => ({ ...demand, fidelity: "structured" as const }));
      const { selected } = select(candidates, wanted, budget, policies.pagefile);
      const stands = new Map(selected.map(({ id, fidelity }) => [id, rank(fidelity)]));
      const alone = select(candidates, wanted, budget, { ...policies.pagefile, prefetch: "none", upgrade: "none" });
      for (const { id, fidelity } of alone.selected)
        expect(stands.get(id) ?? -1).toBeGreaterThanOrEqual(rank(fidelity));
    }
  });

  it("raises nothing under a policy that does not upgrade, not even by an exchange", () => {
    const policy = { ...policies.pagefile, upgrade: "none" as const };
    const drawn = sessionsOf({ pages: 12, count: numRuns, seed: 13 }).map((one) => ({
      ...one,
      budget: one.budget / 4,
    }));
    for (const { candidates, demands, budget } of drawn) {
      const { selected } = select(candidates, demands, budget, policy);
      expect(selected.filter(({ reason }) => reason === "upgraded")).toEqual([]);
    }
  });
});
