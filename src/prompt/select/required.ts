/**
 * Required: phase 1 of a decision: hard pins at their minimum, then demands, and what does not fit is pressure, never silence. The orders of steps
 * from which later phases take what they need stand here too.
 */

import { assert } from "../../base/result.js";
import { type Fidelity, fidelities, type Pin, pins } from "../../page/page.js";
import type { Pressure } from "../decision.js";
import {
  addOffer,
  addRow,
  type Chunk,
  candidateAt,
  chunkMax,
  compareRows,
  costOf,
  endsBefore,
  firstStep,
  fresh,
  freshen,
  fromBits,
  type Moves,
  makeChunk,
  makeMoves,
  makeRowList,
  offerOf,
  type RowList,
  rowBits,
  type StepHeap,
  shareOf,
  slotOf,
  splitOff,
  stepsEnd,
  takeOffer,
  valueAt,
} from "./rows.js";
import {
  type Board,
  type Columns,
  install,
  levelBits,
  out,
  place,
  putOut,
  reason,
  refusedMax,
  type Tally,
  takenMax,
} from "./tally.js";

/** Rows that a pin or a demand asks for. */
interface Required {
  /** Hard pins, kept from turn to turn in the order of the last. */
  readonly hard: RowList;
  /** By row: fidelity a demand of this turn asks for, as its rank + 1; 0 where none does. */
  demanded: Uint8Array;
  /** Rows with a demand. */
  readonly asked: RowList;
  /** Those of them that no hard pin asks for already. */
  readonly others: RowList;
  readonly pressure: Pressure[];
}

export function makeRequired(): Required {
  return {
    hard: makeRowList(),
    demanded: new Uint8Array(0),
    asked: makeRowList(),
    others: makeRowList(),
    pressure: [],
  };
}

/**
 * Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. A demand that cannot be met at its
 * fidelity gets a second chance at the page's minimum once all other requirements stand, because a pointer in the prompt beats a
 * page that is not there (paper Listing 1, `minimumRequired`). All that is in then has its floor: later phases only build on it.
 */
export function installRequired(required: Required, columns: Columns, board: Board): void {
  const { hard, asked, others } = required;
  if (required.pressure.length > 0) required.pressure.length = 0;
  settle(hard, columns);
  for (let i = 0; i < hard.count; i += 1) {
    const row = hard.rows[i] as number;
    board.required[row] = 1;
    const level = columns.least[row] as number;
    if (install(board, columns, row, level)) board.why[row] = reason.pinned;
    else press(required, columns, board, row, level, candidateAt(columns, row).minFidelity);
  }
  if (asked.count > 0) {
    others.count = 0;
    for (let i = 0; i < asked.count; i += 1) {
      const row = asked.rows[i] as number;
      board.required[row] = 1;
      if (columns.pin[row] !== 2) addRow(others, row);
    }
    settle(others, columns);
    // Every hard pin comes before everything else.
    for (let i = 0; i < hard.count; i += 1) meet(required, columns, board, hard.rows[i] as number);
    for (let i = 0; i < others.count; i += 1) meet(required, columns, board, others.rows[i] as number);
    // A hard pin that is out stays out: its minimum did not fit when more was left.
    for (let i = 0; i < others.count; i += 1) {
      const row = others.rows[i] as number;
      if (board.at[row] === out && install(board, columns, row, columns.least[row] as number))
        board.why[row] = reason.demanded;
    }
  }
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    board.floor[row] = board.at[row] as number;
    board.stage[row] = board.at[row] as number;
  }
  board.floors = board.count;
}

/** Marks go with the turn they were for. */
export function forgetDemands(required: Required, board: Board): void {
  const { asked } = required;
  for (let i = 0; i < asked.count; i += 1) {
    const row = asked.rows[i] as number;
    required.demanded[row] = 0;
    board.required[row] = 0;
  }
  asked.count = 0;
}

