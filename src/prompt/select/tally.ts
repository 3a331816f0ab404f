/** Columns: the pages of an engine as columns of numbers, so that a turn reads and allocates little. */

import type { PageId } from "../../base/ids.js";
import type { Policy } from "../decision.js";
import type { Candidate } from "../decision--decision.js";
import { addRank, dropRank, makeRanks, type Ranks } from "./tally--ranks.js";

/**
 * One row a page; a dropped row is used again. Level columns hold 8 places a row (see `levelBits`), of which that of `out` is 0, and
 * step columns as many (see `slotOf`), of which the last in use is `worthless`.
 */
export interface Columns {
  readonly policy: Policy;
  readonly rows: Map<PageId, number>;
  readonly free: number[];
  /** By row; null where the row is free. */
  readonly candidates: (Candidate | null)[];
  readonly ranks: Ranks;
  /** By row: its place in the order of ids. */
  rank: Int32Array;
  /** Worth without recency, recency: 0 to 1, and U(p, full) now, of both. */
  standing: Float64Array;
  recency: Float64Array;
  worth: Float64Array;
  /** 0 none, 1 soft, 2 hard. */
  pin: Uint8Array;
  /** 2 bootstrap policy, 1 constraint, 0 others. */
  type: Uint8Array;
  /** How many levels, and which of them is the cheapest at or above the page's minimum. */
  levels: Uint8Array;
  least: Uint8Array;
  /** The page's minimum fidelity as its rank. */
  minimum: Uint8Array;
  /** By level: fidelity as its rank, the note of a record for a page that came in because there was room, tokens, share of the worth. */
  fidelity: Uint8Array;
  note: Uint8Array;
  tokens: Float64Array;
  share: Float64Array;
  /** How many steps the row's hull has. */
  corners: Uint8Array;
  /** No step of any row that was ever put costs less. */
  leastCost: number;
  /** By step: from and to which level, share a token (infinite for nothing), its tokens, and the least any step from there costs. */
  cornerWay: Uint8Array;
  cornerSlope: Float64Array;
  cornerCost: Float64Array;
  cornerBound: Float64Array;
}

const firstRows = 32;

export function makeColumns(policy: Policy): Columns {
  const floats = (places: number): Float64Array => new Float64Array(firstRows * places);
  const bytes = (places: number): Uint8Array => new Uint8Array(firstRows * places);
  const columns: Columns = {
    policy,
    rows: new Map(),
    free: [],
    candidates: [],
    ranks: makeRanks(),
    rank: new Int32Array(firstRows),
    standing: floats(1),
    recency: floats(1),
    worth: floats(1),
    pin: bytes(1),
    type: bytes(1),
    levels: bytes(1),
    least: bytes(1),
    minimum: bytes(1),
    fidelity: bytes(8),
    note: bytes(8),
    tokens: floats(8),
    share: floats(8),
    corners: bytes(1),
    leastCost: Number.POSITIVE_INFINITY,
    cornerWay: bytes(8),
    cornerSlope: floats(8),
    cornerCost: floats(8),
    cornerBound: floats(8),
  };
  columns.ranks.state = bytes(1);
  return columns;
}

/** The row of an id, a new one where there was none. */
export function rowFor(columns: Columns, id: PageId, known: number | undefined): number {
  if (known !== undefined) return known;
  const row = columns.free.pop() ?? columns.candidates.length;
  if (row >= columns.standing.length) grow(columns);
  if (row === columns.candidates.length) columns.candidates.push(null);
  columns.rows.set(id, row);
  addRank(columns.ranks, row);
  return row;
}

export function dropRow(columns: Columns, id: PageId, row: number): void {
  columns.rows.delete(id);
  columns.candidates[row] = null;
  columns.free.push(row);
  dropRank(columns.ranks, row);
}

function grow(columns: Columns): void {
  columns.ranks.state = bytesOf(columns.ranks.state);
  const ranks = columns.rank;
  columns.rank = new Int32Array(2 * ranks.length);
  columns.rank.set(ranks);
  columns.standing = floatsOf(columns.standing);
  columns.recency = floatsOf(columns.recency);
  columns.worth = floatsOf(columns.worth);
  columns.pin = bytesOf(columns.pin);
  columns.type = bytesOf(columns.type);
  columns.levels = bytesOf(columns.levels);
  columns.least = bytesOf(columns.least);
  columns.minimum = bytesOf(columns.minimum);
  columns.fidelity = bytesOf(columns.fidelity);
  columns.note = bytesOf(columns.note);
  columns.tokens = floatsOf(columns.tokens);
  columns.share = floatsOf(columns.share);
  columns.corners = bytesOf(columns.corners);
  columns.cornerWay = bytesOf(columns.cornerWay);
  columns.cornerSlope = floatsOf(columns.cornerSlope);
  columns.cornerCost = floatsOf(columns.cornerCost);
  columns.cornerBound = floatsOf(columns.cornerBound);
}

function floatsOf(old: Float64Array): Float64Array {
  const next = new Float64Array(2 * old.length);
  next.set(old);
  return next;
}

function bytesOf(old: Uint8Array): Uint8Array {
  const next = new Uint8Array(2 * old.length);
  next.set(old);
  return next;
}
