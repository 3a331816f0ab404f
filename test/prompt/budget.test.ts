/** Budget: which levels a page may take, and what the cheapest way to a fidelity is. */

import { describe, expect, it } from "vitest";
import { admittedLevels } from "../../src/prompt/budget.js";
import { cheapestAtLeast } from "./plain-select.js";
import { page } from "./residency-generate.js";

const all = { pointer: 5, structured: 40, compressed: 20, full: 60 };

describe("admitted levels", () => {
  it("come from the lowest up and never below the minimum", () => {
    expect(admittedLevels(page("a", all)).map((l) => l.fidelity)).toEqual([
      "pointer",
      "structured",
      "compressed",
      "full",
    ]);
    expect(admittedLevels(page("a", all, { minFidelity: "compressed" }))).toEqual([
      { fidelity: "compressed", tokens: 20 },
      { fidelity: "full", tokens: 60 },
    ]);
  });

  it("stay on the type's degradation path, whatever is priced", () => {
    const levels = admittedLevels(page("a", all, { type: "constraint", minFidelity: "pointer" }));
    expect(levels.map((l) => l.fidelity)).toEqual(["structured", "full"]);
  });
});

describe("the cheapest level at or above a fidelity", () => {
  const levels = admittedLevels(page("a", all));

  it("is not always that fidelity", () => {
    expect(cheapestAtLeast(levels, "pointer").fidelity).toBe("pointer");
    expect(cheapestAtLeast(levels, "structured").fidelity).toBe("compressed");
    expect(cheapestAtLeast(levels, "full").fidelity).toBe("full");
  });

  it("is the higher of two at one price", () => {
    const flat = admittedLevels(page("a", { pointer: 9, structured: 7, compressed: 7, full: 8 }));
    expect(cheapestAtLeast(flat, "pointer").fidelity).toBe("compressed");
  });

  it("is the highest there is when all lie below", () => {
    expect(cheapestAtLeast(admittedLevels(page("a", { pointer: 9, structured: 7 })), "full").fidelity).toBe(
      "structured",
    );
  });

  it("does not exist for a page without levels", () => {
    expect(() => cheapestAtLeast([], "full")).toThrow("admits a level");
  });
});
