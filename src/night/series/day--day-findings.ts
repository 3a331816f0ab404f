/** DayFindings: what stood out on one day, in its own readings and beside the days before it. */

import { dayBy } from "../clock/calendar--calendar.js";
import { thresholds } from "../thresholds.js";
import { anomaliesIn, scoreOf, type Usual, usualOf } from "./day--anomaly.js";
import { quantile } from "./row--aggregate.js";
import type { DayTally, FieldTally } from "./row--tally.js";

export interface DayFinding {
  readonly field: string;
  /** The furthest reading, or the day's median. */
  readonly value: number;
  readonly usual: Usual;
  readonly score: number;
  /** The row of that reading, within the month; null where a day of several rows is held against others. */
  readonly row: number | null;
  readonly what:
    | { readonly kind: "readings"; readonly count: number; readonly fromMinute: number; readonly toMinute: number }
    /** How many days it is held against. */
    | { readonly kind: "day"; readonly days: number };
}

/** The furthest first, as many as a page tells of. `earlier` may hold days of any age; those too old are passed over. */
export function findingsOf(day: DayTally, earlier: readonly DayTally[]): readonly DayFinding[] {
  const since = dayBy(day.day, -thresholds.anomalyDaysBack);
  const before = earlier.filter((other) => other.day >= since && other.day < day.day);
  const found = [...day.fields].flatMap(([name, field]) => [
    ...readingsOf(name, field),
    ...dayOf(name, field, before),
  ]);
  return found.sort((a, b) => b.score - a.score || (a.row ?? 0) - (b.row ?? 0)).slice(0, thresholds.anomaliesMax);
}

function readingsOf(name: string, field: FieldTally): readonly DayFinding[] {
  const order = field.at.map((_, i) => i).sort((a, b) => field.at[a]! - field.at[b]! || a - b);
  const values = order.map((i) => field.values[i]!);
  const minute = (place: number): number => field.minutes[order[place]!]!;
  return anomaliesIn(values).map(({ from, to, peak, usual, score }) => ({
    field: name,
    value: values[peak]!,
    usual,
    score,
    row: field.rows[order[peak]!]!,
    what: { kind: "readings", count: to - from + 1, fromMinute: minute(from), toMinute: minute(to) },
  }));
}

function dayOf(name: string, field: FieldTally, before: readonly DayTally[]): readonly DayFinding[] {
  if (field.values.length === 0) return [];
  const medians = before.flatMap((day) => {
    const values = day.fields.get(name)?.values ?? [];
    return values.length === 0 ? [] : [medianOf(values)];
  });
  if (medians.length < thresholds.anomalyDaysMin) return [];
  const usual = usualOf(medians);
  const value = medianOf(field.values);
  const score = scoreOf(value, usual);
  if (score <= thresholds.anomalyScore) return [];
  const row = field.rows.length === 1 ? field.rows[0]! : null;
  return [{ field: name, value, usual, score, row, what: { kind: "day", days: medians.length } }];
}

function medianOf(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
