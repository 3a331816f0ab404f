/** Library: what `pagefile/engine` exports is enough to keep one engine from turn to turn, as a harness does. */

import { expect, test } from "vitest";
import {
  type Candidate,
  type Demand,
  fidelityOf,
  makeEngine,
  makeTurnLog,
  observe,
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

test("one engine kept for many turns decides, observes and logs what an engine made anew at each turn would", () => {
  const engine = makeEngine(policies.pagefile);
  const log = makeTurnLog(turns);
  const pages = new Map<string, Candidate>();
  let decided = engine.decide([], 300);
  let misses = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const { put, dropped, demands } = eventsOf(turn);
    engine.put(put);
    pages.set(put.id, put);
    if (dropped !== null) expect(engine.drop(dropped)).toBe(pages.delete(dropped));
    const before = new Map(demands.map(({ id }) => [id, fidelityOf(decided, id)]));
    const hits = observe(decided, demands, ({ id }, stands) => {
      misses += 1;
      expect(stands).toBe(before.get(id));
    });
    expect(hits).toBeLessThanOrEqual(demands.length);
    engine.turn(demands);
    const asked = new Set<string>(demands.map(({ id }) => id));
    for (const [id, at] of pages) pages.set(id, { ...at, recency: asked.has(id) ? 1 : decay(at.recency, 1) });
    decided = engine.decide(demands, 300);
    const selection = selectionOf(decided);
    expect(selection).toEqual(select([...pages.values()], demands, 300, policies.pagefile));
    expect(log.write(decided)).toBe(turn);
    expect(log.read(turn)?.selected.map(({ from, ...rest }) => rest)).toEqual(selection.selected);
  }
  expect(misses).toBeGreaterThan(0);
  expect(log.read(0)?.turn).toBe(0);
});
