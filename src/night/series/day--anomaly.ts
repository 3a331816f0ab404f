/** Anomaly: readings that lie far from the others, by the median and the spread about it, which the far ones cannot move. */

import { thresholds } from "../thresholds.js";
import { quantile } from "./row--aggregate.js";

/** What is usual among some values. */
export interface Usual {
  readonly median: number;
  /** As a standard deviation would be, were all of them as usual; 0 where all are equal. */
  readonly spread: number;
}

/** A run of readings, one after another in time, all far on the same side. */
export interface Anomaly {
  /** Places among the values, in their order; `peak` lies furthest. */
  readonly from: number;
  readonly to: number;
  readonly peak: number;
  readonly usual: Usual;
  /** How many spreads the peak lies from the median. */
  readonly score: number;
}

/** Of at least one value. Where more than half are equal the median deviation is 0, and the mean one stands in for it. */
export function usualOf(values: readonly number[]): Usual {
  const sorted = Float64Array.from(values).sort();
  const median = quantile(sorted, 0.5);
  const deviations = Float64Array.from(values, (value) => Math.abs(value - median)).sort();
  const middle = quantile(deviations, 0.5);
  if (middle > 0) return { median, spread: middle * normalByMedian };
  const mean = deviations.reduce((sum, deviation) => sum + deviation / values.length, 0);
  return { median, spread: mean * normalByMean };
}

export function scoreOf(value: number, { median, spread }: Usual): number {
  return spread > 0 && Number.isFinite(spread) ? Math.abs(value - median) / spread : 0;
}

/** `values` by time. The furthest first; none of a small sample, and none where it comes so often that it is usual. */
export function anomaliesIn(values: readonly number[]): readonly Anomaly[] {
  if (values.length < thresholds.anomalyReadingsMin) return [];
  const usual = usualOf(values);
  const far = values.flatMap((value, at) => (scoreOf(value, usual) > thresholds.anomalyScore ? [at] : []));
  const runs: Anomaly[] = [];
  for (const at of far) {
    const score = scoreOf(values[at]!, usual);
    const run = runs.at(-1);
    const follows = run?.to === at - 1 && values[run.to]! > usual.median === values[at]! > usual.median;
    if (run === undefined || !follows) runs.push({ from: at, to: at, peak: at, usual, score });
    else runs[runs.length - 1] = { ...run, to: at, ...(score > run.score ? { peak: at, score } : {}) };
  }
  const most = Math.max(thresholds.anomalyRunsMax, values.length * thresholds.anomalyShareMax);
  return runs.length > most ? [] : runs.sort((a, b) => b.score - a.score || a.from - b.from);
}

/** 1 / 0.6745 and the square root of π / 2: what makes both deviations of a normal distribution its standard deviation. */
const normalByMedian = 1.4826;
const normalByMean = 1.253314;
