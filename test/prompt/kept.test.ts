/** Kept: a selection that was told of others before gives what one that knows nothing gives. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { policies } from "../../src/prompt/decision.js";
import { keepSelect, select } from "../../src/prompt/select/engine.js";

import { draws } from "../support/draws.js";
import { instanceArb } from "./residency-generate.js";

/** Candidates of a few instances share their ids, so that one follows another in its place, is gone, or comes back as it was. */
const historyArb = fc.array(instanceArb(90), { minLength: 1, maxLength: 3 }).chain((instances) =>
  fc.array(
    fc.record({
      instance: fc.constantFrom(...instances),
      others: fc.constantFrom(...instances),
      from: fc.nat(90),
      budget: fc.option(fc.nat(2_000), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 8 },
  ),
);

it("decides what is decided anew, whatever it was asked before", () => {
  fc.assert(
    fc.property(historyArb, (history) => {
      const kept = keepSelect(policies.pagefile);
      for (const { instance, others, from, budget = instance.budget } of history) {
        const mixed = [...instance.candidates.slice(0, from), ...others.candidates.slice(from)];
        const candidates = [...new Map(mixed.map((one) => [one.id, one])).values()];
        const given = kept(candidates, instance.demands, budget);
        expect(given).toEqual(select(candidates, instance.demands, budget, policies.pagefile));
      }
    }),
    { numRuns: draws(150) },
  );
});

it("throws on two candidates of one id", () => {
  fc.assert(
    fc.property(
      instanceArb(5).filter(({ candidates }) => candidates.length > 0),
      ({ candidates, demands, budget }) => {
        const kept = keepSelect(policies.pagefile);
        expect(() => kept([...candidates, ...candidates.slice(0, 1)], demands, budget)).toThrow("an id of its own");
      },
    ),
    { numRuns: 20 },
  );
});
