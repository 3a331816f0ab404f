/** Deep: warm steps of so little value that walks seldom come to them: in no order until one does. */

import type { WarmRows } from "./required--warm-rows.js";
import type { Chunk } from "./rows--chunk.js";
import { fresh } from "./rows--fresh.js";
import { rowBits, stepBits } from "./rows--offer.js";
import { addStep, sortSteps, widen } from "./rows--step-list.js";
import { valueAt } from "./rows--steps.js";
import type { Columns } from "./tally.js";

/** Steps within this share of the best of them come up together. */
const share = 0.5;

export function sink(deep: Chunk, offer: number): void {
  if (deep.size === deep.offers.length) widen(deep, deep.size + 1);
  deep.offers[deep.size] = offer;
  deep.size += 1;
}

/** Drops steps of rows that left or are ranked from nothing. */
export function sift({ deep, fresh: isFresh }: WarmRows): void {
  const { offers, size } = deep;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    offers[kept] = offer;
    if (isFresh[offer >> rowBits] === fresh.no) kept += 1;
  }
  deep.size = kept;
}

/** The best of them take their places behind what is ranked. A worth that is not fresh only fades, so none belongs before it. */
export function surface(warm: WarmRows, columns: Columns): void {
  const { deep, coming } = warm;
  const { offers, values, size } = deep;
  let best = 0;
  for (let i = 0; i < size; i += 1) {
    const value = valueOf(columns, offers[i] as number);
    values[i] = value;
    if (value > best) best = value;
  }
  coming.size = 0;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    const value = values[i] as number;
    offers[kept] = offer;
    if (value < best * share) kept += 1;
    else addStep(coming, columns, value, offer);
  }
  deep.size = kept;
  warm.depth = kept === 0 ? 0 : best * share;
  append(warm, columns);
}

/**
 * Once no more refusals are kept: those come up whose rows have a step that can be paid. The others stay below although they may be
 * worth more, so that another walk needs a new order.
 */
export function surfacePaid(warm: WarmRows, columns: Columns, left: number): void {
  const { deep, coming } = warm;
  const { offers, size } = deep;
  coming.size = 0;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    offers[kept] = offer;
    if ((columns.cornerBound[offer >> stepBits] as number) > left) kept += 1;
    else addStep(coming, columns, valueOf(columns, offer), offer);
  }
  deep.size = kept;
  if (coming.size > 0) warm.isStale = true;
  append(warm, columns);
}

function valueOf({ worth, cornerSlope }: Columns, offer: number): number {
  return valueAt(worth[offer >> rowBits] as number, cornerSlope[offer >> stepBits] as number);
}

function append({ ranked, coming }: WarmRows, columns: Columns): void {
  sortSteps(coming, columns);
  if (ranked.offers.length < ranked.size + coming.size) widen(ranked, ranked.size + coming.size);
  for (let i = 0; i < coming.size; i += 1) {
    ranked.offers[ranked.size] = coming.offers[i] as number;
    ranked.values[ranked.size] = coming.values[i] as number;
    ranked.size += 1;
  }
}
