/** DayText: a day of a series as entries of a page: its aggregates, and what stood out with the rows around it. */

import { thresholds } from "../thresholds.js";
import type { DayFinding } from "./day--day-findings.js";
import { isFit, minuteShown, numberShown, textShown } from "./day--shown.js";
import { aggregate } from "./row--aggregate.js";
import type { DayTally, FieldTally } from "./row--tally.js";

/** `digest` is of the day's rows, as they stand in their files one after another. */
export interface CountedDay {
  readonly tally: DayTally;
  readonly digest: string;
  readonly findings: readonly DayFinding[];
}

/** What of a digest stands in a page: twelve digits; who makes two days alike gains nothing by it. */
export function shownDigest(digest: string): string {
  return digest.slice("sha256:".length).slice(0, 12);
}

/**
 * Markdown, an entry each: the day, then its findings. `lineOf` gives a row of the month as it can be shown, null where it cannot,
 * undefined where there is none.
 */
export function entriesOfDay(
  series: string,
  { tally, digest, findings }: CountedDay,
  { again, lineOf }: { readonly again: boolean; readonly lineOf: (row: number) => string | null | undefined },
): readonly string[] {
  const name = again ? `${series} counted again` : series;
  const rows = `${tally.rows} ${tally.rows === 1 ? "row" : "rows"} (${rangesOf(tally)}, sha256 ${shownDigest(digest)})`;
  const fields = [...tally.fields].map(([field, told]) => fieldLine(field, told));
  const fit = fields.filter(isFit);
  const withheld = fields.length - fit.length;
  const lines = [
    `- ${tally.day}, ${name}: ${rows}.`,
    ...fit.map((line) => `  - ${line}`),
    ...(withheld === 0 ? [] : [`  - ${withheld} more that cannot stand here.`]),
  ];
  return [lines.join("\n"), ...findings.map((finding) => findingEntry(series, tally.day, { finding, lineOf }))];
}

/** Most days are one run of rows; rows that came late make more. */
const rangesMax = 8;

function rangesOf({ ranges }: DayTally): string {
  const shown = ranges.slice(0, rangesMax).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const more = ranges.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} later runs`;
}

function fieldLine(name: string, field: FieldTally): string {
  const parts = [...numbersOf(field), ...textsOf(field)];
  const missing = field.missing === 0 ? [] : [`${field.missing} missing`];
  return `\`${name}\`: ${[...parts, ...missing].join("; ")}.`;
}

function numbersOf({ values, at }: FieldTally): readonly string[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [`${numberShown(values[0]!)}`];
  const { count, min, max, mean, median, low, high, first, last } = aggregate(values, at);
  const n = numberShown;
  const tails = count < thresholds.anomalyReadingsMin ? "" : `, 5 % below ${n(low)} and 5 % above ${n(high)}`;
  const ends = `first ${n(first)}, last ${n(last)}`;
  return [`${count} values from ${n(min)} to ${n(max)}, average ${n(mean)}, median ${n(median)}${tails}, ${ends}`];
}

const textsMax = 3;

function textsOf({ texts, otherTexts }: FieldTally): readonly string[] {
  if (texts.size === 0) return [];
  const often = [...texts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const shown = often.flatMap(([text, times]) => {
    const fit = textShown(text);
    return fit === null ? [] : [`${fit} ${times} ${times === 1 ? "time" : "times"}`];
  });
  const kinds =
    otherTexts > 0 ? `more than ${texts.size} texts` : `${texts.size} ${texts.size === 1 ? "text" : "texts"}`;
  return [[kinds, ...shown.slice(0, textsMax)].join(", ")];
}

function findingEntry(
  series: string,
  day: string,
  { finding, lineOf }: { readonly finding: DayFinding; readonly lineOf: (row: number) => string | null | undefined },
): string {
  const { field, value, usual, score, row, what } = finding;
  const n = numberShown;
  const far = `${n(usual.median)} give or take ${n(usual.spread)}, so it lies ${n(Number(score.toPrecision(3)))} spreads off`;
  const said =
    what.kind === "day"
      ? `the day's median of \`${field}\` is ${n(value)}; that of ${what.days} days before is ${far}`
      : `\`${field}\` at ${n(value)}${what.count === 1 ? "" : `, the furthest of ${what.count} readings`}; usual that day is ${far}`;
  const times =
    what.kind === "day"
      ? ""
      : what.fromMinute === what.toMinute
        ? ` ${minuteShown(what.fromMinute)}`
        : ` ${minuteShown(what.fromMinute)} to ${minuteShown(what.toMinute)}`;
  const head = `- ${day}${times}, anomaly of ${series}: ${said}`;
  return row === null ? `${head}.` : withRows(head, row, lineOf);
}

/** The rows around one, in a fence that no row closes. */
function withRows(head: string, row: number, lineOf: (row: number) => string | null | undefined): string {
  const around = thresholds.anomalyRowsAround;
  const rows = Array.from({ length: 2 * around + 1 }, (_, i) => row - around + i).filter(
    (each) => lineOf(each) !== undefined,
  );
  const lines = rows.map(lineOf).filter((line) => line !== null && line !== undefined);
  const which = `rows ${rows[0]}-${rows.at(-1)} around row ${row}`;
  if (lines.length === 0) return `${head}. Row ${row} cannot stand here.`;
  const left = rows.length - lines.length;
  const most = left === 0 ? "" : `, without ${left} that cannot stand here`;
  return [`${head}; ${which}${most}:`, "", "  ```text", ...lines.map((line) => `  ${line}`), "  ```"].join("\n");
}
