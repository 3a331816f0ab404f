/** PerceptionTonight: what a night makes of series: days that are over are counted, and rows of months past go to files of their own, after a commit. */

import { type Digester, digester } from "../../base/digest.js";
import type { Instant, Oid, PageId, PagePath } from "../../base/ids.js";
import { err, getOrMake, type Outcome, ok, type Result } from "../../base/result.js";
import { textIn } from "../../base/text.js";
import { textsAt, textsAtHead } from "../../history/log.js";
import type { Memory } from "../../memory/memory.js";
import { perceptionFolder } from "../../memory/profile.js";
import { type SeriesFiles, seriesFilesOf } from "../../memory/series-files.js";
import type { Refusal } from "../../rules/refusal.js";
import type { Validated, ValidationInput } from "../../write/change.js";
import { type CommitOptions, commit } from "../../write/commit/commit.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { type SeriesDraft, validateSeries } from "../../write/series-page.js";
import { envelopeOf, type NightKind } from "../steps.js";
import { thresholds } from "../thresholds.js";
import { type DayWords, digestsByDay, entriesOfDay, findingsOf, monthPage, rowShown, shownDigest } from "./day.js";
import { clockOf, countRow, daysOf, type MonthTally } from "./row.js";
import {
  type ColdPart,
  eachRow,
  isPast,
  partEntry,
  partsOf,
  pointsAt,
  type RowsRead,
  type Series,
  type SeriesPlace,
  seriesOf,
  type WrongLine,
} from "./rows.js";

// Gather: what a night has to write of each series: days that are over and not counted yet, or counted when they had other rows.

/** What a night found in one series. */
interface SeriesTold {
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
  const files = seriesFilesOf(memory);
  const set = seriesOf(files);
  if (!set.ok) return set;
  const night = { drafts: [...noSeries.drafts], told: [...noSeries.told], left: [...set.value.left] };
  for (const series of set.value.series) {
    const found = await gatherOne(memory, { files, clock: clockOf(memory.zone) }, series, { head, today });
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
  place: SeriesPlace,
  series: Series,
  at: { readonly head: Oid | null; readonly today: string },
): Promise<Outcome<{ readonly told: SeriesTold; readonly pages: readonly SeriesDraft[] }>> {
  const known = await textsOf(memory, series, { months: [...series.cold.keys()], head: at.head });
  if (!known.ok) return known;
  // Of months past only those are read that no page tells of as they lie.
  const untold = [...series.cold].filter(([month, parts]) => {
    const text = known.value.get(month);
    return text !== "archived" && parts.some(({ path }) => !pointsAt(text ?? "", path));
  });
  const months = new Map<string, MonthTally>();
  const also = new Set(untold.map(([month]) => month));
  const read = eachRow(place, series, also, (found) => countRow(months, found.month, found));
  if (!read.ok) return read;
  const texts = await textsOf(memory, series, { months: [...months.keys()], head: at.head });
  if (!texts.ok) return texts;
  const due = dueDays(months, texts.value, at.today);
  const lines = linesAround(place, series, due);
  if (!lines.ok) return lines;
  const pages = [...months.values()].flatMap((month): readonly SeriesDraft[] => {
    const { month: name } = month;
    const text = texts.value.get(name) ?? "";
    const lineOf = (row: number): string | null | undefined => lines.value.get(`${name} ${row}`);
    const days = due.filter((day) => day.month === month).flatMap((day) => entriesOfDay(series.name, day, lineOf));
    const cold = (read.value.cold.get(name) ?? []).filter(({ path }) => text !== "archived" && !pointsAt(text, path));
    const entries = [...days, ...cold.map((part) => partEntry(series.name, part))];
    return entries.length === 0 ? [] : [{ ...monthPage(series.name, name, sourceOf(series)), entries }];
  });
  return ok({
    told: {
      series: series.name,
      path: series.hot,
      rows: [...months.values()].reduce((sum, { rows }) => sum + rows, 0),
      days: due.map(({ tally }) => tally.day),
      isPast: [...read.value.ranges.keys()].some((month) => isPast(month, at.today)),
      wrong: read.value.wrong,
      unfinished: read.value.hot?.unfinished ?? false,
    },
    pages,
  });
}

/** HEAD's texts of the pages of these months; a page that somebody put into the archive is theirs to bring back. */
async function textsOf(
  memory: Memory,
  series: Series,
  { months, head }: { readonly months: readonly string[]; readonly head: Oid | null },
): Promise<Outcome<ReadonlyMap<string, string | "archived">>> {
  const pages = months.map((month) => monthPage(series.name, month, ""));
  const paths = pages.map(({ path }) => path);
  const read = await textsAt(memory, head, paths);
  if (!read.ok) return read;
  const texts = new Map<string, string | "archived">();
  for (const [i, month] of months.entries()) {
    const text = read.value[i] ?? null;
    const isCold = memory.table.byId.get(pages[i]?.id as PageId)?.tier === "cold";
    if (text !== null) texts.set(month, text);
    else if (isCold) texts.set(month, "archived");
  }
  return ok(texts);
}

interface DueDay extends DayWords {
  readonly month: MonthTally;
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
    const counted = digestsByDay(text).get(tally.day);
    if (counted === shownDigest(digest)) return [];
    const earlier = tallies.slice(Math.max(0, at - thresholds.anomalyDaysBack), at);
    return [{ month, tally, digest, again: counted !== undefined, findings: findingsOf(tally, earlier) }];
  });
}

