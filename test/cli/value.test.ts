/** Value: what is typed for a field is what it looks like, and text otherwise. */

import { expect, test } from "vitest";
import { parseFields, parseValue } from "../../src/cli/commands/inbox.js";

test.each([
  ["true", true],
  ["false", false],
  ["null", null],
  ["12", 12],
  ["-0.5", -0.5],
  ["007", "007"],
  ["1e3", "1e3"],
  ["12345678901234567890", "12345678901234567890"],
  ["between 07:00 and 10:00", "between 07:00 and 10:00"],
  ["yes", "yes"],
  ["", ""],
  ["[a, b c]", ["a", "b c"]],
  ['["a", 2, true]', ["a", 2, true]],
  ["{a: 1, b: two}", { a: 1, b: "two" }],
  ['{"a": "x: y"}', { a: "x: y" }],
])("%j", (typed, value) => {
  expect(parseValue(typed)).toEqual({ ok: true, value });
});

test.each(["[a", "{a: 1", "[a]: b", "{a: &x 1}"])("%j is refused, not taken for text", (typed) => {
  expect(parseValue(typed)).toMatchObject({ ok: false, error: { code: "usage" } });
});

test("a field named like a builtin is a field like any other", () => {
  const fields = parseFields(["__proto__=x", "a=1", "a=2", "b=c=d"]);
  expect(fields.ok && Object.entries(fields.value)).toEqual([
    ["__proto__", "x"],
    ["a", 2],
    ["b", "c=d"],
  ]);
});

test("a field that opens like a list and goes on like a sentence is the sentence", () => {
  const fields = parseFields(["open=[NAME] and [CITY] are placeholders", "a={x} is a set", "b=[x, y]"]);
  expect(fields.ok && fields.value).toEqual({
    open: "[NAME] and [CITY] are placeholders",
    a: "{x} is a set",
    b: ["x", "y"],
  });
  expect(parseFields(["b=[x, {y]"]).ok).toBe(false);
});
