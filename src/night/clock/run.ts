/**
 * DaemonOnce: the night as one command, by hand or by a timer: exactly one run a period, whoever else looks after nights here.
 *
 * A night belongs to a period: the local day whose hour for nights came last. `calendar.ts` says from the ledger which period is due, so there is
 * one run each, whatever daylight saving, sleep or a wrong clock did; clocks are read and never turned back. `daemon.ts` is the loop that waits,
 * `schedule.ts` puts a timer into the system, and `lease.ts` says who looks after the nights. Read this file first, then `lease.ts`.
 *
 * One process holds the lease. Its token is the number of a file, and its beat is the machine's running time, because the time of day can jump. A
 * holder that stalled may wake up beside its successor; every write of a night therefore asks the lease under git's own locks, where a later
 * holder would meet it.
 */

import type { Instant, Oid } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import type { History, RecordOptions } from "../../git/history.js";
import type { Memory } from "../../memory/memory.js";
import { logFaults } from "../../write/fault-log.js";
import type { NightlyAnswer } from "../night.js";
import {
  type Again,
  againIn,
  type Due,
  dueAt,
  dueByTimer,
  type LedgerView,
  ledgerView,
  openRun,
  type Period,
  periodAt,
  type RunRow,
  runFor,
} from "./calendar.js";
import { type Lease, type NightsTools, printHour } from "./lease.js";

// DaemonRun: one night under a lease, with its rows in the ledger: begun, and then done, failed, stopped or lost.

/** What nights need beside a memory. */
export interface NightTools extends NightsTools {
  /** A whole night on a memory, in commits of its own. */
  readonly night: (memory: Memory) => Promise<Outcome<NightlyAnswer>>;
  /** git's own housekeeping; `says` tells why it did not run. */
  readonly maintain: () => Promise<Outcome<{ readonly ran: boolean; readonly says: string }>>;
}

/** Somebody's wish that this process ends: the name of the signal once there is one. */
export interface Stop {
  readonly asked: () => string | null;
  /** Calls once, when it is asked for. */
  readonly onAsk: (then: () => void) => void;
}

interface NightAsked {
  readonly lease: Lease;
  readonly due: Due;
  readonly by: RunRow["by"];
  readonly forced: boolean;
  readonly stop: Stop;
  /** Hears how many commits there are, each time one is made. */
  readonly progress?: (commits: number) => void;
}

/** `unkept` is what kept git's housekeeping from running; null where it ran. A lease that is lost ends as `locked`, with the fault `lease_lost`; a night that was stopped as `findings`. Both go on with the next run. */
export async function runNight(
  memory: Memory,
  tools: NightTools,
  asked: NightAsked,
): Promise<Outcome<{ readonly answer: NightlyAnswer; readonly unkept: string | null }>> {
  const { lease, stop } = asked;
  const commits: Oid[] = [];
  const write = (state: RunRow["state"], at: Instant, wrong: Wrong | null = null): Outcome<void> => {
    const held = lease.check();
    if (!held.ok) return held;
    const { due, by, forced } = asked;
    const { says = "", hint = "" } = wrong ?? {};
    const row = { kind: "run", state, ...due, at, token: lease.token, by, forced, commits, says } as const;
    return tools.ledger.append(hint === "" ? row : { ...row, hint });
  };
  const lost = (failure: Failure): Outcome<never> => {
    if (!lease.check().ok) noteLost(memory, failure);
    return err(failure);
  };
  const gate = (): Outcome<void> => {
    const signal = stop.asked();
    if (signal === null) return lease.check();
    const says = `The night was stopped by ${signal} after ${commits.length === 1 ? "1 commit" : `${commits.length} commits`}; what is done stays done.`;
    return err({ code: "findings", says, hint: "It goes on where it stopped with: pagefile nightly" });
  };
  const began = write("began", memory.clock.now());
  if (!began.ok) return lost(began.error);
  const made = (commit: Oid): void => {
    commits.push(commit);
    asked.progress?.(commits.length);
  };
  const answer = await tools.night(fenced(memory, gate, made));
  const state = answer.ok ? "done" : stop.asked() === null ? "failed" : "stopped";
  const wrong = answer.ok ? (answer.value.refused[0] ?? null) : answer.error;
  const written = write(state, memory.clock.now(), wrong);
  if (!written.ok) return lost(written.error);
  const view = wrong === null ? null : ledgerView(tools.ledger);
  const again = view?.ok === true ? againIn(view.value) : null;
  if (!answer.ok) return again === null ? answer : err({ ...answer.error, ...lastingly(answer.error, again) });
  const refused = answer.value.refused.map((each, at) =>
    at === 0 && again !== null ? { ...each, ...lastingly(each, again) } : each,
  );
  const unkept = gate().ok ? await keep(tools) : "the night was stopped before";
  return ok({ answer: { ...answer.value, refused }, unkept });
}

