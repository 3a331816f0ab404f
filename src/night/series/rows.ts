/**
 * Rows: the rows of a series by month, each with the number that it keeps, wherever it lies by then.
 *
 * A series is a JSONL or CSV file that other programs append to at any time. `row.ts` reads it line by line and says what a row is, `day.ts`
 * counts a day and finds what stood out, and `move-cold.ts` makes a step of a night of all that: one page a series and month. Read this file
 * first, then `move-cold.ts`. `memory/series-files.ts` alone writes series.
 *
 * Rows are numbered within their month, hot or cold alike, so that no pointer goes stale. A day counts once it is over; rows that come later give
 * another entry and never another text in its place. A month goes cold only where HEAD's page tells of exactly its rows: parts and pointer are one
 * commit, and the hot file is cut after it. The cut file keeps a second name of ours, and what its old writers still append is brought over. An
 * undone night takes its pages back and leaves rows where they are.
 */

import { digest, digester } from "../../base/digest.js";
import { addDays, type LocalTime, type PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, getOrMake, type Outcome, ok, push } from "../../base/result.js";
import { compareText, textIn } from "../../base/text.js";
import type { Memory } from "../../memory/memory.js";
import { coldPerceptionFolder } from "../../memory/profile.js";
import { type LinesRead, type SeriesFiles, type SeriesListing, seriesFilesOf } from "../../memory/series-files.js";
import { idFromTitle } from "../../memory/table.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { beyond, type EvidenceAnswer, type EvidenceQuery } from "../../write/evidence.js";
import { lastDayOf, monthOfSpan, shownDigest } from "./day.js";
import { clockOf, type ReadRecord, type Row, type SeriesFormat, seriesReader } from "./row.js";

interface NumberedRow {
  readonly month: string;
  /** From 1, within the month. */
  readonly number: number;
  readonly row: Row;
  /** As it stands in its file, with its line end; good until the next row. */
  readonly raw: Uint8Array;
  readonly path: PagePath;
  readonly isCold: boolean;
}

export interface RowsRead {
  /** What was read of the hot file; null where there is none. */
  readonly hot: LinesRead | null;
  /** Where the rows of each month lie in the hot file, those that a cold file has too among them. */
  readonly ranges: ReadonlyMap<string, readonly { readonly start: number; readonly end: number }[]>;
  /** The header row of the hot file, with its line end; empty for JSONL. */
  readonly header: string;
  /** By month, of the months that were asked for. */
  readonly cold: ReadonlyMap<string, readonly ColdFile[]>;
  /** Lines that are no rows: how many, and the first of them. */
  readonly wrong: { readonly count: number; readonly first: readonly WrongLine[] };
}

interface ColdFile {
  readonly path: PagePath;
  readonly from: number;
  readonly to: number;
  readonly digest: string;
}

export interface WrongLine {
  readonly path: PagePath;
  /** From 1. */
  readonly line: number;
  readonly says: string;
}

/** Where series are read, and what the clocks of the place showed when a row was made. */
export interface SeriesPlace {
  readonly files: SeriesFiles;
  readonly clock: (ms: number) => LocalTime;
}

/** The rows of the hot file's months and of those in `also`, cold ones first. Rows that a killed night had copied and not taken out are there once. */
export function eachRow(
  at: SeriesPlace,
  series: Series,
  also: ReadonlySet<string>,
  use: (row: NumberedRow) => void,
): Outcome<RowsRead> {
  const counts = new Map<string, number>();
  const next = (month: string): number => {
    const number = (counts.get(month) ?? 0) + 1;
    counts.set(month, number);
    return number;
  };
  const ranges = new Map<string, { start: number; end: number }[]>();
  const wrong = { count: 0, first: [] as WrongLine[] };
  let header = "";
  const waiting = new Map<string, Waiting[]>();
  const hot =
    series.hot === null
      ? ok(null)
      : readRecords(at, series.hot, series.format, (found) => {
          const { record, line, start, end } = found;
          if (record.kind === "wrong") {
            wrong.count += 1;
            if (wrong.first.length < limits.perceptionErrorsMax)
              wrong.first.push({ path: series.hot!, line, says: record.says });
          }
          if (record.kind === "header") header = textIn(record.raw);
          if (record.kind !== "row") return;
          const month = record.row.day.slice(0, 7);
          extend(ranges, month, { start, end });
          const hotRow = { month, row: record.row, path: series.hot!, isCold: false };
          // What lies cold already comes first: it is read when the hot file is.
          if (series.cold.has(month)) push(waiting, month, { ...hotRow, raw: Uint8Array.from(record.raw) });
          else use({ ...hotRow, raw: record.raw, number: next(month) });
        });
  if (!hot.ok) return hot;
  const cold = new Map<string, readonly ColdFile[]>();
  for (const month of [...series.cold.keys()].filter((each) => also.has(each) || waiting.has(each))) {
    const read = coldRows(at, series, { month, waiting: waiting.get(month) ?? [], next }, use);
    if (!read.ok) return read;
    cold.set(month, read.value);
  }
  return ok({ hot: hot.value, ranges, header, cold, wrong });
}

