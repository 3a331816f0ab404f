/** Offer: a step that a row offers, packed into one number: row, place on the hull, from which level, to which. */

import type { Columns } from "./tally.js";

/** Bits of an offer below its row. */
export const rowBits: number = 9;
/** Bits of an offer below its step: what is above them is its place in the step columns. */
export const stepBits: number = 6;
export const fromBits: number = 3;

/** The place of a row's step in the step columns; an offer holds it above its lowest bits. */
export function slotOf(row: number, step: number): number {
  return (row << (rowBits - stepBits)) | step;
}

/** An offer of a row: rows below 2^22. Offers of one row are in order of their steps. */
export function offerOf({ cornerWay }: Columns, row: number, step: number): number {
  const slot = slotOf(row, step);
  return (slot << stepBits) | (cornerWay[slot] as number);
}
