/** The sentences for training are many, of all kinds, and none is like one that judges; from the same ones come the same weights. */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fitting, samplesOf, weightsFrom, weightsText } from "./fit.js";
import { kinds } from "./labeled.js";
import { readTrain } from "./train.js";

const trained = readTrain(join(import.meta.dirname, "said", "train"), fitting.seed);

test("there are at least 1,500, none with a slot left open, and the same seed says the same", () => {
  expect(trained.length).toBeGreaterThanOrEqual(1_500);
  expect(trained.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
  expect(readTrain(join(import.meta.dirname, "said", "train"), fitting.seed)).toEqual(trained);
});

describe("each language has at least fifteen of each kind", () => {
  test.each(["en", "de", "fr", "es", "zh", "ja"])("%s", (language) => {
    const own = trained.filter((one) => one.language === language);
    expect(kinds.filter((kind) => own.filter((one) => one.kind === kind).length < 15)).toEqual([]);
  });
});

test("weights say what the samples say, and the same each time", () => {
  const samples = samplesOf(trained.slice(0, 60), []);
  const few = { ...fitting, rounds: 20 };
  expect(weightsText(weightsFrom(samples, few), {})).toBe(weightsText(weightsFrom(samples, few), {}));
  expect(weightsFrom(samples, few).bias).toHaveLength(kinds.length);
});
