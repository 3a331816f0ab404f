/**
 * Upgrade: the second phase, the loop of the paper's Listing 1. Of all steps that a page could take up, the one with the most utility a token is
 * taken, as long as it can be paid; then the page offers its next one. To come in is a page's first step.
 */

import { type Board, costOf, install, refusedMax, shareOf } from "./board.js";
import { out, type Table } from "./table.js";

/** Steps that pages offer, one a page, as a binary heap: the most utility a token on top, ties by id. */
interface Offers {
  size: number;
  readonly rows: Int32Array;
  readonly to: Uint8Array;
  readonly values: Float64Array;
}

/**
 * Spends what is left. A page offers the step that brings the most share a token, so that levels of poor value are passed over. One that is too dear
 * is refused, and its page then offers the best of those that can be paid. O(n log n): a page has at most four levels.
 */
export function upgrade(board: Board, table: Table): void {
  const offers = firstOffers(board, table);
  const isRefused = new Uint8Array(table.candidates.length);
  let roomBefore = Number.POSITIVE_INFINITY;
  while (offers.size > 0) {
    const row = offers.rows[0] as number;
    const to = offers.to[0] as number;
    const from = board.at[row] as number;
    const left = board.left;
    if (install(board, table, row, to)) {
      board.taken.push({ row, from, to, left });
      board.gained += (table.worth[row] as number) * shareOf(table, row, from, to);
    } else if (isRefused[row] === 0) {
      isRefused[row] = 1;
      if (board.refused.length === 0) board.bound = board.gained + left * (offers.values[0] as number);
      if (board.refused.length < refusedMax) board.refused.push({ row, from, to, left });
    }
    const best = bestStep(board, table, row, isRefused[row] === 1 ? board.left : Number.POSITIVE_INFINITY);
    if (best === -1) removeTop(offers, table);
    else sink(offers, table, 0, row, best, valueOf(board, table, row, best));
    // Once the record is full, a page that could pay for none of its steps changes nothing: where most are so, one pass takes them out.
    if (board.refused.length === refusedMax && board.left * 2 < roomBefore) {
      roomBefore = board.left;
      keepPayable(offers, board, table);
    }
  }
}

/** Pages that are in may climb, if the policy upgrades; those that nothing requires may come in, if it prefetches. */
function firstOffers(board: Board, table: Table): Offers {
  const rows = table.candidates.length;
  const offers: Offers = {
    size: 0,
    rows: new Int32Array(rows),
    to: new Uint8Array(rows),
    values: new Float64Array(rows),
  };
  const prefetches = table.policy.prefetch === "minimum";
  for (let row = 0; row < rows; row += 1) {
    if (table.candidates[row] === null) continue;
    if (board.at[row] === out && (!prefetches || board.required[row] !== 0)) continue;
    const best = bestStep(board, table, row, Number.POSITIVE_INFINITY);
    if (best === -1) continue;
    offers.rows[offers.size] = row;
    offers.to[offers.size] = best;
    offers.values[offers.size] = valueOf(board, table, row, best);
    offers.size += 1;
  }
  heapify(offers, table);
  return offers;
}

/** The level above with the most share a token among those of at most this price, the lower at equal value; -1 for none. */
function bestStep(board: Board, table: Table, row: number, priceMax: number): number {
  const from = board.at[row] as number;
  const climbs = table.policy.upgrade === "marginal" && (table.worth[row] as number) !== 0;
  if (!climbs) {
    const least = table.least[row] as number;
    return from === out && costOf(table, row, out, least) <= priceMax ? least : -1;
  }
  let best = -1;
  let bestSlope = Number.NEGATIVE_INFINITY;
  for (let to = from + 1; to <= (table.levels[row] as number); to += 1) {
    if (costOf(table, row, from, to) > priceMax) continue;
    const slope = slopeOf(table, row, from, to);
    if (slope <= bestSlope) continue;
    best = to;
    bestSlope = slope;
  }
  return best;
}

/** Share a token; infinite for a step that costs nothing. */
function slopeOf(table: Table, row: number, from: number, to: number): number {
  const cost = costOf(table, row, from, to);
  return cost <= 0 ? Number.POSITIVE_INFINITY : shareOf(table, row, from, to) / cost;
}

/** Utility a token, of a page that is worth nothing too: what costs nothing comes first. */
function valueOf(board: Board, table: Table, row: number, to: number): number {
  const slope = slopeOf(table, row, board.at[row] as number, to);
  return slope === Number.POSITIVE_INFINITY ? slope : (table.worth[row] as number) * slope;
}

function keepPayable(offers: Offers, board: Board, table: Table): void {
  let kept = 0;
  for (let i = 0; i < offers.size; i += 1) {
    const row = offers.rows[i] as number;
    if (bestStep(board, table, row, board.left) === -1) continue;
    offers.rows[kept] = row;
    offers.to[kept] = offers.to[i] as number;
    offers.values[kept] = offers.values[i] as number;
    kept += 1;
  }
  offers.size = kept;
  heapify(offers, table);
}

// Heap: the offers in an order that lets the best be found in a few steps.

function heapify(offers: Offers, table: Table): void {
  for (let at = (offers.size >> 1) - 1; at >= 0; at -= 1)
    sink(offers, table, at, offers.rows[at] as number, offers.to[at] as number, offers.values[at] as number);
}

function removeTop(offers: Offers, table: Table): void {
  offers.size -= 1;
  const { size, rows, to, values } = offers;
  if (size > 0) sink(offers, table, 0, rows[size] as number, to[size] as number, values[size] as number);
}

/** Puts an offer at the first place below `at` where no better one stands under it. */
function sink(offers: Offers, { place }: Table, start: number, row: number, step: number, value: number): void {
  const { size, rows, to, values } = offers;
  const isBetter = (a: number, other: number, otherRow: number): boolean => {
    const mine = values[a] as number;
    return mine === other ? (place[rows[a] as number] as number) < (place[otherRow] as number) : mine > other;
  };
  let at = start;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    const right = child + 1;
    const best = right < size && isBetter(right, values[child] as number, rows[child] as number) ? right : child;
    if (!isBetter(best, value, row)) break;
    rows[at] = rows[best] as number;
    to[at] = to[best] as number;
    values[at] = values[best] as number;
    at = best;
  }
  rows[at] = row;
  to[at] = step;
  values[at] = value;
}
