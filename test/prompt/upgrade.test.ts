/** Upgrade: the greedy spend against the true optimum, which a dynamic program finds without asking the code under test. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import type { Fidelity } from "../../src/page/page.js";
import { type Candidate, policies } from "../../src/prompt/decision.js";
import { select } from "../../src/prompt/select/engine.js";

import { draws } from "../support/draws.js";
import { page } from "./residency-generate.js";

/** The weights and shares of the design, written out again by hand. */
const share: Readonly<Record<Fidelity, number>> = { pointer: 0.2, structured: 0.55, compressed: 0.75, full: 1 };
const near = { session: 1, local: 0.8, project: 0.6, global: 0.4 } as const;

function worthByHand(c: Candidate): number {
  const pin = c.pin === "hard" ? 2 : c.pin === "soft" ? 0.6 : 0;
  return 0.5 + pin + (c.activePlan ? 1.2 : 0) + 0.6 * c.recency + 0.2 * near[c.scope] + 0.04 * c.recomputeCost;
}

interface Option {
  readonly tokens: number;
  readonly utility: number;
}

/** Exact multi-choice knapsack: one option of each page, the most utility within the budget. */
function optimum(pages: readonly (readonly Option[])[], budget: number): number {
  let best = new Array<number>(budget + 1).fill(0);
  for (const options of pages) {
    const next = new Array<number>(budget + 1).fill(Number.NEGATIVE_INFINITY);
    for (let left = 0; left <= budget; left += 1) {
      for (const { tokens, utility } of options) {
        if (tokens <= left) next[left] = Math.max(next[left] as number, (best[left - tokens] as number) + utility);
      }
    }
    best = next;
  }
  return best[budget] as number;
}

/** Hard-pinned evidence: phase 1 seats all at pointer, so that everything above is phase 3's own choice. */
const evidenceArb = fc.record({
  pointer: fc.integer({ min: 1, max: 12 }),
  steps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 3 }),
  shape: fc.constantFrom("rising", "any"),
  scope: fc.constantFrom("global", "project", "session", "local") as fc.Arbitrary<Candidate["scope"]>,
  recomputeCost: fc.nat(10),
  recency: fc.double({ min: 0, max: 1, noNaN: true }),
});

function pagesOf(drawn: readonly (typeof evidenceArb extends fc.Arbitrary<infer T> ? T : never)[]): Candidate[] {
  return drawn.map(({ pointer, steps, shape, ...rest }, i) => {
    const [a, b, c] = steps as [number, number, number];
    const [structured, compressed, full] =
      shape === "rising"
        ? [pointer + a, pointer + a + b, pointer + a + b + c]
        : [pointer + a, pointer + b, pointer + c];
    return page(`p${i}`, { pointer, structured, compressed, full }, { type: "evidence", pin: "hard", ...rest });
  });
}

function optionsOf(candidate: Candidate): Option[] {
  return Object.entries(candidate.tokens).map(([fidelity, tokens]) => ({
    tokens,
    utility: share[fidelity as Fidelity] * worthByHand(candidate),
  }));
}

function floorOf(pages: readonly Candidate[]): number {
  return pages.reduce((sum, c) => sum + (c.tokens.pointer as number), 0);
}

function utilityOf(pages: readonly Candidate[], budget: number): number {
  const out = select(pages, [], budget, policies.pagefile);
  return out.selected.reduce((sum, s) => {
    const candidate = pages.find((c) => c.id === s.id) as Candidate;
    return sum + share[s.fidelity] * worthByHand(candidate);
  }, 0);
}

