/** CalendarHour: the hour at which nights begin, as it is typed and printed, and the next instant at which it comes. */

import type { Zone } from "../../base/clock.js";
import type { Instant } from "../../base/ids.js";
import { periodAt } from "./calendar--calendar.js";

/** `03:30` as minutes since midnight; null for anything else. */
export function parseHour(text: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

export function printHour(minutes: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const minuteMs = 60_000;
/** Clocks are changed by a quarter of an hour at the least. */
const strideMs: number = 15 * minuteMs;
/** A day, a change of clocks by a whole day, and what is left of the present one. */
const aheadMs: number = 50 * 60 * minuteMs;

/** The first minute after `now` in which another night begins. */
export function nextNight(now: Instant, hour: number, zone: Zone): Instant {
  const present = periodAt(zone(now), hour);
  const isLater = (ms: number): boolean => periodAt(zone(instantOf(ms)), hour) > present;
  const start = Math.floor(Date.parse(now) / minuteMs) * minuteMs;
  let to = start + strideMs;
  while (!isLater(to) && to < start + aheadMs) to += strideMs;
  let from = to - strideMs;
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / minuteMs / 2) * minuteMs;
    if (isLater(middle)) to = middle;
    else from = middle;
  }
  return instantOf(to);
}

function instantOf(ms: number): Instant {
  return `${new Date(ms).toISOString().slice(0, 19)}Z` as Instant;
}
