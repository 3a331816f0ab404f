/** Ties: steps of equal value are taken by id, whether a page was demanded before, is demanded now or neither. */

import { describe, expect, it } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import { type Policy, policies } from "../../../src/prompt/decision.js";
import { type Engine, makeEngine, selectionOf } from "../../../src/prompt/select/engine.js";

import { plainSelect } from "../plain-select.js";
import { page } from "../residency-generate.js";

const roles = ["cold", "warm", "heap"] as const;
type Role = (typeof roles)[number];

/** Recency makes a page warm and is worth nothing, so that all three are worth the same. */
const policy: Policy = { ...policies.pagefile, weights: { ...policies.pagefile.weights, recency: 0 } };

/** The last step, from compressed to full, is the same for all: 25 tokens. Structured lies beside the hull: who stands there climbs by the heap. */
const tokens = { structured: 39, compressed: 40, full: 65 };

const orders: readonly (readonly Role[])[] = roles.flatMap((first) =>
  roles.flatMap((second) =>
    roles.filter((third) => new Set([first, second, third]).size === 3).map((third) => [first, second, third]),
  ),
);

function candidatesOf(order: readonly Role[]) {
  return order.map((role, at) =>
    page(`p${at}`, tokens, { type: "evidence", minFidelity: "structured", recency: role === "warm" ? 0.5 : 0 }),
  );
}

function demandsOf(order: readonly Role[]) {
  return [{ id: `p${order.indexOf("heap")}` as PageId, fidelity: "structured" as const }];
}

/** An engine that has decided before, so that each row has come to its place. */
function settled(order: readonly Role[]): Engine {
  const engine = makeEngine(policy);
  for (const candidate of candidatesOf(order)) engine.put(candidate);
  engine.decide([], 500);
  engine.decide([], 500);
  return engine;
}

describe.each(orders)("equal steps of a %s, a %s and a %s row", (...order) => {
  it.each([0, 1, 2, 3])("are taken in the order of ids while there is room: %i of them", (room) => {
    const budget = 3 * tokens.compressed + room * 25;
    const decided = settled(order).decide(demandsOf(order), budget);
    const selection = selectionOf(decided);
    const full = selection.selected.filter(({ fidelity }) => fidelity === "full").map(({ id }) => id);
    expect(full).toEqual(["p0", "p1", "p2"].slice(0, room));
    expect(selection).toEqual(plainSelect(candidatesOf(order), demandsOf(order), budget, policy));
  });
});
