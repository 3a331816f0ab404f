/** Receipt: a line for every page, aligned, and the total. */

import { expect, it } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import type { Selection } from "../../src/prompt/decision.js";
import { printReceipt } from "../../src/prompt/print.js";

const id = (text: string): PageId => text as PageId;

it("prints pages in, pages out, what was short, and the total", () => {
  const selection: Selection = {
    budget: 200,
    used: 145,
    selected: [
      { id: id("house-rules"), fidelity: "full", tokens: 130, reason: "upgraded" },
      { id: id("旅行"), fidelity: "pointer", tokens: 15, reason: "demanded" },
    ],
    omitted: [
      { id: id("big-rule"), reason: "minimum_over_budget" },
      { id: id("notes"), reason: "over_budget" },
    ],
    pressure: [
      { id: id("big-rule"), pin: "hard", required: "structured", tokens: 90, left: 70 },
      { id: id("旅行"), pin: "none", required: "full", tokens: 400, left: 70 },
    ],
  };
  const titles = new Map([[id("house-rules"), "House\n\u001b[31mrules"]]);
  expect(printReceipt(selection, titles)).toBe(`in   house-rules  full     130  upgraded             House [31mrules
in   旅行           pointer   15  demanded
out  big-rule     -          -  minimum_over_budget
out  notes        -          -  over_budget
short big-rule: hard pin asks for structured at 90 tokens, 70 were left
short 旅行: demand asks for full at 400 tokens, 70 were left
used 145/200 tokens, 55 left, 2 in, 2 out
`);
});

it("prints the total alone where there are no pages", () => {
  const nothing: Selection = { budget: 0, used: 0, selected: [], omitted: [], pressure: [] };
  expect(printReceipt(nothing, new Map())).toBe("used 0/0 tokens, 0 left, 0 in, 0 out\n");
});
