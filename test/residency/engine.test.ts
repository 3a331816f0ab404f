/** Engine: over any history of pages, turns and budgets it decides what the plain implementation decides from scratch. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import type { Candidate, Demand } from "../../src/residency/decision.js";
import { makeEngine } from "../../src/residency/engine/engine.js";
import { selectionOf } from "../../src/residency/engine/selection.js";
import { policies } from "../../src/residency/policy.js";
import { decay } from "../../src/residency/recency.js";
import { instanceArb } from "./generate.js";
import { plainSelect } from "./rival/plain-select.js";

interface Turn {
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly number[];
  readonly demands: readonly Demand[];
  readonly budget: number;
  readonly turns: number;
}

const turnArb: fc.Arbitrary<Turn> = instanceArb(30).chain((instance) =>
  fc.record({
    candidates: fc.constant(instance.candidates),
    demands: fc.constant(instance.demands),
    budget: fc.constant(instance.budget),
    dropped: fc.array(fc.nat(40), { maxLength: 4 }),
    turns: fc.nat(3),
  }),
);
const policyArb = fc.constantFrom(...Object.values(policies));

describe("the engine", () => {
  it("decides what the plain implementation decides, turn after turn", () => {
    fc.assert(
      fc.property(fc.array(turnArb, { minLength: 1, maxLength: 8 }), policyArb, (history, policy) => {
        const engine = makeEngine(policy);
        const pages = new Map<PageId, Candidate>();
        for (const { candidates, dropped, demands, budget, turns } of history) {
          for (const candidate of candidates) {
            engine.put(candidate);
            pages.set(candidate.id, candidate);
          }
          for (const number of dropped) {
            const id = [...pages.keys()][number];
            if (id === undefined) continue;
            expect(engine.drop(id)).toBe(true);
            pages.delete(id);
          }
          for (let turn = 0; turn < turns; turn += 1) {
            engine.turn(demands);
            const asked = new Set(demands.map(({ id }) => id));
            for (const [id, page] of pages)
              pages.set(id, { ...page, recency: asked.has(id) ? 1 : decay(page.recency, 1) });
          }
          expect(engine.size).toBe(pages.size);
          const decided = selectionOf(engine.decide(demands, budget));
          expect(decided).toEqual(plainSelect([...pages.values()], demands, budget, policy));
        }
      }),
      { numRuns: Number(process.env.PAGEFILE_RUNS ?? 600) },
    );
  });
});
