/** SeriesDay: a day of a series as entries of its month's page: its aggregates, and what stood out beside the days before it. */

import { addDays, type PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { perceptionFolder } from "../../memory/profile.js";
import { findElisions } from "../../rules/refusal.js";
import { findSecrets } from "../../rules/secret-keys.js";
import type { SeriesDraft } from "../../write/series-page.js";
import { printHour } from "../clock/lease.js";
import { thresholds } from "../thresholds.js";
import { aggregate, type DayTally, type FieldTally, quantile } from "./row.js";

export interface DayWords {
  readonly tally: DayTally;
  /** Of the day's rows, as they stand in their files one after another. */
  readonly digest: string;
  /** Whether it was counted before, when it had other rows. */
  readonly again: boolean;
  readonly findings: readonly DayFinding[];
}

/** A row of the month as it can be shown; null where it cannot, undefined where there is none. */
type LineOf = (row: number) => string | null | undefined;

/** What of a digest stands in a page: twelve digits; who makes two days alike gains nothing by it. */
export function shownDigest(digest: string): string {
  return digest.slice("sha256:".length).slice(0, 12);
}

/** Markdown, an entry each: the day, then its findings. */
export function entriesOfDay(
  series: string,
  { tally, digest, again, findings }: DayWords,
  lineOf: LineOf,
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
  return [lines.join("\n"), ...findings.map((finding) => findingEntry(series, tally.day, finding, lineOf))];
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
  { field, value, usual, score, row, what }: DayFinding,
  lineOf: LineOf,
): string {
  const n = numberShown;
  const far = `${n(usual.median)} give or take ${n(usual.spread)}, so it lies ${n(Number(score.toPrecision(3)))} spreads off`;
  const said =
    what.kind === "day"
      ? `the day's median of \`${field}\` is ${n(value)}; that of ${what.days} days before is ${far}`
      : `\`${field}\` at ${n(value)}${what.count === 1 ? "" : `, the furthest of ${what.count} readings`}; usual that day is ${far}`;
  const minutes = what.kind === "day" ? [] : [...new Set([what.fromMinute, what.toMinute])];
  const times = minutes.length === 0 ? "" : ` ${minutes.map(printHour).join(" to ")}`;
  const head = `- ${day}${times}, anomaly of ${series}: ${said}`;
  return row === null ? `${head}.` : withRows(head, row, lineOf);
}

/** The rows around one, in a fence that no row closes. */
function withRows(head: string, row: number, lineOf: LineOf): string {
  const around = thresholds.anomalyRowsAround;
  const near = Array.from({ length: 2 * around + 1 }, (_, i) => row - around + i);
  const rows = near.filter((each) => lineOf(each) !== undefined);
  const lines = rows.flatMap((each) => lineOf(each) ?? []);
  const which = `rows ${rows[0]}-${rows.at(-1)} around row ${row}`;
  if (lines.length === 0) return `${head}. Row ${row} cannot stand here.`;
  const left = rows.length - lines.length;
  const most = left === 0 ? "" : `, without ${left} that cannot stand here`;
  return [`${head}; ${which}${most}:`, "", "  ```text", ...lines.map((line) => `  ${line}`), "  ```"].join("\n");
}

export interface DayFinding {
  readonly field: string;
  /** The furthest reading, or the day's median. */
  readonly value: number;
  readonly usual: Usual;
  readonly score: number;
  /** The row of that reading, within the month; null where a day of several rows is held against others. */
  readonly row: number | null;
  readonly what:
    | { readonly kind: "readings"; readonly count: number; readonly fromMinute: number; readonly toMinute: number }
    /** How many days it is held against. */
    | { readonly kind: "day"; readonly days: number };
}

/** The furthest first, as many as a page tells of. `earlier` may hold days of any age; those too old are passed over. */
export function findingsOf(day: DayTally, earlier: readonly DayTally[]): readonly DayFinding[] {
  const since = addDays(day.day, -thresholds.anomalyDaysBack);
  const before = earlier.filter((other) => other.day >= since && other.day < day.day);
  const found = [...day.fields].flatMap(([name, field]) => [
    ...readingsOf(name, field),
    ...dayOf(name, field, before),
  ]);
  return found.sort((a, b) => b.score - a.score || (a.row ?? 0) - (b.row ?? 0)).slice(0, thresholds.anomaliesMax);
}

function readingsOf(name: string, field: FieldTally): readonly DayFinding[] {
  const order = field.at.map((_, i) => i).sort((a, b) => field.at[a]! - field.at[b]! || a - b);
  const values = order.map((i) => field.values[i]!);
  const minute = (place: number): number => field.minutes[order[place]!]!;
  return anomaliesIn(values).map(({ from, to, peak, usual, score }) => ({
    field: name,
    value: values[peak]!,
    usual,
    score,
    row: field.rows[order[peak]!]!,
    what: { kind: "readings", count: to - from + 1, fromMinute: minute(from), toMinute: minute(to) },
  }));
}

function dayOf(name: string, field: FieldTally, before: readonly DayTally[]): readonly DayFinding[] {
  if (field.values.length === 0) return [];
  const medians = before.flatMap((day) => {
    const values = day.fields.get(name)?.values ?? [];
    return values.length === 0 ? [] : [medianOf(values)];
  });
  if (medians.length < thresholds.anomalyDaysMin) return [];
  const usual = usualOf(medians);
  const value = medianOf(field.values);
  const score = scoreOf(value, usual);
  if (score <= thresholds.anomalyScore) return [];
  const row = field.rows.length === 1 ? field.rows[0]! : null;
  return [{ field: name, value, usual, score, row, what: { kind: "day", days: medians.length } }];
}

function medianOf(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

// Anomaly: readings that lie far from the others, by the median and the spread about it, which the far ones cannot move.

/** What is usual among some values. */
interface Usual {
  readonly median: number;
  /** As a standard deviation would be, were all of them as usual; 0 where all are equal. */
  readonly spread: number;
}

/** A run of readings, one after another in time, all far on the same side. */
interface Anomaly {
  /** Places among the values, in their order; `peak` lies furthest. */
  readonly from: number;
  readonly to: number;
  readonly peak: number;
  readonly usual: Usual;
  /** How many spreads the peak lies from the median. */
  readonly score: number;
}

/** Of at least one value. Where more than half are equal the median deviation is 0, and the mean one stands in for it. */
export function usualOf(values: readonly number[]): Usual {
  const sorted = Float64Array.from(values).sort();
  const median = quantile(sorted, 0.5);
  const deviations = Float64Array.from(values, (value) => Math.abs(value - median)).sort();
  const middle = quantile(deviations, 0.5);
  if (middle > 0) return { median, spread: middle * normalByMedian };
  const mean = deviations.reduce((sum, deviation) => sum + deviation / values.length, 0);
  return { median, spread: mean * normalByMean };
}

export function scoreOf(value: number, { median, spread }: Usual): number {
  return spread > 0 && Number.isFinite(spread) ? Math.abs(value - median) / spread : 0;
}

/** `values` by time. The furthest first; none of a small sample, and none where it comes so often that it is usual. */
export function anomaliesIn(values: readonly number[]): readonly Anomaly[] {
  if (values.length < thresholds.anomalyReadingsMin) return [];
  const usual = usualOf(values);
  const far = values.flatMap((value, at) => (scoreOf(value, usual) > thresholds.anomalyScore ? [at] : []));
  const runs: Anomaly[] = [];
  for (const at of far) {
    const score = scoreOf(values[at]!, usual);
    const run = runs.at(-1);
    const follows = run?.to === at - 1 && values[run.to]! > usual.median === values[at]! > usual.median;
    if (run === undefined || !follows) runs.push({ from: at, to: at, peak: at, usual, score });
    else runs[runs.length - 1] = { ...run, to: at, ...(score > run.score ? { peak: at, score } : {}) };
  }
  const most = Math.max(thresholds.anomalyRunsMax, values.length * thresholds.anomalyShareMax);
  return runs.length > most ? [] : runs.sort((a, b) => b.score - a.score || a.from - b.from);
}

/** 1 / 0.6745 and the square root of π / 2: what makes both deviations of a normal distribution its standard deviation. */
const normalByMedian = 1.4826;
const normalByMean = 1.253314;

// MonthPage: the page of one month of a series: where it stands, how it begins, and what of its days it tells already.

/** `source` is the hot file, below the memory root. */
export function monthPage(series: string, month: string, source: string): Omit<SeriesDraft, "entries"> {
  const id = `${series}-${month}`;
  const read = `pagefile evidence ${id}`;
  const days = { start: `${month}-01`, end: lastDayOf(month) };
  return {
    id,
    path: `${perceptionFolder}/${series}/${month}.md` as PagePath,
    title: `${series} in ${month}, day by day`,
    fields: { span: `perception:${series}:${month}`, ...days, rows: source, resolves: read },
    head: `- Rows of ${month} come from \`${source}\`. They are numbered from 1 within the month; read some with \`${read} --from 1 --to 20\`.`,
  };
}

/** Which series and month a page tells of, by its field `span`, wherever it lies; null for another page. */
export function monthOfSpan(span: unknown): { readonly series: string; readonly month: string } | null {
  const found = typeof span === "string" ? /^perception:([a-z0-9][a-z0-9-]*):(\d{4}-\d{2})$/.exec(span) : null;
  return found === null ? null : { series: found[1]!, month: found[2]! };
}

export function lastDayOf(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return addDays(next.toISOString().slice(0, 10), -1);
}

/** By day, the shown digest of the rows that were counted last. */
export function digestsByDay(text: string): ReadonlyMap<string, string> {
  const counted = new Map<string, string>();
  for (const line of text.split("\n")) {
    const found = /^- (\d{4}-\d{2}-\d{2}), [^:]{1,80}: \d+ rows? \(.*, sha256 ([0-9a-f]{12})\)\.\r?$/.exec(line);
    if (found !== null) counted.set(found[1]!, found[2]!);
  }
  return counted;
}

/** Whole numbers as they are, others to six digits. */
function numberShown(value: number): string {
  return String(Number.isInteger(value) ? value + 0 : Number(value.toPrecision(6)) + 0);
}

/** A short text in backticks; null for what is long, hidden, a secret, or would read as markup, a tag or a link. */
function textShown(text: string): string | null {
  return text !== "" && text.length <= 40 && !text.includes("`") && isFit(text) ? `\`${text}\`` : null;
}

/** A row of a series as one line of a page, to the character; null where it cannot stand there. */
export function rowShown(row: string): string | null {
  const line = row.replace(/\r?\n$/, "");
  return line.length <= limits.perceptionSnippetCharsMax && !line.includes("```") && isFit(line) ? line : null;
}

function isFit(text: string): boolean {
  if (!plain.test(text) || /\[[[a-z]/i.test(text)) return false;
  return findSecrets(text).length === 0 && findElisions(text).length === 0;
}

/** Letters, digits, signs and blanks of one line: nothing that moves a cursor, shows nothing or turns the line round. */
const plain = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t]*$/u;
