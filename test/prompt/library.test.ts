/** Library: what `pagefile/engine` exports is enough to keep one engine from turn to turn, as a harness does. */

import { expect, test } from "vitest";
import {
  type Candidate,
  type Demand,
  makeEngine,
  type PageId,
  policies,
  select,
  selectionOf,
} from "../../src/prompt/engine.js";
import { decay } from "../../src/prompt/prices.js";

import { page } from "../prompt/residency-generate.js";

const turns = 60;

/** A page changes, one comes, one goes, and two or three are asked for, so that each kind of step is there within a few turns. */
function eventsOf(turn: number): {
  readonly put: Candidate;
  readonly dropped: PageId | null;
  readonly demands: Demand[];
} {
  const priced = (n: number) => page(`p${n}`, { pointer: 4 + (n % 3), structured: 15 + turn, full: 60 + n });
  return {
    put: priced(turn % 7 === 0 ? turn : (turn * 5) % 20),
    dropped: turn % 9 === 8 ? (`p${turn % 20}` as PageId) : null,
    demands: [turn * 3, turn * 7, turn % 4].map((n) => ({
      id: `p${n % 20}` as PageId,
      fidelity: n % 2 === 0 ? null : "full",
    })),
  };
}

test("one engine kept for many turns decides what an engine made anew at each turn would", () => {
  const engine = makeEngine(policies.pagefile);
  const pages = new Map<string, Candidate>();
  for (let turn = 0; turn < turns; turn += 1) {
    const { put, dropped, demands } = eventsOf(turn);
    engine.put(put);
    pages.set(put.id, put);
    if (dropped !== null) expect(engine.drop(dropped)).toBe(pages.delete(dropped));
    engine.turn(demands);
    const asked = new Set<string>(demands.map(({ id }) => id));
    for (const [id, at] of pages) pages.set(id, { ...at, recency: asked.has(id) ? 1 : decay(at.recency, 1) });
    const selection = selectionOf(engine.decide(demands, 300));
    expect(selection).toEqual(select([...pages.values()], demands, 300, policies.pagefile));
  }
});
