/** Warm order: the steps of warm rows, ranked anew at each turn. */

import type { Columns } from "./columns.js";
import { offerOf } from "./corners.js";
import { compareOffers, worthAt } from "./rows.js";
import { firstStep, stepsEnd, valueOf } from "./steps.js";
import type { WarmRows } from "./warm-rows.js";

/**
 * Gives every step its value of this turn and its place. From turn to turn little moves, so that sorting by insertion is next to
 * linear; where many are new a real sort takes over.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  const { fresh, offers, values } = warm;
  let size = 0;
  let isSorted = true;
  for (let at = 0; at < warm.size; at += 1) {
    const offer = offers[at] as number;
    if (fresh[offer >> 3] === 1) continue;
    const value = valueOf(columns, offer, worthAt(columns, offer >> 3));
    if (size > 0 && isSorted)
      isSorted = !comesBefore(columns, value, offer, values[size - 1] as number, offers[size - 1] as number);
    offers[size] = offer;
    values[size] = value;
    size += 1;
  }
  warm.size = size;
  if (!isSorted) settle(warm, columns, 1);
  addFresh(warm, columns);
  if (warm.size - size > 64 + (size >> 3)) sortAll(warm, columns);
  else settle(warm, columns, Math.max(1, size));
}

function addFresh(warm: WarmRows, columns: Columns): void {
  for (let i = 0; i < warm.count; i += 1) {
    const row = warm.rows[i] as number;
    if (warm.fresh[row] === 0) continue;
    warm.fresh[row] = 0;
    const worth = worthAt(columns, row);
    const end = stepsEnd(columns, row, worth);
    for (let step = firstStep(worth); step < end; step += 1) {
      if (warm.size === warm.offers.length) widenOffers(warm);
      const offer = offerOf(row, step);
      warm.offers[warm.size] = offer;
      warm.values[warm.size] = valueOf(columns, offer, worth);
      warm.size += 1;
    }
  }
}

/** Sorts by insertion what stands from `start` on into what is sorted before it. */
function settle(warm: WarmRows, columns: Columns, start: number): void {
  const { offers, values, size } = warm;
  for (let next = start; next < size; next += 1) {
    const offer = offers[next] as number;
    const value = values[next] as number;
    if (!comesBefore(columns, value, offer, values[next - 1] as number, offers[next - 1] as number)) continue;
    const low = placeFor(warm, columns, next, value, offer);
    // Most move by a place or two, which a call for so little would only slow down.
    if (next - low > 16) {
      offers.copyWithin(low + 1, low, next);
      values.copyWithin(low + 1, low, next);
    } else {
      for (let at = next; at > low; at -= 1) {
        offers[at] = offers[at - 1] as number;
        values[at] = values[at - 1] as number;
      }
    }
    offers[low] = offer;
    values[low] = value;
  }
}

/** Where a step belongs among those before `next`, which are sorted. */
function placeFor(warm: WarmRows, columns: Columns, next: number, value: number, offer: number): number {
  const { offers, values } = warm;
  const isThere = (at: number): boolean =>
    comesBefore(columns, value, offer, values[at] as number, offers[at] as number);
  let high = next - 1;
  for (let near = 0; near < 8 && high > 0; near += 1) {
    if (!isThere(high - 1)) return high;
    high -= 1;
  }
  let low = 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sortAll(warm: WarmRows, columns: Columns): void {
  const { offers, values, size } = warm;
  const order = Array.from(offers.subarray(0, size), (offer, at) => ({ offer, value: values[at] as number }));
  order.sort((a, b) => (comesBefore(columns, a.value, a.offer, b.value, b.offer) ? -1 : 1));
  for (let at = 0; at < size; at += 1) {
    offers[at] = order[at]?.offer as number;
    values[at] = order[at]?.value as number;
  }
}

function comesBefore(columns: Columns, value: number, offer: number, otherValue: number, other: number): boolean {
  return value === otherValue ? compareOffers(columns, offer, other) < 0 : value > otherValue;
}

function widenOffers(warm: WarmRows): void {
  const { offers, values } = warm;
  warm.offers = new Int32Array(offers.length * 2);
  warm.values = new Float64Array(offers.length * 2);
  warm.offers.set(offers);
  warm.values.set(values);
}