describe("greedy against the optimum", () => {
  const instance = fc.record({
    drawn: fc.array(evidenceArb, { minLength: 1, maxLength: 8 }),
    slack: fc.nat(300),
  });

  it("is never beaten by more than one page's whole climb", () => {
    fc.assert(
      fc.property(instance, ({ drawn, slack }) => {
        const pages = pagesOf(drawn);
        const budget = floorOf(pages) + slack;
        const gap = optimum(pages.map(optionsOf), budget) - utilityOf(pages, budget);
        const climb = Math.max(...pages.map((c) => 0.8 * worthByHand(c)));
        expect(gap).toBeGreaterThanOrEqual(-1e-9);
        expect(gap).toBeLessThanOrEqual(climb + 1e-9);
      }),
      { numRuns: draws(2_000) },
    );
  });

  it("gives up less than 1.5 % of the gain that was to be had, on the mean over 1,000 fixed instances", () => {
    let lost = 0;
    const drawnInstances = fc.sample(fc.noBias(instance), { numRuns: 1_000, seed: 20_260_301 });
    let counted = 0;
    for (const { drawn, slack } of drawnInstances) {
      const pages = pagesOf(drawn);
      const budget = floorOf(pages) + slack;
      const start = pages.reduce((sum, c) => sum + 0.2 * worthByHand(c), 0);
      const best = optimum(pages.map(optionsOf), budget) - start;
      if (best <= 1e-9) continue;
      lost += (best - (utilityOf(pages, budget) - start)) / best;
      counted += 1;
    }
    const mean = lost / counted;
    expect(counted).toBeGreaterThan(900);
    expect(mean).toBeLessThan(0.015);
  });

  it("takes every step of a page whose steps are worth the same but for their last digit", () => {
    const even = page(
      "a",
      { pointer: 1, structured: 3, compressed: 23, full: 48 },
      { type: "evidence", pin: "hard" },
    );
    expect(select([even], [], 48, policies.pagefile).selected[0]?.fidelity).toBe("full");
  });

  it("is the optimum when the budget holds everything", () => {
    fc.assert(
      fc.property(fc.array(evidenceArb, { minLength: 1, maxLength: 6 }), (drawn) => {
        const pages = pagesOf(drawn);
        const budget = pages.reduce((sum, c) => sum + Math.max(...Object.values(c.tokens)), 0);
        expect(utilityOf(pages, budget)).toBeCloseTo(optimum(pages.map(optionsOf), budget), 9);
      }),
      { numRuns: draws(200) },
    );
  });
});

describe("steps", () => {
  const hard = { type: "evidence", pin: "hard" } as const;

  it("passes over a level that is poor value on the way to a better one", () => {
    const dented = page("a", { pointer: 10, structured: 60, full: 70 }, hard);
    const other = page("b", { pointer: 10, structured: 40, full: 200 }, hard);
    const out = select([dented, other], [], 80, policies.pagefile);
    expect(out.selected.map((s) => [s.id, s.fidelity])).toEqual([
      ["a", "full"],
      ["b", "pointer"],
    ]);
  });

  it("takes the poor level after all when the better one does not fit", () => {
    const dented = page("a", { pointer: 10, structured: 60, full: 70 }, hard);
    expect(select([dented], [], 65, policies.pagefile).selected[0]).toMatchObject({
      fidelity: "structured",
      reason: "upgraded",
    });
  });

  it("goes on to small upgrades after a large one did not fit", () => {
    const dear = page("a", { pointer: 1, full: 500 }, { ...hard, recency: 1 });
    const cheap = page("b", { pointer: 1, full: 20 }, hard);
    const out = select([dear, cheap], [], 30, policies.pagefile);
    expect(out.selected.map((s) => s.fidelity)).toEqual(["pointer", "full"]);
  });

  it("settles equal value by id", () => {
    const twins = ["b", "a", "c"].map((id) => page(id, { pointer: 1, full: 11 }, hard));
    const out = select(twins, [], 13, policies.pagefile);
    expect(out.selected.filter((s) => s.fidelity === "full").map((s) => s.id)).toEqual(["a"] as PageId[]);
  });
});

describe("one step up against many down", () => {
  const cheap = ["a", "b", "c"].map((id) => page(id, { full: 12 }, { scope: "global", recomputeCost: 0 }));
  const dear = page("d", { full: 100 }, { type: "plan", activePlan: true, recomputeCost: 10 });
  const pages = [...cheap, dear];

  it.each([
    [100, ["d"]],
    [112, ["a", "d"]],
    [124, ["a", "b", "d"]],
    [99, ["a", "b", "c"]],
  ])("at a budget of %i takes %j, though each small page is better value a token", (budget, ids) => {
    expect(select(pages, [], budget, policies.pagefile).selected.map(({ id }) => id)).toEqual(ids);
    expect(utilityOf(pages, budget)).toBeCloseTo(optimum(pages.map(optionsFrom), budget), 9);
  });

  it("keeps of those that went for it what need not go, and counts that in", () => {
    const wide = ["a", "b", "c"].map((id) => page(id, { full: 12 }, { scope: "session", recomputeCost: 0 }));
    const small = page("s", { full: 10 }, { scope: "global", recomputeCost: 0 });
    expect(select([...wide, small, dear], [], 110, policies.pagefile).selected.map(({ id }) => id)).toEqual([
      "d",
      "s",
    ]);
    expect(utilityOf([...wide, small, dear], 110)).toBeCloseTo(
      optimum([...wide, small, dear].map(optionsFrom), 110),
      9,
    );
  });

  /** To stay out is a choice too. */
  function optionsFrom(candidate: Candidate): Option[] {
    return [{ tokens: 0, utility: 0 }, ...optionsOf(candidate)];
  }
});
