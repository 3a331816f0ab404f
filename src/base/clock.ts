/** Clock: the only source of now, and the local day and minute of an instant, by which days are named. */

import type { Instant } from "./ids.js";

// Zone: the local day and minute of an instant, by which days are named.

/** What the clocks of a place show. */
export interface LocalTime {
  /** `2026-11-21`. */
  readonly day: string;
  /** Since midnight, 0 to 1439. */
  readonly minute: number;
}

/** A time zone, as data of the machine: what its clocks show at an instant. */
export type Zone = (at: Instant) => LocalTime;

// CalendarDay: the one rule by which logs, reports, nights and corrections name a day: what the clocks of the place show.

/** The day that a place's clocks show, which every log and report of a day is named by; without clocks it is UTC's. */
export function dayAt(zone: Zone | undefined, at: Instant): string {
  return zone === undefined ? at.slice(0, 10) : zone(at).day;
}

// Clock: the only source of now.

export interface Clock {
  now(): Instant;
}
