/** DaemonStatus: when nights ran and will run, and who looks after them. */

import type { Zone } from "../../base/clock.js";
import type { Instant } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { HourRow, RunRow } from "./calendar.js";
import type { Period } from "./calendar--calendar.js";
import { dueByTimer } from "./calendar--calendar-due.js";
import { type Again, againIn, openRun, viewLedger } from "./calendar--calendar-ledger.js";
import type { Ledger } from "./calendar--ledger.js";
import type { Holder, Leases } from "./lease--lease.js";
import { nextNight, printHour } from "./run--calendar-hour.js";

export interface NightsTools {
  readonly leases: Leases;
  readonly ledger: Ledger;
  readonly zone: Zone;
}

export interface NightsAnswer {
  /** Local time of day. */
  readonly hour: string;
  /** Timers of the system that were put in from here. */
  readonly timers: readonly HourRow["timer"][];
  /** Who holds the lease now; null where nobody does. */
  readonly holder: Holder | null;
  /** The last run that ended, or that its process left; null where there was none. */
  readonly last: Pick<RunRow, "period" | "from" | "at" | "state" | "by" | "commits" | "says"> | null;
  /** Why nights go on ending badly, and what to do; null where they do not. */
  readonly again: Again | null;
  /** When the next night begins, where a timer or a daemon will begin it. */
  readonly next: Instant | null;
  /** A night whose hour has come and that had no run yet. */
  readonly due: Period | null;
  /** Lines of the ledger that are no rows. */
  readonly damaged: number;
}

export function nightsStatus(tools: NightsTools, now: Instant): Outcome<NightsAnswer> {
  const read = tools.ledger.read();
  if (!read.ok) return read;
  const held = tools.leases.look();
  if (!held.ok) return held;
  const view = viewLedger(read.value.rows);
  const holder =
    held.value === null || held.value.state === "free" || held.value.state === "dead" ? null : held.value;
  const isKept = view.timers.length > 0 || holder?.purpose === "daemon";
  const run =
    openRun(view) === null || holder === null ? view.runs.at(-1) : view.runs.findLast((r) => r.state !== "began");
  return ok({
    hour: printHour(view.hour),
    timers: view.timers,
    holder,
    last: run === undefined ? null : lastOf(run),
    again: againIn(view),
    next: isKept ? nextNight(now, view.hour, tools.zone) : null,
    due: isKept ? (dueByTimer(view, now, tools.zone)?.period ?? null) : null,
    damaged: read.value.damaged,
  });
}

function lastOf({ period, from, at, state, by, commits, says }: RunRow): NonNullable<NightsAnswer["last"]> {
  return { period, from, at, state, by, commits, says };
}
