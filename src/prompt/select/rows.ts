/**
 * Rows: what the engine reads of one row, the steps up and down that a row offers, and the lists, heaps and chunks in which offers stand in order.
 */

import { assert } from "../../base/result.js";
import { fidelities, type PageType, pageTypes, schema } from "../../page/page.js";
import { standing, utility } from "../budget.js";
import type { Candidate, Policy } from "../decision.js";
import { type Board, type Columns, levelBits, levelsMax, noteOf, out, reason, rowFor, worthless } from "./tally.js";

// Put row: a candidate written into the columns of its row, without allocating.

/** Share of a page's worth, by the rank of a fidelity. */
const shares: readonly number[] = fidelities.map((fidelity) => utility(1, fidelity));

/** What an engine needs to know of a page's type. */
interface Kind {
  /** The fidelities on its degradation path, one bit each. */
  readonly path: number;
  /** Whether the policy pins it, whatever its pages say. */
  readonly isPinned: boolean;
  /** 2 bootstrap policy, 1 constraint, 0 others. */
  readonly order: number;
}

type Kinds = ReadonlyMap<PageType, Kind>;

export function kindsUnder(policy: Policy): Kinds {
  return new Map(
    pageTypes.map((type) => [
      type,
      {
        path: fidelities.reduce(
          (bits, fidelity, at) => bits | (schema[type].degrades.includes(fidelity) ? 1 << at : 0),
          0,
        ),
        isPinned: policy.autoPin.includes(type),
        order: type === "bootstrap_policy" ? 2 : type === "constraint" ? 1 : 0,
      },
    ]),
  );
}

/**
 * Writes a page over its old row (`known`), or into a new one; gives the row. Levels are those `admittedLevels` would list. Throws on
 * a candidate that no policy could place.
 */
export function putRow(columns: Columns, kinds: Kinds, candidate: Candidate, known: number | undefined): number {
  const { policy } = columns;
  const { recency } = candidate;
  assert(recency >= 0 && recency <= 1, "a recency lies between 0 and 1");
  const kind = kinds.get(candidate.type) as Kind;
  const pin = kind.isPinned ? "hard" : candidate.pin;
  const worth = standing(candidate, policy, pin);
  const row = rowFor(columns, candidate.id, known);
  columns.candidates[row] = candidate;
  columns.standing[row] = worth;
  columns.recency[row] = recency;
  columns.worth[row] = worth + policy.weights.recency * recency;
  columns.pin[row] = pin === "hard" ? 2 : pin === "soft" ? 1 : 0;
  columns.type[row] = kind.order;
  writeLevels(columns, row, candidate, kind.path);
  writeCorners(columns, row);
  return row;
}

function writeLevels(columns: Columns, row: number, { tokens, minFidelity }: Candidate, path: number): void {
  const first = row << levelBits;
  const minimum = rankOf(minFidelity);
  let level: number = out;
  for (let rank = minimum; rank < fidelities.length; rank += 1) {
    const price =
      rank === 0 ? tokens.pointer : rank === 1 ? tokens.structured : rank === 2 ? tokens.compressed : tokens.full;
    if (price === undefined || (path & (1 << rank)) === 0) continue;
    assert(Number.isSafeInteger(price) && price >= 0, "a price is a whole number of tokens, 0 or more");
    level += 1;
    columns.fidelity[first | level] = rank;
    columns.tokens[first | level] = price;
    columns.share[first | level] = shares[rank] as number;
  }
  assert(level > 0, "a candidate admits a level at or above its minimum");
  // Every level is at or above the minimum, so the least is the cheapest; at equal price the higher.
  let least = level;
  for (let at = level - 1; at > out; at -= 1) {
    if ((columns.tokens[first | at] as number) < (columns.tokens[first | least] as number)) least = at;
  }
  for (let at = 1; at <= level; at += 1) {
    const why = at === least ? reason.prefetched : reason.upgraded;
    columns.note[first | at] = noteOf(why, null, columns.fidelity[first | at] as number);
  }
  columns.levels[row] = level;
  columns.least[row] = least;
  columns.minimum[row] = minimum;
}

function rankOf(fidelity: Candidate["minFidelity"]): number {
  return fidelity === "pointer" ? 0 : fidelity === "structured" ? 1 : fidelity === "compressed" ? 2 : 3;
}

// Step heap: steps up that this turn has to rank anew, the best value first, ties by id; a row has one step in it at a time.

