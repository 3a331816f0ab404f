/** SimulatePropertyTest: whatever a session does, a policy with every feature faults only where its pins do not fit. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageTypes, pins, rank, schema, scopes } from "../../../src/page/page.js";
import { admittedLevels, pinOf } from "../../../src/prompt/budget.js";
import { policies } from "../../../src/prompt/decision.js";
import { parseWorkload } from "../../../src/prompt/replay/parse.js";
import { candidateOf, simulate, worldOf } from "../../../src/prompt/replay/simulate.js";
import type { Workload, WorkloadPage, WorkloadTurn } from "../../../src/prompt/replay/workload.js";
import { generateAdversarial } from "../../eval/paper/generate/adversarial.js";
import { familyBudgets, familyNames, generateFamily } from "../../eval/paper/generate/families.js";
import { draws } from "../../support/draws.js";
import { cheapestAtLeast } from "../plain-select.js";

const fidelity = fc.constantFrom("pointer", "structured", "compressed", "full" as const);

function pageArb(id: string): fc.Arbitrary<WorkloadPage> {
  return fc
    .record({
      type: fc.constantFrom(...pageTypes),
      pin: fc.constantFrom(...pins),
      price: fc.nat(60),
      from: fc.nat(6),
      session: fc.constantFrom(undefined, "a", "b"),
      signed: fc.boolean(),
    })
    .map(({ type, pin, price, from, session, signed }) => {
      const levels = schema[type].degrades.filter((level) => rank(level) >= rank(schema[type].minFidelity));
      const tokens = Object.fromEntries(levels.map((level) => [level, price * (rank(level) + 1)]));
      const more = { ...(session === undefined ? {} : { session }), ...(signed ? { signature: `call ${id}` } : {}) };
      return { id, type, pin, scope: scopes[price % scopes.length] ?? "project", tokens, from, ...more };
    });
}

function turnArb(pages: readonly WorkloadPage[]): fc.Arbitrary<WorkloadTurn> {
  const ids = fc.array(fc.constantFrom(...pages.map(({ id }) => id)), { maxLength: 4 });
  const events = fc.array(fc.constantFrom("compaction", "reset" as const), { maxLength: 2 });
  const record = fc.record({
    session: fc.constantFrom("a", "b"),
    events,
    asked: fc.array(fc.tuple(fc.nat(9), fidelity), { maxLength: 4 }),
    called: ids,
    dirty: ids,
    jumped: fc.boolean(),
  });
  return record.map(({ session, events, asked, called, dirty, jumped }) => ({
    session,
    events,
    demands: asked.map(([at, fidelity]) => ({ page: pages[at % pages.length]?.id ?? "", fidelity })),
    tools: called.map((id) => `call ${id}`),
    dirty,
    jumped,
    recalls: [{ query: "q", status: "denied" }],
  }));
}

const workloadArb: fc.Arbitrary<Workload> = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => pageArb(`page-${at}`))))
  .chain((pages) =>
    fc
      .array(turnArb(pages), { maxLength: 15 })
      .map((turns): Workload => ({ workload: 1, name: "any", family: "any", seed: null, pages, turns })),
  );

/** Tokens of all hard pins at their minimum: what the budget must hold for no pin to be missed, whenever they come into being. */
function pinned({ pages }: Workload): number {
  return pages.map(candidateOf).reduce((sum, candidate) => {
    if (pinOf(candidate, policies.pagefile) !== "hard") return sum;
    return sum + cheapestAtLeast(admittedLevels(candidate), candidate.minFidelity).tokens;
  }, 0);
}

describe("pagefile", () => {
  it("never faults in any workload where the pins fit, and only misses pins where they do not", () => {
    fc.assert(
      fc.property(workloadArb, fc.nat(200), (workload, more) => {
        for (const policy of [policies.pagefile, policies.lru, policies.oracle])
          expect(simulate(workload, policy, pinned(workload) + more).faults).toEqual([]);
        const starved = simulate(workload, policies.pagefile, Math.max(0, pinned(workload) - 1 - more));
        for (const { kind } of starved.faults) expect(kind).toBe("pinned_invariant_miss");
      }),
      { numRuns: draws(300) },
    );
  });

  it("never faults in seeds of the families at the six budgets, nor does an oracle", () => {
    for (let seed = 0; seed < draws(200); seed += 1) {
      const workload = generateFamily(familyNames[seed % familyNames.length] ?? "evidence_heavy", seed);
      for (const budget of familyBudgets) {
        expect(pinned(workload)).toBeLessThanOrEqual(budget);
        expect(simulate(workload, policies.pagefile, budget).faults).toEqual([]);
      }
      expect(simulate(workload, policies.oracle, 120).faults).toEqual([]);
    }
  });
});

describe("simulate", () => {
  it("gives the same outcome for the same workload, whatever the order its pages are listed in", () => {
    fc.assert(
      fc.property(
        workloadArb,
        fc.nat(300),
        fc.constantFrom(...Object.values(policies)),
        (workload, budget, policy) => {
          const outcome = simulate(workload, policy, budget);
          expect(simulate(workload, policy, budget)).toEqual(outcome);
          expect(simulate({ ...workload, pages: [...workload.pages].reverse() }, policy, budget)).toEqual(outcome);
        },
      ),
    );
  });

  it("counts each of a turn's faults in its series, and stays in the budget", () => {
    const { workload, budget } = generateAdversarial(1)[1] ?? {
      workload: generateFamily("evidence_heavy", 1),
      budget: 180,
    };
    for (const policy of Object.values(policies)) {
      const outcome = simulate(workload, policy, budget);
      for (const [turn, { faults, tokens }] of outcome.series.entries()) {
        expect(faults).toBe(outcome.faults.filter((fault) => fault.turn === turn).length);
        expect(tokens).toBeLessThanOrEqual(budget);
      }
    }
  });

  it("refuses to run pages that share an id", () => {
    const [page] = generateFamily("evidence_heavy", 1).pages;
    const twice = { ...generateFamily("evidence_heavy", 1), pages: page === undefined ? [] : [page, page] };
    expect(parseWorkload(twice).ok).toBe(false);
    expect(() => worldOf(twice)).toThrow("every page of a workload has an id of its own");
  });
});
