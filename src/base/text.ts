/** EditDistance: how many slips of the hand lie between two words, and which names somebody may have meant. */

import { compareText } from "./text--order.js";

/** Letters put in, left out, changed or exchanged with the next; `max + 1` where it is more than `max`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const crossed =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (crossed) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // An exchange looks two rows back.
    if (Math.min(least, leastBefore) > max) return max + 1;
    leastBefore = least;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, max + 1);
}

/** The names a slip or two away, the nearest first: a slip for every three letters of a name. */
export function namesNear(typed: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => {
      const most = Math.max(1, Math.floor(name.length / 3));
      return { name, most, slips: editDistance(typed, name, most) };
    })
    .filter(({ slips, most }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || compareText(a.name, b.name))
    .map(({ name }) => name);
}
