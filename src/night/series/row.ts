/** SeriesRow: the lines of a series, JSON or CSV, as rows with their times, or what is wrong with each; and a day's readings of a field in nine numbers. */

import { type Digester, digester } from "../../base/digest.js";
import type { Instant, LocalTime, Zone } from "../../base/ids.js";
import { parseJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { rememberByText } from "../../base/memo-cache.js";
import { err, getOrMake, ok, type Result } from "../../base/result.js";
import { compareText, strictTextIn } from "../../base/text.js";

export type SeriesFormat = "jsonl" | "csv";

/** What the lines since the last answer were. */
export type ReadRecord =
  | { readonly kind: "row"; readonly row: Row; readonly raw: Uint8Array }
  | { readonly kind: "wrong"; readonly says: string }
  /** A blank line, or the header row of a CSV file. */
  | { readonly kind: "header" | "blank"; readonly raw: Uint8Array };

/** Reads one file from its beginning: a line with its line end, null for one that is too long, to the record that it ends, or null where that goes on. */
export function seriesReader(
  format: SeriesFormat,
  clock: (ms: number) => LocalTime,
): (line: Uint8Array | null) => ReadRecord | null {
  const parse = format === "jsonl" ? jsonParse(clock) : csvParse(clock);
  return (line) => {
    // A byte order mark goes wherever the row that it stood before is moved.
    const text = line === null ? null : (textOf(line)?.replace(/^\ufeff/, "") ?? null);
    return parse(line ?? new Uint8Array(), text, line === null ? tooLong : notText);
  };
}

const tooLong = `it has more than ${limits.perceptionLineBytesMax} bytes`;
const notText = "it is not UTF-8";

type Parse = (raw: Uint8Array, text: string | null, wrong: string) => ReadRecord | null;

function jsonParse(clock: (ms: number) => LocalTime): Parse {
  return (raw, text, wrong) => {
    if (text === null) return { kind: "wrong", says: wrong };
    return text.trim() === "" ? { kind: "blank", raw } : told(jsonRow(text, clock), raw);
  };
}

function csvParse(clock: (ms: number) => LocalTime): Parse {
  const reader = csvReader();
  let open: Uint8Array[] = [];
  let openBytes = 0;
  let columns: { readonly header: readonly string[]; readonly time: number | null } | null = null;
  return (raw, text, wrong) => {
    openBytes += raw.length;
    if (text === null || openBytes > limits.perceptionLineBytesMax) {
      reader.drop();
      [open, openBytes] = [[], 0];
      return { kind: "wrong", says: text === null ? wrong : "a quote in it is not closed" };
    }
    const isBlank = open.length === 0 && text.trim() === "";
    const taken = isBlank ? ok([]) : reader.take(text);
    const record = taken.ok ? taken.value : [];
    if (record === null) {
      // The bytes of a line are good until the next is read.
      open.push(Uint8Array.from(raw));
      return null;
    }
    const whole = open.length === 0 ? raw : Buffer.concat([...open, raw]);
    [open, openBytes] = [[], 0];
    if (isBlank) return { kind: "blank", raw };
    if (!taken.ok) return { kind: "wrong", says: taken.error };
    const isHeader = columns === null;
    columns ??= { header: record, time: timeColumn(record) };
    const { header, time } = columns;
    if (time === null) return { kind: "wrong", says: noTime };
    return isHeader ? { kind: "header", raw: whole } : told(csvRow(record, { header, time }, clock), whole);
  };
}

function told(read: Result<Row, string>, raw: Uint8Array): ReadRecord {
  return read.ok ? { kind: "row", row: read.value, raw } : { kind: "wrong", says: read.error };
}

/** A strict decoder takes several times as long, and is asked only where a byte may be none of a text. */
function textOf(line: Uint8Array): string | null {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
  if (!text.includes("\ufffd")) return text;
  return strictTextIn(line);
}

// Tally: the rows of one month, counted into its days as they are read.

/** What one day's rows said; its lists grow as rows come. */
export interface DayTally {
  readonly day: string;
  rows: number;
  /** Row numbers within the month, both ends included, in the order of the files. */
  readonly ranges: { readonly from: number; to: number }[];
  /** By name, in the order in which the names came. */
  readonly fields: Map<string, FieldTally>;
  readonly bytes: Digester;
}

export interface FieldTally {
  /** Numbers, each with its time, its minute of the day and its row. */
  readonly values: number[];
  readonly at: number[];
  readonly minutes: number[];
  readonly rows: number[];
  readonly texts: Map<string, number>;
  /** Texts beyond those that are told apart. */
  otherTexts: number;
  missing: number;
}

export interface MonthTally {
  readonly month: string;
  /** By day. */
  readonly days: Map<string, DayTally>;
  rows: number;
}

/** `raw` is the row as it stands in its file, with its line end. */
export function countRow(
  months: Map<string, MonthTally>,
  name: string,
  { row, raw }: { readonly row: Row; readonly raw: Uint8Array },
): void {
  const month = getOrMake(months, name, (): MonthTally => ({ month: name, days: new Map(), rows: 0 }));
  month.rows += 1;
  const day = getOrMake(month.days, row.day, () => newDay(row.day));
  day.rows += 1;
  day.bytes.update(raw);
  const range = day.ranges.at(-1);
  if (range !== undefined && range.to === month.rows - 1) range.to = month.rows;
  else day.ranges.push({ from: month.rows, to: month.rows });
  for (const [name, value] of row.fields) {
    const field = day.fields.get(name) ?? (isName(name) ? newField(day, name) : null);
    if (field !== null) countField(field, { row, value, at: month.rows });
  }
}

export function daysOf({ days }: MonthTally): readonly DayTally[] {
  return [...days.values()].sort((a, b) => compareText(a.day, b.day));
}

/** Enough to tell moods, places and modes apart; a field of free text has no most frequent value. */
const tallyTextsMax = 200;

function countField(
  field: FieldTally,
  { row, value, at }: { readonly row: Row; readonly value: number | string | null; readonly at: number },
): void {
  if (value === null) field.missing += 1;
  else if (typeof value === "number") {
    field.values.push(value);
    field.at.push(row.ms);
    field.minutes.push(row.minute);
    field.rows.push(at);
  } else if (field.texts.has(value) || field.texts.size < tallyTextsMax) {
    field.texts.set(value, (field.texts.get(value) ?? 0) + 1);
  } else field.otherTexts += 1;
}

function newDay(day: string): DayTally {
  return { day, rows: 0, ranges: [], fields: new Map(), bytes: digester() };
}

function newField(day: DayTally, name: string): FieldTally {
  const field = { values: [], at: [], minutes: [], rows: [], texts: new Map(), otherTexts: 0, missing: 0 };
  day.fields.set(name, field);
  return field;
}

/** What can stand in a page as it is: names are whatever a device or a stranger wrote. */
function isName(name: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_ .%°/-]{0,39}$/u.test(name);
}

