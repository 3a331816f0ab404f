/** Engine: over any history of pages, turns and budgets it decides what the plain implementation decides from scratch. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import { type Candidate, type Demand, policies } from "../../src/prompt/decision.js";
import { decay } from "../../src/prompt/prices.js";
import { refusedMax } from "../../src/prompt/select/board.js";
import { makeEngine, selectionOf } from "../../src/prompt/select/engine.js";

import { draws } from "../support/draws.js";
import { sessionsOf } from "./draw-session.js";
import { plainSelect } from "./plain-select.js";
import { instanceArb, page } from "./residency-generate.js";

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
      { numRuns: Number(process.env.PAGEFILE_RUNS ?? draws(600)) },
    );
  });

  it.each([40, 90])("does so with %i pages, of which more are too dear than a record keeps", (count) => {
    for (const policy of [policies.pagefile, policies.lru, policies.compaction_hybrid]) {
      const engine = makeEngine(policy);
      const pages = new Map<PageId, Candidate>();
      let full = 0;
      for (const [turn, { candidates, demands, budget }] of sessionsOf({
        pages: count,
        count: 60,
        seed: 11,
      }).entries()) {
        const changed = turn === 0 ? candidates : candidates.filter((_, at) => at % 20 === turn % 20);
        for (const candidate of changed) {
          engine.put(candidate);
          pages.set(candidate.id, candidate);
        }
        engine.turn(demands);
        const asked = new Set(demands.map(({ id }) => id));
        for (const [id, page] of pages)
          pages.set(id, { ...page, recency: asked.has(id) ? 1 : decay(page.recency, 1) });
        const decided = engine.decide(demands, budget);
        if (decided.board.refused.length === refusedMax) full += 1;
        expect(selectionOf(decided)).toEqual(plainSelect([...pages.values()], demands, budget, policy));
      }
      expect(full).toBeGreaterThan(30);
    }
  });

  describe("after as many refusals as are kept", () => {
    const dear = Array.from({ length: 40 }, (_, at) =>
      page(`dear-${at}`, { full: 100 }, { type: "plan", activePlan: true, recomputeCost: 10 }),
    );

    it.each([
      ["a page that can be paid", { full: 60 }, "full"],
      ["the cheaper step of one that cannot", { structured: 80, full: 95 }, "structured"],
    ] as const)("still brings in %s", (_, tokens, fidelity) => {
      const engine = makeEngine(policies.pagefile);
      const pages = [...dear, page("small", tokens, { scope: "global", recomputeCost: 0 })];
      for (const candidate of pages) engine.put(candidate);
      for (let turn = 0; turn < 2; turn += 1) {
        const decided = engine.decide([], 90);
        expect(decided.board.refused).toHaveLength(refusedMax);
        const selection = selectionOf(decided);
        expect(selection.selected).toMatchObject([{ id: "small", fidelity }]);
        expect(selection).toEqual(plainSelect(pages, [], 90, policies.pagefile));
      }
    });
  });
});
