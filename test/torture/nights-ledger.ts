/** Nights ledger: whether the book of nights tells what was seen to run: one run a period, and none left out once nights were asked for. */

import type { LedgerRow } from "../../src/night/clock/calendar.js";

interface Seen {
  /** Nights that went through, by their period, and how often. */
  readonly ran: ReadonlyMap<string, number>;
  /** When nights were asked for, and the day up to which each has to have its run. */
  readonly asked: string;
  readonly until: string;
}

export function ledgerBroken(rows: readonly LedgerRow[], { ran, asked, until }: Seen): readonly string[] {
  const done = rows.filter(isDone);
  const periods: readonly string[] = done.map(({ period }) => period);
  const twice = periods.find((period, i) => periods.indexOf(period) !== i);
  if (twice !== undefined) return [`the ledger has two runs of ${twice}`];
  const untold = [...ran].find(([period, times]) => times !== 1 || !periods.includes(period));
  if (untold !== undefined)
    return [`the night of ${untold[0]} ran ${untold[1]} times, and the ledger does not say so`];
  const covered = new Set(done.flatMap(({ from, period }) => daysFrom(from, period)));
  // A clock that lies may run a night of a day before nights were asked for; the days between are nobody's.
  const first = periods.toSorted().find((period) => period > asked.slice(0, 10)) ?? until;
  const missed = daysFrom(first, until).find((day) => !covered.has(day));
  return missed === undefined ? [] : [`no run stands for the night of ${missed}`];
}

function isDone(row: LedgerRow): row is Extract<LedgerRow, { kind: "run" }> {
  return row.kind === "run" && row.state === "done" && !row.forced;
}

function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
