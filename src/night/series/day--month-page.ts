/** MonthPage: the page of one month of a series: where it stands, how it begins, and what of its days it tells already. */

import { perceptionFolder } from "../../memory/profile.js";
import { dayBy } from "../clock/calendar--calendar.js";

export interface MonthPage {
  readonly id: string;
  /** Below the memory root. */
  readonly path: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The first entry of the body. */
  readonly head: string;
}

/** `source` is the hot file, below the memory root. */
export function monthPage(series: string, month: string, source: string): MonthPage {
  const id = `${series}-${month}`;
  const read = `pagefile evidence ${id}`;
  return {
    id,
    path: `${perceptionFolder}/${series}/${month}.md`,
    title: `${series} in ${month}, day by day`,
    fields: {
      span: `perception:${series}:${month}`,
      start: `${month}-01`,
      end: lastDayOf(month),
      rows: source,
      resolves: read,
    },
    head: `- Rows of ${month} come from \`${source}\`. They are numbered from 1 within the month; read some with \`${read} --from 1 --to 20\`.`,
  };
}

/** Which series and month a page tells of, by its field `span`, wherever it lies; null for another page. */
export function monthOfSpan(span: unknown): { readonly series: string; readonly month: string } | null {
  const found = typeof span === "string" ? /^perception:([a-z0-9][a-z0-9-]*):(\d{4}-\d{2})$/.exec(span) : null;
  return found === null ? null : { series: found[1]!, month: found[2]! };
}

export function lastDayOf(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return dayBy(`${next}-01`, -1);
}

/** By day, the shown digest of the rows that were counted last. */
export function countedIn(text: string): ReadonlyMap<string, string> {
  const counted = new Map<string, string>();
  for (const line of text.split("\n")) {
    const found = /^- (\d{4}-\d{2}-\d{2}), [^:]{1,80}: \d+ rows? \(.*, sha256 ([0-9a-f]{12})\)\.\r?$/.exec(line);
    if (found !== null) counted.set(found[1]!, found[2]!);
  }
  return counted;
}
