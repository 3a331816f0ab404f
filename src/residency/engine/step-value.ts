/** Step value: what a step up, or coming in, is worth a token. */

import { type Columns, levelsMax } from "./columns.js";

/** The affordable step up of one row with the most utility a token; the lower level at equal value; -1 where there is none. */
export function steepest(columns: Columns, row: number, from: number, worth: number, left: number): number {
  const first = row * levelsMax;
  const levels = columns.levels[row] as number;
  const held = columns.tokens[first + from] as number;
  let best = -1;
  let bestValue = 0;
  for (let to = from + 1; to < levels; to += 1) {
    if ((columns.tokens[first + to] as number) - held > left) continue;
    const value = stepValue(columns, row, from, to, worth);
    if (value > bestValue) {
      best = to;
      bestValue = value;
    }
  }
  return best;
}

/** ΔU/Δtokens; infinite where a step up costs nothing and is worth something. */
export function stepValue(columns: Columns, row: number, from: number, to: number, worth: number): number {
  const low = row * levelsMax + from;
  const high = row * levelsMax + to;
  const gain = worth * (columns.share[high] as number) - worth * (columns.share[low] as number);
  if (gain <= 0) return 0;
  const tokens = (columns.tokens[high] as number) - (columns.tokens[low] as number);
  return tokens <= 0 ? Number.POSITIVE_INFINITY : gain / tokens;
}

/** What a level is worth a token, for a page that is out. */
export function offerValue(columns: Columns, row: number, level: number, worth: number): number {
  const tokens = columns.tokens[row * levelsMax + level] as number;
  return tokens === 0
    ? Number.POSITIVE_INFINITY
    : (worth * (columns.share[row * levelsMax + level] as number)) / tokens;
}