export interface StepHeap {
  size: number;
  rows: Int32Array;
  to: Uint8Array;
  values: Float64Array;
}

export function makeHeap(): StepHeap {
  return {
    size: 0,
    rows: new Int32Array(16),
    to: new Uint8Array(16),
    values: new Float64Array(16),
  };
}

export function pushStep(heap: StepHeap, columns: Columns, row: number, to: number, value: number): void {
  if (heap.size === heap.rows.length) grow(heap);
  let at = heap.size;
  heap.size += 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(columns, value, row, heap.values[parent] as number, heap.rows[parent] as number)) break;
    copy(heap, parent, at);
    at = parent;
  }
  set(heap, at, row, to, value);
}

/** Takes the top off; it was at place 0 until then. */
export function dropTop(heap: StepHeap, columns: Columns): void {
  heap.size -= 1;
  const { size } = heap;
  if (size === 0) return;
  const row = heap.rows[size] as number;
  const to = heap.to[size] as number;
  const value = heap.values[size] as number;
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    const right = child + 1;
    if (right < size && isBeforeAt(heap, columns, right, child)) child = right;
    if (!isBefore(columns, heap.values[child] as number, heap.rows[child] as number, value, row)) break;
    copy(heap, child, at);
    at = child;
  }
  set(heap, at, row, to, value);
}

/** Whether one step comes before another: more value, then the smaller id. */
function isBefore(columns: Columns, value: number, row: number, otherValue: number, other: number): boolean {
  return value === otherValue ? compareRows(columns, row, other) < 0 : value > otherValue;
}

function isBeforeAt(heap: StepHeap, columns: Columns, a: number, b: number): boolean {
  return isBefore(
    columns,
    heap.values[a] as number,
    heap.rows[a] as number,
    heap.values[b] as number,
    heap.rows[b] as number,
  );
}

function set(heap: StepHeap, at: number, row: number, to: number, value: number): void {
  heap.rows[at] = row;
  heap.to[at] = to;
  heap.values[at] = value;
}

function copy(heap: StepHeap, from: number, to: number): void {
  set(heap, to, heap.rows[from] as number, heap.to[from] as number, heap.values[from] as number);
}

function grow(heap: StepHeap): void {
  const size = heap.rows.length * 2;
  const [rows, to, values] = [heap.rows, heap.to, heap.values];
  heap.rows = new Int32Array(size);
  heap.to = new Uint8Array(size);
  heap.values = new Float64Array(size);
  heap.rows.set(rows);
  heap.to.set(to);
  heap.values.set(values);
}

// Corners: the steps by which a page comes in and climbs when money is no object: the concave hull over its (tokens, share) points.

/**
 * Writes a row's hull. Each corner gives the most share a token from the one before, so levels of poor value are passed over; at
 * equal value the lower. A policy that does not prefetch has no way in, and one that does not upgrade has nothing above it. Beside
 * it stands the one step of a page that is worth nothing.
 */
function writeCorners(columns: Columns, row: number): void {
  const { policy } = columns;
  const first = slotOf(row, 0);
  const least = columns.least[row] as number;
  let from = policy.prefetch === "minimum" ? out : least;
  let slot = first;
  if (policy.upgrade === "marginal") {
    for (; ; slot += 1) {
      const to = steepest(columns, row, from, Number.POSITIVE_INFINITY);
      if (to === -1) break;
      writeCorner(columns, row, slot, from, to);
      if (slot > first) keepConcave(columns, slot);
      columns.cornerBound[slot] = cheapestStep(columns, row, from);
      columns.leastCost = Math.min(columns.leastCost, columns.cornerBound[slot] as number);
      from = to;
    }
  } else if (from === out) {
    writeCorner(columns, row, slot, out, least);
    slot += 1;
  }
  columns.corners[row] = slot - first;
  const idle = first + worthless;
  writeCorner(columns, row, idle, out, least);
  columns.leastCost = Math.min(columns.leastCost, columns.cornerCost[idle] as number);
  if ((columns.cornerCost[idle] as number) > 0) columns.cornerSlope[idle] = 0;
}

function writeCorner(columns: Columns, row: number, slot: number, from: number, to: number): void {
  const cost = costOf(columns, row, from, to);
  columns.cornerWay[slot] = (from << fromBits) | to;
  columns.cornerCost[slot] = cost;
  columns.cornerBound[slot] = cost;
  columns.cornerSlope[slot] = slopeOf(columns, row, from, to);
}

