/** Sure: the figures on how sure answers are say what they should, and the fit finds the signs that tell right from wrong. */

import { expect, test } from "vitest";
import { noConfidence, noSign, signs } from "../../../src/recall/confidence.js";
import { type SureSample, signsText, sureText } from "./sure.js";

const sample = (overall: number, right: boolean, more: Partial<SureSample> = {}): SureSample => ({
  set: "made",
  half: "held",
  none: false,
  right,
  confidence: { ...noConfidence, overall },
  ...more,
});

const rowOf = (samples: readonly SureSample[]): string =>
  sureText(samples)
    .split("\n")
    .find((line) => line.startsWith("held  all"))!;

test("an answer that is right as often as it says has no error, and one that never is has all of it", () => {
  const half = [sample(0.5, true), sample(0.5, false, { none: true })];
  expect(rowOf(half)).toContain(" 0.000 (");
  expect(rowOf([sample(0.9, false), sample(0.9, false)])).toContain(" 0.900 (");
});

test("right ones that are surer are told from wrong ones, and what has an answer from what has none", () => {
  const told = [
    sample(0.9, true),
    sample(0.8, true),
    sample(0.3, false),
    sample(0.85, false, { none: true }),
    sample(0.1, false, { none: true }),
  ];
  const cells = rowOf(told).match(/\d\.\d{3}/g);
  expect(cells?.slice(1)).toEqual(["1.000", "0.667"]);
});

test("the fit gives weight to the sign that goes with being right, and none to one that does not", () => {
  const samples = Array.from({ length: 200 }, (_, at) => {
    const coverage = (at % 10) / 10;
    const right = at % 10 > 5 || at % 20 === 3;
    const told = { ...noConfidence, coverage, phrase: Math.floor(at / 20) % 2, authority: 1, consistency: 1 };
    const odds = Object.entries(signs).reduce(
      (sum, [name, { weight, none }]) => sum + weight * (told[name as keyof typeof signs] ?? none),
      noSign,
    );
    const confidence = { ...told, overall: 1 / (1 + Math.exp(-odds)) };
    return sample(0.5, right, { half: "fit", confidence });
  });
  const weightOf = (name: string): number =>
    Number(new RegExp(`${name}: \\{ weight: (-?[\\d.]+)`).exec(signsText(samples))?.[1]);
  expect(weightOf("coverage")).toBeGreaterThan(3);
  expect(Math.abs(weightOf("phrase"))).toBeLessThan(1);
});
