/** TimeSpans: weeks, months, quarters and years as spans of days, and whether two spans meet. */

import { addDays, type DayRange, oneDay, weekday } from "./time-read--time-days.js";

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The whole unit that lies `back` units before the one `today` is in: 0 is this one. Weeks begin on Monday. */
export function unitBack(today: string, unit: Unit, back: number): DayRange {
  if (unit === "day") return oneDay(addDays(today, -back));
  if (unit === "week") {
    const from = addDays(today, -weekday(today) - 7 * back);
    return { from, to: addDays(from, 6) };
  }
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  if (unit === "year") return months(year - back, 0, 12);
  if (unit === "quarter") return months(year, Math.floor(month / 3) * 3 - 3 * back, 3);
  return months(year, month - back, 1);
}

/** `count` whole months from a month counted from 0, which may lie outside the year. */
export function months(year: number, month: number, count: number): DayRange {
  const from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const to = new Date(Date.UTC(year, month + count, 0)).toISOString().slice(0, 10);
  return { from, to };
}

/** Whether they have a day in common. */
export function overlaps(a: DayRange, b: DayRange): boolean {
  const startsInTime = a.from === null || b.to === null || a.from <= b.to;
  return startsInTime && (a.to === null || b.from === null || a.to >= b.from);
}
