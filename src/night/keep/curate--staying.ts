/** Staying: logs that are old enough to leave and stay, because something of theirs that is worth keeping is not kept yet. */

import { dayBy } from "../clock/calendar--calendar.js";
import { thresholds } from "../thresholds.js";
import type { LogText, Promotion } from "./candidate--source.js";
import type { Curated } from "./curate.js";
import type { Chosen } from "./curate--choose.js";

/** Worth keeping, and not for a night to move: with the reason in words, and what it would say. */
export interface Held {
  readonly promotion: Promotion;
  readonly reason: "secret" | "contradicts" | "moving_time" | "too_long" | "unclear";
  readonly why: string;
}

export interface Staying {
  readonly path: string;
  /** How many wait for another night, or for what stands in their way. */
  readonly waits: number;
  /** How many are a person's to settle. */
  readonly held: number;
}

interface Logs<T extends LogText> {
  readonly logs: readonly T[];
  readonly day: string;
}

export function dueLogs<T extends LogText>({ logs, day: today }: Logs<T>): readonly T[] {
  const last = dayBy(today, -thresholds.logDaysMax);
  return logs.filter(({ day }) => day !== null && day < last);
}

/** A log leaves when all of it that is worth keeping is kept: not while it waits its turn, is blocked, or is a person's to settle. */
export function stayingLogs(
  view: Logs<LogText>,
  { waiting, blocked }: Chosen,
  { held }: Curated,
): readonly Staying[] {
  const later = countsOf([...waiting, ...blocked.map(({ promotion }) => promotion)]);
  const open = countsOf(held.map(({ promotion }) => promotion));
  return dueLogs(view).flatMap(({ path }) => {
    const [waits, theirs] = [later.get(path) ?? 0, open.get(path) ?? 0];
    return waits + theirs === 0 ? [] : [{ path, waits, held: theirs }];
  });
}

/** Statements by the log they are from. */
function countsOf(promotions: readonly Promotion[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { sources } of promotions)
    for (const path of new Set(sources.map((source) => source.path))) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
