/**
 * Calendar: days as `YYYY-MM-DD`, counted in UTC, and the spans of them that people have words for: weeks, months, quarters, years, and parts of
 * these. A span whose year nobody named is the latest such one that has begun.
 */

import { addDays, dayMs } from "../../base/ids.js";

/** Both ends included; null on a side that is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** A span with both its ends. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** Whether two spans have a day in common. */
export function overlaps(a: DayRange, b: DayRange): boolean {
  const startsInTime = a.from === null || b.to === null || a.from <= b.to;
  return startsInTime && (a.to === null || b.from === null || a.to >= b.from);
}

/** How many days `b` lies behind `a`. */
export function daysFrom(a: string, b: string): number {
  return Math.round((Date.parse(b) - Date.parse(a)) / dayMs);
}

/** 0 for Monday to 6 for Sunday. */
function weekday(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
}

export function oneDay(day: string): Span {
  return { from: day, to: day };
}

/** null for a day that no calendar has. `month` is counted from 1. */
export function dayOf(year: number, month: number, day: number): string | null {
  const made = new Date(Date.UTC(year, month - 1, day));
  const same = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  return same && year >= 1000 && year <= 9999 ? made.toISOString().slice(0, 10) : null;
}

/** `count` whole months from a month counted from 0, which may lie outside the year. */
export function months(year: number, month: number, count: number): Span {
  const from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const to = new Date(Date.UTC(year, month + count, 0)).toISOString().slice(0, 10);
  return { from, to };
}

/** The whole unit that lies `back` units before the one `today` is in: 0 is this one. Weeks begin on Monday. */
export function unitBack(today: string, unit: Unit | "weekend", back: number): Span {
  if (unit === "day") return oneDay(addDays(today, -back));
  if (unit === "week") {
    const from = addDays(today, -weekday(today) - 7 * back);
    return { from, to: addDays(from, 6) };
  }
  if (unit === "weekend") {
    const { from, to } = unitBack(today, "week", back);
    return { from: addDays(from, 5), to };
  }
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  if (unit === "year") return months(year - back, 0, 12);
  if (unit === "quarter") return months(year, Math.floor(month / 3) * 3 - 3 * back, 3);
  return months(year, month - back, 1);
}

/** The week of that number (ISO 8601): the first one has the 4th of January. null where the year has no such week. */
export function weekOf(year: number, week: number): Span | null {
  const first = dayOf(year, 1, 4);
  if (first === null || week < 1 || week > 53) return null;
  const from = addDays(first, 7 * (week - 1) - weekday(first));
  // Its Thursday lies in the year.
  return addDays(from, 3).startsWith(`${year}-`) ? { from, to: addDays(from, 6) } : null;
}

/** The last day of that name, Monday being 1. `back` 1 is never today. */
export function lastWeekday(today: string, named: number, back: number): string {
  const since = (weekday(today) - (named - 1) + 7) % 7;
  return addDays(today, -(since === 0 ? 7 * back : since));
}

/** What lies beside a day: so many days or weeks, the nearest day of that name (Monday is 1), the nearest weekend. */
export interface Neighbor {
  readonly what: Unit | "weekend" | number;
  readonly count: number;
  /** Whether `count` says how long it is, else how far away. */
  readonly isLong: boolean;
}

/** null where several of a name were counted, or whole months. */
export function spanBeside(
  { from, to }: Span,
  side: "before" | "after",
  { what, count, isLong }: Neighbor,
): Span | null {
  const isBefore = side === "before";
  const next = isBefore ? addDays(from, -1) : addDays(to, 1);
  if (what === "weekend" || typeof what === "number") {
    if (count > 1) return null;
    if (what !== "weekend") return oneDay(lastWeekday(isBefore ? next : addDays(next, 6), what, 0));
    // A weekend that the day itself is in lies not beside it.
    const saturday = lastWeekday(isBefore ? addDays(next, -1) : addDays(next, 6), 6, 0);
    return { from: saturday, to: addDays(saturday, 1) };
  }
  if (what !== "day" && what !== "week") return null;
  const sign = isBefore ? -1 : 1;
  const far = addDays(next, sign * ((what === "day" ? 1 : 7) * count - 1));
  if (isLong) return isBefore ? { from: far, to: next } : { from: next, to: far };
  const slack = what === "day" ? 0 : 3;
  return { from: addDays(far, -slack), to: addDays(far, slack) };
}

