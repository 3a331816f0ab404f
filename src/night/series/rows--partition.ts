/** Partition: rows of a month that is past, as the files that keep them: byte for byte and in order, each small enough for a commit. */

import { digest } from "../../base/digest--digest.js";
import { limits } from "../../base/limits.js";
import { coldPerceptionFolder } from "../../memory/profile.js";
import { dayBy } from "../clock/calendar--calendar.js";
import { thresholds } from "../thresholds.js";
import { shownDigest } from "./day.js";
import { lastDayOf } from "./day--month-page.js";
import type { PartName } from "./rows--part-name.js";

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
  return lastDayOf(month) < dayBy(today, -thresholds.perceptionDaysMax);
}

/**
 * `rows` as they stand, each with its line end; `first` is the number of the first. `header` begins every part of a CSV file, so that
 * each can be read by itself; it is empty for JSONL.
 */
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
