/** Means: what a table says of many runs at once: means, medians, and the rows of each policy. */

import { type RunRow, sum } from "../../../../src/prompt/replay/workload.js";

/** 0 for none. */
export function mean<T>(items: readonly T[], of: (item: T) => number): number {
  return items.length === 0 ? 0 : sum(items, of) / items.length;
}

/** The middle one, or the mean of the two in the middle; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** The rows of each policy, in the order in which policies first appear. */
export function byPolicy<R extends RunRow>(
  rows: readonly R[],
): readonly (readonly [policy: string, rows: readonly R[]])[] {
  const names = [...new Set(rows.map(({ policy }) => policy))];
  return names.map((name) => [name, rows.filter(({ policy }) => policy === name)]);
}
