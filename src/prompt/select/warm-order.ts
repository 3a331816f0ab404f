/** Warm order: the steps of warm rows, ranked anew at each turn. */

import type { WarmRows } from "./required.js";
import {
  addStep,
  firstStep,
  fresh,
  isOfferBefore,
  offerOf,
  rowBits,
  slotOf,
  sortSteps,
  stepBits,
  stepsEnd,
  valueAt,
  widen,
} from "./rows.js";
import { type Columns, place } from "./tally.js";
import { sift, sink, surface } from "./upgrade.js";

/** How far below the value at which a walk began to pass steps over the next one is likely to come. */
const margin = 0.8;
/** To keep so few steps in order costs less than to bring some up now and then. */
const sinkMin = 256;

/**
 * Gives every step its value of this turn and its place. All worths fade alike, so that from turn to turn little moves and sorting by
 * insertion is next to linear. Steps of rows that were demanded or put go far: they are sorted apart and merged in. What no walk is
 * likely to come to sinks. Nothing is done where no worth has changed.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  const { news, coming } = warm;
  if (!warm.isStale) return;
  warm.isStale = false;
  if (warm.ranked.size + warm.deep.size > sinkMin) warm.depth = Math.max(warm.depth, warm.edge * margin);
  warm.edge = 0;
  gather(warm, columns);
  sortSteps(coming, columns);
  sift(warm);
  const size = warm.ranked.size + coming.size;
  if (warm.spare.offers.length < size) widen(warm.spare, size);
  merge(warm, columns);
  if (warm.ranked.size === 0) surface(warm, columns);
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

/** One pass: what was ranked gets its value of now and goes where that puts it; what comes goes between. The two lists change places. */
function merge(warm: WarmRows, columns: Columns): void {
  const { ranked, spare, coming, depth } = warm;
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
    if (value < depth) {
      sink(warm.deep, offer);
      continue;
    }
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
  for (; next < coming.size && (coming.values[next] as number) >= depth; next += 1) {
    into[size] = coming.offers[next] as number;
    values[size] = coming.values[next] as number;
    size += 1;
  }
  for (; next < coming.size; next += 1) sink(warm.deep, coming.offers[next] as number);
  spare.size = size;
  warm.ranked = spare;
  warm.spare = ranked;
}
