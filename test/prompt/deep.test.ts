/** Deep: over many turns, budgets that leap and pages of which most are too dear, an engine that stands decides what one made anew would. */

import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import { type Candidate, type Demand, policies } from "../../src/prompt/decision.js";
import { decay } from "../../src/prompt/prices.js";
import { makeEngine, selectionOf } from "../../src/prompt/select/engine.js";

import { plainSelect } from "./plain-select.js";
import { page } from "./residency-generate.js";

/** So many that most are warm in time, with tokens that differ from page to page. */
const count = 160;

function pageAt(at: number, turn: number): Candidate {
  const full = 30 + ((at * 37 + turn * 11) % 130);
  return page(
    `p${at}`,
    { pointer: 3 + (at % 6), structured: 9 + Math.floor(full / 3), compressed: 11 + Math.floor(full / 2), full },
    { recomputeCost: at % 11, scope: at % 3 === 0 ? "session" : "global" },
  );
}

function demandsOf(turn: number): Demand[] {
  return [turn * 7, turn * 13 + 5, turn * 29 + 2].map((n) => ({ id: `p${n % count}` as PageId, fidelity: null }));
}

describe("steps of little value", () => {
  it.each([
    ["a budget that stays", [1_200]],
    ["little room", [260, 271, 283, 294, 305]],
    ["a budget that leaps", [700, 700, 700, 9_000, 700, 20_000, 60]],
  ])("with %s, turn after turn", (_, budgets) => {
    const engine = makeEngine(policies.pagefile);
    const pages = new Map<PageId, Candidate>();
    const put = (candidate: Candidate): void => {
      engine.put(candidate);
      pages.set(candidate.id, candidate);
    };
    for (let at = 0; at < count; at += 1) put(pageAt(at, 0));
    for (let turn = 0; turn < 150; turn += 1) {
      put(pageAt((turn * 17) % count, turn));
      // Now and then a turn only fades.
      const demands = turn % 5 === 4 ? [] : demandsOf(turn);
      engine.turn(demands);
      const asked = new Set(demands.map(({ id }) => id));
      for (const [id, at] of pages) pages.set(id, { ...at, recency: asked.has(id) ? 1 : decay(at.recency, 1) });
      const decided = engine.decide(demands, budgets[turn % budgets.length] as number);
      const plain = plainSelect(
        [...pages.values()],
        demands,
        budgets[turn % budgets.length] as number,
        policies.pagefile,
      );
      expect(selectionOf(decided)).toEqual(plain);
      // Again without a change, and with room for what lies below.
      const wide = plainSelect([...pages.values()], [], 5_000, policies.pagefile);
      expect(selectionOf(engine.decide([], 5_000))).toEqual(wide);
    }
  });

  it("come in where they can be paid, behind hundreds that cannot", () => {
    const engine = makeEngine(policies.pagefile);
    const plan = { type: "plan", activePlan: true, recomputeCost: 10 } as const;
    const pages = [
      ...Array.from({ length: 300 }, (_, at) => page(`dear-${at}`, { full: 100 }, plan)),
      page("middle", { full: 95 }, { scope: "global", recomputeCost: 10 }),
      page("small", { full: 60 }, { scope: "global", recomputeCost: 0 }),
    ];
    for (const candidate of pages) engine.put(candidate);
    for (const [budget, id] of [
      [90, "small"],
      [96, "middle"],
    ] as const) {
      const selection = selectionOf(engine.decide([], budget));
      expect(selection.selected).toMatchObject([{ id }]);
      expect(selection).toEqual(plainSelect(pages, [], budget, policies.pagefile));
    }
  });

  it("are ranked anew by a turn that only fades", () => {
    const engine = makeEngine(policies.pagefile);
    const pages = Array.from({ length: 40 }, (_, at) => pageAt(at, 0));
    for (const candidate of pages) engine.put(candidate);
    const demands = demandsOf(1).map(({ id }, at) => ({ id: at === 0 ? id : (`p${at}` as PageId), fidelity: null }));
    const asked = new Set(demands.map(({ id }) => id));
    engine.turn(demands);
    engine.decide([], 400);
    for (let turn = 1; turn < 60; turn += 1) {
      engine.turn([]);
      const faded = pages.map((at) => ({ ...at, recency: asked.has(at.id) ? decay(1, turn) : 0 }));
      expect(selectionOf(engine.decide([], 400))).toEqual(plainSelect(faded, [], 400, policies.pagefile));
    }
  });
});