export interface Row extends Moment {
  /** Numbers are finite. What is absent, null, not a number or infinite stands here as null. */
  readonly fields: readonly (readonly [name: string, value: number | string | null])[];
}

/** By these names, in any case, the first that a row has. */
const timeNames: readonly string[] = ["timestamp", "time", "ts", "at", "datetime", "date"];

/** One line of JSONL. */
function jsonRow(text: string, clock: (ms: number) => LocalTime): Result<Row, string> {
  const value = parseJson(text);
  if (value === undefined) return err("it is no JSON");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return err("it is no JSON object");
  const pairs = Object.entries(value);
  const named = timeNameIn(pairs.map(([name]) => name));
  if (named === null) return err(noTime);
  const said = pairs.find(([name]) => name === named)?.[1];
  const moment = typeof said === "string" || typeof said === "number" ? momentOf(said, clock) : null;
  if (moment === null) return err(badTime(named));
  const fields = pairs.flatMap(([name, field]) => {
    if (name === named) return [];
    const plain = typeof field === "boolean" ? String(field) : field;
    if (typeof plain === "number") return [[name, Number.isFinite(plain) ? plain : null] as const];
    return typeof plain === "string" || plain === null ? [[name, plain] as const] : [];
  });
  return ok({ ...moment, fields: bounded(fields) });
}

