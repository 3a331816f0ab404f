/** Warm order: the steps of warm rows, ranked anew at each turn. */

import type { Chunk } from "./chunk.js";
import { addOffer } from "./chunk-offers.js";
import type { Columns } from "./columns.js";
import { fresh } from "./fresh.js";
import { offerOf, rowBits, slotOf, stepBits } from "./offer.js";
import { place } from "./place.js";
import { isOfferBefore } from "./rows.js";
import { firstStep, stepsEnd, valueAt } from "./steps.js";
import type { WarmRows } from "./warm-rows.js";

/** So many new steps are sorted by insertion; more by a real sort. */
const fewMax = 48;

/**
 * Gives every step its value of this turn and its place. All worths fade alike, so that from turn to turn little moves and sorting by
 * insertion is next to linear. Steps of rows that were demanded or put go far: they are sorted apart and merged in.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  const { news, coming } = warm;
  gather(warm, columns);
  if (coming.size > fewMax) sortAll(coming, columns);
  const size = warm.ranked.size + coming.size;
  if (warm.spare.offers.length < size) widen(warm.spare, size);
  merge(warm, columns);
  for (let i = 0; i < news.count; i += 1) {
    const row = news.rows[i] as number;
    if (warm.fresh[row] === fresh.gathered) warm.fresh[row] = fresh.no;
  }
  news.count = 0;
}

/** Steps of fresh rows; sorted as long as they are few. */
function gather(warm: WarmRows, columns: Columns): void {
  const { news, coming } = warm;
  coming.size = 0;
  for (let i = 0; i < news.count; i += 1) {
    const row = news.rows[i] as number;
    const at = warm.place[row] as number;
    if (warm.fresh[row] !== fresh.yes || at === place.none || at === place.cold) continue;
    warm.fresh[row] = fresh.gathered;
    const worth = columns.worth[row] as number;
    const end = stepsEnd(columns, row, worth);
    for (let step = firstStep(worth); step < end; step += 1) {
      const value = valueAt(worth, columns.cornerSlope[slotOf(row, step)] as number);
      addStep(coming, columns, value, offerOf(columns, row, step));
    }
  }
}

function addStep(coming: Chunk, columns: Columns, value: number, offer: number): void {
  if (coming.size === coming.offers.length) widen(coming, coming.size + 1);
  if (coming.size < fewMax) {
    addOffer(coming, columns, value, offer);
    return;
  }
  coming.offers[coming.size] = offer;
  coming.values[coming.size] = value;
  coming.size += 1;
}

/** One pass: what was ranked gets its value of now and goes where that puts it; what comes goes between. The two lists change places. */
function merge(warm: WarmRows, columns: Columns): void {
  const { ranked, spare, coming } = warm;
  const { offers, size: end } = ranked;
  const { offers: into, values } = spare;
  const { worth, cornerSlope } = columns;
  let next = 0;
  let nextValue = coming.size > 0 ? (coming.values[0] as number) : -1;
  let last = Number.POSITIVE_INFINITY;
  let size = 0;
  for (let i = 0; i < end; i += 1) {
    const offer = offers[i] as number;
    const row = offer >> rowBits;
    if (warm.fresh[row] !== fresh.no) continue;
    const value = valueAt(worth[row] as number, cornerSlope[offer >> stepBits] as number);
    while (value <= nextValue) {
      const other = coming.offers[next] as number;
      if (isOfferBefore(columns, value, offer, nextValue, other)) break;
      into[size] = other;
      values[size] = nextValue;
      last = nextValue;
      size += 1;
      next += 1;
      nextValue = next < coming.size ? (coming.values[next] as number) : -1;
    }
    let at = size;
    if (value >= last) {
      for (; at > 0; at -= 1) {
        if (!isOfferBefore(columns, value, offer, values[at - 1] as number, into[at - 1] as number)) break;
        into[at] = into[at - 1] as number;
        values[at] = values[at - 1] as number;
      }
    }
    into[at] = offer;
    values[at] = value;
    last = values[size] as number;
    size += 1;
  }
  for (; next < coming.size; next += 1) {
    into[size] = coming.offers[next] as number;
    values[size] = coming.values[next] as number;
    size += 1;
  }
  spare.size = size;
  warm.ranked = spare;
  warm.spare = ranked;
}

function sortAll(list: Chunk, columns: Columns): void {
  const { size } = list;
  const [offers, values] = [list.offers.slice(0, size), list.values.slice(0, size)];
  const order = Array.from(offers, (_, at) => at);
  order.sort((a, b) =>
    isOfferBefore(columns, values[a] as number, offers[a] as number, values[b] as number, offers[b] as number)
      ? -1
      : 1,
  );
  for (let at = 0; at < size; at += 1) {
    const old = order[at] as number;
    list.offers[at] = offers[old] as number;
    list.values[at] = values[old] as number;
  }
}

/** Room for so many steps and as many again. */
function widen(list: Chunk, size: number): void {
  const { offers, values } = list;
  list.offers = new Int32Array(2 * size);
  list.values = new Float64Array(2 * size);
  list.offers.set(offers);
  list.values.set(values);
}