type Wrong = Pick<Failure, "says" | "hint">;

/** The same words a second time would be read as the first were. */
function lastingly({ says, hint }: Wrong, { runs, since }: Again): Wrong {
  return {
    says: `${says} The last ${runs} nights ended so, since that of ${since}: it will not pass by itself.`,
    hint: `Do this now: ${hint}\nThen: pagefile nightly`,
  };
}

/** The night is safe by then: housekeeping that fails is told and takes nothing back. */
async function keep(tools: NightTools): Promise<string | null> {
  const kept = await tools.maintain();
  if (!kept.ok) return kept.error.says;
  return kept.value.ran ? null : kept.value.says;
}

interface OnceAsked {
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
    const night = { ...asked, lease: lease.value, due, by: "command", forced } as const;
    const done = await runNight(memory, tools, night);
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
  const kept = ledgerView(tools.ledger);
  if (!kept.ok) return kept;
  const view = hour === null ? kept.value : { ...kept.value, hour };
  const at = memory.clock.now();
  const period = periodAt(tools.zone(at), view.hour);
  const due = when === "due" ? dueByTimer(view, at, tools.zone) : dueAt(view, at, tools.zone);
  return ok({ view, at, period, due: when === "force" ? (due ?? { period, from: period }) : due });
}

function skippedAnswer({ view, at, period, due }: Decided): OnceAnswer {
  const run = runFor(view, period, at);
  const under = due === null ? null : openRun(view);
  const skipped = run !== null ? "done" : under !== null ? "under_way" : "not_due";
  const when = { period, from: due?.from ?? period, hour: printHour(view.hour), at: run?.at ?? under?.at ?? null };
  return { night: null, run: { ...when, skipped, token: null, unkept: null } };
}

/** `gate` is asked before a page is written and before the branch moves, under the locks that a later holder's commit needs. `made` hears of each commit. */
function fenced(memory: Memory, gate: () => Outcome<void>, made: (commit: Oid) => void): Memory {
  const { history } = memory;
  const guard = (options: RecordOptions): RecordOptions => ({
    ...options,
    async publish() {
      const before = gate();
      if (!before.ok) return before;
      const published = await options.publish();
      return published.ok ? gate() : published;
    },
  });
  const guarded: History = {
    ...history,
    async record(plan, options) {
      const recorded = await history.record(plan, guard(options));
      if (recorded.ok && !recorded.value.moved) made(recorded.value.commit);
      return recorded;
    },
    async recordAside(name, file, note) {
      const open = gate();
      return open.ok ? history.recordAside(name, file, note) : open;
    },
  };
  return { ...memory, history: guarded };
}

/** What is said of a lease that was taken from a holder that lives: it will find out only when it moves again. */
export function noteTaken(memory: Memory, { token, former }: Lease): void {
  if (former === null || former.state !== "stalled") return;
  const says = `The process ${former.pid} held the lease of the nights (token ${former.token}) and had not moved for long; it was taken over with token ${token}.`;
  const hint = `Whatever that process writes of nights is refused. Look why it stands still: ps ${former.pid}`;
  logFaults(memory, [{ kind: "lease_lost", page: "MEMORY.md", says, hint }]);
}

export function noteLost(memory: Memory, { says, hint }: Failure): void {
  logFaults(memory, [{ kind: "lease_lost", page: "MEMORY.md", says, hint }]);
}