/** Where a header row keeps the time; null where it has no such column. */
function timeColumn(header: readonly string[]): number | null {
  const named = timeNameIn(header);
  return named === null ? null : header.indexOf(named);
}

/** One record below `header`, whose `time` is the column of the time. */
function csvRow(
  values: readonly string[],
  { header, time }: { readonly header: readonly string[]; readonly time: number },
  clock: (ms: number) => LocalTime,
): Result<Row, string> {
  if (values.length !== header.length) return err(`it has ${values.length} fields and the header ${header.length}`);
  const moment = momentOf(values[time] ?? "", clock);
  if (moment === null) return err(badTime(header[time] ?? ""));
  const fields = header.flatMap((name, at) => (at === time ? [] : [[name.trim(), cell(values[at] ?? "")] as const]));
  return ok({ ...moment, fields: bounded(fields) });
}

const noTime: string = `it has no time: none of ${timeNames.join(", ")}`;

function badTime(name: string): string {
  return `its “${name.slice(0, 40)}” is no time such as 2026-11-20T14:32:00Z or 1795185120`;
}

function timeNameIn(names: readonly string[]): string | null {
  for (const wanted of timeNames) {
    const found = names.find((name) => name.trim().toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** A text that is spelled as a number is one; the spellings of nothing, and of what no sum can take, are null. */
function cell(text: string): number | string | null {
  const plain = text.trim();
  if (/^(?:|n\/?a|nan|null|none|[+-]?inf(?:inity)?)$/i.test(plain)) return null;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return plain;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

function bounded<T>(fields: readonly T[]): readonly T[] {
  return fields.slice(0, limits.perceptionFieldsMax);
}

// Timestamp: when a row was made, as loggers write it, and what the clocks of the place showed then.

interface Moment extends LocalTime {
  /** Milliseconds since 1970; of a time without a zone as if it were UTC's, which keeps the order of such rows. */
  readonly ms: number;
}

/** What the clocks showed; zones differ by quarters of an hour, so that each quarter is asked for once. */
export function clockOf(zone: Zone): (ms: number) => LocalTime {
  const known = new Map<number, LocalTime>();
  const shownAt = (ms: number): LocalTime => zone(`${new Date(ms).toISOString().slice(0, 19)}Z` as Instant);
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    const local = getOrMake(known, quarter, () => shownAt(quarter * quarterMs));
    return { day: local.day, minute: local.minute + Math.floor((ms - quarter * quarterMs) / minuteMs) };
  };
}

/** ISO 8601, a day, or seconds or milliseconds since 1970, up to the year 9999; else null. Without a zone it is what the clocks of the place showed. */
export function momentOf(value: string | number, clock: (ms: number) => LocalTime): Moment | null {
  if (typeof value === "number") return stamped(value, clock);
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d{1,9})?$/.test(text)) return stamped(Number(text), clock);
  const found = written.exec(text);
  if (found === null) return null;
  const [, day = "", hour = "0", minute = "0", second = "0", fraction = "0", zone] = found;
  const ms = midnightOf(day);
  const minutes = Number(hour) * 60 + Number(minute);
  if (ms === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const local = ms + minutes * minuteMs + Number(`${second}.${fraction}`) * 1_000;
  if (zone === undefined) return { ms: local, day, minute: minutes };
  const at = local - offsetMs(zone);
  return inYears(at) ? { ms: at, ...clock(at) } : null;
}

/** Of UTC; null for no day of the calendar. The days of a series come a thousand times each. */
const midnightOf: (day: string) => number | null = rememberByText(20_000, (day) => {
  const ms = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes the 31st of a short month for a day of the next.
  return inYears(ms) && new Date(ms).toISOString().slice(0, 10) === day ? ms : null;
});

const quarterMs = 900_000;
const minuteMs = 60_000;
const written =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;
/** Below it a number counts seconds: as milliseconds it would lie in the first months of 1970. */
const secondsMax = 1e11;

function stamped(value: number, clock: (ms: number) => LocalTime): Moment | null {
  const ms = value < secondsMax ? value * 1_000 : value;
  return value > 0 && inYears(ms) ? { ms, ...clock(ms) } : null;
}

function inYears(ms: number): boolean {
  return ms >= 0 && ms < 253_402_214_400_000;
}

function offsetMs(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -minutes : minutes) * minuteMs;
}

// Csv: records of comma-separated values by RFC 4180, line by line: fields in quotes may hold commas, line ends and doubled quotes.

/** A field in quotes, with the last of them where it is closed, or one without any. */
const fieldAt = /"([^"]*(?:""[^"]*)*)("?)|[^",]*/y;

/** Strict: a quote stands around a whole field or is doubled in one; what is wrong ends with its line. */
export function csvReader() {
  let fields: string[] = [];
  let open: string | null = null;
  const drop = (): void => {
    [fields, open] = [[], null];
  };
  return {
    /** One line with its line end. A record's fields where it is over, null where it goes on, or what is wrong with it. */
    take(line: string): Result<readonly string[] | null, string> {
      const end = line.length - (/\r?\n$/.exec(line)?.[0].length ?? 0);
      // A field that is open goes on as if its quote stood here.
      const text = `${open === null ? "" : '"'}${line.slice(0, end)}`;
      for (fieldAt.lastIndex = 0; ; fieldAt.lastIndex += 1) {
        const [plain, quoted, closed] = fieldAt.exec(text)!;
        const field = quoted === undefined ? plain : `${open ?? ""}${quoted.replaceAll('""', '"')}`;
        if (closed === "") {
          open = `${field}${line.slice(end)}`;
          return ok(null);
        }
        fields.push(field);
        open = null;
        const next = text.charAt(fieldAt.lastIndex);
        if (next === ",") continue;
        const record = fields;
        drop();
        if (next === "") return ok(record);
        const wrong =
          quoted === undefined
            ? "a quote stands inside a field that has none around it"
            : "there are characters behind a closing quote";
        return err(wrong);
      }
    },
    /** Gives the open record up; the next line begins another. */
    drop: (): void => drop(),
  };
}

/** Below `low` and `high` lie 5 and 95 of a hundred readings. `first` and `last` go by time; of equal times the one that stands first, and last. */
type Aggregate = Readonly<
  Record<"count" | "min" | "max" | "mean" | "median" | "low" | "high" | "first" | "last", number>
>;

/** Of at least one finite value, each with its time in milliseconds. */
export function aggregate(values: readonly number[], at: readonly number[]): Aggregate {
  const sorted = Float64Array.from(values).sort();
  let [first, last] = [0, 0];
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if ((at[i] ?? 0) < (at[first] ?? 0)) first = i;
    if ((at[i] ?? 0) >= (at[last] ?? 0)) last = i;
    // Of parts, so that no sum leaves the range of a number.
    mean += value / values.length;
  }
  return {
    count: values.length,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    // Rounding may carry a mean of equal values beyond them.
    mean: Math.min(Math.max(mean, sorted[0]!), sorted.at(-1)!),
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
    first: values[first]!,
    last: values[last]!,
  };
}

/** Between the two nearest ranks, in a straight line. `sorted` has a value at least. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (high - low) * (place - below) || low;
}
