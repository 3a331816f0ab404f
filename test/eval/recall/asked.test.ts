/** Asked: a gold is found by its words, and in unspaced writing wherever its signs stand. */

import { expect, test } from "vitest";
import { placeOf } from "./asked.js";

const asked = (gold: string): Parameters<typeof placeOf>[0] => ({
  ...{ workspace: "made", question: "?", kind: "plain", language: "xx", gold: [gold], half: "fit" },
});

test("a gold of spaced writing stands between the ends of words, whatever their case and the marks between them", () => {
  expect(placeOf(asked("374 employees"), ["1374 employees", "They have **374** Employees."])).toBe(1);
  expect(placeOf(asked("r5"), ["r 5", "An R5."])).toBe(1);
});

test("a gold of unspaced writing stands inside of a sentence that was cut anywhere, and beside other writing", () => {
  expect(placeOf(asked("软限制：100 行"), ["…文件的软限制100行，最多"])).toBe(0);
  expect(placeOf(asked("リプライに入れる"), ["リプライ", "リンクはリプライに入れるこ…"])).toBe(1);
  expect(placeOf(asked("100 行"), ["2100行"])).toBe(-1);
});
