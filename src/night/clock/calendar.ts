/** CalendarRow: a row of the ledger of nights as a line of JSON, and back from whatever the file holds. */

import { type Instant, parseInstant } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import type { Period } from "./calendar--calendar.js";

/** A night begins, and then is done, failed, or was stopped; one that only began died with its process. */
export interface RunRow {
  readonly kind: "run";
  readonly state: "began" | "done" | "failed" | "stopped";
  readonly period: Period;
  /** The first night it stands for: those between were missed. The period itself where none was. */
  readonly from: Period;
  readonly at: Instant;
  /** Of the lease under which it was written. */
  readonly token: number;
  readonly by: "daemon" | "command";
  /** Asked for although the period had its run. */
  readonly forced: boolean;
  readonly commits: readonly string[];
  /** Why it failed, or what of it was refused; empty otherwise. */
  readonly says: string;
  /** What to do about that; absent in rows of before. */
  readonly hint?: string;
}

/** The hour for nights was set, or a timer was put in or taken out. */
export interface HourRow {
  readonly kind: "hour";
  readonly at: Instant;
  /** Minutes since local midnight. */
  readonly hour: number;
  readonly timer: "daemon" | "systemd" | "launchd" | "crontab";
  readonly on: boolean;
}

export type LedgerRow = RunRow | HourRow;

export function printRow(row: LedgerRow): string {
  return `${stableJson(row)}\n`;
}

/** null for a line that is no row: torn by a crash, or somebody else's. */
export function parseRow(line: string): LedgerRow | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const row = value as { readonly [key: string]: unknown };
  const at = typeof row.at === "string" ? parseInstant(row.at) : null;
  if (at === null) return null;
  return row.kind === "run" ? runFrom(row, at) : row.kind === "hour" ? hourFrom(row, at) : null;
}

const states = ["began", "done", "failed", "stopped"] as const;
const bys = ["daemon", "command"] as const;
const timers = ["daemon", "systemd", "launchd", "crontab"] as const;

function runFrom(row: { readonly [key: string]: unknown }, at: Instant): RunRow | null {
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

function hourFrom({ hour, timer, on }: { readonly [key: string]: unknown }, at: Instant): HourRow | null {
  const known = timers.find((each) => each === timer);
  if (known === undefined || typeof on !== "boolean" || !Number.isSafeInteger(hour)) return null;
  const minutes = hour as number;
  return minutes >= 0 && minutes < 1440 ? { kind: "hour", at, hour: minutes, timer: known, on } : null;
}

function periodFrom(value: unknown): Period | null {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseInstant(value) !== null;
  return isDay ? (value as Period) : null;
}
