/** Order: total orders by UTF-16 code unit, the same on every machine and in every locale. */

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first comparison that decides; 0 when none does. */
export function firstDecided(...comparisons: readonly number[]): number {
  return comparisons.find((c) => c !== 0) ?? 0;
}
