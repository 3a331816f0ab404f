/** Tally: the rows of one month, counted into its days as they are read. */

import { type Digester, digester } from "../../base/digest--digest.js";
import { compareText } from "../../base/text--order.js";
import type { Row } from "./row--row.js";

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
  const month = months.get(name) ?? newMonth(months, name);
  month.rows += 1;
  let day = month.days.get(row.day);
  if (day === undefined) {
    day = { day: row.day, rows: 0, ranges: [], fields: new Map(), bytes: digester() };
    month.days.set(row.day, day);
  }
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

function newMonth(months: Map<string, MonthTally>, name: string): MonthTally {
  const month = { month: name, days: new Map(), rows: 0 };
  months.set(name, month);
  return month;
}

/** Enough to tell moods, places and modes apart; a field of free text has no most frequent value. */
const textsMax = 200;

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
  } else if (field.texts.has(value) || field.texts.size < textsMax) {
    field.texts.set(value, (field.texts.get(value) ?? 0) + 1);
  } else field.otherTexts += 1;
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
