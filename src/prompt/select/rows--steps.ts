/** Steps: the steps a row offers at its present worth, and what they are ranked by. */

import type { Columns } from "./tally.js";
import { worthless } from "./tally--place.js";

/** A row's steps go from this place on its hull; a page worth nothing has but one, to come in at its cheapest. */
export function firstStep(worth: number): number {
  return worth > 0 ? 0 : worthless;
}

/** The place behind the last. */
export function stepsEnd(columns: Columns, row: number, worth: number): number {
  if (worth > 0) return columns.corners[row] as number;
  return columns.policy.prefetch === "minimum" ? worthless + 1 : worthless;
}

/** Value a token of a step at this worth: what offers are ranked by. */
export function valueAt(worth: number, slope: number): number {
  return worth > 0 ? worth * slope : slope;
}