/** The rows around what stood out, read once more: what is usual stands in no page, so it was not kept. */
function linesAround(
  place: SeriesPlace,
  series: Series,
  due: readonly DueDay[],
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
  const read = eachRow(place, series, months, ({ month, number, raw }) => {
    const name = `${month} ${number}`;
    if (wanted.has(name)) lines.set(name, rowShown(new TextDecoder().decode(raw)));
  });
  return read.ok ? ok(lines) : read;
}

interface ColdMove {
  readonly series: string;
  readonly month: string;
  /** Rows that leave the hot file. */
  readonly rows: number;
  /** New files, with the digest of each; none where a night that was killed had written them. */
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  /** null for a dry run, and where there was nothing to write. */
  readonly commit: Oid | null;
}

interface ColdMoves {
  readonly moved: readonly ColdMove[];
  /** What stays hot, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

interface At {
  readonly night: Instant;
  /** The local day of the night. */
  readonly today: string;
  /** What the night found: only series with rows of a month past are read again. */
  readonly told: readonly SeriesTold[];
  readonly mode: "dry_run" | "apply";
  readonly options: CommitOptions;
}

async function moveCold(memory: Memory, at: At): Promise<Outcome<ColdMoves>> {
  const files = seriesFilesOf(memory);
  const moves = { moved: [] as ColdMove[], left: [] as ColdMoves["left"][number][] };
  const set = seriesOf(files);
  if (!set.ok) return set;
  const past = new Set(at.told.filter((told) => told.isPast).map((told) => told.series));
  for (const series of set.value.series.filter(({ name }) => past.has(name))) {
    const due = dueMonths({ files, clock: clockOf(memory.zone) }, series, at.today);
    // What cannot be read is told by whoever counts.
    if (!due.ok || due.value.months.length === 0 || series.hot === null) continue;
    const ignored = (await memory.checkout?.ignored([series.hot])) ?? ok(new Set<PagePath>());
    if (!ignored.ok) return ignored;
    if (ignored.value.has(series.hot)) {
      moves.left.push({ path: series.hot, why: "Git ignores it, so its rows go into no commit." });
      continue;
    }
    const moved = await moveOne(memory, files, { series: { ...series, hot: series.hot }, due: due.value }, at);
    moves.moved.push(...moved.moved);
    moves.left.push(...moved.left);
  }
  return ok(moves);
}

interface DueMonth {
  readonly month: string;
  readonly rows: number;
  readonly parts: readonly ColdPart[];
  /** By day, the digest of its rows as a page shows it. */
  readonly days: ReadonlyMap<string, string>;
}

interface Due {
  readonly months: readonly DueMonth[];
  readonly read: RowsRead;
}

function dueMonths(place: SeriesPlace, series: Series, today: string): Outcome<Due> {
  const rows = new Map<string, { texts: string[]; first: number; days: Map<string, Digester> }>();
  const read = eachRow(place, series, new Set(), (found) => {
    if (!isPast(found.month, today)) return;
    const month = getOrMake(rows, found.month, () => ({ texts: [], first: 1, days: new Map() }));
    getOrMake(month.days, found.row.day, digester).update(found.raw);
    if (found.isCold) month.first = found.number + 1;
    else month.texts.push(textIn(found.raw));
  });
  if (!read.ok) return read;
  const { ranges, header } = read.value;
  const months = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, { texts, first, days }]): DueMonth => {
      const number = (series.cold.get(month)?.at(-1)?.number ?? 0) + 1;
      const parts = partsOf(series.name, { month, number, format: series.format }, { rows: texts, first, header });
      const digests = [...days].map(([day, bytes]) => [day, shownDigest(bytes.end())] as const);
      return { month, rows: texts.length, parts, days: new Map(digests) };
    });
  return ok({ months: months.filter(({ month }) => ranges.has(month)), read: read.value });
}

type Moving = Series & { readonly hot: PagePath };

