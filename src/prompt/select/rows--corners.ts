/** Corners: the steps by which a page comes in and climbs when money is no object: the concave hull over its (tokens, share) points. */

import { fromBits, slotOf } from "./rows--offer.js";
import { costOf, slopeOf } from "./rows--price.js";
import type { Columns } from "./tally.js";
import { out, worthless } from "./tally--place.js";

/**
 * Writes a row's hull. Each corner gives the most share a token from the one before, so levels of poor value are passed over; at
 * equal value the lower. A policy that does not prefetch has no way in, and one that does not upgrade has nothing above it. Beside
 * it stands the one step of a page that is worth nothing.
 */
export function writeCorners(columns: Columns, row: number): void {
  const { policy } = columns;
  const first = slotOf(row, 0);
  const least = columns.least[row] as number;
  let from = policy.prefetch === "minimum" ? out : least;
  let slot = first;
  if (policy.upgrade === "marginal") {
    for (; ; slot += 1) {
      const to = steepest(columns, row, from, Number.POSITIVE_INFINITY);
      if (to === -1) break;
      writeCorner(columns, row, slot, from, to);
      if (slot > first) keepConcave(columns, slot);
      columns.cornerBound[slot] = cheapestStep(columns, row, from);
      columns.leastCost = Math.min(columns.leastCost, columns.cornerBound[slot] as number);
      from = to;
    }
  } else if (from === out) {
    writeCorner(columns, row, slot, out, least);
    slot += 1;
  }
  columns.corners[row] = slot - first;
  const idle = first + worthless;
  writeCorner(columns, row, idle, out, least);
  columns.leastCost = Math.min(columns.leastCost, columns.cornerCost[idle] as number);
  if ((columns.cornerCost[idle] as number) > 0) columns.cornerSlope[idle] = 0;
}

function writeCorner(columns: Columns, row: number, slot: number, from: number, to: number): void {
  const cost = costOf(columns, row, from, to);
  columns.cornerWay[slot] = (from << fromBits) | to;
  columns.cornerCost[slot] = cost;
  columns.cornerBound[slot] = cost;
  columns.cornerSlope[slot] = slopeOf(columns, row, from, to);
}

/** Steps of equal value may differ in their last digit; a step that seemed better than the one before it would be offered first, and be lost. */
function keepConcave({ cornerSlope }: Columns, slot: number): void {
  cornerSlope[slot] = Math.min(cornerSlope[slot] as number, cornerSlope[slot - 1] as number);
}

/** The affordable step up from where a row stands with the most share a token; the lower level at equal value; -1 for none. */
export function steepest(columns: Columns, row: number, from: number, left: number): number {
  const levels = columns.levels[row] as number;
  let best = -1;
  let bestSlope = 0;
  for (let to = from + 1; to <= levels; to += 1) {
    if (costOf(columns, row, from, to) > left) continue;
    const slope = slopeOf(columns, row, from, to);
    if (slope > bestSlope) {
      best = to;
      bestSlope = slope;
    }
  }
  return best;
}

/** What any step from there costs at least. */
function cheapestStep(columns: Columns, row: number, from: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let to = from + 1; to <= (columns.levels[row] as number); to += 1) {
    least = Math.min(least, costOf(columns, row, from, to));
  }
  return least;
}
