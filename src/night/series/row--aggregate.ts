/** Aggregate: a day's readings of one field in nine numbers. */

export interface Aggregate {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  /** Below them lie 5 and 95 of a hundred readings. */
  readonly low: number;
  readonly high: number;
  /** By time; of equal times the one that stands first, and last. */
  readonly first: number;
  readonly last: number;
}

/** Of at least one finite value, each with its time in milliseconds. */
export function aggregate(values: readonly number[], at: readonly number[]): Aggregate {
  const sorted = Float64Array.from(values).sort();
  let [first, last] = [0, 0];
  let mean = 0;
  for (const [i, value] of values.entries()) {
    if ((at[i] ?? 0) < (at[first] ?? 0)) first = i;
    if ((at[i] ?? 0) >= (at[last] ?? 0)) last = i;
    // Of parts, so that no sum leaves the range of a number.
    mean += value / values.length;
  }
  return {
    count: values.length,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    // Rounding may carry a mean of equal values beyond them.
    mean: Math.min(Math.max(mean, sorted[0]!), sorted.at(-1)!),
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
    first: values[first]!,
    last: values[last]!,
  };
}

/** Between the two nearest ranks, in a straight line. `sorted` has a value at least. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (high - low) * (place - below) || low;
}
