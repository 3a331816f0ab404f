/** Offer: a step that a row offers, packed into one number: row, place on the hull, from which level, to which. */

import type { Columns } from "./columns.js";
import { levelBits, levelsMax, out, worthless } from "./place.js";
import { costOf } from "./price.js";

/** Bits of an offer below its row. */
export const rowBits: number = 9;
export const fromBits: number = 3;

/** An offer of a row: rows below 2^22. Offers of one row are in order of their steps. */
export function offerOf(columns: Columns, row: number, step: number): number {
  const way =
    step === worthless
      ? (out << fromBits) | (columns.least[row] as number)
      : columns.cornerWay[row * levelsMax + step];
  return (row << rowBits) | (step << 6) | (way as number);
}

/** What this step of the row costs at least, or any other it could take instead. */
export function boundOf(columns: Columns, offer: number): number {
  const row = offer >> rowBits;
  const step = (offer >> 6) & 7;
  return step === worthless
    ? (columns.tokens[(row << levelBits) | (columns.least[row] as number)] as number)
    : (columns.cornerBound[row * levelsMax + step] as number);
}

/** Tokens an offer takes. */
export function costOfOffer(columns: Columns, offer: number): number {
  return costOf(columns, offer >> rowBits, (offer >> fromBits) & 7, offer & 7);
}
