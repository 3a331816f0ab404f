/** Order: total orders by UTF-16 code unit, the same on every machine and in every locale. */

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By id, in place. Pages mostly come in that order, and then one look at each will do. */
export function sortedById<T extends { readonly id: string }>(pages: T[]): T[] {
  for (let at = 1; at < pages.length; at += 1)
    if ((pages[at - 1] as T).id > (pages[at] as T).id) return pages.sort((a, b) => compareText(a.id, b.id));
  return pages;
}

/** The first comparison that decides; 0 when none does. */
export function firstDecided(...comparisons: readonly number[]): number {
  return comparisons.find((c) => c !== 0) ?? 0;
}