/** A month that is refused stays, and keeps no other back. */
async function moveOne(
  memory: Memory,
  files: SeriesFiles,
  { series, due }: { readonly series: Moving; readonly due: Due },
  at: At,
): Promise<ColdMoves> {
  const { hot } = series;
  const moved: ColdMove[] = [];
  const left: ColdMoves["left"][number][] = [];
  for (const past of due.months) {
    const done = at.mode === "dry_run" ? ok(null) : await commitMonth(memory, series, past, at);
    const { month, rows, parts } = past;
    const made = parts.map(({ path, digest }) => ({ path, digest }));
    if (done.ok) moved.push({ series: series.name, month, rows, files: made, commit: done.value });
    else left.push({ path: hot, why: `${month} stays: ${done.error.says}` });
  }
  if (at.mode === "dry_run" || moved.length === 0 || due.read.hot === null) return { moved, left };
  const drop = moved.flatMap(({ month }) => due.read.ranges.get(month) ?? []).sort((a, b) => a.start - b.start);
  const turn = await memory.queue.enter();
  try {
    const cut = files.cut(hot, { drop, read: due.read.hot });
    if (!cut.ok) left.push({ path: hot, why: cut.error.says });
  } finally {
    turn.leave();
  }
  return { moved, left };
}

/** The files and the words of the month's page that point at them are one commit. */
async function commitMonth(
  memory: Memory,
  { name, hot }: Moving,
  { month, parts, days }: DueMonth,
  { night, options }: At,
): Promise<Outcome<Oid | null>> {
  const page = monthPage(name, month, hot);
  const told = await tellsOf(memory, page.path as PagePath, days);
  if (!told.ok) return told;
  if (!told.value) {
    const says = `${page.path} does not tell of all its rows yet.`;
    const hint = "See why under “refused” of: pagefile nightly --dry-run --json";
    return err({ code: "refused", reason: "POLICY_VIOLATION", says, hint });
  }
  if (parts.length === 0) return ok(null);
  const entries = parts.map((part) => partEntry(name, part));
  const written = parts.map(({ path, text }) => ({ path: path as PagePath, text }));
  const rows = parts.at(-1)!.to - parts[0]!.from + 1;
  const subject = `archive: ${rows} ${rows === 1 ? "row" : "rows"} of ${name} in ${month}`;
  const about = { reason: "PRUNE_ARCHIVE", subject, envelope: seriesEnvelope(night, hot) } as const;
  const validate = validateSeries.bind(null, { drafts: [{ ...page, entries }], files: written }, about);
  const named = parts.map(({ path, digest }) => [path, digest]);
  const content = { op: "perception", night, series: name, files: named };
  const done = await commit(memory, { validate, content, about: page.path }, options);
  return done.ok ? ok(done.value.commit) : done;
}

/** Whether HEAD's page tells of exactly these rows, day by day: they go where they are found by it alone. */
async function tellsOf(memory: Memory, path: PagePath, days: DueMonth["days"]): Promise<Outcome<boolean>> {
  const texts = await textsAtHead(memory, [path]);
  if (!texts.ok) return texts;
  const counted = digestsByDay(texts.value[0] ?? "");
  return ok([...days].every(([day, digest]) => counted.get(day) === digest));
}

export interface PerceptionAnswer extends ColdMoves {
  readonly series: readonly SeriesTold[];
}

/** One step a series, so that one that is refused keeps no other back. */
export interface SeriesStep {
  readonly kind: "series";
  readonly at: Instant;
  readonly draft: SeriesNight["drafts"][number];
}

interface Night {
  readonly at: Instant;
  readonly day: string;
  readonly kind: NightKind;
  readonly perception: SeriesNight;
}

export function seriesSteps({ at, perception }: Night): readonly SeriesStep[] {
  return perception.drafts.map((draft) => ({ kind: "series", at, draft }));
}

export function validateStep({ at, draft }: SeriesStep, ground: ValidationInput): Result<Validated, Refusal> {
  const { series, source, pages } = draft;
  const entries = pages.reduce((sum, page) => sum + page.entries.length, 0);
  const subject = `capture: ${entries} ${entries === 1 ? "entry" : "entries"} of ${series}`;
  const told = { reason: "CAPTURE", subject, envelope: seriesEnvelope(at, source) } as const;
  return validateSeries({ drafts: pages }, told, ground);
}

function seriesEnvelope(at: Instant, source: PagePath): PatchEnvelope {
  return { ...envelopeOf(at), origin: "tool", evidence: [`file:${source}`] };
}

/** Behind all other steps of a night; null where there are no series, and by day. */
export async function perceptionOf(
  memory: Memory,
  { at, day, kind, perception }: Night,
  { recovered, ...how }: Pick<At, "mode" | "options"> & { readonly recovered: Outcome<void> },
): Promise<Outcome<PerceptionAnswer | null>> {
  if (kind !== "night") return ok(null);
  const moves = await moveCold(memory, { night: at, today: day, told: perception.told, ...how });
  if (!moves.ok) return moves;
  const late = recovered.ok ? [] : [{ path: perceptionFolder, why: recovered.error.says }];
  const left = [...late, ...perception.left, ...moves.value.left];
  if (perception.told.length + left.length === 0) return ok(null);
  return ok({ series: perception.told, moved: moves.value.moved, left });
}
