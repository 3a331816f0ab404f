/** Offers: what a page has to offer whatever the turn: to come in at its cheapest level, and to climb from there. */

import { type Columns, levelsMax } from "./columns.js";
import type { OffersOf } from "./standing-order.js";
import { offerValue, steepest, stepValue } from "./step-value.js";

/** An offer as a number: a row, the level it stands at, and the level it would go to. */
export function offerOf(row: number, from: number, to: number): number {
  return (row << 4) | (from << 2) | to;
}

/** A page that is out offers its cheapest level. */
export const firstOffers: OffersOf = (columns, row, add) => {
  const level = columns.least[row] as number;
  const tokens = columns.tokens[row * levelsMax + level] as number;
  add(offerOf(row, level, level), offerValue(columns, row, level, columns.standing[row] as number), tokens);
};

/**
 * The corners of the concave hull over a page's (tokens, utility) points: with money to spare it climbs from one to the next, and
 * passes over levels of poor value. The bound is that of the cheapest step of any kind from there.
 */
export const hullSteps: OffersOf = (columns, row, add) => {
  const worth = columns.standing[row] as number;
  let from = columns.least[row] as number;
  for (;;) {
    const to = steepest(columns, row, from, worth, Number.POSITIVE_INFINITY);
    if (to === -1) return;
    add(offerOf(row, from, to), stepValue(columns, row, from, to, worth), cheapestStep(columns, row, from));
    from = to;
  }
};

function cheapestStep(columns: Columns, row: number, from: number): number {
  const first = row * levelsMax;
  let least = Number.POSITIVE_INFINITY;
  for (let to = from + 1; to < (columns.levels[row] as number); to += 1) {
    least = Math.min(least, (columns.tokens[first + to] as number) - (columns.tokens[first + from] as number));
  }
  return least;
}
