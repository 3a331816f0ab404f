/** Json: the spelling of the library, whatever stands in which order; numbers that JSON has no word for are refused. */

import fc from "fast-check";
import stringify from "fast-json-stable-stringify";
import { expect, test } from "vitest";
import { stableJson } from "../../src/base/json.js";
import { draws } from "../support/draws.js";

const key = fc.oneof(fc.constantFrom("a", "b", "B", "10", "9", "__proto__", "é", "“"), fc.string({ maxLength: 3 }));
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, -0, 1e21, "\ud800"));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    fc.date({ noInvalidDate: true }),
  ),
}));

test("spells every value as the library does, in order or not", () => {
  fc.assert(
    fc.property(value, (drawn) => {
      fc.pre(drawn !== undefined);
      expect(stableJson(drawn)).toBe(stringify(drawn));
    }),
    { numRuns: draws(2_000) },
  );
});

test.each([
  ["alone", Number.NaN],
  ["in what stands in order", { a: [1, Number.NaN] }],
  ["in what does not", { b: 1, a: { d: 2, c: [Number.POSITIVE_INFINITY] } }],
  ["deep down", { b: { a: { a: { a: { b: 1, a: { d: Number.NaN, c: 1 } } } } }, a: 1 }],
])("refuses a number that is none, %s", (_, wrong) => {
  expect(() => stableJson(wrong)).toThrow("is finite");
});
