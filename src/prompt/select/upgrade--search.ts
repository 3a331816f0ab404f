/** Search: which exchange of a few steps gains most: one up alone or for up to two down, or two up for one down. */

import { slack } from "./required--force.js";
import type { Mender } from "./required--mender.js";

/** Less than this is noise of the last digits. */
const gainMin = 1e-9;

/** Leaves the best in the mender, `up` -1 for none. What cannot gain more than the best so far is not looked into. */
export function search(mender: Mender, left: number): void {
  const { ups, downs } = mender;
  const { row: downRow, tokens: downTokens, utility: downUtility, count: downCount } = downs;
  mender.gain = gainMin;
  mender.up = -1;
  lookAtUps(mender);
  lookAtDowns(mender);
  const { best, worst, largest } = mender;
  for (let up = 0; up < ups.count; up += 1) {
    const row = ups.row[up] as number;
    const utility = ups.utility[up] as number;
    const need = (ups.tokens[up] as number) - left;
    if (need <= 0) keep(mender, utility, up, -1, -1, false);
    if (need > 2 * largest || utility + mostOnTop(mender, up, need) <= mender.gain) continue;
    const fewest = ups.tokensBehind[up] as number;
    const most = ups.utilityBehind[up] as number;
    for (let down = 0; down < downCount; down += 1) {
      if (downRow[down] === row) continue;
      const gain = utility - (downUtility[down] as number);
      const room = (downTokens[down] as number) - need;
      if (room >= 0) {
        keep(mender, gain, up, down, -1, false);
        if (room >= fewest && gain + Math.min(most, room * best + slack) > mender.gain)
          searchUp(mender, up, down, gain, room);
        continue;
      }
      const loss = Math.max(downs.utilityBehind[down] as number, -room * worst - slack);
      if (gain - loss > mender.gain && room + (downs.tokensBehind[down] as number) >= 0)
        searchDown(mender, up, down, gain, room);
    }
  }
}

/**
 * What the rest of an exchange adds to the utility of a step up at most; seldom above 0. What must go for it takes at least the
 * cheapest step down, and at least the worst value for each token it needs. A second step up brings at most the best value for each
 * token that goes besides.
 */
function mostOnTop({ ups, best, worst, cheapest, largest }: Mender, up: number, need: number): number {
  const alone = slack - Math.max(cheapest, need * worst);
  const room = largest - need;
  const fewest = ups.tokensBehind[up] as number;
  if (room < fewest) return alone;
  const most = ups.utilityBehind[up] as number;
  const spent = best > worst ? Math.min(room, most / best) : fewest;
  return Math.max(alone, slack + Math.min(most - cheapest, spent * best - (need + spent) * worst));
}

function lookAtUps(mender: Mender): void {
  const { tokens, utility, tokensBehind, utilityBehind, count } = mender.ups;
  let fewest = Number.POSITIVE_INFINITY;
  let most = 0;
  let best = 0;
  for (let up = count - 1; up >= 0; up -= 1) {
    tokensBehind[up] = fewest;
    utilityBehind[up] = most;
    fewest = Math.min(fewest, tokens[up] as number);
    most = Math.max(most, utility[up] as number);
    best = Math.max(best, (utility[up] as number) / (tokens[up] as number));
  }
  mender.best = best;
}

function lookAtDowns(mender: Mender): void {
  const { tokens, utility, tokensBehind, utilityBehind, count } = mender.downs;
  let largest = 0;
  let cheapest = Number.POSITIVE_INFINITY;
  let worst = Number.POSITIVE_INFINITY;
  for (let down = count - 1; down >= 0; down -= 1) {
    tokensBehind[down] = largest;
    utilityBehind[down] = cheapest;
    largest = Math.max(largest, tokens[down] as number);
    cheapest = Math.min(cheapest, utility[down] as number);
    worst = Math.min(worst, (utility[down] as number) / (tokens[down] as number));
  }
  mender.largest = largest;
  mender.cheapest = cheapest;
  mender.worst = worst;
}

function searchUp(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.ups;
  const first = row[up] as number;
  const other = mender.downs.row[down] as number;
  for (let also = up + 1; also < count; also += 1) {
    if ((tokens[also] as number) > room || gain + (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keep(mender, gain + (utility[also] as number), up, down, also, true);
  }
}

function searchDown(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.downs;
  const first = mender.ups.row[up] as number;
  const other = row[down] as number;
  for (let also = down + 1; also < count; also += 1) {
    if (room + (tokens[also] as number) < 0 || gain - (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keep(mender, gain - (utility[also] as number), up, down, also, false);
  }
}

/** The first of equals stays. */
function keep(mender: Mender, gain: number, up: number, down: number, also: number, alsoUp: boolean): void {
  if (gain <= mender.gain) return;
  mender.gain = gain;
  mender.up = up;
  mender.down = down;
  mender.also = also;
  mender.alsoUp = alsoUp;
}
