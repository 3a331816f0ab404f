/** Columns: the pages of an engine as columns of numbers, so that a turn reads and allocates little. */

import { assert } from "../../base/assert.js";
import type { PageId } from "../../base/ids.js";
import { pins, rank } from "../../page/page.js";
import { admittedLevels, cheapestAtLeast } from "../budget.js";
import type { Candidate } from "../decision.js";
import type { Policy } from "../policy.js";
import { pinOf, standing, utility } from "../utility.js";
import { writeCorners } from "./corners.js";
import { levelsMax } from "./place.js";

/**
 * One row a page; a dropped row is used again. Level columns hold `levelsMax` places a row, from the lowest fidelity up, and levels
 * are named by their place. Rows have no order of their own: ties are settled by id.
 */
export interface Columns {
  readonly policy: Policy;
  readonly rows: Map<PageId, number>;
  readonly free: number[];
  /** By row; null where the row is free. */
  readonly candidates: (Candidate | null)[];
  /** Worth without recency, and recency: 0 to 1. */
  standing: Float64Array;
  recency: Float64Array;
  /** 0 none, 1 soft, 2 hard. */
  pin: Uint8Array;
  /** 2 bootstrap policy, 1 constraint, 0 others. */
  type: Uint8Array;
  /** How many levels, and which of them is the cheapest at or above the page's minimum. */
  levels: Uint8Array;
  least: Uint8Array;
  /** The page's minimum fidelity as its rank. */
  minimum: Uint8Array;
  /** By level: fidelity as its rank, price in tokens, share of the worth. */
  fidelity: Uint8Array;
  tokens: Float64Array;
  share: Float64Array;
  /** How many steps the row's hull has; by step: from and to which level, share a token, and the least any step from there costs. */
  corners: Uint8Array;
  cornerFrom: Uint8Array;
  cornerTo: Uint8Array;
  cornerSlope: Float64Array;
  cornerBound: Float64Array;
}

const firstRows = 16;

export function makeColumns(policy: Policy): Columns {
  return {
    policy,
    rows: new Map(),
    free: [],
    candidates: [],
    standing: new Float64Array(firstRows),
    recency: new Float64Array(firstRows),
    pin: new Uint8Array(firstRows),
    type: new Uint8Array(firstRows),
    levels: new Uint8Array(firstRows),
    least: new Uint8Array(firstRows),
    minimum: new Uint8Array(firstRows),
    fidelity: new Uint8Array(firstRows * levelsMax),
    tokens: new Float64Array(firstRows * levelsMax),
    share: new Float64Array(firstRows * levelsMax),
    corners: new Uint8Array(firstRows),
    cornerFrom: new Uint8Array(firstRows * levelsMax),
    cornerTo: new Uint8Array(firstRows * levelsMax),
    cornerSlope: new Float64Array(firstRows * levelsMax),
    cornerBound: new Float64Array(firstRows * levelsMax),
  };
}

/** Writes a page over its old row, or into a new one; gives the row. Throws on a candidate that no policy could place. */
export function putRow(columns: Columns, candidate: Candidate): number {
  const { policy } = columns;
  const levels = admittedLevels(candidate);
  assert(levels.length > 0, "a candidate admits a level at or above its minimum");
  assert(candidate.recency >= 0 && candidate.recency <= 1, "a recency lies between 0 and 1");
  const row = rowFor(columns, candidate.id);
  columns.candidates[row] = candidate;
  columns.standing[row] = standing(candidate, policy);
  columns.recency[row] = candidate.recency;
  columns.pin[row] = pins.indexOf(pinOf(candidate, policy));
  columns.type[row] = candidate.type === "bootstrap_policy" ? 2 : candidate.type === "constraint" ? 1 : 0;
  columns.levels[row] = levels.length;
  columns.least[row] = levels.indexOf(cheapestAtLeast(levels, candidate.minFidelity));
  columns.minimum[row] = rank(candidate.minFidelity);
  for (const [place, { fidelity, tokens }] of levels.entries()) {
    const at = row * levelsMax + place;
    columns.fidelity[at] = rank(fidelity);
    columns.tokens[at] = tokens;
    columns.share[at] = utility(1, fidelity);
  }
  writeCorners(columns, row);
  return row;
}

/** The row that was freed; null where there was none of this id. */
export function dropRow(columns: Columns, id: PageId): number | null {
  const row = columns.rows.get(id);
  if (row === undefined) return null;
  columns.rows.delete(id);
  columns.candidates[row] = null;
  columns.free.push(row);
  return row;
}

function rowFor(columns: Columns, id: PageId): number {
  const known = columns.rows.get(id);
  if (known !== undefined) return known;
  const row = columns.free.pop() ?? columns.candidates.length;
  if (row >= columns.standing.length) grow(columns);
  if (row === columns.candidates.length) columns.candidates.push(null);
  columns.rows.set(id, row);
  return row;
}

function grow(columns: Columns): void {
  const rows = columns.standing.length * 2;
  const floats = (old: Float64Array, size: number): Float64Array => {
    const next = new Float64Array(size);
    next.set(old);
    return next;
  };
  const bytes = (old: Uint8Array, size: number): Uint8Array => {
    const next = new Uint8Array(size);
    next.set(old);
    return next;
  };
  columns.standing = floats(columns.standing, rows);
  columns.recency = floats(columns.recency, rows);
  columns.pin = bytes(columns.pin, rows);
  columns.type = bytes(columns.type, rows);
  columns.levels = bytes(columns.levels, rows);
  columns.least = bytes(columns.least, rows);
  columns.minimum = bytes(columns.minimum, rows);
  columns.fidelity = bytes(columns.fidelity, rows * levelsMax);
  columns.tokens = floats(columns.tokens, rows * levelsMax);
  columns.share = floats(columns.share, rows * levelsMax);
  columns.corners = bytes(columns.corners, rows);
  columns.cornerFrom = bytes(columns.cornerFrom, rows * levelsMax);
  columns.cornerTo = bytes(columns.cornerTo, rows * levelsMax);
  columns.cornerSlope = floats(columns.cornerSlope, rows * levelsMax);
  columns.cornerBound = floats(columns.cornerBound, rows * levelsMax);
}
