/** Step list: steps on their way into an order, the best value first once they are sorted. */

import type { Chunk } from "./rows--chunk.js";
import { addOffer } from "./rows--chunk-offers.js";
import { isOfferBefore } from "./rows--rows.js";
import type { Columns } from "./tally.js";

/** So many steps are sorted by insertion as they come; more by a real sort. */
const fewMax = 48;

/** Adds a step at its place as long as there are few. */
export function addStep(list: Chunk, columns: Columns, value: number, offer: number): void {
  if (list.size === list.offers.length) widen(list, list.size + 1);
  if (list.size < fewMax) {
    addOffer(list, columns, value, offer);
    return;
  }
  list.offers[list.size] = offer;
  list.values[list.size] = value;
  list.size += 1;
}

/** Puts in order what came when there were too many. */
export function sortSteps(list: Chunk, columns: Columns): void {
  if (list.size > fewMax) sortAll(list, columns);
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
export function widen(list: Chunk, size: number): void {
  const { offers, values } = list;
  list.offers = new Int32Array(2 * size);
  list.values = new Float64Array(2 * size);
  list.offers.set(offers);
  list.values.set(values);
}
