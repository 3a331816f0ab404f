/** Aggregates and anomalies: nine numbers of a day, and readings that lie far from the others by a spread which they cannot move. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anomaliesIn, findingsOf, scoreOf, usualOf } from "../../../src/night/series/day.js";
import { aggregate, countRow, daysOf, type MonthTally } from "../../../src/night/series/row.js";

import { draws } from "../../support/draws.js";

const quiet = Array.from({ length: 40 }, (_, i) => 60 + (i % 7));

describe("aggregates", () => {
  test("of known values", () => {
    expect(aggregate([3, 1, 2, 10], [4, 2, 1, 3])).toEqual({
      count: 4,
      min: 1,
      max: 10,
      mean: 4,
      median: 2.5,
      low: 1.15,
      high: expect.closeTo(8.95, 9),
      first: 2,
      last: 3,
    });
    expect(aggregate([5], [1])).toMatchObject({
      min: 5,
      max: 5,
      mean: 5,
      median: 5,
      low: 5,
      high: 5,
      first: 5,
      last: 5,
    });
    expect(aggregate([7, 8, 9], [1, 1, 1])).toMatchObject({ first: 7, last: 9 });
    expect(aggregate([1e308, 1e308, 1e308], [1, 2, 3]).mean).toBeLessThanOrEqual(1e308);
  });

  test("are ordered, and do not depend on the order of the rows", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(value, fc.nat()), { minLength: 1, selector: ([, at]) => at }), (pairs) => {
        const one = aggregate(
          pairs.map(([v]) => v),
          pairs.map(([, at]) => at),
        );
        const turned = [...pairs].reverse();
        const other = aggregate(
          turned.map(([v]) => v),
          turned.map(([, at]) => at),
        );
        expect({ ...other, mean: 0 }).toEqual({ ...one, mean: 0 });
        expect(other.mean).toBeCloseTo(one.mean, 3);
        const { min, low, median, high, max, mean } = one;
        const ordered = [min, low, median, high, max];
        expect(ordered.every((v, i) => i === 0 || v >= ordered[i - 1]! - 1e-6)).toBe(true);
        expect(mean >= min && mean <= max).toBe(true);
      }),
      { seed: 3, numRuns: draws(200) },
    );
  });
});

describe("anomalies", () => {
  test.each([
    ["a spike", [...quiet, 171], [[40, 40, 40]]],
    ["a run on one side is one", [...quiet, 150, 171, 160], [[40, 42, 41]]],
    [
      "two sides are two",
      [...quiet, 171, -140],
      [
        [41, 41, 41],
        [40, 40, 40],
      ],
    ],
    ["too few readings", [...quiet.slice(0, 18), 171], []],
    ["what is quiet", quiet, []],
    ["all equal", Array(40).fill(5), []],
    ["one among equal ones", [...Array(39).fill(5), 6], [[39, 39, 39]]],
    ["a habit: one in ten", Array.from({ length: 40 }, (_, i) => (i % 10 === 0 ? 500 : 60 + (i % 7))), []],
  ] as const)("%s", (_, values, expected) => {
    expect(anomaliesIn(values as readonly number[]).map(({ from, to, peak }) => [from, to, peak])).toEqual(expected);
  });

  test("the threshold is 3.5 spreads: just beyond is told, just below is not", () => {
    const usual = usualOf([...quiet, 63]);
    const edge = usual.median + 3.5 * usual.spread;
    expect(anomaliesIn([...quiet, edge + 0.01])).toHaveLength(1);
    expect(anomaliesIn([...quiet, edge - 0.01])).toHaveLength(0);
  });

  test("neither a shift nor another unit changes what stands out", () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: -64, max: 64 }), fc.constantFrom(2, 4, 0.5), (sample, shift, unit) => {
        const peaks = (all: readonly number[]): readonly number[] => anomaliesIn(all).map(({ peak }) => peak);
        expect(peaks(sample.map((value) => value * unit + shift))).toEqual(peaks(sample));
        const usual = usualOf(sample);
        for (const { peak } of anomaliesIn(sample)) expect(scoreOf(sample[peak]!, usual)).toBeGreaterThan(3.5);
      }),
      { seed: 5, numRuns: draws(200) },
    );
  });
});

describe("a day beside the days before it", () => {
  /** One reading a day from October 20 on. */
  const days = (values: readonly number[]) => {
    const months = new Map<string, MonthTally>();
    for (const [i, value] of values.entries()) {
      const ms = Date.UTC(2026, 9, 20 + i, 7);
      const row = {
        ms,
        day: new Date(ms).toISOString().slice(0, 10),
        minute: 420,
        fields: [["hours", value] as const],
      };
      countRow(months, "2026-10", { row, raw: Buffer.from("x\n") });
    }
    return daysOf(months.get("2026-10")!);
  };
  const last = (values: readonly number[]) => {
    const all = days(values);
    return findingsOf(all.at(-1)!, all.slice(0, -1));
  };
  const sleep = [7.2, 7.5, 6.9, 7.4, 7.1, 7.6, 7.3, 7, 7.5, 7.2, 7.4, 7.1, 7.3, 7.2];

  test("short sleep after two weeks of usual sleep stands out", () => {
    const [found, ...more] = last([...sleep, 4.2]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ field: "hours", value: 4.2, row: 15, what: { kind: "day", days: 14 } });
    expect(found?.usual.median).toBeCloseTo(7.25, 9);
  });

  test("not after thirteen days, and days of more than four weeks ago say nothing", () => {
    expect(last([...sleep.slice(1), 4.2])).toEqual([]);
    const all = days([...sleep, ...Array(20).fill(7), 4.2]);
    const early = all.slice(0, 14);
    expect(findingsOf(all.at(-1)!, early)).toEqual([]);
  });
});
