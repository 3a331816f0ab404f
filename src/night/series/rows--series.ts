/** Series: which series a memory keeps, by their files: one that programs append to, and those of months past. */

import type { PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import { idFromTitle } from "../../memory/table--name.js";
import type { SeriesFiles } from "./files--series-filesx.js";
import type { SeriesFormat } from "./row.js";
import { type PartName, parsePartName } from "./rows--part-name.js";

export interface Series {
  /** As ids are spelled: `heart_rate.jsonl` is `heart-rate`. */
  readonly name: string;
  readonly format: SeriesFormat;
  /** null where only rows of months past are left. */
  readonly hot: PagePath | null;
  /** By month, in order. */
  readonly cold: ReadonlyMap<string, readonly (PartName & { readonly path: PagePath })[]>;
}

export interface SeriesSet {
  readonly series: readonly Series[];
  /** Files that are no series, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** With `-2026-11` behind it the name is a page's id. */
const nameCharsMax = 56;

export function seriesOf(files: SeriesFiles): Outcome<SeriesSet> {
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
    const months = found.get(name) ?? new Map<string, (PartName & { path: PagePath })[]>();
    found.set(name, months);
    months.set(part.month, [...(months.get(part.month) ?? []), { ...part, path }]);
  }
  for (const months of found.values()) for (const parts of months.values()) parts.sort((a, b) => a.number - b.number);
  return found;
}
