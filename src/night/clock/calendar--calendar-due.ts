/** CalendarDue: which night is due by the ledger, and the missed ones that it stands for. */

import type { Zone } from "../../base/clock.js";
import type { Instant } from "../../base/ids.js";
import { compareText } from "../../base/text--order.js";
import { dayBy, type Period, periodAt } from "./calendar--calendar.js";
import { doneRuns, type LedgerView, runFor } from "./calendar--calendar-ledger.js";

export interface Due {
  readonly period: Period;
  readonly from: Period;
}

/** The night an instant belongs to and the missed ones before it; null where it had its run. */
export function dueAt(view: LedgerView, at: Instant, zone: Zone): Due | null {
  const period = periodAt(zone(at), view.hour);
  if (runFor(view, period, at) !== null) return null;
  const before = doneRuns(view).filter((run) => run.at <= at && run.period < period);
  const newest = before
    .map((run) => run.period)
    .sort(compareText)
    .at(-1);
  return { period, from: (newest === undefined ? period : dayBy(newest, 1)) as Period };
}

/** What a timer asks: the same, but not for the night before nights were asked for, and not again right after a failure. */
export function dueByTimer(view: LedgerView, at: Instant, zone: Zone): Due | null {
  const due = dueAt(view, at, zone);
  if (due === null) return null;
  const { since } = view;
  const isFirst = doneRuns(view).length === 0 && since !== null && since <= at;
  if (isFirst && periodAt(zone(since), view.hour) >= due.period) return null;
  return isResting(view, due.period, at) ? null : due;
}

const firstRestMs = 300_000;
const restMsMax = 3_600_000;

/** Five minutes after a failure, then ten, twenty, forty, and an hour each time. */
function isResting({ runs }: LedgerView, period: Period, at: Instant): boolean {
  const failed = runs.filter((run) => run.period === period && run.state === "failed");
  const last = failed.at(-1);
  if (last === undefined || last.at > at) return false;
  const restMs = Math.min(firstRestMs * 2 ** Math.min(failed.length - 1, 10), restMsMax);
  return Date.parse(at) - Date.parse(last.at) < restMs;
}
