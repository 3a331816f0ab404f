/** CalendarLedger: what the ledger of nights says: which were run, and what to make of a clock that was wrong. */

import type { Instant } from "../../base/ids.js";
import type { HourRow, LedgerRow, RunRow } from "./calendar.js";
import type { Period } from "./calendar--calendar.js";

/** A ledger as it counts: without what a former holder of the lease wrote after a later one. */
export interface LedgerView {
  readonly runs: readonly RunRow[];
  /** 03:00 where nobody set another. */
  readonly hour: number;
  /** Timers of the system that were put in and not taken out. */
  readonly timers: readonly HourRow["timer"][];
  /** When nights were first asked for; null where nobody did. */
  readonly since: Instant | null;
  /** The highest token in it, 0 without any. */
  readonly token: number;
}

const hourByDefault = 180;

export function viewLedger(rows: readonly LedgerRow[]): LedgerView {
  const runs: RunRow[] = [];
  const timers = new Set<HourRow["timer"]>();
  let hour = hourByDefault;
  let since: Instant | null = null;
  let token = 0;
  for (const row of rows) {
    if (row.kind === "hour") {
      since ??= row.at;
      if (row.on) hour = row.hour;
      if (row.on) timers.add(row.timer);
      else timers.delete(row.timer);
    } else if (row.token >= token) {
      runs.push(row);
      token = row.token;
    }
  }
  timers.delete("daemon");
  return { runs, hour, timers: [...timers].sort(), since, token };
}

/** The runs that count, the newest last: one a period, but for those that were forced. */
export function doneRuns({ runs }: LedgerView): readonly RunRow[] {
  return runs.filter(({ state }) => state === "done");
}

/**
 * The run that stands for a period: its own, or that of a later one. A run whose clock stood in the future of `at` was made by a
 * wrong clock and stands for nothing but its own period, or a year's nights would go with one bad minute.
 */
export function runFor(view: LedgerView, period: Period, at: Instant): RunRow | null {
  const stands = (run: RunRow): boolean => run.period === period || (run.at <= at && run.period > period);
  return doneRuns(view).findLast(stands) ?? null;
}

/** Began and did not end: its process died, or is at it. */
export function openRun({ runs }: LedgerView): RunRow | null {
  const last = runs.at(-1);
  return last?.state === "began" ? last : null;
}

/** A reason for which the last runs ended badly, two at least: what is left alone will not pass by itself. */
export interface Again {
  readonly runs: number;
  readonly since: Period;
  readonly says: string;
  readonly hint: string;
}

/** Numbers and names of commits aside, by which the same reason differs from night to night. */
export function againIn({ runs }: LedgerView): Again | null {
  const ended = runs.filter(({ state }) => state === "done" || state === "failed");
  const last = ended.at(-1);
  if (last === undefined || last.says === "") return null;
  const reasonOf = ({ says }: RunRow): string => says.replace(/\b[0-9a-f]{7,40}\b|\d+/g, "#");
  const other = ended.findLastIndex((run) => reasonOf(run) !== reasonOf(last));
  const same = ended.slice(other + 1);
  return same.length < 2
    ? null
    : { runs: same.length, since: same[0]!.period, says: last.says, hint: last.hint ?? "" };
}
