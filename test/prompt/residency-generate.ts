/** Generate: candidates, demands and budgets for property tests, hostile on purpose. */

import fc from "fast-check";
import type { PageId } from "../../src/base/ids.js";
import { type Fidelity, pageTypes, pins, rank, schema, scopes } from "../../src/page/page.js";
import type { Candidate, Demand } from "../../src/prompt/decision.js";
import { sharesOf } from "../../src/prompt/worth.js";

/** Prices are drawn apart from each other, so a lower fidelity often costs more than a higher one, or nothing at all. */
function candidateArb(id: string): fc.Arbitrary<Candidate> {
  return fc.constantFrom(...pageTypes).chain((type) => {
    const path = schema[type].degrades;
    const allowed = path.filter((fidelity) => rank(fidelity) >= rank(schema[type].minFidelity));
    return fc
      .record({
        pin: fc.constantFrom(...pins),
        scope: fc.constantFrom(...scopes),
        minFidelity: fc.constantFrom(...allowed),
        prices: fc.array(fc.oneof(fc.nat(60), fc.constant(0), fc.nat(400)), { minLength: 4, maxLength: 4 }),
        present: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        recomputeCost: fc.nat(10),
        recency: fc.constantFrom(0, 0.25, 0.5, 0.88, 1),
        activePlan: fc.boolean(),
        place: fc.constantFrom(undefined, 0.01, 0.5),
        sharesOut: fc.boolean(),
      })
      .map(({ prices, present, place, sharesOut, ...rest }): Candidate => {
        const tokens: Partial<Record<Fidelity, number>> = {};
        path.forEach((fidelity, i) => {
          if (fidelity === "full" || present[i]) tokens[fidelity] = prices[i] as number;
        });
        const own = { ...(place === undefined ? {} : { place }), ...(sharesOut ? { shares: sharesOf(tokens) } : {}) };
        return { id: id as PageId, type, tokens, ...rest, ...own };
      });
  });
}

export interface Instance {
  readonly candidates: readonly Candidate[];
  readonly demands: readonly Demand[];
  readonly budget: number;
}

export function instanceArb(pagesMax: number): fc.Arbitrary<Instance> {
  return fc.nat(pagesMax).chain((count) => {
    const ids = Array.from({ length: count }, (_, i) => `page-${(i * 7) % 10}-${i}`);
    return fc.record({
      candidates: fc.tuple(...ids.map(candidateArb)),
      demands: fc.array(
        fc.record({
          id: fc.constantFrom(...ids, "nobody").map((id) => id as PageId),
          fidelity: fc.constantFrom(
            null,
            "pointer",
            "structured",
            "compressed",
            "full",
          ) as fc.Arbitrary<Fidelity | null>,
        }),
        { maxLength: 5 },
      ),
      budget: fc.oneof(fc.nat(300), fc.nat(2_000), fc.constant(0)),
    });
  });
}

/** A page with nothing special about it; tests change what they are about. */
export function page(id: string, tokens: Candidate["tokens"], changes: Partial<Candidate> = {}): Candidate {
  return {
    id: id as PageId,
    type: "preference",
    pin: "none",
    scope: "project",
    minFidelity: "pointer",
    tokens,
    recomputeCost: 2,
    recency: 0,
    activePlan: false,
    ...changes,
  };
}
