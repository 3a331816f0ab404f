/** Record: what it decodes to is the selection that was made, whatever has happened to the engine since. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import { policies } from "../../src/prompt/decision.js";
import { makeTurnLog } from "../../src/prompt/engine.js";
import { fidelityOf, makeEngine, observe, selectionOf } from "../../src/prompt/select/engine.js";

import { draws } from "../support/draws.js";
import { instanceArb, page } from "./residency-generate.js";

const policyArb = fc.constantFrom(...Object.values(policies));

describe("a turn log", () => {
  it("gives back each decision as it was, after later turns, pages put anew and pages dropped", () => {
    fc.assert(
      fc.property(fc.array(instanceArb(12), { minLength: 1, maxLength: 5 }), policyArb, (history, policy) => {
        const engine = makeEngine(policy);
        const log = makeTurnLog(history.length);
        const made = history.map(({ candidates, demands, budget }) => {
          for (const candidate of candidates) engine.put(candidate);
          engine.turn(demands);
          const decided = engine.decide(demands, budget);
          log.write(decided);
          const size = engine.size;
          const selection = selectionOf(decided);
          for (const candidate of candidates.slice(0, 3)) engine.drop(candidate.id);
          return { selection, size };
        });
        engine.decide([], 0);
        for (const [turn, { selection, size }] of made.entries()) {
          const read = log.read(turn);
          expect(JSON.parse(JSON.stringify(read))).toEqual(read);
          expect(read).toMatchObject({ turn, policy: policy.name, budget: selection.budget, used: selection.used });
          expect(read?.selected.map(({ from, ...rest }) => rest)).toEqual(selection.selected);
          expect(read?.omitted).toBe(size - selection.selected.length);
          expect(read?.pressure).toEqual(selection.pressure);
        }
      }),
      { numRuns: draws(300) },
    );
  });

  it("tells from where a page was raised, and which step was too dear, needing how many of how many tokens", () => {
    const engine = makeEngine(policies.pagefile);
    engine.put(page("pinned", { pointer: 5, full: 50 }, { type: "evidence", pin: "hard" }));
    engine.put(page("small", { pointer: 5, full: 20 }, { type: "evidence" }));
    engine.put(page("large", { full: 500 }, { type: "evidence" }));
    const log = makeTurnLog(1);
    log.write(engine.decide([], 100));
    expect(log.read(0)).toMatchObject({
      selected: [
        { id: "pinned", fidelity: "full", tokens: 50, reason: "upgraded", from: "pointer" },
        { id: "small", fidelity: "full", tokens: 20, reason: "upgraded", from: null },
      ],
      refused: [{ id: "large", from: null, to: "full", tokens: 500, left: 30 }],
      omitted: 1,
    });
  });

  it("tells from where a step up was too dear, whether the page climbs by its hull or a demand put it beside", () => {
    const engine = makeEngine(policies.pagefile);
    const beside = { structured: 39, compressed: 40, full: 65 };
    engine.put(page("beside", beside, { type: "evidence", minFidelity: "structured" }));
    engine.put(page("pinned", { pointer: 5, full: 50 }, { type: "evidence", pin: "hard" }));
    const log = makeTurnLog(1);
    log.write(engine.decide([{ id: "beside" as PageId, fidelity: "structured" }], 44));
    expect(log.read(0)?.refused).toEqual([
      { id: "beside", from: "structured", to: "compressed", tokens: 1, left: 0 },
      { id: "pinned", from: "pointer", to: "full", tokens: 45, left: 0 },
    ]);
  });

  it("writes over a larger turn without a trace of it", () => {
    const engine = makeEngine(policies.pagefile);
    engine.put(page("a", { full: 1 }));
    engine.put(page("b", { full: 1 }));
    const log = makeTurnLog(1);
    log.write(engine.decide([], 2));
    log.write(engine.decide([], 1));
    expect(log.read(1)?.selected.map(({ id }) => id)).toEqual(["a"]);
  });

  it("holds as many turns as it was made for", () => {
    const engine = makeEngine(policies.pagefile);
    const log = makeTurnLog(2);
    for (let turn = 0; turn < 5; turn += 1) {
      engine.put(page(`p${turn}`, { full: 1 }));
      expect(log.write(engine.decide([], 100))).toBe(turn);
    }
    expect([0, 1, 2, 3, 4, 5].map((turn) => log.read(turn)?.selected.length ?? null)).toEqual([
      null,
      null,
      null,
      4,
      5,
      null,
    ]);
  });
});

describe("what observers see", () => {
  it("is which demands stand high enough, and how high the others stand", () => {
    const engine = makeEngine(policies.retrieval);
    engine.put(page("a", { pointer: 1, full: 10 }));
    engine.put(page("b", { pointer: 1, full: 10 }));
    const ask = (id: string, fidelity: "full" | null) => ({ id: id as PageId, fidelity });
    const decided = engine.decide([ask("a", null)], 20);
    const missed: unknown[] = [];
    const hits = observe(
      decided,
      [ask("a", null), ask("a", "full"), ask("b", null), ask("c", null)],
      ({ id }, stands) => missed.push([id, stands]),
    );
    expect(hits).toBe(1);
    expect(missed).toEqual([
      ["a", "pointer"],
      ["b", null],
      ["c", null],
    ]);
    expect(fidelityOf(decided, "a" as PageId)).toBe("pointer");
    expect(fidelityOf(decided, "b" as PageId)).toBeNull();
    expect(fidelityOf(decided, "c" as PageId)).toBeNull();
  });
});
