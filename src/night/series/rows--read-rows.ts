/** ReadRows: rows of a series by the page of their month, wherever they lie by then. */

import { digester } from "../../base/digest--digest.js";
import { limits } from "../../base/limits.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { monthOfSpan } from "./day--month-page.js";
import { clockOf } from "./row--timestamp.js";
import { eachRow } from "./rows.js";
import { seriesOf } from "./rows--series.js";

export interface SeriesRows {
  /** Of all rows of the month, and how many bytes they are. */
  readonly digest: string;
  readonly bytes: number;
  /** The file that holds the first row shown. */
  readonly file: string;
  readonly lines: number;
  readonly from: number;
  readonly to: number;
  /** As many whole rows as a prompt can take; without the line end of the last. */
  readonly text: string;
}

/** null where the name is of no page of a series. */
export function readSeriesRows(
  workspace: Workspace,
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number | null },
): Outcome<SeriesRows | null> {
  const located = name.startsWith("sha256:") ? null : locate(workspace, name);
  if (located === null || !located.ok) return ok(null);
  const { memory, entry } = located.value;
  const named = monthOfSpan(memory.files.get(entry.path)?.data.meta.fields?.span);
  return named === null || memory.series === undefined ? ok(null) : read(memory, named, { from, to });
}

function read(
  memory: Memory,
  { series: name, month }: { readonly series: string; readonly month: string },
  { from, to }: { readonly from: number; readonly to: number | null },
): Outcome<SeriesRows> {
  const files = memory.series!;
  const set = seriesOf(files);
  if (!set.ok) return set;
  const series = set.value.series.find((each) => each.name === name);
  if (series === undefined) return err(gone(name, month));
  const bytes = digester();
  const shown: string[] = [];
  let [count, size, room, isFull, file] = [0, 0, limits.evidenceReadCharsMax, false, ""];
  const rows = eachRow(files, series, { also: new Set([month]), clock: clockOf(memory.zone) }, (row) => {
    if (row.month !== month) return;
    count = row.number;
    size += row.raw.length;
    bytes.update(row.raw);
    if (row.number < from || (to !== null && row.number > to) || isFull) return;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(row.raw);
    isFull = shown.length > 0 && text.length > room;
    if (isFull) return;
    if (shown.length === 0) file = `${memory.root}/${row.path}`;
    room -= text.length;
    shown.push(text);
  });
  if (!rows.ok) return rows;
  if (count === 0) return err(gone(name, month));
  if (from > count) return err(beyond(from, count));
  const text = shown.join("").replace(/\r?\n$/, "");
  return ok({ digest: bytes.end(), bytes: size, file, lines: count, from, to: from - 1 + shown.length, text });
}

function gone(name: string, month: string): Failure {
  return {
    code: "page_missing",
    says: `No rows of ${name} in ${month} are kept here: neither its file nor the archive has any.`,
    hint: "Look into the history: git log -- archive/perception memory/perception",
  };
}

function beyond(from: number, count: number): Failure {
  return { code: "usage", says: `It has ${count} rows, and row ${from} was asked for.`, hint: "Ask for fewer." };
}
