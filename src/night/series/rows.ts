/** Rows: the rows of a series by month, each with the number that it keeps, wherever it lies by then. */

import type { LocalTime } from "../../base/clock.js";
import type { PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { LinesRead, SeriesFiles } from "./files--series-filesx.js";
import { type ReadRecord, type SeriesFormat, seriesReader } from "./row.js";
import type { Row } from "./row--row.js";
import type { Series } from "./rows--series.js";

export interface NumberedRow {
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

export interface ColdFile {
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

/**
 * The rows of all months that the hot file has, and of those in `also`, each month in order: what is cold first. Rows that a night which
 * was killed had copied, and not taken out yet, are there once.
 */
export function eachRow(
  files: SeriesFiles,
  series: Series,
  { also, clock }: { readonly also: ReadonlySet<string>; readonly clock: (ms: number) => LocalTime },
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
      : readRecords(files, series.hot, { series, clock }, (found) => {
          const { record, line, start, end } = found;
          if (record.kind === "wrong") noteWrong(wrong, { path: series.hot!, line, says: record.says });
          if (record.kind === "header") header = decoder.decode(record.raw);
          if (record.kind !== "row") return;
          const month = record.row.day.slice(0, 7);
          extend(ranges, month, { start, end });
          const at = { month, row: record.row, path: series.hot!, isCold: false };
          // What lies cold already comes first: it is read when the hot file is.
          if (series.cold.has(month)) push(waiting, month, { ...at, raw: Uint8Array.from(record.raw) });
          else use({ ...at, raw: record.raw, number: next(month) });
        });
  if (!hot.ok) return hot;
  const cold = new Map<string, readonly ColdFile[]>();
  for (const month of [...series.cold.keys()].filter((each) => also.has(each) || waiting.has(each))) {
    const read = coldRows(files, series, { month, clock, waiting: waiting.get(month) ?? [], next }, use);
    if (!read.ok) return read;
    cold.set(month, read.value);
  }
  return ok({ hot: hot.value, ranges, header, cold, wrong });
}

type Waiting = Omit<NumberedRow, "number">;

function coldRows(
  files: SeriesFiles,
  series: Series,
  at: {
    readonly month: string;
    readonly clock: (ms: number) => LocalTime;
    readonly waiting: readonly Waiting[];
    readonly next: (month: string) => number;
  },
  use: (row: NumberedRow) => void,
): Outcome<readonly ColdFile[]> {
  const { month, waiting, next } = at;
  const found: ColdFile[] = [];
  let count = 0;
  let alike = 0;
  for (const { path, format } of series.cold.get(month) ?? []) {
    const from = count + 1;
    const read = readRecords(files, path, { series: { ...series, format }, clock: at.clock }, ({ record }) => {
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
  files: SeriesFiles,
  path: PagePath,
  {
    series,
    clock,
  }: { readonly series: { readonly format: SeriesFormat }; readonly clock: (ms: number) => LocalTime },
  use: (found: { record: ReadRecord; line: number; start: number; end: number }) => void,
): Outcome<LinesRead | null> {
  const reader = seriesReader(series.format, clock);
  let line = 0;
  let first: { line: number; start: number } | null = null;
  return files.lines(path, (bytes, start, end) => {
    line += 1;
    first ??= { line, start };
    const record = reader.take(bytes);
    if (record === null) return;
    use({ record, ...first, end });
    first = null;
  });
}

function noteWrong(wrong: { count: number; first: WrongLine[] }, line: WrongLine): void {
  wrong.count += 1;
  if (wrong.first.length < limits.perceptionErrorsMax) wrong.first.push(line);
}

function extend(
  ranges: Map<string, { start: number; end: number }[]>,
  month: string,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const last = ranges.get(month)?.at(-1);
  if (last !== undefined && last.end === start) last.end = end;
  else push(ranges, month, { start, end });
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });
