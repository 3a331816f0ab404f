/** Utility: each term of the formula by hand, and the decay of recency. */

import { describe, expect, it } from "vitest";
import { pinOf, utility } from "../../src/prompt/budget.js";
import { policies } from "../../src/prompt/decision.js";
import { decay } from "../../src/prompt/prices.js";
import { worth } from "./plain-select.js";

import { page } from "./residency-generate.js";

const { pagefile, lru } = policies;
const plain = page("a", { full: 1 }, { scope: "session", recomputeCost: 0 });

describe("worth", () => {
  it("adds each term with its weight", () => {
    expect(worth(plain, pagefile)).toBeCloseTo(0.7);
    expect(worth({ ...plain, pin: "soft" }, pagefile)).toBeCloseTo(1.3);
    expect(worth({ ...plain, pin: "hard" }, pagefile)).toBeCloseTo(2.7);
    expect(worth({ ...plain, recency: 0.5 }, pagefile)).toBeCloseTo(1.0);
    expect(worth({ ...plain, recomputeCost: 10 }, pagefile)).toBeCloseTo(1.1);
    expect(worth({ ...plain, type: "plan", activePlan: true }, pagefile)).toBeCloseTo(1.9);
    expect(worth({ ...plain, type: "bootstrap_policy" }, pagefile)).toBeCloseTo(4.2);
    expect(worth({ ...plain, scope: "global" }, pagefile)).toBeCloseTo(0.58);
  });

  it("is recency alone under lru", () => {
    const loaded = page("a", { full: 1 }, { pin: "hard", recency: 0.25, recomputeCost: 10, activePlan: true });
    expect(worth(loaded, lru)).toBe(0.25);
  });

  it("pins what the policy pins", () => {
    expect(pinOf(page("a", { full: 1 }, { type: "constraint" }), pagefile)).toBe("hard");
    expect(pinOf(page("a", { full: 1 }, { pin: "soft" }), pagefile)).toBe("soft");
    expect(pinOf(page("a", { full: 1 }, { type: "constraint" }), { ...pagefile, autoPin: [] })).toBe("none");
  });

  it("rises with fidelity", () => {
    const at = (f: Parameters<typeof utility>[1]) => utility(worth(plain, pagefile), f);
    expect(at("pointer")).toBeLessThan(at("structured"));
    expect(at("structured")).toBeLessThan(at("compressed"));
    expect(at("compressed")).toBeLessThan(at("full"));
  });

  it("refuses figures outside their range", () => {
    expect(() => worth({ ...plain, recency: 1.1 }, pagefile)).toThrow("recency");
    expect(() => worth({ ...plain, recomputeCost: 11 }, pagefile)).toThrow("recompute");
  });
});

describe("decay", () => {
  it("multiplies by 0.88 a turn", () => {
    expect(decay(1, 0)).toBe(1);
    expect(decay(1, 1)).toBe(0.88);
    expect(decay(0.5, 3)).toBeCloseTo(0.5 * 0.88 ** 3, 12);
  });

  it("reaches 0 and stays there, quickly", () => {
    expect(decay(1, 1_000_000_000)).toBe(0);
    expect(decay(0, 5)).toBe(0);
  });
});
