/** Calendar: which night an instant belongs to: the local day whose hour for nights came last, whatever the clocks of that place do. */

import type { LocalTime } from "../../base/clock.js";
import type { Brand } from "../../base/result--brand.js";

/** A night: the local day, `2026-11-21`, in which its hour came. */
export type Period = Brand<string, "Period">;

/**
 * Reads the clocks and never turns them back into instants: an hour that a change of clocks leaves out has come as soon as they
 * show a later one, and one that comes twice has come the first time.
 */
export function periodAt({ day, minute }: LocalTime, hour: number): Period {
  return (minute >= hour ? day : dayBy(day, -1)) as Period;
}

/** The day so many days after one. */
export function dayBy(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
