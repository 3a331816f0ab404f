/** Zone: the local day and minute of an instant, by which days are named. */

import type { Instant } from "./ids.js";

/** What the clocks of a place show. */
export interface LocalTime {
  /** `2026-11-21`. */
  readonly day: string;
  /** Since midnight, 0 to 1439. */
  readonly minute: number;
}

/** A time zone, as data of the machine: what its clocks show at an instant. */
export type Zone = (at: Instant) => LocalTime;
