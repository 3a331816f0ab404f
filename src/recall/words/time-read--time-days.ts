/** TimeDays: calendar days as `YYYY-MM-DD`, counted in UTC. */

/** Both ends included; null on a side that is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

const msPerDay = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10);
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
}

export function oneDay(day: string): DayRange {
  return { from: day, to: day };
}

/** null for a day that no calendar has. `month` is counted from 1. */
export function dayOf(year: number, month: number, day: number): string | null {
  const made = new Date(Date.UTC(year, month - 1, day));
  const same = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  return same && year >= 1000 && year <= 9999 ? made.toISOString().slice(0, 10) : null;
}
