/** Whatever a prompt holds: places are right, in order and disjoint, and no prompt breaks or stalls what reads it. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statementKinds } from "../../src/heard/inbox.js";
import { statementsOf } from "../../src/heard/statement.js";
import { draws } from "../support/draws.js";
import { isSuperlinear } from "../support/growth.js";

const piece = fc.constantFrom(
  "always use tabs",
  "I prefer tea",
  "why?",
  "```",
  "\n",
  "\n\n",
  "> ",
  "“",
  "”",
  "「",
  "」",
  '"',
  "'",
  "---",
  "<b>",
  "</b>",
  "<a-b>",
  "以后不要用",
  "。",
  "です",
  ", ",
  " and ",
  ". ",
  ": ",
  "nie wieder",
  "si hubiera",
  "🙄",
  "\ud83d",
  "\uE000",
  "\uE001",
  "İ",
);
const prompts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 24 }).map((parts) => parts.join("")),
);

test("places are right, in order and disjoint", () => {
  fc.assert(
    fc.property(prompts, fc.option(prompts), (prompt, before) => {
      let end = 0;
      for (const said of statementsOf(prompt, before)) {
        expect(prompt.slice(said.start, said.end)).toBe(said.text);
        expect(said.start).toBeGreaterThanOrEqual(end);
        expect(said.text.trim()).toBe(said.text);
        expect(said.text).not.toBe("");
        expect(statementKinds).toContain(said.kind);
        expect(said.score).toBeGreaterThan(0);
        expect(said.score).toBeLessThanOrEqual(1);
        expect(said.why).not.toBe("");
        expect(said.corrects !== null && said.kind !== "correction").toBe(false);
        end = said.end;
      }
    }),
    { numRuns: draws(400) },
  );
});

describe("up to a megabyte of the same is read without a stall or an overflow", () => {
  test.each(
    [
      "a",
      ".",
      "?",
      " ",
      "\n",
      '"',
      "'a ",
      "「",
      "<a",
      "，",
      "我",
      "です。",
      "a,",
      "_",
      "```\n",
      "- ",
      "and so ",
      "a:b/",
      "\uE001",
      "\ud83d",
    ].map((unit) => [JSON.stringify(unit), unit] as const),
  )("%s", (_name, unit) => {
    // More pieces than a call may have arguments, and so many that a quadratic reading outlasts the test.
    const prompt = unit.repeat(Math.min(300_000, Math.ceil(1_000_000 / unit.length)));
    expect(statementsOf(prompt, prompt).length).toBeLessThan(500);
  });
});

test("a paste of lines without a blank takes as long as it is long", () => {
  expect(isSuperlinear((text) => statementsOf(text, text), "\n", 65_536, 65_536)).toBe(false);
});

test("what a person types at either end of a long paste is heard, and its middle is not", () => {
  const paste = "10:11:12 the server said: never do this\n".repeat(50_000);
  const middle = `${paste}I prefer tea\n${paste}`;
  expect(statementsOf(`never push to main\n\n${middle}\nthanks`, null).map(({ text }) => text)).toEqual([
    "never push to main",
    "thanks",
  ]);
});