/** Steps of equal value may differ in their last digit; a step that seemed better than the one before it would be offered first, and be lost. */
function keepConcave({ cornerSlope }: Columns, slot: number): void {
  cornerSlope[slot] = Math.min(cornerSlope[slot] as number, cornerSlope[slot - 1] as number);
}

/** The affordable step up from where a row stands with the most share a token; the lower level at equal value; -1 for none. */
export function steepest(columns: Columns, row: number, from: number, left: number): number {
  const levels = columns.levels[row] as number;
  let best = -1;
  let bestSlope = 0;
  for (let to = from + 1; to <= levels; to += 1) {
    if (costOf(columns, row, from, to) > left) continue;
    const slope = slopeOf(columns, row, from, to);
    if (slope > bestSlope) {
      best = to;
      bestSlope = slope;
    }
  }
  return best;
}

/** What any step from there costs at least. */
function cheapestStep(columns: Columns, row: number, from: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let to = from + 1; to <= (columns.levels[row] as number); to += 1) {
    least = Math.min(least, costOf(columns, row, from, to));
  }
  return least;
}

// Moves: what a few rows could do besides standing where they stand: steps up and steps down, each with its tokens and its utility.

/** Moves in one direction, side by side: tokens and utility are above 0 in either direction. */
export interface Moves {
  count: number;
  readonly row: Int32Array;
  readonly to: Uint8Array;
  readonly tokens: Float64Array;
  readonly utility: Float64Array;
  /** By move, over those behind it: of steps up the fewest tokens and the most utility, of steps down the other way round. */
  readonly tokensBehind: Float64Array;
  readonly utilityBehind: Float64Array;
}

export function makeMoves(rows: number): Moves {
  const size = rows * levelsMax;
  return {
    count: 0,
    row: new Int32Array(size),
    to: new Uint8Array(size),
    tokens: new Float64Array(size),
    utility: new Float64Array(size),
    tokensBehind: new Float64Array(size),
    utilityBehind: new Float64Array(size),
  };
}

/** Adds what a row could do. None goes below what a pin or a demand gave it, and one without either may go. */
export function addMovesOf(ups: Moves, downs: Moves, columns: Columns, board: Board, row: number): void {
  const worth = columns.worth[row] as number;
  if (worth <= 0) return;
  const { tokens, share } = columns;
  const first = row << levelBits;
  const at = board.at[row] as number;
  const levels = columns.levels[row] as number;
  const held = tokens[first | at] as number;
  const given = share[first | at] as number;
  for (let to = at + 1; to <= levels; to += 1)
    add(ups, row, to, (tokens[first | to] as number) - held, worth * ((share[first | to] as number) - given));
  for (let to = board.floor[row] as number; to < at; to += 1)
    add(downs, row, to, held - (tokens[first | to] as number), worth * (given - (share[first | to] as number)));
}

function add(moves: Moves, row: number, to: number, tokens: number, utility: number): void {
  if (tokens <= 0) return;
  moves.row[moves.count] = row;
  moves.to[moves.count] = to;
  moves.tokens[moves.count] = tokens;
  moves.utility[moves.count] = utility;
  moves.count += 1;
}

// Step list: steps on their way into an order, the best value first once they are sorted.

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

// Chunk: a run of offers in order, with a bound that lets a walk pass over it whole.

export interface Chunk {
  size: number;
  /** No offer of it, nor any other its row could take instead, costs less. May lag behind what was taken out. */
  least: number;
  offers: Int32Array;
  values: Float64Array;
}

/** So few that to move half of them costs less than to call for it. */
export const chunkMax: number = 64;

export function makeChunk(room: number): Chunk {
  return {
    size: 0,
    least: Number.POSITIVE_INFINITY,
    offers: new Int32Array(room),
    values: new Float64Array(room),
  };
}

/** Whether every offer of a chunk, which has some, comes before this one. */
export function endsBefore(chunk: Chunk, columns: Columns, value: number, offer: number): boolean {
  const last = chunk.size - 1;
  return isOfferBefore(columns, chunk.values[last] as number, chunk.offers[last] as number, value, offer);
}

/** Splits a full chunk; gives its second half, to stand behind it. */
export function splitOff(chunk: Chunk): Chunk {
  const half = chunkMax >> 1;
  const next = makeChunk(chunkMax);
  next.offers.set(chunk.offers.subarray(half));
  next.values.set(chunk.values.subarray(half));
  chunk.size = half;
  next.size = chunkMax - half;
  next.least = chunk.least;
  return next;
}

