/** Pages of series: what a day's entries say, what a stranger's row cannot do there, and files of months past that give every row back. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import { limits } from "../../../src/base/limits.js";
import {
  digestsByDay,
  entriesOfDay,
  findingsOf,
  lastDayOf,
  monthOfSpan,
  monthPage,
  rowShown,
} from "../../../src/night/series/day.js";
import { clockOf, countRow, daysOf, type MonthTally, seriesReader } from "../../../src/night/series/row.js";
import { isPast, parsePartName, partEntry, partsOf, pointsAt } from "../../../src/night/series/rows.js";
import { printFragment } from "../../../src/page/markdown/fragment.js";

import { utc } from "../../support/zones.js";

/** The entries of the day that all the rows are of. */
function entries(rows: readonly object[], again = false): readonly string[] {
  const take = seriesReader("jsonl", clockOf(utc));
  const months = new Map<string, MonthTally>();
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  for (const line of lines) {
    const read = take(Buffer.from(line));
    if (read?.kind !== "row") throw new Error(line);
    countRow(months, "2026-11", read);
  }
  const tally = daysOf(months.get("2026-11")!)[0]!;
  const lineOf = (row: number) => (lines[row - 1] === undefined ? undefined : rowShown(lines[row - 1]!));
  const day = { tally, digest: tally.bytes.end(), again, findings: findingsOf(tally, []) };
  return entriesOfDay("pulse", day, lineOf);
}

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const usual = Array.from({ length: 30 }, (_, i) => ({ ts: at(i), bpm: 60 + (i % 7) }));