/** A part of a month or of a year: the first, second or last third; a week of seven days, -1 being the last; a half. */
export interface SpanPart {
  readonly by: "third" | "week" | "half";
  /** Counted from 0; -1 is the last. */
  readonly at: number;
}

/** null where the span is neither a month nor a year, or has no such part. */
export function partOf({ from, to }: DayRange, { by, at }: SpanPart): Span | null {
  if (from === null || to === null || !from.endsWith("-01")) return null;
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1];
  if (to === months(year, month, 12).to) {
    if (by === "week") return null;
    const size = by === "third" ? 4 : 6;
    return months(year, month + size * (at < 0 ? 12 / size - 1 : at), size);
  }
  if (to !== months(year, month, 1).to) return null;
  if (by === "week")
    return at < 0 ? { from: addDays(to, -6), to } : bounded(addDays(from, 7 * at), addDays(from, 7 * at + 6), to);
  const size = by === "third" ? 10 : 15;
  const isLast = at < 0 || at === (by === "third" ? 2 : 1);
  const begins = addDays(from, size * (at < 0 ? (by === "third" ? 2 : 1) : at));
  return isLast ? { from: begins, to } : { from: begins, to: addDays(begins, size - 1) };
}

function bounded(from: string, to: string, end: string): Span | null {
  return from > end ? null : { from, to: to < end ? to : end };
}

/** The parts of a date that were named, the others null. `month` is counted from 1. */
export interface DateParts {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

/** The days that it names: without a year the latest such that has begun. null where no calendar has it. */
export function spanOf({ year, month, day }: DateParts, today: string): Span | null {
  if (month === null) return year === null || day !== null ? null : months(year, 0, 12);
  const latest = Number(today.slice(0, 4));
  for (const tried of year === null ? [latest, latest - 1] : [year]) {
    const made = spanIn(tried, month, day);
    if (made !== null && (year !== null || made.from <= today)) return made;
  }
  // The 29th of February comes in leap years only.
  for (let back = 2; year === null && back <= 8; back++) {
    const made = spanIn(latest - back, month, day);
    if (made !== null) return made;
  }
  return null;
}

function spanIn(year: number, month: number, day: number | null): Span | null {
  if (month < 1 || month > 12) return null;
  if (day === null) return months(year, month - 1, 1);
  const made = dayOf(year, month, day);
  return made === null ? null : oneDay(made);
}

/** From one date to another: each lends the other what that leaves out; null where it is then no date. */
export function spanBetween(first: DateParts, last: DateParts, today: string): Span | null {
  const begins = { ...first, month: first.month ?? last.month };
  const ends = { ...last, month: last.month ?? first.month };
  if (begins.month === null || ends.month === null) {
    if (first.year === null || last.year === null || first.day !== null || last.day !== null) return null;
    return ordered(months(first.year, 0, 12), months(last.year, 0, 12));
  }
  if (first.month === null && first.day === null) return null;
  if (last.year === null) {
    const from = spanOf(begins, today);
    if (from === null) return null;
    const year = Number(from.from.slice(0, 4));
    return (
      ordered(from, spanOf({ ...ends, year }, today)) ?? ordered(from, spanOf({ ...ends, year: year + 1 }, today))
    );
  }
  const to = spanOf(ends, today);
  const year = first.year ?? last.year;
  return (
    ordered(spanOf({ ...begins, year }, today), to) ??
    (first.year === null ? ordered(spanOf({ ...begins, year: year - 1 }, today), to) : null)
  );
}

function ordered(first: Span | null, last: Span | null): Span | null {
  return first === null || last === null || first.from > last.to ? null : { from: first.from, to: last.to };
}
