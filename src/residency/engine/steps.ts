/** Steps: the steps a row offers at its present worth, and what an offer says. */

import type { Columns } from "./columns.js";
import { levelsMax, worthless } from "./place.js";

/** A row's steps go from this place on its hull; a page worth nothing has but one, to come in at its cheapest. */
export function firstStep(worth: number): number {
  return worth > 0 ? 0 : worthless;
}

/** The place behind the last. */
export function stepsEnd(columns: Columns, row: number, worth: number): number {
  if (worth > 0) return columns.corners[row] as number;
  return columns.policy.prefetch === "minimum" ? worthless + 1 : worthless;
}

/** What a step is worth a token; infinite where it costs nothing. */
export function valueOf(columns: Columns, offer: number, worth: number): number {
  const row = offer >> 3;
  const step = offer & 7;
  if (step === worthless)
    return columns.tokens[row * levelsMax + (columns.least[row] as number)] === 0 ? Number.POSITIVE_INFINITY : 0;
  return worth * (columns.cornerSlope[row * levelsMax + step] as number);
}

/** The level a step goes to. */
export function toOf(columns: Columns, offer: number): number {
  const step = offer & 7;
  const row = offer >> 3;
  return step === worthless ? (columns.least[row] as number) : (columns.cornerTo[row * levelsMax + step] as number);
}

/** What this step of the row costs at least, or any other it could take instead. */
export function boundOf(columns: Columns, offer: number): number {
  const step = offer & 7;
  const row = offer >> 3;
  return step === worthless
    ? (columns.tokens[row * levelsMax + (columns.least[row] as number)] as number)
    : (columns.cornerBound[row * levelsMax + step] as number);
}
