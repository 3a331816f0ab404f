/** Gather: what a night has to write of each series: days that are over and not counted yet, or counted when they had other rows. */

import type { Oid, PageId, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { SeriesDraft } from "../../write/series-page.js";
import { thresholds } from "../thresholds.js";
import { entriesOfDay, shownDigest } from "./day.js";
import { type DayFinding, findingsOf } from "./day--day-findings.js";
import { countedIn, type MonthPage, monthPage } from "./day--month-page.js";
import { rowShown } from "./day--shown.js";
import type { SeriesFiles } from "./files--series-filesx.js";
import { countRow, type DayTally, daysOf, type MonthTally } from "./row--tally.js";
import { clockOf } from "./row--timestamp.js";
import { type ColdFile, eachRow, type RowsRead, type WrongLine } from "./rows.js";
import { isPast, partEntry, pointsAt } from "./rows--partition.js";
import { type Series, seriesOf } from "./rows--series.js";

/** What a night found in one series. */
export interface SeriesTold {
  readonly series: string;
  /** null where only rows of months past are left. */
  readonly path: PagePath | null;
  readonly rows: number;
  /** Days that the night counts. */
  readonly days: readonly string[];
  /** Whether the hot file has rows of a month past. */
  readonly isPast: boolean;
  /** Lines that are no rows; they stay where they are. */
  readonly wrong: { readonly count: number; readonly first: readonly WrongLine[] };
  /** Whether the last line has no end yet; it is left for the next time. */
  readonly unfinished: boolean;
}

export interface SeriesNight {
  /** What is to be written, by series; none where nothing is. */
  readonly drafts: readonly {
    readonly series: string;
    readonly source: PagePath;
    readonly pages: readonly SeriesDraft[];
  }[];
  readonly told: readonly SeriesTold[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

export const noSeries: SeriesNight = { drafts: [], told: [], left: [] };

/** `today` is not over, and not counted. What cannot be read is told, and keeps nobody waiting. */
export async function gatherSeries(memory: Memory, head: Oid | null, today: string): Promise<Outcome<SeriesNight>> {
  const files = memory.series;
  const set = files === undefined ? null : seriesOf(files);
  if (files === undefined || set === null || !set.ok) return set === null || set.ok ? ok(noSeries) : set;
  const night = { drafts: [...noSeries.drafts], told: [...noSeries.told], left: [...set.value.left] };
  for (const series of set.value.series) {
    const found = await gatherOne(memory, files, series, { head, today });
    if (!found.ok) {
      night.left.push({ path: series.hot ?? series.name, why: found.error.says });
      continue;
    }
    const { told, pages } = found.value;
    night.told.push(told);
    if (pages.length > 0) night.drafts.push({ series: series.name, source: sourceOf(series), pages });
  }
  return ok(night);
}

/** The file that a page names: the hot one also where its rows have all gone cold. */
function sourceOf({ hot, cold, name, format }: Series): PagePath {
  const first = [...cold.values()][0]?.[0]?.path;
  return hot ?? first ?? (`${name}.${format}` as PagePath);
}

async function gatherOne(
  memory: Memory,
  files: SeriesFiles,
  series: Series,
  at: { readonly head: Oid | null; readonly today: string },
): Promise<Outcome<{ readonly told: SeriesTold; readonly pages: readonly SeriesDraft[] }>> {
  const clock = clockOf(memory.zone);
  const known = await textsOf(memory, series, { months: [...series.cold.keys()], head: at.head });
  if (!known.ok) return known;
  // Of months past only those are read that no page tells of as they lie.
  const untold = [...series.cold].filter(([month, parts]) => {
    const text = known.value.get(month);
    return text !== "archived" && parts.some(({ path }) => !pointsAt(text ?? "", path));
  });
  const months = new Map<string, MonthTally>();
  const read = eachRow(files, series, { also: new Set(untold.map(([month]) => month)), clock }, (found) =>
    countRow(months, found.month, found),
  );
  if (!read.ok) return read;
  const texts = await textsOf(memory, series, { months: [...months.keys()], head: at.head });
  if (!texts.ok) return texts;
  const due = dueDays(months, texts.value, at.today);
  const lines = linesAround(files, series, { due, clock });
  if (!lines.ok) return lines;
  const pages = [...months.values()].flatMap((month) =>
    draftOf(series, month, {
      due,
      texts: texts.value,
      lines: lines.value,
      cold: read.value.cold.get(month.month) ?? [],
    }),
  );
  return ok({ told: toldOf(series, { months, due, read: read.value, today: at.today }), pages });
}

/** HEAD's texts of the pages of these months; a page that somebody put into the archive is theirs to bring back. */
async function textsOf(
  memory: Memory,
  series: Series,
  { months, head }: { readonly months: readonly string[]; readonly head: Oid | null },
): Promise<Outcome<ReadonlyMap<string, string | "archived">>> {
  const pages = months.map((month) => monthPage(series.name, month, ""));
  const blobs = await memory.history.at(
    head,
    pages.map(({ path }) => path as PagePath),
  );
  if (!blobs.ok) return blobs;
  const texts = new Map<string, string | "archived">();
  for (const [i, month] of months.entries()) {
    const blob = blobs.value[i] ?? null;
    const isCold = memory.table.byId.get(pages[i]?.id as PageId)?.tier === "cold";
    if (blob !== null) texts.set(month, new TextDecoder().decode(blob.bytes));
    else if (isCold) texts.set(month, "archived");
  }
  return ok(texts);
}

interface DueDay {
  readonly month: MonthTally;
  readonly tally: DayTally;
  readonly digest: string;
  readonly again: boolean;
  readonly findings: readonly DayFinding[];
}

/** By day. */
function dueDays(
  months: ReadonlyMap<string, MonthTally>,
  texts: ReadonlyMap<string, string>,
  today: string,
): readonly DueDay[] {
  const ordered = [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
  const all = ordered.flatMap((month) => daysOf(month).map((tally) => ({ month, tally })));
  const tallies = all.map(({ tally }) => tally);
  return all.flatMap(({ month, tally }, at) => {
    const text = texts.get(month.month) ?? "";
    if (tally.day >= today || text === "archived") return [];
    const digest = tally.bytes.end();
    const counted = countedIn(text).get(tally.day);
    if (counted === shownDigest(digest)) return [];
    const earlier = tallies.slice(Math.max(0, at - thresholds.anomalyDaysBack), at);
    return [{ month, tally, digest, again: counted !== undefined, findings: findingsOf(tally, earlier) }];
  });
}

/** The rows around what stood out, read once more: what is usual stands in no page, so it was not kept. */
function linesAround(
  files: SeriesFiles,
  series: Series,
  { due, clock }: { readonly due: readonly DueDay[]; readonly clock: ReturnType<typeof clockOf> },
): Outcome<ReadonlyMap<string, string | null>> {
  const around = thresholds.anomalyRowsAround;
  const wanted = new Set<string>();
  const months = new Set<string>();
  for (const { month, findings } of due) {
    for (const { row } of findings) {
      if (row === null) continue;
      months.add(month.month);
      for (let at = row - around; at <= row + around; at++) wanted.add(`${month.month} ${at}`);
    }
  }
  const lines = new Map<string, string | null>();
  if (wanted.size === 0) return ok(lines);
  const read = eachRow(files, series, { also: months, clock }, ({ month, number, raw }) => {
    const name = `${month} ${number}`;
    if (wanted.has(name)) lines.set(name, rowShown(new TextDecoder().decode(raw)));
  });
  return read.ok ? ok(lines) : read;
}

function draftOf(
  series: Series,
  month: MonthTally,
  {
    due,
    texts,
    lines,
    cold,
  }: {
    readonly due: readonly DueDay[];
    readonly texts: ReadonlyMap<string, string>;
    readonly lines: ReadonlyMap<string, string | null>;
    readonly cold: readonly ColdFile[];
  },
): readonly SeriesDraft[] {
  const page = monthPage(series.name, month.month, sourceOf(series));
  const text = texts.get(month.month) ?? "";
  const days = due
    .filter((day) => day.month === month)
    .flatMap((day) =>
      entriesOfDay(series.name, day, { again: day.again, lineOf: (row) => lines.get(`${month.month} ${row}`) }),
    );
  const parts = cold.filter(({ path }) => text !== "archived" && !pointsAt(text, path));
  const entries = [...days, ...parts.map((part) => partEntry(series.name, part))];
  return entries.length === 0 ? [] : [draftFrom(page, entries)];
}

export function draftFrom(page: MonthPage, entries: readonly string[]): SeriesDraft {
  return { ...page, path: page.path as PagePath, entries };
}

function toldOf(
  series: Series,
  {
    months,
    due,
    read,
    today,
  }: {
    readonly months: ReadonlyMap<string, MonthTally>;
    readonly due: readonly DueDay[];
    readonly read: RowsRead;
    readonly today: string;
  },
): SeriesTold {
  return {
    series: series.name,
    path: series.hot,
    rows: [...months.values()].reduce((sum, { rows }) => sum + rows, 0),
    days: due.map(({ tally }) => tally.day),
    isPast: [...read.ranges.keys()].some((month) => isPast(month, today)),
    wrong: read.wrong,
    unfinished: read.hot?.unfinished ?? false,
  };
}
