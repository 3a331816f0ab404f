/** DaemonOnce: the night as one command, by hand or by a timer: exactly one run a period, whoever else looks after nights here. */

import type { Instant } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { NightlyAnswer } from "../night.js";
import { type Period, periodAt } from "./calendar--calendar.js";
import { type Due, dueAt, dueByTimer } from "./calendar--calendar-due.js";
import { type LedgerView, openRun, runFor, viewLedger } from "./calendar--calendar-ledger.js";
import { type NightTools, runNight, type Stop } from "./run.js";
import { printHour } from "./run--calendar-hour.js";
import { noteTaken } from "./run--daemon-lost.js";

export interface OnceAsked {
  /** Minutes since local midnight; the ledger's own when null. */
  readonly hour: number | null;
  /** `force` runs another night in a period that had its run; `due` asks as a timer does. */
  readonly when: "force" | "due" | "once";
  readonly stop: Stop;
  readonly progress?: (commits: number) => void;
}

export interface OnceAnswer {
  /** null where nothing was run. */
  readonly night: NightlyAnswer | null;
  readonly run: {
    /** The local day of the night's hour. */
    readonly period: Period;
    /** The first missed night that this one stands for. */
    readonly from: Period;
    readonly hour: string;
    /** Why nothing was run: the period had its run, another process is at it, or no timer would run it now. */
    readonly skipped: "done" | "under_way" | "not_due" | null;
    /** When the run that counts began or ended; null where there is none. */
    readonly at: Instant | null;
    readonly token: number | null;
    /** Why git's housekeeping did not run; null where it did, or nothing was run. */
    readonly unkept: string | null;
  };
}

export async function nightOnce(memory: Memory, tools: NightTools, asked: OnceAsked): Promise<Outcome<OnceAnswer>> {
  const first = decide(memory, tools, asked);
  if (!first.ok) return first;
  if (first.value.due === null) return ok(skippedAnswer(first.value));
  const at = memory.clock.now();
  const lease = await tools.leases.take({ purpose: "command", at, above: first.value.view.token });
  if (!lease.ok) {
    // Whoever has it may be at this very night: then all is well.
    const again = lease.error.code === "locked" && asked.when !== "force" ? decide(memory, tools, asked) : null;
    if (again?.ok !== true) return lease;
    const { due, view, period } = again.value;
    if (due !== null && openRun(view)?.period !== period) return lease;
    return ok(skippedAnswer(again.value));
  }
  try {
    noteTaken(memory, lease.value);
    const decided = decide(memory, tools, asked);
    if (!decided.ok) return decided;
    const { due, view, period } = decided.value;
    if (due === null) return ok(skippedAnswer(decided.value));
    const forced = asked.when === "force" && runFor(view, period, at) !== null;
    const { stop, progress } = asked;
    const heard = progress === undefined ? {} : { progress };
    const done = await runNight(memory, tools, { lease: lease.value, due, by: "command", forced, stop, ...heard });
    if (!done.ok) return done;
    const { answer, unkept } = done.value;
    const run = { ...due, hour: printHour(view.hour), skipped: null, at, token: lease.value.token, unkept };
    return ok({ night: answer, run });
  } finally {
    lease.value.release();
  }
}

interface Decided {
  readonly view: LedgerView;
  readonly at: Instant;
  readonly period: Period;
  /** null where nothing is to be run. */
  readonly due: Due | null;
}

function decide(memory: Memory, tools: NightTools, { hour, when }: OnceAsked): Outcome<Decided> {
  const read = tools.ledger.read();
  if (!read.ok) return read;
  const kept = viewLedger(read.value.rows);
  const view = hour === null ? kept : { ...kept, hour };
  const at = memory.clock.now();
  const period = periodAt(tools.zone(at), view.hour);
  const due = when === "due" ? dueByTimer(view, at, tools.zone) : dueAt(view, at, tools.zone);
  return ok({ view, at, period, due: when === "force" ? (due ?? { period, from: period }) : due });
}

function skippedAnswer({ view, at, period, due }: Decided): OnceAnswer {
  const run = runFor(view, period, at);
  const under = due === null ? null : openRun(view);
  const skipped = run !== null ? "done" : under !== null ? "under_way" : "not_due";
  return {
    night: null,
    run: {
      period,
      from: due?.from ?? period,
      hour: printHour(view.hour),
      skipped,
      at: run?.at ?? under?.at ?? null,
      token: null,
      unkept: null,
    },
  };
}
