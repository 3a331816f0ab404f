/** Time: what people write when they mean a day, measured from a day that is given. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeOf, timesIn } from "../../../src/recall/words/time-read.js";

/** A Saturday. */
const today = "2026-11-21";

function range(text: string): string {
  const found = rangeOf(timesIn(text, today));
  return found === null ? "none" : `${found.from ?? ""}..${found.to ?? ""}`;
}

test.each([
  ["what did I say on 2026-11-20?", "2026-11-20..2026-11-20"],
  ["notes of 2026/11/20", "2026-11-20..2026-11-20"],
  ["Termin am 20.11.2026", "2026-11-20..2026-11-20"],
  ["everything from 2026-02", "2026-02-01..2026-02-28"],
  ["trips in 2024", "2024-01-01..2024-12-31"],
  ["what happened on 7 May 2023?", "2023-05-07..2023-05-07"],
  ["the meeting on November 20th, 2025", "2025-11-20..2025-11-20"],
  ["in the 3rd of March of 2025", "2025-03-03..2025-03-03"],
  ["what did we ship in May?", "2026-05-01..2026-05-31"],
  ["plans in December", "2025-12-01..2025-12-31"],
  ["on December 3", "2025-12-03..2025-12-03"],
  ["last March", "2026-03-01..2026-03-31"],
])("explicit: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["what did I do today", "2026-11-21..2026-11-21"],
  ["the call yesterday", "2026-11-20..2026-11-20"],
  ["the day before yesterday", "2026-11-19..2026-11-19"],
  ["this week", "2026-11-16..2026-11-22"],
  ["last week's deploys", "2026-11-09..2026-11-15"],
  ["last month", "2026-10-01..2026-10-31"],
  ["last quarter", "2026-07-01..2026-09-30"],
  ["last year", "2025-01-01..2025-12-31"],
  ["last weekend", "2026-11-14..2026-11-15"],
  ["last Friday", "2026-11-20..2026-11-20"],
  ["last Saturday", "2026-11-14..2026-11-14"],
  ["on Monday", "2026-11-16..2026-11-16"],
  ["3 days ago", "2026-11-18..2026-11-18"],
  ["two weeks ago", "2026-11-02..2026-11-08"],
  ["a couple of months ago", "2026-09-01..2026-09-30"],
  ["in the past 3 days", "2026-11-18..2026-11-21"],
  ["last night", "2026-11-20..2026-11-21"],
  ["was war gestern", "2026-11-20..2026-11-20"],
  ["letzte Woche", "2026-11-09..2026-11-15"],
  ["vor zwei Wochen", "2026-11-02..2026-11-08"],
  ["昨天的会议", "2026-11-20..2026-11-20"],
  ["上周做了什么", "2026-11-09..2026-11-15"],
  ["先月の旅行", "2026-10-01..2026-10-31"],
  ["3天前", "2026-11-18..2026-11-18"],
  ["2026年11月20日の会議", "2026-11-20..2026-11-20"],
  ["2025年11月", "2025-11-01..2025-11-30"],
])("relative: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["since May", "2026-05-01.."],
  ["before 2026-03-01", "..2026-02-28"],
  ["after last month", "2026-11-01.."],
  ["until yesterday", "..2026-11-20"],
  ["between March 2026 and May 2026", "2026-03-01..2026-05-31"],
  ["from Monday to Wednesday", "2026-11-16..2026-11-18"],
  ["since March, before July 2026", "2026-03-01..2026-06-30"],
])("sides: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  "we may need a port 2048",
  "the march of progress",
  "version 1.2.3",
  "after the review",
  "a week of rest",
  "seat 12",
  "2026-02-31",
  "",
])("no time: %s", (text) => {
  expect(range(text)).toBe("none");
});

test("a time keeps its place, and whether it is measured from today", () => {
  const text = "deploys last week and on 2026-11-20";
  const told = timesIn(text, today).map(({ start, end, relative }) => [text.slice(start, end), relative]);
  expect(told).toEqual([
    ["last week", true],
    ["on 2026-11-20", false],
  ]);
});

test("any text gives ranges of real days, in order, and takes no longer for repeating itself", () => {
  const word = fc.constantFrom(
    "last",
    "the",
    "May",
    "of",
    "3",
    "weeks",
    "ago",
    "since",
    "2026",
    "and",
    "20th",
    "前",
    "2026年",
    "x",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      for (const { range, start, end } of timesIn(words.join(" "), today)) {
        expect(start).toBeLessThan(end);
        for (const day of [range.from, range.to])
          if (day !== null) expect(new Date(Date.parse(day)).toISOString().slice(0, 10)).toBe(day);
        if (range.from !== null && range.to !== null && words.every((one) => one !== "and"))
          expect(range.from <= range.to).toBe(true);
      }
    }),
  );
  const began = performance.now();
  timesIn("the ".repeat(20_000), today);
  expect(performance.now() - began).toBeLessThan(2_000);
});
