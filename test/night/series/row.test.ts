/** Rows: times, JSONL and CSV as loggers write them, and what is said of a line that is no row. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clockOf, csvReader, momentOf, seriesReader } from "../../../src/night/series/row.js";

import { draws } from "../../support/draws.js";
import { utc as utcZone } from "../../support/zones.js";

const utc = clockOf(utcZone);
/** UTC+5:30, as in Kolkata. */
const ahead = clockOf((at) => {
  const local = new Date(Date.parse(at) + 330 * 60_000).toISOString();
  return { day: local.slice(0, 10), minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)) };
});

describe("times", () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  test.each([
    ["2026-11-20T12:00:00Z", noon],
    ["2026-11-20t12:00:00.000z", noon],
    ["2026-11-20 12:00", noon],
    ["2026-11-20T17:30:00+05:30", noon],
    ["2026-11-20T07:00-0500", noon],
    ["2026-11-20T14:00:00 +02", noon],
    ["2026-11-20", noon - 43_200_000],
    ["1795176000", noon],
    [1_795_176_000, noon],
    [1_795_176_000_500, noon + 500],
    [1_795_176_000.25, noon + 250],
    ["2026-11-20T12:00:00,5Z", noon + 500],
  ])("%j is read", (written, ms) => {
    expect(momentOf(written, utc)?.ms).toBe(ms);
  });

  test.each([
    "",
    "yesterday",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-11-20T24:00:00Z",
    "2026-11-20T12:60Z",
    "20.11.2026",
    "1969-12-31T23:59:59Z",
    "12:30",
    "2026-11-20T12:00:00+9",
    -5,
    0,
    Number.NaN,
    1e300,
  ])("%j is none", (written) => {
    expect(momentOf(written, utc)).toBeNull();
  });

  test("a time with a zone falls on the day that the clocks of the place show; one without on the day it says", () => {
    expect(momentOf("2026-11-20T20:00:00Z", ahead)).toMatchObject({ day: "2026-11-21", minute: 90 });
    expect(momentOf("2026-11-20T20:00:00", ahead)).toMatchObject({ day: "2026-11-20", minute: 1_200 });
    expect(momentOf("2026-11-20T18:29:59Z", ahead)?.day).toBe("2026-11-20");
    expect(momentOf("2026-11-20T18:30:00Z", ahead)?.day).toBe("2026-11-21");
  });

  test("any instant keeps its day and minute, whatever quarter of an hour was asked for before", () => {
    const known = clockOf(utcZone);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_799_999 }), (ms) => {
        const iso = new Date(ms).toISOString();
        const { day, minute } = known(ms);
        expect([day, minute]).toEqual([iso.slice(0, 10), Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16))]);
      }),
      { seed: 7, numRuns: draws(300) },
    );
  });
});

/** What each line of a file is. */
function read(format: "jsonl" | "csv", text: string) {
  const take = seriesReader(format, utc);
  return text.match(/[^\n]*\n/g)!.flatMap((line) => {
    const found = take(Buffer.from(line));
    if (found === null) return [];
    if (found.kind === "row") return [found.row.fields.map(([name, value]) => `${name}=${value}`).join(" ")];
    return found.kind === "wrong" ? [`wrong: ${found.says}`] : [found.kind];
  });
}

describe("JSONL", () => {
  test.each([
    ['{"ts":"2026-11-20T12:00:00Z","bpm":61}', "bpm=61"],
    ['\ufeff{"Time":1795176000,"a":1.5,"b":"ok"}', "a=1.5 b=ok"],
    ['{"timestamp":"2026-11-20","time":"later","a":true}', "time=later a=true"],
    ['{"at":1795176000,"a":null,"b":1e999,"c":[1],"d":{"e":1}}', "a=null b=null"],
    ['{"ts":1795176000}', ""],
    ['{"ts":1795176000,"__proto__":3}', "__proto__=3"],
    ["   ", "blank"],
    ["[1]", "wrong: it is no JSON object"],
    ['{"ts":1795176000,"a":NaN}', "wrong: it is no JSON"],
    ['{"a":1}', "wrong: it has no time: none of timestamp, time, ts, at, datetime, date"],
    ['{"ts":"soon"}', "wrong: its “ts” is no time such as 2026-11-20T14:32:00Z or 1795185120"],
  ])("%s", (line, is) => {
    expect(read("jsonl", `${line}\n`)).toEqual([is]);
  });

  test("bytes that are no text are told, and the next line is a row", () => {
    const take = seriesReader("jsonl", utc);
    expect(take(Uint8Array.of(0xff, 10))).toEqual({ kind: "wrong", says: "it is not UTF-8" });
    expect(take(null)).toMatchObject({ kind: "wrong" });
    expect(take(Buffer.from('{"ts":1795176000}\n'))).toMatchObject({ kind: "row" });
  });
});

describe("CSV", () => {
  test("a header, numbers, texts, what is missing, and quotes over lines and around commas", () => {
    const text = [
      "when,Timestamp,steps,note\r",
      "x,2026-11-20T08:00:00Z,120,plain\r",
      'y,2026-11-20T09:00:00Z,-1.5e2,"a, ""b""',
      'and c"',
      "z,2026-11-20T10:00:00Z,NaN,inf",
      "",
      "",
    ].join("\n");
    expect(read("csv", text)).toEqual([
      "header",
      "when=x steps=120 note=plain",
      'when=y steps=-150 note=a, "b"\nand c',
      "when=z steps=null note=null",
      "blank",
    ]);
  });

  test.each([
    ['ts,a\n2026-11-20,5" pipe\n2026-11-20,2\n', "a quote stands inside a field that has none around it"],
    ['ts,a\n2026-11-20,"5"6\n2026-11-20,2\n', "there are characters behind a closing quote"],
    ["ts,a\n2026-11-20,1,3\n2026-11-20,2\n", "it has 3 fields and the header 2"],
    ["ts,a\nnever,1\n2026-11-20,2\n", "its “ts” is no time such as 2026-11-20T14:32:00Z or 1795185120"],
  ])("%j: one line is wrong, the next is a row", (text, says) => {
    expect(read("csv", text)).toEqual(["header", `wrong: ${says}`, "a=2"]);
  });

  test("without a column of times no line is a row", () => {
    const none = "wrong: it has no time: none of timestamp, time, ts, at, datetime, date";
    expect(read("csv", "a,b\n1,2\n")).toEqual([none, none]);
  });

  test("a quote that nobody closes ends at the limit, not with the file", () => {
    const text = `ts,a\n2026-11-20,"open\n${"filler\n".repeat(10_000)}2026-11-20,2\n`;
    const found = read("csv", text);
    expect(found).toContain("wrong: a quote in it is not closed");
    expect(found.at(-1)).toBe("a=2");
  });

  test("what is printed by the rule is read back, field by field", () => {
    const printed = (record: readonly string[]): string =>
      `${record.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",")}\r\n`;
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r\n", " ", "é") });
    const record = fc.array(field, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const reader = csvReader();
        const lines =
          records
            .map(printed)
            .join("")
            .match(/[^\n]*\n/g) ?? [];
        const back = lines
          .map((line) => reader.take(line))
          .flatMap((one) => (one.ok && one.value !== null ? [one.value] : []));
        expect(back).toEqual(records);
      }),
      { seed: 11, numRuns: draws(300) },
    );
  });
});
