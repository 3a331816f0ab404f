/** Nights: when nights of a memory ran and will run, and who looks after them; the hour at which they begin, as it is typed and printed. */

import { join } from "node:path";
import type { Instant, Zone } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { findLayout, type GitLayout } from "../../git/layout.js";
import { stateFolder } from "../../memory/root.js";
import {
  type Again,
  againIn,
  dueByTimer,
  type HourRow,
  type Ledger,
  openLedger,
  openRun,
  type Period,
  periodAt,
  type RunRow,
  viewLedger,
} from "./calendar.js";
import { type Holder, type Leases, openLeases } from "./lease.js";
import { openZone } from "./scheduler-process.js";

// NightsStatus: when nights ran and will run, and who looks after them.

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

/** All worktrees of a repository share the lease and the ledger: a night is the repository's. */
export function openNights(root: string): Outcome<NightsTools> {
  const layout = findLayout(root);
  return layout.ok ? ok(nightsOf(layout.value)) : layout;
}

export function nightsOf(layout: GitLayout): NightsTools {
  const state = stateFolder(layout, layout.commonDir);
  return {
    leases: openLeases(join(state, "lease")),
    ledger: openLedger(join(state, "nights.jsonl")),
    zone: openZone(),
  };
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

// NightsHour: the hour at which nights begin, as it is typed and printed, and the next instant at which it comes.

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