// Chunk offers: puts an offer into a chunk and takes one out.

/** Puts an offer at its place in a chunk that has room. */
export function addOffer(chunk: Chunk, columns: Columns, value: number, offer: number): void {
  const { offers, values } = chunk;
  let at = chunk.size;
  for (
    ;
    at > 0 && isOfferBefore(columns, value, offer, values[at - 1] as number, offers[at - 1] as number);
    at -= 1
  ) {
    offers[at] = offers[at - 1] as number;
    values[at] = values[at - 1] as number;
  }
  offers[at] = offer;
  values[at] = value;
  chunk.size += 1;
}

/** Takes an offer out; false where the chunk does not hold it. */
export function takeOffer(chunk: Chunk, offer: number): boolean {
  const { offers, values } = chunk;
  let at = 0;
  while (at < chunk.size && offers[at] !== offer) at += 1;
  if (at === chunk.size) return false;
  const last = chunk.size - 1;
  for (; at < last; at += 1) {
    offers[at] = offers[at + 1] as number;
    values[at] = values[at + 1] as number;
  }
  chunk.size = last;
  return true;
}

// Rows: what the engine reads of one row, and of one of its steps.

export function candidateAt(columns: Columns, row: number): Candidate {
  const candidate = columns.candidates[row];
  assert(candidate !== null && candidate !== undefined, "a row in use has a candidate");
  return candidate;
}

/** By id: what settles every tie. Both rows have been ranked. */
export function compareRows({ rank }: Columns, a: number, b: number): number {
  return (rank[a] as number) - (rank[b] as number);
}

/** Whether one offer comes before another: more value, then the smaller id, then the lower step. */
export function isOfferBefore(
  columns: Columns,
  value: number,
  offer: number,
  otherValue: number,
  other: number,
): boolean {
  if (value !== otherValue) return value > otherValue;
  const order = compareRows(columns, offer >> rowBits, other >> rowBits);
  return order === 0 ? offer < other : order < 0;
}

// Row list: rows in a column that only grows, emptied by its count, because an array emptied by its length is allocated anew.

export interface RowList {
  rows: Int32Array;
  count: number;
}

export function makeRowList(): RowList {
  return { rows: new Int32Array(16), count: 0 };
}

export function addRow(list: RowList, row: number): void {
  if (list.count === list.rows.length) {
    const old = list.rows;
    list.rows = new Int32Array(2 * old.length);
    list.rows.set(old);
  }
  list.rows[list.count] = row;
  list.count += 1;
}

/** Takes a row out that is in; the order of the others stays. */
export function takeRow(list: RowList, row: number): void {
  list.rows.copyWithin(list.rows.indexOf(row), list.rows.indexOf(row) + 1, list.count);
  list.count -= 1;
}

// Price: what a step from one level of a row to another takes and gives.

/** Tokens a step takes. */
export function costOf({ tokens }: Columns, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (tokens[first | to] as number) - (tokens[first | from] as number);
}

/** ΔU/Δtokens of a page worth 1; infinite for a step that costs nothing. */
export function slopeOf(columns: Columns, row: number, from: number, to: number): number {
  const tokens = costOf(columns, row, from, to);
  return tokens <= 0 ? Number.POSITIVE_INFINITY : shareOf(columns, row, from, to) / tokens;
}

/** The share of the page's worth that a step adds. */
export function shareOf({ share }: Columns, row: number, from: number, to: number): number {
  const first = row << levelBits;
  return (share[first | to] as number) - (share[first | from] as number);
}

// Offer: a step that a row offers, packed into one number: row, place on the hull, from which level, to which.

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

// Steps: the steps a row offers at its present worth, and what they are ranked by.

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

// Fresh: which warm rows have steps to be ranked from nothing, because their worth has leapt or they are new.

/** Its steps are ranked; or what is ranked of them is to be dropped; or the new ones are at hand besides. */
export const fresh = { no: 0, yes: 1, gathered: 2 } as const;

/** The row's worth has leapt. */
export function freshen(
  warm: { readonly fresh: Uint8Array; readonly news: RowList; isStale: boolean },
  row: number,
): void {
  warm.isStale = true;
  warm.fresh[row] = fresh.yes;
  addRow(warm.news, row);
}
