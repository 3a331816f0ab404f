/** Prices: every spelling of a model finds its price, an unknown one finds none, and a user's file stands over the table. */

import { expect, test } from "vitest";
import { dollarsOf, listPrices, modelName, parsePrices, pricesOf, shortestPrefix } from "../../src/kernel/prices.js";

test("one model has one price under each of its spellings", () => {
  const spelled = [
    "claude-opus-4-5",
    "claude-opus-4-5-20251101",
    "anthropic/claude-opus-4.5",
    "Claude-Opus-4-5[1m]",
    "anthropic/claude-opus-4.5:thinking",
  ];
  expect(new Set(spelled.map(modelName))).toEqual(new Set(["claude-opus-4-5"]));
  expect(pricesOf("claude-opus-4-5-20251101")).toMatchObject({ input: 5, read: 0.5, write5m: 6.25, write1h: 10 });
});

test("an unknown model has no price, and a longer name is another model", () => {
  expect(pricesOf("claude-opus-9")).toBeNull();
  expect(pricesOf("gpt-5.4-nano")).toBeNull();
  expect(pricesOf("<synthetic>")).toBeNull();
});

test("every row reads for less than it takes, and writes for no less", () => {
  for (const [model, { input, read, write5m, write1h }] of listPrices.models) {
    expect([model, read < input, write5m >= input, write1h >= write5m]).toEqual([model, true, true, true]);
  }
});

test("each token of a call is paid once, and all of a long one at the higher price", () => {
  const tokens = { input: 1000, read: 100_000, write5m: 10_000, write1h: 1000, output: 2000 };
  const opus = { input: 5, output: 25, read: 0.5, write5m: 6.25, write1h: 10 };
  expect(dollarsOf(tokens, opus)).toBeCloseTo(0.005 + 0.05 + 0.0625 + 0.01 + 0.05, 10);
  const haiku = pricesOf("claude-haiku-5.5");
  const short = { ...tokens, read: 88_000 };
  expect(dollarsOf(tokens, haiku!)).toBeCloseTo(5 * dollarsOf(short, haiku!) + (5 * 12_000 * 0.01) / 1e6, 10);
});

test("a user's file stands over the table, and the rest of the table stays", () => {
  const table = parsePrices({
    generatedAt: "2026-12-01",
    models: [{ model: "claude-opus-5.5", input: 3, output: 15, read: 0.1 }],
  });
  expect(table.ok && pricesOf("claude-opus-5-5", table.value)).toEqual({
    input: 3,
    output: 15,
    read: 0.1,
    write5m: 3.75,
    write1h: 6,
  });
  expect(table.ok && pricesOf("gpt-5.4", table.value)).toEqual(pricesOf("gpt-5.4"));
});

test.each([
  null,
  [],
  { models: [] },
  { generatedAt: "today", models: [] },
  { generatedAt: "2026-12-01", models: [{ model: "x", input: -1, output: 1, read: 1 }] },
  { generatedAt: "2026-12-01", models: [{ model: "x", input: 1, output: 1 }] },
])("a file that cannot be read is refused with what was expected: %j", (value) => {
  expect(parsePrices(value)).toMatchObject({ ok: false });
});

test("where sources disagree the longer prefix counts, and an unknown model is taken to need the longest", () => {
  expect(shortestPrefix("claude-fable-5.2")).toBe(2048);
  expect(shortestPrefix("claude-opus-5-5")).toBe(512);
  expect(shortestPrefix("claude-opus-4-8")).toBe(4096);
  expect(shortestPrefix("somebody-else")).toBe(4096);
});
