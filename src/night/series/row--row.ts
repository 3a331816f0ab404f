/** Row: one reading of a series: when it was made, and what its fields say. */

import type { LocalTime } from "../../base/clock.js";
import { limits } from "../../base/limits.js";
import { err, ok, type Result } from "../../base/result--result.js";
import { type Moment, momentOf } from "./row--timestamp.js";

export interface Row extends Moment {
  /** Numbers are finite. What is absent, null, not a number or infinite stands here as null. */
  readonly fields: readonly (readonly [name: string, value: number | string | null])[];
}

/** By these names, in any case, the first that a row has. */
const timeNames: readonly string[] = ["timestamp", "time", "ts", "at", "datetime", "date"];

/** One line of JSONL. */
export function jsonRow(text: string, clock: (ms: number) => LocalTime): Result<Row, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err("it is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return err("it is no JSON object");
  const pairs = Object.entries(value);
  const named = timeNameIn(pairs.map(([name]) => name));
  if (named === null) return err(noTime);
  const said = pairs.find(([name]) => name === named)?.[1];
  const moment = typeof said === "string" || typeof said === "number" ? momentOf(said, clock) : null;
  if (moment === null) return err(badTime(named));
  const fields = pairs.flatMap(([name, field]) => {
    if (name === named) return [];
    const plain = typeof field === "boolean" ? String(field) : field;
    if (typeof plain === "number") return [[name, Number.isFinite(plain) ? plain : null] as const];
    return typeof plain === "string" || plain === null ? [[name, plain] as const] : [];
  });
  return ok({ ...moment, fields: bounded(fields) });
}

/** Where a header row keeps the time; null where it has no such column. */
export function timeColumn(header: readonly string[]): number | null {
  const named = timeNameIn(header);
  return named === null ? null : header.indexOf(named);
}

/** One record below `header`, whose `time` is the column of the time. */
export function csvRow(
  values: readonly string[],
  { header, time }: { readonly header: readonly string[]; readonly time: number },
  clock: (ms: number) => LocalTime,
): Result<Row, string> {
  if (values.length !== header.length) return err(`it has ${values.length} fields and the header ${header.length}`);
  const moment = momentOf(values[time] ?? "", clock);
  if (moment === null) return err(badTime(header[time] ?? ""));
  const fields = header.flatMap((name, at) => (at === time ? [] : [[name.trim(), cell(values[at] ?? "")] as const]));
  return ok({ ...moment, fields: bounded(fields) });
}

export const noTime: string = `it has no time: none of ${timeNames.join(", ")}`;

function badTime(name: string): string {
  return `its “${name.slice(0, 40)}” is no time such as 2026-11-20T14:32:00Z or 1795185120`;
}

function timeNameIn(names: readonly string[]): string | null {
  for (const wanted of timeNames) {
    const found = names.find((name) => name.trim().toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** A text that is spelled as a number is one; the spellings of nothing, and of what no sum can take, are null. */
function cell(text: string): number | string | null {
  const plain = text.trim();
  if (/^(?:|n\/?a|nan|null|none|[+-]?inf(?:inity)?)$/i.test(plain)) return null;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return plain;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

function bounded<T>(fields: readonly T[]): readonly T[] {
  return fields.slice(0, limits.perceptionFieldsMax);
}