function meet(required: Required, columns: Columns, board: Board, row: number): void {
  const asked = required.demanded[row] as number;
  const isOut = board.at[row] === out;
  if (asked === 0 || (isOut && columns.pin[row] === 2)) return;
  const level = leastFrom(columns, row, asked - 1);
  if (!isOut && board.at[row] === level) return;
  if (install(board, columns, row, level)) board.why[row] = reason.demanded;
  else press(required, columns, board, row, level, fidelities[asked - 1] as Fidelity);
}

function press(
  required: Required,
  columns: Columns,
  board: Board,
  row: number,
  level: number,
  wanted: Fidelity,
): void {
  required.pressure.push({
    id: candidateAt(columns, row).id,
    pin: pins[columns.pin[row] as number] as Pin,
    required: wanted,
    tokens: columns.tokens[(row << levelBits) | level] as number,
    left: board.left,
  });
}

/** The cheapest level at or above a fidelity, as `cheapestAtLeast` picks it. */
function leastFrom(columns: Columns, row: number, fidelity: number): number {
  const first = row << levelBits;
  let best = first | (columns.levels[row] as number);
  for (let at = best - 1; at > first; at -= 1) {
    const isEnough = (columns.fidelity[at] as number) >= fidelity;
    if (isEnough && (columns.tokens[at] as number) < (columns.tokens[best] as number)) best = at;
  }
  return best - first;
}