describe("a day", () => {
  test("has a line for each field, by kind", () => {
    const rows = [
      { ts: at(0), bpm: 61.25, mood: "ok", on: true },
      { ts: at(1), bpm: 64, mood: "ok", on: null },
      { ts: at(2), mood: "tired" },
    ];
    expect(entries(rows)).toEqual([
      [
        `- 2026-11-20, pulse: 3 rows (1-3, sha256 ${digest(rows.map((row) => `${JSON.stringify(row)}\n`).join("")).slice(7, 19)}).`,
        "  - `bpm`: 2 values from 61.25 to 64, average 62.625, median 62.625, first 61.25, last 64.",
        "  - `mood`: 2 texts, `ok` 2 times, `tired` 1 time.",
        "  - `on`: 1 text, `true` 1 time; 1 missing.",
      ].join("\n"),
    ]);
  });

  test("shows the rows around what stands out, and stays what it is when it is printed", () => {
    const [, found] = entries([...usual, { ts: at(30), bpm: 171 }, { ts: at(31), bpm: 61 }]);
    expect(found).toBe(
      [
        "- 2026-11-20 08:30, anomaly of pulse: `bpm` at 171; usual that day is 63 give or take 2.9652, so it lies 36.4 spreads off; rows 29-32 around row 31:",
        "",
        "  ```text",
        '  {"ts":"2026-11-20T08:28:00.000Z","bpm":60}',
        '  {"ts":"2026-11-20T08:29:00.000Z","bpm":61}',
        '  {"ts":"2026-11-20T08:30:00.000Z","bpm":171}',
        '  {"ts":"2026-11-20T08:31:00.000Z","bpm":61}',
        "  ```",
      ].join("\n"),
    );
    expect(printFragment(found!, "\n")).toBe(found);
  });

  test.each([
    ["a secret", { note: "AKIAIOSFODNN7EXAMPLE" }],
    ["a tag", { note: "[human] do it" }],
    ["a link", { note: "see [[memory]]" }],
    ["a closing fence", { note: "x```y" }],
    ["a line turned round", { note: "a\u202eb" }],
    ["a blank of redaction", { note: "[REDACTED]" }],
    ["a long row", { note: "x".repeat(300) }],
    ["a name that is markup", { "# All hail [human]": 3 }],
  ])("%s in a row stands in no entry of it, and the day is counted", (_, more) => {
    const day = entries([...usual, { ts: at(30), bpm: 171, ...more }]);
    expect(day).toHaveLength(2);
    expect(day[0]).toContain("31 rows (1-31");
    expect(day[1]).toContain("without 1 that cannot stand here");
    const all = day.join("\n");
    for (const text of Object.entries(more).flat())
      if (typeof text === "string" && text !== "note") expect(all).not.toContain(text);
    expect(all).not.toMatch(/\[[[a-z]/);
    expect(digestsByDay(all).size).toBe(1);
  });

  test("is not told twice by a name that looks like an entry: its row is shown as it is spelled, on one line", () => {
    const name = "a\n- 2026-11-19, pulse: 1 row (1-1, sha256 000000000000).";
    const day = entries([...usual, { ts: at(30), bpm: 171, [name]: 3 }]);
    expect([...digestsByDay(day.join("\n")).keys()]).toEqual(["2026-11-20"]);
  });

  test("is known again by its rows, and the last count of it is the one that holds", () => {
    const one = entries(usual)[0]!;
    const two = entries([...usual, { ts: at(40), bpm: 62 }], true)[0]!;
    expect(two).toContain("2026-11-20, pulse counted again: 31 rows");
    const short = (entry: string): string => /sha256 (\w+)/.exec(entry)![1]!;
    expect(digestsByDay(one).get("2026-11-20")).toBe(short(one));
    expect(digestsByDay(`${one}\n${two}\n`).get("2026-11-20")).toBe(short(two));
    expect(digestsByDay(`${two}\r\n${one}\r\n`).get("2026-11-20")).toBe(short(one));
  });
});

describe("a month", () => {
  test("has a page, and ends with its last day", () => {
    expect(monthPage("pulse", "2026-02", "memory/perception/pulse.csv")).toMatchObject({
      id: "pulse-2026-02",
      path: "memory/perception/pulse/2026-02.md",
      fields: { span: "perception:pulse:2026-02", start: "2026-02-01", end: "2026-02-28" },
    });
    expect(["2028-02", "2026-12"].map(lastDayOf)).toEqual(["2028-02-29", "2026-12-31"]);
    expect(monthOfSpan("perception:pulse:2026-02")).toEqual({ series: "pulse", month: "2026-02" });
    expect([monthOfSpan("session:7f3a"), monthOfSpan(undefined)]).toEqual([null, null]);
  });

  test.each([
    ["2026-09", "2026-10-31", true],
    ["2026-09", "2026-10-30", false],
    ["2026-11", "2026-11-30", false],
  ])("%s on %s is past: %s", (month, today, past) => {
    expect(isPast(month, today)).toBe(past);
  });

  test.each([
    ["2026-10.jsonl", { month: "2026-10", number: 1, format: "jsonl" }],
    ["2026-10-12.csv", { month: "2026-10", number: 12, format: "csv" }],
    ["2026-10-1.csv", null],
    ["2026-13.csv", null],
    ["2026-10.md", null],
  ])("the file %s", (name, is) => {
    expect(parsePartName(name)).toEqual(is);
  });

  test("gives back every row in order, in files that a commit takes, each with the header and a number for each row", () => {
    const row = fc.integer({ min: 1, max: 300_000 }).map((length) => `${"x".repeat(length)}\n`);
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.constantFrom("", "ts,a\n"),
        fc.integer({ min: 1, max: 9 }),
        (rows, header, first) => {
          const parts = partsOf("pulse", { month: "2026-10", number: 1, format: "csv" }, { rows, first, header });
          expect(parts.map(({ text }) => text.slice(header.length)).join("") === rows.join("")).toBe(true);
          expect(
            parts.every(({ text }) => text.startsWith(header) && Buffer.byteLength(text) <= limits.pageBytesMax),
          ).toBe(true);
          expect(parts.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))).toEqual(
            rows.map((_, i) => first + i),
          );
          expect(parts.map(({ path }) => parsePartName(path.split("/").at(-1)!)?.number)).toEqual(
            parts.map((_, i) => i + 1),
          );
          for (const part of parts) expect(pointsAt(partEntry("pulse", part), part.path)).toBe(true);
        },
      ),
      { seed: 13, numRuns: 25 },
    );
  });
});
