/** Select: the laws every selection keeps, on thousands of hostile instances, and the cases a person can check by hand. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import { Bug } from "../../src/base/result.js";
import { rank } from "../../src/page/page.js";
import { type Candidate, type Demand, type Policy, policies, type Selection } from "../../src/prompt/decision.js";
import { select } from "../../src/prompt/select/engine.js";

import { draws } from "../support/draws.js";
import { instanceArb, page } from "./residency-generate.js";

const runs = { numRuns: draws(2_000) } as const;
const policyArb = fc.constantFrom(policies.pagefile, policies.lru);
const { pagefile } = policies;

function demand(id: string, fidelity: Demand["fidelity"] = null): Demand {
  return { id: id as PageId, fidelity };
}

function fidelityOf(selection: Selection, id: string): string | undefined {
  return selection.selected.find((s) => s.id === id)?.fidelity;
}

function isHard(candidate: Candidate, policy: Policy): boolean {
  return candidate.pin === "hard" || policy.autoPin.includes(candidate.type);
}

/** The least a page can cost at or above its minimum, by brute force. */
function leastPrice(candidate: Candidate, atLeast = candidate.minFidelity): number {
  const prices = Object.entries(candidate.tokens)
    .filter(([f]) => rank(f as Candidate["minFidelity"]) >= rank(atLeast))
    .map(([, tokens]) => tokens as number);
  return Math.min(...prices);
}

