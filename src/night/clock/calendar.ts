/** Calendar: which night an instant belongs to, and which is due by the ledger of nights: JSON lines, each durable before anything is done on its strength. */

import { dirname } from "node:path";
import { addDays, type Instant, type LocalTime, parseInstant, type Zone } from "../../base/ids.js";
import { type JsonObject, parseLine, stableJson } from "../../base/json.js";
import { type Brand, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { attempt } from "../../state/fs-calls.js";
import { appendDurably, makeStateFolder, readOrNull, syncFolder } from "../../state/plain-file.js";

/** A night begins, and then is done, failed, or was stopped; one that only began died with its process. */
export interface RunRow {
  readonly kind: "run";
  readonly state: (typeof states)[number];
  readonly period: Period;
  /** The first night it stands for: those between were missed. The period itself where none was. */
  readonly from: Period;
  readonly at: Instant;
  /** Of the lease under which it was written. */
  readonly token: number;
  readonly by: (typeof bys)[number];
  /** Asked for although the period had its run. */
  readonly forced: boolean;
  readonly commits: readonly string[];
  /** Why it failed, or what of it was refused; empty otherwise. */
  readonly says: string;
  /** What to do about that, where there is something. */
  readonly hint?: string;
}

/** The hour for nights was set, or a timer was put in or taken out. */
export interface HourRow {
  readonly kind: "hour";
  readonly at: Instant;
  /** Minutes since local midnight. */
  readonly hour: number;
  readonly timer: (typeof timers)[number];
  readonly on: boolean;
}

export type LedgerRow = RunRow | HourRow;

export function printRow(row: LedgerRow): string {
  return `${stableJson(row)}\n`;
}

/** null for a line that is no row: torn by a crash, or somebody else's. */
export function parseRow(line: string): LedgerRow | null {
  const row = parseLine(line);
  const at = typeof row?.at === "string" ? parseInstant(row.at) : null;
  if (row === null || at === null) return null;
  return row.kind === "run" ? runFrom(row, at) : row.kind === "hour" ? hourFrom(row, at) : null;
}

const states = ["began", "done", "failed", "stopped"] as const;
const bys = ["daemon", "command"] as const;
const timers = ["daemon", "systemd", "launchd", "crontab"] as const;

function runFrom(row: JsonObject, at: Instant): RunRow | null {
  const state = states.find((each) => each === row.state);
  const by = bys.find((each) => each === row.by);
  const [period, from] = [periodFrom(row.period), periodFrom(row.from)];
  const { token, forced, commits, says } = row;
  if (state === undefined || by === undefined || period === null || from === null) return null;
  if (!Number.isSafeInteger(token) || typeof forced !== "boolean" || typeof says !== "string") return null;
  if (!Array.isArray(commits) || !commits.every((one) => typeof one === "string")) return null;
  const hint = typeof row.hint === "string" && row.hint !== "" ? { hint: row.hint } : {};
  return { kind: "run", state, period, from, at, token: token as number, by, forced, commits, says, ...hint };
}

function hourFrom({ hour, timer, on }: JsonObject, at: Instant): HourRow | null {
  const known = timers.find((each) => each === timer);
  if (known === undefined || typeof on !== "boolean" || !Number.isSafeInteger(hour)) return null;
  const minutes = hour as number;
  return minutes >= 0 && minutes < 1440 ? { kind: "hour", at, hour: minutes, timer: known, on } : null;
}

function periodFrom(value: unknown): Period | null {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseInstant(value) !== null;
  return isDay ? (value as Period) : null;
}

// CalendarLedger: what the ledger of nights says: which were run, and what to make of a clock that was wrong.

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

/** Its own run, or that of a later period. One from the future of `at` was made by a wrong clock, and stands for its own period alone. */
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
  if (same.length < 2) return null;
  return { runs: same.length, since: same[0]!.period, says: last.says, hint: last.hint ?? "" };
}

// CalendarDue: which night is due by the ledger, and the missed ones that it stands for.

export interface Due {
  readonly period: Period;
  readonly from: Period;
}

/** The night an instant belongs to and the missed ones before it; null where it had its run. */
export function dueAt(view: LedgerView, at: Instant, zone: Zone): Due | null {
  const period = periodAt(zone(at), view.hour);
  if (runFor(view, period, at) !== null) return null;
  const before = doneRuns(view).filter((run) => run.at <= at && run.period < period);
  const [newest] = before.map((run) => run.period).sort((a, b) => compareText(b, a));
  return { period, from: (newest === undefined ? period : addDays(newest, 1)) as Period };
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

// The ledger of nights on disk: only ever added to.

export type Ledger = ReturnType<typeof openLedger>;

/** The file is made with the first row. A line that a crash tore stays as it is: the next row begins a line of its own. */
export function openLedger(file: string) {
  return {
    /** In the order they were written. `damaged` counts lines that are no row. */
    read(): Outcome<{ readonly rows: readonly LedgerRow[]; readonly damaged: number }> {
      const text = attempt("read the ledger of nights", () => readOrNull(file));
      if (!text.ok) return text;
      const lines = (text.value ?? "").split("\n").filter((line) => line !== "");
      const rows = lines.map(parseRow).filter((row): row is LedgerRow => row !== null);
      return ok({ rows, damaged: lines.length - rows.length });
    },
    /** Durable when it returns. */
    append: (row: LedgerRow): Outcome<void> =>
      attempt("write the ledger of nights", () => {
        const before = readOrNull(file) ?? "";
        makeStateFolder(dirname(file));
        appendDurably(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${printRow(row)}`);
        if (before === "") syncFolder(dirname(file));
      }),
  };
}

/** What the ledger says as it is now. */
export function ledgerView(ledger: Pick<Ledger, "read">): Outcome<LedgerView> {
  const read = ledger.read();
  return read.ok ? ok(viewLedger(read.value.rows)) : read;
}

/** A night: the local day, `2026-11-21`, in which its hour came. */
export type Period = Brand<string, "Period">;

/** By what the clocks show: an hour that they leave out has come as soon as they show a later one, and one that comes twice the first time. */
export function periodAt({ day, minute }: LocalTime, hour: number): Period {
  return (minute >= hour ? day : addDays(day, -1)) as Period;
}
