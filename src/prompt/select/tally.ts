/**
 * Tally: the numbers that a decision works on: the pages as columns, what stands in the prompt and what is left, the steps refused first and taken
 * last, and why a row stands where it does.
 */

import type { PageId } from "../../base/ids.js";
import { compareText } from "../../base/text.js";
import type { Candidate, Policy } from "../decision.js";

// Columns: the pages of an engine as columns of numbers, so that a turn reads and allocates little.

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

// Ranks: rows numbered in the order of their ids, so that a tie is settled by two numbers and not by two texts.

/** `byId` holds rows in the order of their ids; those that were dropped stay until pages of new ids come in. */
interface Ranks {
  byId: Int32Array;
  count: number;
  /** Rows of ids that were not there before: they have no number yet. */
  readonly added: number[];
  /** By row, one of `rankState`. */
  state: Uint8Array;
  /** Whether rows were dropped since `byId` was made. */
  hasGaps: boolean;
}

/** To put rows between the others one by one may take so many moves; beyond that all are numbered anew. */
const movesMax = 256;

const rankState = { none: 0, ranked: 1, added: 2, merging: 3 } as const;

function makeRanks(): Ranks {
  return {
    byId: new Int32Array(0),
    count: 0,
    added: [],
    state: new Uint8Array(0),
    hasGaps: false,
  };
}

function addRank(ranks: Ranks, row: number): void {
  ranks.state[row] = rankState.added;
  ranks.added.push(row);
}

function dropRank(ranks: Ranks, row: number): void {
  ranks.state[row] = rankState.none;
  ranks.hasGaps = true;
}

/** Numbers rows anew if any came in; those that had a number keep their order among each other. */
export function settleRanks(columns: Columns): void {
  const { ranks } = columns;
  const { added } = ranks;
  if (added.length === 0) return;
  if (added.length * (ranks.count + added.length) > movesMax || ranks.hasGaps) mergeRanks(columns);
  else for (let i = 0; i < added.length; i += 1) insertRank(columns, added[i] as number);
  added.length = 0;
}

/** A row takes its place between the others, all of them ranked. */
function insertRank({ ranks, rank, candidates }: Columns, row: number): void {
  if (ranks.count === ranks.byId.length) {
    const old = ranks.byId;
    ranks.byId = new Int32Array(ranks.state.length);
    ranks.byId.set(old);
  }
  const { byId } = ranks;
  const { id } = candidates[row] as Candidate;
  let at = ranks.count;
  for (; at > 0; at -= 1) {
    const other = byId[at - 1] as number;
    if ((candidates[other] as Candidate).id < id) break;
    byId[at] = other;
    rank[other] = at;
  }
  byId[at] = row;
  rank[row] = at;
  ranks.count += 1;
  ranks.state[row] = rankState.ranked;
}

function mergeRanks(columns: Columns): void {
  const { ranks, rank } = columns;
  const { byId, count, state } = ranks;
  const added: number[] = [];
  for (const row of ranks.added) {
    // A row that was added, dropped and added again is listed twice.
    if (state[row] !== rankState.added) continue;
    state[row] = rankState.merging;
    added.push(row);
  }
  const idAt = (row: number): string => (columns.candidates[row] as Candidate).id;
  added.sort((a, b) => compareText(idAt(a), idAt(b)));
  const next = new Int32Array(state.length);
  let size = 0;
  let at = 0;
  const put = (row: number): void => {
    rank[row] = size;
    next[size] = row;
    size += 1;
  };
  for (const row of added) {
    const end = placeBefore(columns, byId, at, count, idAt(row));
    for (; at < end; at += 1) if (state[byId[at] as number] === rankState.ranked) put(byId[at] as number);
    put(row);
  }
  for (; at < count; at += 1) if (state[byId[at] as number] === rankState.ranked) put(byId[at] as number);
  for (const row of added) state[row] = rankState.ranked;
  ranks.byId = next;
  ranks.count = size;
  ranks.hasGaps = false;
}

/** The first place from `start` on behind every ranked row of a smaller id. Rows no longer ranked are passed over. */
function placeBefore(columns: Columns, byId: Int32Array, start: number, end: number, id: string): number {
  const { state } = columns.ranks;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at < high && state[byId[at] as number] !== rankState.ranked) at += 1;
    if (at === high) high = middle;
    else if ((columns.candidates[byId[at] as number] as Candidate).id < id) low = at + 1;
    else high = middle;
  }
  return low;
}

// Board: what stands in the prompt while a decision is made, and what is left of the budget.

export interface Board {
  /** By row: the level it stands at, or `out`. */
  at: Uint8Array;
  /** By row: the level from which it takes the next step of its order: that of `at`, or `strayed` or `refused` (see stray.ts). */
  stage: Uint8Array;
  /** By row: the level a pin or a demand gave it, below which nothing may put it; `out` where none did. */
  floor: Uint8Array;
  /** By row that has a floor: why it came in. */
  why: Uint8Array;
  /** By row: 1 where a pin or a demand asks for it. */
  required: Uint8Array;
  /** Rows that are in: those that have a floor come first. */
  rows: Int32Array;
  count: number;
  floors: number;
  /** Rows that climb by no order in this decision. */
  away: Int32Array;
  aways: number;
  budget: number;
  left: number;
}

export function makeBoard(): Board {
  return {
    at: new Uint8Array(0),
    stage: new Uint8Array(0),
    floor: new Uint8Array(0),
    why: new Uint8Array(0),
    required: new Uint8Array(0),
    rows: new Int32Array(0),
    away: new Int32Array(0),
    count: 0,
    floors: 0,
    aways: 0,
    budget: 0,
    left: 0,
  };
}