describe("laws", () => {
  it("never overspends, never goes below a minimum, puts every candidate in exactly one list, sorted by id", () => {
    fc.assert(
      fc.property(instanceArb(14), policyArb, ({ candidates, demands, budget }, policy) => {
        const out = select(candidates, demands, budget, policy);
        const byId = new Map(candidates.map((c) => [c.id, c]));
        expect(out.selected.reduce((sum, s) => sum + s.tokens, 0)).toBe(out.used);
        expect(out.used).toBeLessThanOrEqual(budget);
        for (const s of out.selected) {
          const candidate = byId.get(s.id) as Candidate;
          expect(rank(s.fidelity)).toBeGreaterThanOrEqual(rank(candidate.minFidelity));
          expect(s.tokens).toBe(candidate.tokens[s.fidelity]);
        }
        const ids = [...out.selected, ...out.omitted].map((p) => p.id);
        expect(ids.slice().sort()).toEqual([...byId.keys()].sort());
        for (const list of [out.selected, out.omitted, out.pressure.filter((p, i, all) => all[i - 1]?.id !== p.id)]) {
          expect(list.map((p) => p.id)).toEqual(list.map((p) => p.id).sort());
        }
      }),
      runs,
    );
  });

  it("gives the same bytes whatever the order of candidates and demands", () => {
    const shuffled = instanceArb(14).chain((instance) =>
      fc.record({
        instance: fc.constant(instance),
        candidates: fc.shuffledSubarray([...instance.candidates], { minLength: instance.candidates.length }),
        demands: fc.shuffledSubarray([...instance.demands], { minLength: instance.demands.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, policyArb, ({ instance, candidates, demands }, policy) => {
        const first = select(instance.candidates, instance.demands, instance.budget, policy);
        const second = select(candidates, demands, instance.budget, policy);
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      }),
      runs,
    );
  });

  it("seats every required page at its fidelity, without pressure, once the budget holds them all, and at any budget above", () => {
    fc.assert(
      fc.property(instanceArb(12), policyArb, fc.nat(500), ({ candidates, demands }, policy, extra) => {
        const wanted = candidates.flatMap((c) => {
          const asked = demands.filter((d) => d.id === c.id).map((d) => d.fidelity ?? c.minFidelity);
          if (asked.length === 0 && !isHard(c, policy)) return [];
          const floor = [c.minFidelity, ...asked].reduce((a, b) => (rank(b) > rank(a) ? b : a));
          return [{ id: c.id, floor, price: leastPrice(c, floor) }];
        });
        const enough = wanted.reduce((sum, w) => sum + w.price, 0);
        const out = select(candidates, demands, enough + extra, policy);
        expect(out.pressure).toEqual([]);
        for (const { id, floor } of wanted) {
          const seat = out.selected.find((s) => s.id === id);
          expect(seat, id).toBeDefined();
          expect(rank(seat?.fidelity ?? "pointer")).toBeGreaterThanOrEqual(rank(floor));
        }
      }),
      runs,
    );
  });

  it("leaves nothing on the table: no page left out and no better fidelity would still fit", () => {
    fc.assert(
      fc.property(instanceArb(14), ({ candidates, demands, budget }) => {
        const out = select(candidates, demands, budget, pagefile);
        const left = budget - out.used;
        for (const { id } of out.omitted) {
          const candidate = candidates.find((c) => c.id === id) as Candidate;
          // A page is worth what its tokens are, so one of no tokens, which no memory has, brings nothing.
          if (leastPrice(candidate) > 0) expect(leastPrice(candidate)).toBeGreaterThan(left);
        }
        for (const s of out.selected) {
          const candidate = candidates.find((c) => c.id === s.id) as Candidate;
          for (const [fidelity, tokens] of Object.entries(candidate.tokens)) {
            if (rank(fidelity as Candidate["minFidelity"]) <= rank(s.fidelity)) continue;
            expect(tokens - s.tokens).toBeGreaterThan(left);
          }
        }
      }),
      runs,
    );
  });

  it("never lets a demand cost a hard pin its place", () => {
    fc.assert(
      fc.property(instanceArb(12), policyArb, ({ candidates, demands, budget }, policy) => {
        const hard = (out: Selection) =>
          candidates.filter((c) => isHard(c, policy) && out.selected.some((s) => s.id === c.id)).map((c) => c.id);
        const without = hard(select(candidates, [], budget, policy));
        expect(hard(select(candidates, demands, budget, policy))).toEqual(without);
      }),
      runs,
    );
  });

  it("reports pressure for every hard pin it leaves out and for nobody it could serve", () => {
    fc.assert(
      fc.property(instanceArb(12), policyArb, ({ candidates, demands, budget }, policy) => {
        const out = select(candidates, demands, budget, policy);
        for (const { id, reason } of out.omitted) {
          expect(out.pressure.some((p) => p.id === id)).toBe(reason === "minimum_over_budget");
        }
        for (const p of out.pressure) expect(p.tokens).toBeGreaterThan(p.left);
      }),
      runs,
    );
  });
});

describe("cases", () => {
  it("selects nothing of nothing, and nothing that costs anything at budget 0", () => {
    expect(select([], [], 0, pagefile)).toEqual({ budget: 0, used: 0, selected: [], omitted: [], pressure: [] });
    const out = select([page("a", { full: 10 }), page("free", { full: 0 })], [], 0, pagefile);
    expect(out.selected).toEqual([{ id: "free", fidelity: "full", tokens: 0, reason: "prefetched" }]);
    expect(out.omitted).toEqual([{ id: "a", reason: "over_budget" }]);
  });

  it("starves in the order of the design: hard pins by type, then utility, then id (budget 40, three pins of 60 in all)", () => {
    const tokens = { structured: 20, full: 90 };
    const pins = [
      page("plain-pin", tokens, { pin: "hard", minFidelity: "structured" }),
      page("rule-b", tokens, { type: "constraint", pin: "hard", minFidelity: "structured" }),
      page("boot", tokens, { type: "bootstrap_policy", minFidelity: "structured" }),
    ];
    const out = select(pins, [], 40, pagefile);
    expect(out.selected.map((s) => [s.id, s.fidelity, s.reason])).toEqual([
      ["boot", "structured", "pinned"],
      ["rule-b", "structured", "pinned"],
    ]);
    expect(out.omitted).toEqual([{ id: "plain-pin", reason: "minimum_over_budget" }]);
    expect(out.pressure).toEqual([{ id: "plain-pin", pin: "hard", required: "structured", tokens: 20, left: 0 }]);
  });

  it("takes full where full is cheaper than the structured form it must have", () => {
    const out = select(
      [page("c", { structured: 50, full: 30 }, { type: "constraint", minFidelity: "structured" })],
      [],
      40,
      pagefile,
    );
    expect(out.selected).toEqual([{ id: "c", fidelity: "full", tokens: 30, reason: "pinned" }]);
  });

  it("meets a demand at its fidelity before it prefetches anything", () => {
    const tokens = { pointer: 10, full: 100 };
    const out = select([page("a", tokens), page("z", tokens)], [demand("z", "full")], 105, pagefile);
    expect(out.selected).toEqual([{ id: "z", fidelity: "full", tokens: 100, reason: "demanded" }]);
    expect(out.omitted).toEqual([{ id: "a", reason: "over_budget" }]);
  });

  it("falls back to the minimum when a demand does not fit, and says so", () => {
    const out = select([page("a", { pointer: 10, full: 100 })], [demand("a", "full")], 50, pagefile);
    expect(out.selected).toEqual([{ id: "a", fidelity: "pointer", tokens: 10, reason: "demanded" }]);
    expect(out.pressure).toEqual([{ id: "a", pin: "none", required: "full", tokens: 100, left: 50 }]);
  });

  it("takes the highest of several demands for one page and ignores a demand for nobody", () => {
    const demands = [demand("a", "full"), demand("a", "pointer"), demand("a"), demand("ghost", "full")];
    const out = select([page("a", { pointer: 10, structured: 20, full: 30 })], demands, 30, pagefile);
    expect(out.selected).toEqual([{ id: "a", fidelity: "full", tokens: 30, reason: "demanded" }]);
  });

  it("gives the more recent page the room under lru, and the pinned one under pagefile", () => {
    const tokens = { pointer: 10, full: 100 };
    const two = [page("fresh", tokens, { recency: 1 }), page("kept", tokens, { pin: "soft", recency: 0.3 })];
    expect(fidelityOf(select(two, [], 115, policies.lru), "fresh")).toBe("full");
    expect(fidelityOf(select(two, [], 115, pagefile), "kept")).toBe("full");
  });

  it("leaves unasked pages out under a policy that does not prefetch, and raises nothing under one that does not upgrade", () => {
    const bare: Policy = { ...pagefile, autoPin: [], prefetch: "none", upgrade: "none" };
    const out = select(
      [page("a", { pointer: 1, full: 2 }), page("b", { pointer: 1, full: 2 })],
      [demand("a")],
      50,
      bare,
    );
    expect(out.selected).toEqual([{ id: "a", fidelity: "pointer", tokens: 1, reason: "demanded" }]);
    expect(out.omitted).toEqual([{ id: "b", reason: "not_demanded" }]);
  });

  it("throws on what is a bug: two candidates of one id, a broken price, a broken budget, a page with no admitted level", () => {
    const a = page("a", { full: 1 });
    expect(() => select([a, { ...a }], [], 10, pagefile)).toThrow(Bug);
    expect(() => select([page("a", { full: -1 })], [], 10, pagefile)).toThrow(Bug);
    expect(() => select([page("a", { full: 1.5 })], [], 10, pagefile)).toThrow(Bug);
    expect(() => select([a], [], -1, pagefile)).toThrow(Bug);
    expect(() => select([a], [], Number.NaN, pagefile)).toThrow(Bug);
    expect(() => select([page("a", { pointer: 1 }, { minFidelity: "full" })], [], 10, pagefile)).toThrow(Bug);
  });
});
