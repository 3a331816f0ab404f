/** Statement's tests: what says something by itself, and what only looks alike in two files. */

import { describe, expect, test } from "vitest";
import { entryText, printStatement } from "../../../src/night/keep/promote.js";
import { isMeasure, isStatement } from "../../../src/night/keep/significance.js";

describe("an entry says something by itself", () => {
  test.each([
    "- The office closes at six on Fridays.",
    "- [ ] Call the landlord about the broken heating",
    "> Memory is what we choose to repeat to ourselves",
    "- Rule: never send a mail without asking first.",
    "- 部署之前必须先问过用户本人",
    "**Nie** ohne Rückfrage an Kunden schreiben",
    "- Short head:\n  with the rest of it below, in words of its own",
  ])("%s", (text) => expect(isStatement(text)).toBe(true));

  test.each([
    "**Status:** open",
    "- **Completed by:** Team Two",
    "**What it means for us:**",
    "*Last updated: 2026-01-26*",
    "| Title | Views |",
    "- Done ✅",
    "**状态：** 已完成",
    "",
  ])("not %s", (text) => expect(isStatement(text)).toBe(false));
});

// Marks of a fence anywhere leave it to the parser.
test.each(["", " ~~~"])("an item of several lines is taken apart with and without a parser%s", (marks) => {
  const text = `- Ask Ada\n  before the${marks} move.\n  - She has\n    the keys.\n    - Two of them.\n  - Not Bob.`;
  expect(entryText(text)).toEqual({
    head: `Ask Ada before the${marks} move.`,
    below: "  - She has\n    the keys.\n    - Two of them.\n  - Not Bob.",
    parts: ["She has the keys.", "Two of them.", "Not Bob."],
  });
});

test("a day that a statement ends in is not said again", () => {
  const from = { confidence: null, days: ["2026-03-10"] };
  expect(printStatement({ text: "Lists (2026-03-10):", tags: [] }, from)).toBe("- Lists (2026-03-10):");
  expect(printStatement({ text: "Two lists.", tags: [] }, from)).toBe("- Two lists. (2026-03-10)");
});

describe("a measurement of its moment", () => {
  test.each([
    "Coverage is 91 %",
    "29/29 tests passed",
    "2日3,793回",
    "Memory stays below <10 MB",
    "50+ fixes",
    "9 of 12 rows",
  ])("%s", (text) => expect(isMeasure(text)).toBe(true));
  test.each(["The hotel budget is 300 EUR a night", "The server is 10.0.0.7", "No flights before eight"])(
    "not %s",
    (text) => expect(isMeasure(text)).toBe(false),
  );
});
