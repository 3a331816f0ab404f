/** Warm order: the steps of warm rows, ranked anew at each turn. */

import type { Columns } from "./columns.js";
import { costOfOffer, offerOf, rowBits } from "./offer.js";
import { isOfferBefore } from "./rows.js";
import { firstStep, slopeAt, stepsEnd, valueAt } from "./steps.js";
import type { WarmRows } from "./warm-rows.js";

type WarmSteps = WarmRows["ranked"];

/** So many new steps are sorted by insertion; more by a real sort. */
const fewMax = 48;

/**
 * Gives every step its value of this turn and its place. All worths fade alike, so that from turn to turn little moves and sorting by
 * insertion is next to linear. Steps of rows that were demanded or put go far: they are sorted apart and merged in.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  settle(warm, columns);
  gather(warm, columns);
  if (warm.coming.steps.size > fewMax) sortAll(warm.coming, columns);
  merge(warm.ranked, warm.coming, columns);
}

/** Drops the steps of fresh rows, gives the others their values, and sorts them by insertion. */
function settle({ fresh, ranked }: WarmRows, columns: Columns): void {
  const { slopes, steps } = ranked;
  const { offers, values, costs } = steps;
  const { worth } = columns;
  const end = steps.size;
  let size = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let next = 0; next < end; next += 1) {
    const offer = offers[next] as number;
    if (fresh[offer >> rowBits] === 1) continue;
    const slope = slopes[next] as number;
    const cost = costs[next] as number;
    const value = valueAt(worth[offer >> rowBits] as number, slope);
    let at = size;
    if (value >= last) {
      for (; at > 0; at -= 1) {
        if (!isOfferBefore(columns, value, offer, values[at - 1] as number, offers[at - 1] as number)) break;
        offers[at] = offers[at - 1] as number;
        values[at] = values[at - 1] as number;
        costs[at] = costs[at - 1] as number;
        slopes[at] = slopes[at - 1] as number;
      }
    }
    offers[at] = offer;
    values[at] = value;
    costs[at] = cost;
    slopes[at] = slope;
    last = values[size] as number;
    size += 1;
  }
  steps.size = size;
}

/** Steps of fresh rows; sorted as long as they are few. */
function gather(warm: WarmRows, columns: Columns): void {
  const { fresh, rows, count, coming } = warm;
  coming.steps.size = 0;
  for (let i = 0; i < count; i += 1) {
    const row = rows[i] as number;
    if (fresh[row] === 0) continue;
    fresh[row] = 0;
    const worth = columns.worth[row] as number;
    const end = stepsEnd(columns, row, worth);
    for (let step = firstStep(worth); step < end; step += 1) addStep(coming, columns, row, step, worth);
  }
}

function addStep(list: WarmSteps, columns: Columns, row: number, step: number, worth: number): void {
  const { steps } = list;
  if (steps.size === steps.offers.length) widen(list, steps.size + 1);
  const { offers, values, costs } = steps;
  const { slopes } = list;
  const offer = offerOf(columns, row, step);
  const slope = slopeAt(columns, row, step);
  const value = valueAt(worth, slope);
  let at = steps.size;
  for (; at > 0 && steps.size < fewMax; at -= 1) {
    if (!isOfferBefore(columns, value, offer, values[at - 1] as number, offers[at - 1] as number)) break;
    offers[at] = offers[at - 1] as number;
    values[at] = values[at - 1] as number;
    costs[at] = costs[at - 1] as number;
    slopes[at] = slopes[at - 1] as number;
  }
  offers[at] = offer;
  values[at] = value;
  costs[at] = costOfOffer(columns, offer);
  slopes[at] = slope;
  steps.size += 1;
}

/** Merges from the end, so that every step moves once. */
function merge(into: WarmSteps, from: WarmSteps, columns: Columns): void {
  const old = into.steps.size;
  const size = old + from.steps.size;
  if (size > into.steps.offers.length) widen(into, size);
  const { offers, values, costs } = into.steps;
  const { slopes } = into;
  const add = from.steps;
  let left = old - 1;
  let next = add.size - 1;
  for (let at = size - 1; next >= 0; at -= 1) {
    const value = add.values[next] as number;
    const offer = add.offers[next] as number;
    if (left >= 0 && isOfferBefore(columns, value, offer, values[left] as number, offers[left] as number)) {
      offers[at] = offers[left] as number;
      values[at] = values[left] as number;
      costs[at] = costs[left] as number;
      slopes[at] = slopes[left] as number;
      left -= 1;
    } else {
      offers[at] = offer;
      values[at] = value;
      costs[at] = add.costs[next] as number;
      slopes[at] = from.slopes[next] as number;
      next -= 1;
    }
  }
  into.steps.size = size;
}

function sortAll({ steps, slopes }: WarmSteps, columns: Columns): void {
  const { size } = steps;
  const [offers, values, costs] = [
    steps.offers.slice(0, size),
    steps.values.slice(0, size),
    steps.costs.slice(0, size),
  ];
  const oldSlopes = slopes.slice(0, size);
  const order = Array.from(offers, (_, at) => at);
  order.sort((a, b) =>
    isOfferBefore(columns, values[a] as number, offers[a] as number, values[b] as number, offers[b] as number)
      ? -1
      : 1,
  );
  for (let at = 0; at < size; at += 1) {
    const old = order[at] as number;
    steps.offers[at] = offers[old] as number;
    steps.values[at] = values[old] as number;
    steps.costs[at] = costs[old] as number;
    slopes[at] = oldSlopes[old] as number;
  }
}

/** Room for so many steps and as many again. */
function widen(list: WarmSteps, size: number): void {
  const { steps, slopes } = list;
  const { offers, values, costs } = steps;
  steps.offers = new Int32Array(2 * size);
  steps.values = new Float64Array(2 * size);
  steps.costs = new Float64Array(2 * size);
  list.slopes = new Float64Array(2 * size);
  steps.offers.set(offers);
  steps.values.set(values);
  steps.costs.set(costs);
  list.slopes.set(slopes);
}