type Waiting = Omit<NumberedRow, "number">;

function coldRows(
  at: SeriesPlace,
  series: Series,
  { month, waiting, next }: { month: string; waiting: readonly Waiting[]; next: (month: string) => number },
  use: (row: NumberedRow) => void,
): Outcome<readonly ColdFile[]> {
  const found: ColdFile[] = [];
  let count = 0;
  let alike = 0;
  for (const { path, format } of series.cold.get(month) ?? []) {
    const from = count + 1;
    const read = readRecords(at, path, format, ({ record }) => {
      // A row of another month is somebody's edit of a file that is not theirs to edit, and counts as what it says.
      if (record.kind !== "row") return;
      const same = waiting[count];
      if (alike === count && same !== undefined && Buffer.from(same.raw).equals(record.raw)) alike += 1;
      count += 1;
      use({ month, row: record.row, raw: record.raw, path, isCold: true, number: next(month) });
    });
    if (!read.ok) return read;
    if (read.value !== null) found.push({ path, from, to: count, digest: read.value.digest });
  }
  const copied = alike === count ? count : 0;
  for (const row of waiting.slice(copied)) use({ ...row, number: next(month) });
  return ok(found);
}

function readRecords(
  { files, clock }: SeriesPlace,
  path: PagePath,
  format: SeriesFormat,
  use: (found: { record: ReadRecord; line: number; start: number; end: number }) => void,
): Outcome<LinesRead | null> {
  const take = seriesReader(format, clock);
  let line = 0;
  let first: { line: number; start: number } | null = null;
  return files.lines(path, (bytes, start, end) => {
    line += 1;
    first ??= { line, start };
    const record = take(bytes);
    if (record === null) return;
    use({ record, ...first, end });
    first = null;
  });
}

function extend(
  ranges: Map<string, { start: number; end: number }[]>,
  month: string,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const last = ranges.get(month)?.at(-1);
  if (last?.end === start) last.end = end;
  else push(ranges, month, { start, end });
}

/** As many whole rows as a prompt can take; the digest and the bytes are of all rows of the month. null where the name is of no page of a series. */
export function readSeriesRows(workspace: Workspace, query: EvidenceQuery): Outcome<EvidenceAnswer | null> {
  const located = query.name.startsWith("sha256:") ? null : locate(workspace, query.name);
  if (located === null || !located.ok) return ok(null);
  const { memory, entry } = located.value;
  const named = monthOfSpan(memory.files.get(entry.path)?.data.meta.fields?.span);
  return named === null ? ok(null) : readMonth(memory, named, query);
}

function readMonth(
  memory: Memory,
  { series: name, month }: NonNullable<ReturnType<typeof monthOfSpan>>,
  { from, to }: EvidenceQuery,
): Outcome<EvidenceAnswer> {
  const files = seriesFilesOf(memory);
  const set = seriesOf(files);
  if (!set.ok) return set;
  const series = set.value.series.find((each) => each.name === name);
  if (series === undefined) return err(rowsGone(name, month));
  const bytes = digester();
  const shown: string[] = [];
  let [count, size, room, isFull, file] = [0, 0, limits.evidenceReadCharsMax, false, ""];
  const rows = eachRow({ files, clock: clockOf(memory.zone) }, series, new Set([month]), (row) => {
    if (row.month !== month) return;
    count = row.number;
    size += row.raw.length;
    bytes.update(row.raw);
    if (row.number < from || (to !== null && row.number > to) || isFull) return;
    const text = textIn(row.raw);
    isFull = shown.length > 0 && text.length > room;
    if (isFull) return;
    if (shown.length === 0) file = `${memory.root}/${row.path}`;
    room -= text.length;
    shown.push(text);
  });
  if (!rows.ok) return rows;
  if (count === 0) return err(rowsGone(name, month));
  if (from > count) return err(beyond(from, count, "row"));
  const text = shown.join("").replace(/\r?\n$/, "");
  return ok({ digest: bytes.end(), bytes: size, file, lines: count, from, to: from - 1 + shown.length, text });
}

function rowsGone(name: string, month: string): Failure {
  return {
    code: "page_missing",
    says: `No rows of ${name} in ${month} are kept here: neither its file nor the archive has any.`,
    hint: "Look into the history: git log -- archive/perception memory/perception",
  };
}

export interface Series {
  /** As ids are spelled: `heart_rate.jsonl` is `heart-rate`. */
  readonly name: string;
  readonly format: SeriesFormat;
  /** null where only rows of months past are left. */
  readonly hot: PagePath | null;
  /** By month, in order. */
  readonly cold: ReadonlyMap<string, readonly (PartName & { readonly path: PagePath })[]>;
}

