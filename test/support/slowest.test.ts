/** Slowest tests: ten files at most, the longest first, and every group with all of its files. */

import { expect, test } from "vitest";
import { slowest } from "./slowest.js";

test("of files and groups the longest come first, and of files ten", () => {
  const quick = Array.from({ length: 10 }, (_, at) => [`page/quick-${at}.test.ts`, 100] as const);
  const lines = slowest([...quick, ["flow/slow.test.ts", 2_000], ["tidy.test.ts", 900]])
    .trim()
    .split("\n");
  expect(lines.slice(1, 4).map((line) => line.trim())).toEqual([
    "2.0 s  flow/slow.test.ts",
    "0.9 s  tidy.test.ts",
    "0.1 s  page/quick-0.test.ts",
  ]);
  expect(lines.indexOf("Groups")).toBe(11);
  expect(lines.slice(12).map((line) => line.trim())).toEqual(["2.0 s  flow/", "1.0 s  page/", "0.9 s  tidy.test.ts"]);
});
