/** Words: which lines are one unit, and what a unit holds, covers or tells as true. */

import { describe, expect, it, test } from "vitest";
import { covers, holds, tellsAsTrue, tokensOf, type Unit, unitsOf } from "./words.js";

const unit = (text: string, title = ""): Unit => ({ text, isItem: true, title });

it("takes each item of a list with its own lines, and each run of other lines", () => {
  const text = [
    '<page-7 id="a" title="Ports">',
    "Subject: billing.",
    "Port: 7103.",
    "",
    "# Also",
    "- ledger has 7240",
    "  - since May",
    "  and goes on",
    "- 1",
    "</page-7>",
  ].join("\n");
  expect(unitsOf(text)).toMatchObject([
    { text: "Subject: billing. Port: 7103.", isItem: false, title: "Ports" },
    { text: "ledger has 7240", isItem: true, title: "Also" },
    { text: "since May and goes on", isItem: true },
    { text: "1", isItem: true },
  ]);
});

describe("holds", () => {
  test.each([
    ["billing listens on 7103", true],
    ["Billing: port 7103.", true],
    ["billing listens on 71030", false],
    ["prebilling has 7103", false],
    ["billing-two has 7103", false],
    ["billing listens", false],
  ])("%s: %s", (text, isThere) => expect(holds(unit(text), ["billing", "7103"])).toBe(isThere));

  it("may take a mark from the title, and not all of them", () => {
    expect(holds(unit("it is 7103", "Port of billing"), ["billing", "7103"])).toBe(true);
    expect(holds(unit("it is open", "Port 7103 of billing"), ["billing", "7103"])).toBe(false);
  });

  it("finds words that no space parts, and those with signs", () => {
    expect(holds(unit("billing服务现在用端口7103。"), ["billing", "7103"])).toBe(true);
    expect(holds(unit("以后注释都写英文"), ["注释", "英文"])).toBe(true);
    expect(holds(unit("fixtures of ledger: `test/golden`"), ["ledger", "test/golden"])).toBe(true);
  });
});

describe("what was replaced", () => {
  const [old, later] = [
    ["billing", "7103"],
    ["billing", "7240"],
  ];
  test.each([
    ["billing has 7103", true],
    ["Superseded 2026-03-05: “billing has 7103”", false],
    ["billing has 7240 now, not 7103", false],
    ["billing has 7240", false],
  ])("%s: told as true is %s", (text, isTold) => expect(tellsAsTrue(unit(text), old, later)).toBe(isTold));
});

test("a sentence is covered by nearly all of its words, and a short one by itself alone", () => {
  const there = (text: string, sentence: string): boolean => covers(tokensOf(text), sentence);
  expect(
    there("In session a: rename `loadRow` to `mergeRow` in billing (L4)", "Rename `loadRow` to `mergeRow`."),
  ).toBe(true);
  expect(there("the row is loaded in billing", "Rename `loadRow` to `mergeRow` in billing.")).toBe(false);
  expect(there("Ok, go on.", "Ok go on")).toBe(true);
  expect(there("Ok, go on with billing", "Ok, go on.")).toBe(false);
  expect(there("好的,谢谢,继续吧。", "好的,谢谢,继续吧。")).toBe(true);
});
