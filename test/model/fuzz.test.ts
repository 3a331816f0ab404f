/** Fuzz test: some hundred of the cases that `npm run torture -- fuzz` runs at length, and a writer that the judge must find out. */

import { expect, test } from "vitest";
import { draws } from "../support/draws.js";
import { seed } from "../support/seeds.js";
import { fuzzCases } from "../torture/fuzz.js";
import { careless } from "../torture/fuzz-careless.js";
import { ours } from "../torture/fuzz-case.js";
import { headAndBody, keysOf } from "../torture/fuzz-oracle.js";

const cases = Number(process.env.PAGEFILE_FUZZ_CASES ?? draws(300));

test(`${cases} mutated pages and patches, seed ${seed}`, { timeout: 120_000 }, () => {
  const done = fuzzCases(ours, { seed, from: 0, count: cases });
  expect(done.broken).toEqual([]);
  expect(Math.min(done.accepted, done.refused)).toBeGreaterThan(cases / 10);
});

test("a writer that appends at the end of the file is found out", () => {
  expect(fuzzCases(careless, { seed: 1, from: 0, count: 100 }).broken.length).toBeGreaterThan(10);
});

test("the judge knows an alias without its anchor by its name, and reads the keys behind the dots that end a document", () => {
  expect(keysOf("---\nid: p\nx: *a\n...\nversion: 1\n---\n")).toEqual({ id: "p", x: "*a", version: 1 });
});

test("the judge ends frontmatter at dots where no more keys follow, as a page's reader does", () => {
  expect(headAndBody("---\nid: p\n...\nWords.\n---\n").head).toBe("---\nid: p\n...\n");
  expect(headAndBody("---\nid: p\n...\ntags: []\n---\n- a\n").body).toBe("- a\n");
  expect(headAndBody("---\nid: p\n---\n...\n").body).toBe("...\n");
  expect(headAndBody("---\nid: p\n...\n- a").body).toBe("- a");
});

test("the judge takes a blank line in a value that went for none of those around it, and leaves a version alone that counts nothing", () => {
  const told = [63_204, 99_270, 100_921, 165_370].map((from) =>
    fuzzCases(ours, { seed: 20_261_129, from, count: 1 }),
  );
  expect(told.flatMap(({ broken }) => broken)).toEqual([]);
  expect(told.map(({ accepted }) => accepted)).toEqual([1, 1, 1, 1]);
});
