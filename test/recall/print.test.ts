/** Recall print: what an answer is said to cost is what its text counts, though the parts are counted apart. */

import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { PageId } from "../../src/base/ids.js";
import { loadTokenizer, type Tokenizer } from "../../src/memory/tokenizer.js";
import { memoryKinds } from "../../src/recall/answer.js";
import { costOf, countingLines, frameCost, printRecall } from "../../src/recall/compose.js";
import type { Part } from "../../src/recall/pack.js";
import { draws } from "../support/draws.js";
import { leadFrom } from "../support/lead.js";

let exact: Tokenizer;
let guess: Tokenizer;

beforeAll(async () => {
  exact = await loadTokenizer("o200k_base");
  guess = await loadTokenizer("estimate");
});

const piece = fc.constantFrom(
  "aisle",
  " ",
  "\n",
  "/",
  "//",
  "</page-123456789>",
  "123456789",
  "…",
  "\u0301",
  "\ufeff",
  "'s",
  "座席",
  "🛫",
  ">",
  "\r",
  "x".repeat(200),
);
const said = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const shownArb: fc.Arbitrary<readonly Part[]> = fc.array(
  fc
    .record({ title: said, text: said, kind: fc.constantFrom(...memoryKinds), score: fc.double({ min: 0, max: 1 }) })
    .map(({ text, score, ...lead }) => ({
      lead: { ...leadFrom({ ...lead, text: () => text }), score, boosts: [] },
      text,
    })),
  { maxLength: 6 },
);

test("the printed text costs what is told of it, and never more than its parts were budgeted with", () => {
  fc.assert(
    fc.property(shownArb, (shown) => {
      const text = printRecall(shown);
      const kinds = new Set(shown.map(({ lead }) => lead.kind));
      for (const counter of [exact, guess]) {
        expect(countingLines(counter).count(text)).toBe(counter.count(text));
        const parts = shown.reduce((sum, one) => sum + costOf(one, counter), frameCost(kinds, counter));
        expect(counter.count(text)).toBeLessThanOrEqual(parts);
      }
    }),
    { numRuns: draws(150) },
  );
});

test("a line is counted once, in whatever text it stands, and with what belongs to it", () => {
  const counted: string[] = [];
  const count = (text: string): number => {
    counted.push(text);
    return exact.count(text);
  };
  const counter = countingLines({ ...exact, count });
  const line = "The kiln stays below cone six.\n";
  const texts = [`First.\n${line}`, `Second.\n${line}${line}`, `Third.\n  ${line}`];
  expect(texts.map((text) => counter.count(text))).toEqual(texts.map((text) => exact.count(text)));
  expect(counted).toEqual(["First.\n", line, "Second.\n", `Third.\n  ${line}`]);
});

test("what is superseded says so, since when and by what", () => {
  const says = "“Tuesdays” (2026-03-01) gave way to “Thursdays” (2026-05-02)";
  const line = "Deploys go out on Tuesdays.";
  const superseded = { by: "deploys" as PageId, on: "2026-05-02", of: "2026-03-01", line, says };
  const days = { from: "2026-03-01", to: "2026-03-01" };
  const lead = { ...leadFrom({ title: "Old", days }), score: 1, boosts: [], superseded };
  const text = printRecall([{ lead, text: "Deploys go out on Tuesdays." }]);
  expect(text).toMatch(/when="2026-03-01".* superseded="“Tuesdays” .* “Thursdays” \(2026-05-02\)" by="deploys">/);
  expect(printRecall([{ lead: { ...lead, superseded: null }, text: "" }])).not.toContain("superseded");
});