/** With `-2026-11` behind it the name is a page's id. */
const nameCharsMax = 56;

/** `left` are files that are no series, and why. */
export function seriesOf(
  files: SeriesFiles,
): Outcome<{ readonly series: readonly Series[] } & Pick<SeriesListing, "left">> {
  const listed = files.list();
  if (!listed.ok) return listed;
  const left = [...listed.value.left];
  const cold = coldOf(listed.value.cold.map(({ path }) => path));
  const found = new Map<string, Series>();
  for (const { path } of listed.value.hot) {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const format = file.endsWith(".csv") ? "csv" : "jsonl";
    const name = idFromTitle(file.slice(0, -format.length - 1));
    const why = whyNot(name, found);
    if (why === null) found.set(name, { name, format, hot: path, cold: cold.get(name) ?? new Map() });
    else left.push({ path, why });
  }
  for (const [name, months] of cold) {
    const format = [...months.values()][0]?.[0]?.format ?? "jsonl";
    if (!found.has(name)) found.set(name, { name, format, hot: null, cold: months });
  }
  return ok({ series: [...found.values()].sort((a, b) => compareText(a.name, b.name)), left });
}

function whyNot(name: string, found: ReadonlyMap<string, Series>): string | null {
  if (name === "" || name.length > nameCharsMax) {
    return `Its name makes no id: a to z, 0 to 9 and dashes, at most ${nameCharsMax}.`;
  }
  const other = found.get(name);
  if (other !== undefined) return `${other.hot ?? ""} is the series “${name}” already.`;
  return found.size >= limits.perceptionSeriesMax ? `There are ${limits.perceptionSeriesMax} series already.` : null;
}

function coldOf(paths: readonly PagePath[]): ReadonlyMap<string, Series["cold"]> {
  const found = new Map<string, Map<string, (PartName & { path: PagePath })[]>>();
  for (const path of paths) {
    const [file = "", name = ""] = path.split("/").reverse();
    const part = parsePartName(file);
    if (part === null || idFromTitle(name) !== name) continue;
    const months = getOrMake(found, name, () => new Map<string, (PartName & { path: PagePath })[]>());
    push(months, part.month, { ...part, path });
  }
  for (const months of found.values()) for (const parts of months.values()) parts.sort((a, b) => a.number - b.number);
  return found;
}

// Partition: rows of a month that is past, as the files that keep them: byte for byte and in order, each small enough for a commit.

export interface ColdPart {
  /** Below the memory root. */
  readonly path: string;
  /** Row numbers within the month, both ends included. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Of the whole file. */
  readonly digest: string;
}

/** Whether all days of the month are so old that its rows leave the hot file. */
export function isPast(month: string, today: string): boolean {
  return lastDayOf(month) < addDays(today, -limits.perceptionDaysMax);
}

/** `rows` with their line ends, from number `first` on. `header` begins every part of a CSV file, so that each can be read by itself; empty for JSONL. */
export function partsOf(
  series: string,
  { month, format, number }: PartName,
  { rows, first, header }: { readonly rows: readonly string[]; readonly first: number; readonly header: string },
): readonly ColdPart[] {
  const parts: ColdPart[] = [];
  let open: string[] = [];
  let bytes = 0;
  let from = first;
  const close = (): void => {
    if (open.length === 0) return;
    const at = number + parts.length;
    const path = `${coldPerceptionFolder}/${series}/${month}${at === 1 ? "" : `-${at}`}.${format}`;
    const text = header + open.join("");
    parts.push({ path, from, to: from + open.length - 1, text, digest: digest(text) });
    from += open.length;
    open = [];
  };
  for (const row of rows) {
    const size = Buffer.byteLength(row);
    if (open.length > 0 && bytes + size > limits.pageBytesMax) close();
    if (open.length === 0) bytes = Buffer.byteLength(header);
    open.push(row);
    bytes += size;
  }
  close();
  return parts;
}

/** How the month's page points at a part. */
export function partEntry(series: string, { path, from, to, digest: whole }: Omit<ColdPart, "text">): string {
  return `- Cold rows of ${series}, ${from} to ${to}: \`${path}\` (sha256 ${shownDigest(whole)}).`;
}

/** Whether a page's text points at a part. */
export function pointsAt(text: string, path: string): boolean {
  return text.includes(`\`${path}\``);
}

interface PartName {
  readonly month: string;
  /** From 1. */
  readonly number: number;
  readonly format: SeriesFormat;
}

/** `2026-10.jsonl`, then `2026-10-2.jsonl`; null for a name of something else. */
export function parsePartName(name: string): PartName | null {
  const found = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-([1-9]\d{0,5}))?\.(jsonl|csv)$/.exec(name);
  if (found === null || found[2] === "1") return null;
  return { month: found[1]!, number: Number(found[2] ?? 1), format: found[3] as SeriesFormat };
}