/** An empty board for this budget. Costs what the last decision let in, not what the table holds. */
export function clearBoard(board: Board, columns: Columns, budget: number): void {
  const size = columns.standing.length;
  const { at, stage, floor, rows, count, floors, away, aways } = board;
  if (at.length < size) widenBoard(board, size);
  else if ((count + aways) * 4 > size) {
    // Where much is in, to fill the columns is quicker than to look up which rows were.
    at.fill(out);
    stage.fill(out);
    for (let i = 0; i < floors; i += 1) floor[rows[i] as number] = out;
  } else {
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] as number;
      at[row] = out;
      stage[row] = out;
    }
    for (let i = 0; i < floors; i += 1) floor[rows[i] as number] = out;
    for (let i = 0; i < aways; i += 1) stage[away[i] as number] = out;
  }
  board.count = 0;
  board.floors = 0;
  board.aways = 0;
  board.budget = budget;
  board.left = budget;
}

/** Brings a row to a level at or above the one it stands at, if what is left pays for the difference; gives whether it did. */
export function install(board: Board, columns: Columns, row: number, level: number): boolean {
  const first = row << levelBits;
  const at = board.at[row] as number;
  const more = (columns.tokens[first | level] as number) - (columns.tokens[first | at] as number);
  if (more > board.left) return false;
  if (at === out) {
    board.rows[board.count] = row;
    board.count += 1;
  }
  board.at[row] = level;
  board.left -= more;
  return true;
}

/** Takes a row out that nothing requires. */
export function putOut(board: Board, columns: Columns, row: number): void {
  board.left += columns.tokens[(row << levelBits) | (board.at[row] as number)] as number;
  board.count -= 1;
  board.rows[board.rows.indexOf(row)] = board.rows[board.count] as number;
  board.at[row] = out;
  board.stage[row] = out;
}

/** New columns, field by field: an engine whose objects differ in their making runs a third slower. */
function widenBoard(board: Board, size: number): void {
  board.at = new Uint8Array(size);
  board.stage = new Uint8Array(size);
  board.floor = new Uint8Array(size);
  board.why = new Uint8Array(size);
  board.required = new Uint8Array(size);
  board.rows = new Int32Array(size);
  board.away = new Int32Array(size);
}

// Tally: the first steps a decision refused and the last it took, which is where an exchange can gain something.

export interface Tally {
  /** Each row once, in the order of the refusals: the step as an offer, and how many tokens were left. */
  refused: number;
  readonly refusedOffer: Int32Array;
  readonly refusedLeft: Float64Array;
  /** Steps taken last as offers, a ring: `taken` counts all. */
  taken: number;
  readonly takenOffer: Int32Array;
  /** Utility that the steps taken have brought, and the most that any choice could (the fractional bound of the first refusal). */
  gained: number;
  bound: number;
  /** Exchanges made at the end. */
  exchanged: number;
}

/** As many refusals are kept; of later ones nothing is known. */
export const refusedMax = 32;

/** So many of the steps taken last are kept. */
export const takenMax = 32;

export function makeTally(): Tally {
  return {
    refused: 0,
    refusedOffer: new Int32Array(refusedMax),
    refusedLeft: new Float64Array(refusedMax),
    taken: 0,
    takenOffer: new Int32Array(takenMax),
    gained: 0,
    bound: 0,
    exchanged: 0,
  };
}

export function clearTally(tally: Tally): void {
  tally.refused = 0;
  tally.taken = 0;
  tally.gained = 0;
  tally.bound = 0;
  tally.exchanged = 0;
}

// Place: how levels and steps of a row are numbered, and in which order a row is ranked.

/** Levels a page may have: one a fidelity. They are numbered from 1. */
export const levelsMax: number = 4;

/** Where a row stands while it is out: below every level, where it costs nothing and delivers nothing. */
export const out: number = 0;

/** Level columns hold 8 places a row, of which `out` is the first: a level's place is `(row << levelBits) | level`. */
export const levelBits: number = 3;

/** The one step of a row that is worth nothing: in at its cheapest, when all others have come in. */
export const worthless: number = 4;

/** `loose` rows are cold, yet ranked with the warm: to give each a place in the standing order pays only for who decides again. */
export const place = { none: 0, cold: 1, warm: 2, loose: 3 } as const;

// Why: why a row stands where it does, in numbers small enough for a column.

/** Why a row came in, as a number: the place in `reasonNames`; 0 while it is out. */
export const reason = {
  out: 0,
  pinned: 1,
  demanded: 2,
  prefetched: 3,
  upgraded: 4,
} as const;
export const reasonNames = ["over_budget", "pinned", "demanded", "prefetched", "upgraded"] as const;

/** Stands for no fidelity in the bits of a note. */
const none = 4;

/** Reason, the fidelity a pin or a demand gave, and the one it stands at, as ranks, in one byte. */
export function noteOf(why: number, from: number | null, fidelity: number): number {
  return (why << 5) | ((from ?? none) << 2) | fidelity;
}

/** Why a row stands at the level it does. */
export function whyAt(board: Board, columns: Columns, row: number): number {
  const at = board.at[row] as number;
  const floor = board.floor[row] as number;
  if (at === out) return reason.out;
  if (floor === out) return at === columns.least[row] ? reason.prefetched : reason.upgraded;
  return at === floor ? (board.why[row] as number) : reason.upgraded;
}
