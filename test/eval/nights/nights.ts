/** Eval nights: a year of a busy agent as figures: what each morning promises, and how often it was held against git's own account. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "../../bench/bench.js";
import { inRepo } from "../../torture/nights.js";
import { liveYear, type Year } from "../../torture/nights-year.js";

export interface NightsAsked {
  readonly seed: number;
  /** Days that are lived, each with its night. */
  readonly days: number;
}

/** What every morning is asked; the first that does not hold ends the year and is told with its day. */
const promises = [
  "what a harness loads by itself is inside its limits, and the pinned rule is in it",
  "every entry tagged [human] or [decision] is findable: kept, moved or archived",
  "nothing vanished in a commit that gives no reason, and nothing in a night's",
  "a second run of the night commits nothing",
  "every period has one run, by the ledger and by what was seen to run",
] as const;

export async function evalNights({ seed, days }: NightsAsked): Promise<Year> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-nights-")));
  try {
    return await inRepo(folder, (repo) => liveYear({ repo, seed, days, isOver: () => false, sabotage: null }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function nightRows({ tally, broken }: Year, { days }: NightsAsked): readonly Row[] {
  const rows = Object.entries(tally).map(([metric, ours]) => ({ case: "nights", metric, ours, n: days }));
  return [...rows, { case: "nights", metric: "promises broken", ours: broken.length, n: days }];
}

/** A line a figure, then what was promised and what did not hold. */
export function nightText(year: Year, asked: NightsAsked): string {
  const rows = nightRows(year, asked);
  const width = Math.max(...rows.map(({ metric }) => metric.length));
  const figures = rows.map(({ metric, ours }) => `${metric.padEnd(width)}  ${ours}\n`);
  const held = year.broken.length === 0 ? `held on every morning of ${asked.days} days` : "asked on every morning";
  const told = [...promises.map((each) => `${held}: ${each}\n`), ...year.broken.map((each) => `BROKEN ${each}\n`)];
  return `seed ${asked.seed}\n${figures.join("")}${told.join("")}`;
}
