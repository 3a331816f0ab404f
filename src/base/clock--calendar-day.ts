/** CalendarDay: the one rule by which logs, reports, nights and corrections name a day: what the clocks of the place show. */

import type { Zone } from "./clock.js";
import type { Instant } from "./ids.js";

/** The day that a place's clocks show, which every log and report of a day is named by; without clocks it is UTC's. */
export function dayAt(zone: Zone | undefined, at: Instant): string {
  return zone === undefined ? at.slice(0, 10) : zone(at).day;
}
