/** The paired measurement: medians by hand, turns that alternate, warm-ups that do not count. */

import { expect, test } from "vitest";
import { median, paired, rowsOf } from "./paired.js";
import { reportJson, reportTable } from "./report.js";

test("the median is the middle one, or the mean of the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([10, 9])]).toEqual([2, 2.5, 9.5]);
  expect(median([])).toBeNaN();
});

test("sides take turns in going first, and warm-ups are not counted", async () => {
  const order: string[] = [];
  const note = (side: string) => (round: number) => void order.push(`${side}${round}`);
  const result = await paired({ pairs: 3, warmups: 1, ours: note("a"), rival: note("b") });
  expect(order).toEqual(["a0", "b0", "b1", "a1", "a2", "b2", "b3", "a3"]);
  expect(result.n).toBe(3);
});

test("what both need comes before each round and is not measured", async () => {
  let clock = 0;
  const order: string[] = [];
  const take = (name: string, ms: number) => (round: number) => {
    order.push(`${name}${round}`);
    clock += ms;
  };
  const sides = { before: take("x", 100), ours: take("a", 6), rival: take("b", 2) };
  const result = await paired({ pairs: 1, warmups: 1, ...sides, now: () => clock });
  expect(order).toEqual(["x0", "a0", "b0", "x1", "b1", "a1"]);
  expect([result.ours, result.rival]).toEqual([6, 2]);
});

test("ratios are ours over the rival's, pair by pair and median by median", async () => {
  const ours = [10, 40, 90];
  const rival = [10, 20, 10];
  let clock = 0;
  const take = (times: readonly number[]) => (round: number) => {
    clock += times[round]!;
  };
  const result = await paired({ pairs: 3, warmups: 0, ours: take(ours), rival: take(rival), now: () => clock });
  expect(result).toEqual({ ours: 40, rival: 10, pairRatio: 2, medianRatio: 4, n: 3 });
});

test("rows are printed as a table and as JSON that names no machine", () => {
  const rows = rowsOf(
    { ours: 12.345, rival: 10, pairRatio: 1.2, medianRatio: 1.2345, n: 7 },
    { case: "x", metric: "ms", rival: "y" },
  );
  expect(reportTable([...rows, { case: "alone", metric: "s", ours: 1234, n: 1 }])).toBe(
    [
      "case   metric                     ours  rival  ratio  n",
      "x      ms, median of pair ratios  12.3  y       1.2x  7",
      "x      ms, ratio of medians       12.3  y      1.23x  7",
      "alone  s                          1234                1",
      "",
    ].join("\n"),
  );
  const report = JSON.parse(reportJson("x", 1, rows));
  expect(Object.keys(report)).toEqual(["name", "seed", "machine", "rows"]);
  expect(Object.keys(report.machine)).toEqual(["cores", "node", "platform"]);
  expect(report.rows[1]).toEqual({
    case: "x",
    metric: "ms, ratio of medians",
    rival: "y",
    ours: 12.345,
    ratio: 1.2345,
    n: 7,
  });
});
