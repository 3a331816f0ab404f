/** Timestamp: when a row was made, as loggers write it, and what the clocks of the place showed then. */

import type { LocalTime, Zone } from "../../base/clock.js";
import type { Instant } from "../../base/ids.js";
import { rememberByText } from "../../base/memo-cache.js";

export interface Moment extends LocalTime {
  /** Milliseconds since 1970; of a time without a zone as if it were UTC's, which keeps the order of such rows. */
  readonly ms: number;
}

/** What the clocks showed; zones differ by quarters of an hour, so that each quarter is asked for once. */
export function clockOf(zone: Zone | undefined): (ms: number) => LocalTime {
  const known = new Map<number, LocalTime>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    let local = known.get(quarter);
    if (local === undefined) {
      const instant = `${new Date(quarter * quarterMs).toISOString().slice(0, 19)}Z` as Instant;
      local = zone === undefined ? utcAt(quarter * quarterMs) : zone(instant);
      known.set(quarter, local);
    }
    return { day: local.day, minute: local.minute + Math.floor((ms - quarter * quarterMs) / minuteMs) };
  };
}

/**
 * ISO 8601 with or without a zone, a day alone, or a number of seconds or milliseconds since 1970. A time without a zone is what
 * the clocks of the place showed. null for anything else, and for what lies outside the years 1970 to 9999.
 */
export function momentOf(value: string | number, clock: (ms: number) => LocalTime): Moment | null {
  if (typeof value === "number") return stamped(value, clock);
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d{1,9})?$/.test(text)) return stamped(Number(text), clock);
  const found = written.exec(text);
  if (found === null) return null;
  const [, day = "", hour = "0", minute = "0", second = "0", fraction = "0", zone] = found;
  const ms = midnightOf(day);
  const time = [Number(hour), Number(minute), Number(second)] as const;
  if (ms === null) return null;
  if (time[0] > 23 || time[1] > 59 || time[2] > 60) return null;
  const local = ms + ((time[0] * 60 + time[1]) * 60 + time[2]) * 1_000 + Number(`0.${fraction}`) * 1_000;
  if (zone === undefined) return { ms: local, day, minute: time[0] * 60 + time[1] };
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

function utcAt(ms: number): LocalTime {
  return { day: new Date(ms).toISOString().slice(0, 10), minute: Math.floor((ms % 86_400_000) / minuteMs) };
}