/** Next to linear from turn to turn, for little moves; the first time, of many, is left to a real sort. */
function settle({ rows, count }: RowList, columns: Columns): void {
  let moves = 8 * count + 64;
  for (let next = 1; next < count; next += 1) {
    const row = rows[next] as number;
    let at = next;
    while (at > 0 && comesBefore(columns, row, rows[at - 1] as number)) {
      rows[at] = rows[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    rows[at] = row;
    if (moves < 0) {
      rows.subarray(0, count).sort((a, b) => (comesBefore(columns, a, b) ? -1 : 1));
      return;
    }
  }
}

/** Pin, then type, then worth, then id. */
function comesBefore(columns: Columns, a: number, b: number): boolean {
  const pin = (columns.pin[a] as number) - (columns.pin[b] as number);
  if (pin !== 0) return pin > 0;
  const type = (columns.type[a] as number) - (columns.type[b] as number);
  if (type !== 0) return type > 0;
  const worth = (columns.worth[a] as number) - (columns.worth[b] as number);
  return worth === 0 ? compareRows(columns, a, b) < 0 : worth > 0;
}

// Force: one large step up, for which as many of the small ones taken last go down as it takes.

/** The best step to force, as a place in `ups`, -1 for none, and which of the last steps go down for it, the latest first. */
interface Forced {
  up: number;
  /** How many of the last steps are listed. */
  count: number;
  /** The least utility a token of them, and how many of them the step looked at needs. */
  cheapest: number;
  end: number;
  readonly offers: Int32Array;
  readonly tokens: Float64Array;
  readonly utility: Float64Array;
  /** By step: 1 where it goes down for the step looked at, and for the best so far. */
  readonly down: Uint8Array;
  readonly best: Uint8Array;
}

function makeForced(): Forced {
  return {
    up: -1,
    count: 0,
    cheapest: 0,
    end: 0,
    offers: new Int32Array(takenMax),
    tokens: new Float64Array(takenMax),
    utility: new Float64Array(takenMax),
    down: new Uint8Array(takenMax),
    best: new Uint8Array(takenMax),
  };
}

/** Sums of utility differ in their last digits; a bound that is this much too low rules nothing out that counts. */
export const slack = 1e-6;

/** Looks for a step that gains more than this. Nothing may have been exchanged before. */
export function findForced(field: Field, gainMin: number): void {
  const { mender, board } = field;
  const { forced, ups } = mender;
  forced.up = -1;
  listTaken(field);
  let most = gainMin;
  for (let up = 0; up < ups.count; up += 1) {
    const utility = ups.utility[up] as number;
    const room = board.left - (ups.tokens[up] as number);
    // What goes down for it takes from its gain, and no token of that comes cheaper than the cheapest.
    if (utility <= most || utility + room * forced.cheapest < most - slack) continue;
    const gain = utility - lostFor(forced, ups.row[up] as number, room);
    if (gain <= most) continue;
    most = gain;
    forced.up = up;
    for (let i = 0; i < forced.count; i += 1) forced.best[i] = i < forced.end ? (forced.down[i] as number) : 0;
  }
}

function listTaken({ mender: { forced }, tally, columns }: Field): void {
  forced.count = Math.min(tally.taken, takenMax);
  forced.cheapest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < forced.count; i += 1) {
    const offer = tally.takenOffer[(tally.taken - 1 - i) % takenMax] as number;
    forced.offers[i] = offer;
    forced.tokens[i] = tokensOf(columns, offer);
    forced.utility[i] = utilityOf(columns, offer);
    const tokens = forced.tokens[i] as number;
    if (tokens > 0) forced.cheapest = Math.min(forced.cheapest, (forced.utility[i] as number) / tokens);
  }
}

/**
 * What must be given up for so much room (below 0): the last steps, until there is enough, and then the first of them again that need
 * not go after all. Infinite where there is never enough.
 */
function lostFor(forced: Forced, row: number, missing: number): number {
  const { count, offers, tokens, utility, down } = forced;
  let room = missing;
  let lost = 0;
  let end = 0;
  for (; end < count && room < 0; end += 1) {
    down[end] = 0;
    // A step that was free opens no room.
    if ((offers[end] as number) >> rowBits === row || (tokens[end] as number) <= 0) continue;
    down[end] = 1;
    room += tokens[end] as number;
    lost += utility[end] as number;
  }
  if (room < 0) return Number.POSITIVE_INFINITY;
  forced.end = end;
  for (let i = end - 1; i >= 0; i -= 1) {
    if (down[i] === 0 || (tokens[i] as number) > room || standsOn(forced, i, end)) continue;
    down[i] = 0;
    room -= tokens[i] as number;
    lost -= utility[i] as number;
  }
  return lost;
}

/** Whether an earlier step of the same row goes down: then this one cannot stay. */
function standsOn({ offers, down }: Forced, at: number, end: number): boolean {
  const row = (offers[at] as number) >> rowBits;
  for (let i = at + 1; i < end; i += 1) if (down[i] === 1 && (offers[i] as number) >> rowBits === row) return true;
  return false;
}

/** Exchanges what was found. */
export function force(field: Field): void {
  const { mender, board, columns, tally } = field;
  const { forced, ups } = mender;
  for (let i = 0; i < forced.count; i += 1) {
    if (forced.best[i] === 0) continue;
    const offer = forced.offers[i] as number;
    const row = offer >> rowBits;
    const to = (offer >> fromBits) & 7;
    if (to === out) putOut(board, columns, row);
    else {
      board.at[row] = to;
      board.left += forced.tokens[i] as number;
    }
  }
  install(board, columns, ups.row[forced.up] as number, ups.to[forced.up] as number);
  tally.exchanged += 1;
}

function tokensOf(columns: Columns, offer: number): number {
  return costOf(columns, offer >> rowBits, (offer >> fromBits) & 7, offer & 7);
}

function utilityOf(columns: Columns, offer: number): number {
  const row = offer >> rowBits;
  return (columns.worth[row] as number) * shareOf(columns, row, (offer >> fromBits) & 7, offer & 7);
}

// Warm rows: pages whose steps are ranked anew at each turn: those demanded lately, whose worth fades, and those new to the table.

export interface WarmRows {
  /** By row: where its steps are. */
  place: Uint8Array;
  /** By row: 0 where its steps are ranked as they should be, give or take what a turn fades. */
  fresh: Uint8Array;
  rows: Int32Array;
  count: number;
  /** By row: where in `rows` it is. */
  spot: Int32Array;
  /** Rows whose steps are to be ranked from nothing; some of them twice, or gone again. */
  readonly news: RowList;
  /** Steps, the best value a token first; all others are in `deep`. */
  ranked: Chunk;
  /** Where they are put in order next. */
  spare: Chunk;
  /** Steps of fresh rows, on their way into the others. */
  readonly coming: Chunk;
  /** Steps in no order, each of less value than `depth`; what goes there is decided when the others are put in order. */
  readonly deep: Chunk;
  depth: number;
  /** The value at which the last walk began to pass over what nothing could pay for; 0 where it did not. */
  edge: number;
  /** Whether anything changed since the steps were put in order. */
  isStale: boolean;
}

const firstSteps = 64;

export function makeWarm(): WarmRows {
  return {
    place: new Uint8Array(0),
    fresh: new Uint8Array(0),
    rows: new Int32Array(0),
    count: 0,
    spot: new Int32Array(0),
    news: makeRowList(),
    ranked: makeChunk(firstSteps),
    spare: makeChunk(firstSteps),
    coming: makeChunk(firstSteps),
    deep: makeChunk(firstSteps),
    depth: 0,
    edge: 0,
    isStale: false,
  };
}

export function warmUp(warm: WarmRows, row: number, as: 2 | 3): void {
  warm.place[row] = as;
  warm.rows[warm.count] = row;
  warm.spot[row] = warm.count;
  warm.count += 1;
  freshen(warm, row);
}

/** Takes a row from the list; its offers go when they are ordered next. */
export function coolDown(warm: WarmRows, row: number): void {
  const at = warm.spot[row] as number;
  warm.place[row] = place.none;
  warm.fresh[row] = fresh.yes;
  warm.isStale = true;
  warm.count -= 1;
  const last = warm.rows[warm.count] as number;
  warm.rows[at] = last;
  warm.spot[last] = at;
}

/** Room for as many rows as the columns have. */
export function widenWarm(warm: WarmRows, size: number): void {
  const { place, fresh, rows, spot } = warm;
  warm.place = new Uint8Array(size);
  warm.fresh = new Uint8Array(size);
  warm.rows = new Int32Array(size);
  warm.spot = new Int32Array(size);
  warm.place.set(place);
  warm.fresh.set(fresh);
  warm.rows.set(rows);
  warm.spot.set(spot);
}

// Standing order: steps of rows whose worth no turn changes, sorted by value in chunks, so that a page that changes moves few others.

/** Offers from the best down: more value a token first, then id, then the lower step. */
interface StandingOrder {
  readonly chunks: Chunk[];
}

export function makeOrder(): StandingOrder {
  return { chunks: [] };
}

export function insertRow(order: StandingOrder, columns: Columns, row: number): void {
  const worth = columns.standing[row] as number;
  const end = stepsEnd(columns, row, worth);
  for (let step = firstStep(worth); step < end; step += 1) {
    const offer = offerOf(columns, row, step);
    const slot = slotOf(row, step);
    const value = valueAt(worth, columns.cornerSlope[slot] as number);
    if (order.chunks.length === 0) order.chunks.push(makeChunk(chunkMax));
    const index = Math.min(chunkFor(order, columns, value, offer), order.chunks.length - 1);
    const chunk = roomIn(order, columns, index, value, offer);
    addOffer(chunk, columns, value, offer);
    chunk.least = Math.min(chunk.least, columns.cornerBound[slot] as number);
  }
}

/** The row's columns must still be those it was inserted with. */
export function removeRow(order: StandingOrder, columns: Columns, row: number): void {
  const worth = columns.standing[row] as number;
  const end = stepsEnd(columns, row, worth);
  for (let step = firstStep(worth); step < end; step += 1) {
    const offer = offerOf(columns, row, step);
    const value = valueAt(worth, columns.cornerSlope[slotOf(row, step)] as number);
    const index = chunkFor(order, columns, value, offer);
    const chunk = order.chunks[index];
    const taken = chunk !== undefined && takeOffer(chunk, offer);
    assert(taken, "an offer is found where it was inserted");
    if (chunk.size === 0) order.chunks.splice(index, 1);
  }
}

/** The chunk at `index`, or the second half of it where that is full and the offer belongs there. */
function roomIn(order: StandingOrder, columns: Columns, index: number, value: number, offer: number): Chunk {
  const chunk = order.chunks[index] as Chunk;
  if (chunk.size < chunkMax) return chunk;
  const next = splitOff(chunk);
  order.chunks.splice(index + 1, 0, next);
  return endsBefore(chunk, columns, value, offer) ? next : chunk;
}

/** The first chunk whose last offer is not before this one; their number where there is none. */
function chunkFor(order: StandingOrder, columns: Columns, value: number, offer: number): number {
  let low = 0;
  let high = order.chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endsBefore(order.chunks[middle] as Chunk, columns, value, offer)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Mender: what the end of phase 2 works with: rows that may exchange steps, what each could do, and the best exchange found.

/** Rows an exchange looks at, what they could do, and the best found: places in `ups` and `downs`, -1 for none. */
export interface Mender {
  readonly core: RowList;
  readonly ups: Moves;
  readonly downs: Moves;
  readonly forced: Forced;
  /** The most utility a token of the steps up; and of the steps down the least, the least utility, and the most tokens. */
  best: number;
  worst: number;
  cheapest: number;
  largest: number;
  gain: number;
  up: number;
  down: number;
  /** A second one up or down, and which. */
  also: number;
  alsoUp: boolean;
}

/** So many rows on either side are looked at. */
export const coreMax = 4;

export function makeMender(): Mender {
  const size = 2 * coreMax;
  return {
    core: makeRowList(),
    ups: makeMoves(size),
    downs: makeMoves(size),
    forced: makeForced(),
    best: 0,
    worst: 0,
    cheapest: 0,
    largest: 0,
    gain: 0,
    up: -1,
    down: -1,
    also: -1,
    alsoUp: false,
  };
}

// Head: where the walk of an order stands.

interface Head {
  /** What is walked, and which of the order's chunks that is. */
  list: Chunk;
  chunk: number;
  /** The next offer; behind the last at the end. */
  at: number;
}

/** Stands where there is none. */
export const noChunk: Chunk = makeChunk(0);

/** Where the walks of both orders stand. */
interface Heads {
  readonly warm: Head;
  readonly cold: Head;
  /** The row whose step was too dear last. */
  dear: number;
}

export function makeHeads(): Heads {
  const makeHead = (): Head => ({ list: noChunk, chunk: 0, at: 0 });
  return { warm: makeHead(), cold: makeHead(), dear: -1 };
}

/** Both orders from their beginnings. */
export function startHeads({ warm, cold }: Heads, ranked: Chunk, chunks: readonly Chunk[]): void {
  warm.list = ranked;
  warm.at = 0;
  cold.list = chunks[0] ?? noChunk;
  cold.chunk = 0;
  cold.at = 0;
}

// Field: what the phases of a decision look at and write.

export interface Field {
  readonly columns: Columns;
  readonly board: Board;
  readonly required: Required;
  /** Steps of rows whose worth no turn changes. */
  readonly cold: StandingOrder;
  /** Steps of rows whose recency fades, and of rows too new to have a place in the standing order. */
  readonly warm: WarmRows;
  readonly heap: StepHeap;
  readonly heads: Heads;
  /** What was refused and raised in the course of it. */
  readonly tally: Tally;
  readonly mender: Mender;
}

// Refuse: a step that costs more than is left goes into the tally, as long as there is room for it.

/** Of the offer, row and levels count; `left` in tokens. */
export function refuse(tally: Tally, offer: number, left: number): void {
  const at = tally.refused;
  if (at >= refusedMax) return;
  tally.refusedOffer[at] = offer;
  tally.refusedLeft[at] = left;
  tally.refused = at + 1;
}
