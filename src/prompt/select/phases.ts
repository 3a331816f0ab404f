/**
 * Phases: the two phases of the paper's Listing 1. The first, `minimumRequired`, brings in every hard pin at its minimum, and after them every page
 * that this turn demands, at the fidelity asked for. What does not fit is told as pressure, never left out in silence. The second spends what is left:
 * of all steps that a page could take up, the one with the most utility a token is taken. At its end a few steps are exchanged.
 */

import { firstDecided } from "../../base/text.js";
import { type Fidelity, fidelities, type Pin, pins, rank } from "../../page/page.js";
import type { Demand } from "../decision.js";
import { type Board, costOf, install, refusedMax, required, type Step, shareOf } from "./board.js";
import { candidateAt, cheapestFrom, out, type Table } from "./table.js";

// Required: the first phase.

/**
 * Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. A demand that cannot be met at its fidelity gets a
 * second chance at the page's minimum once all other requirements stand, because a pointer in the prompt beats a page that is not there. All that is
 * in then has its floor: the second phase only builds on it.
 */
export function installRequired(board: Board, table: Table, demands: readonly Demand[]): void {
  const asked = askedOf(table, demands);
  const rows = requiredRows(table, asked);
  for (const row of rows) board.required[row] = required.asked;
  for (const row of rows) {
    if (table.pin[row] !== 2) continue;
    const { minFidelity } = candidateAt(table, row);
    ask(board, table, { row, level: table.least[row] as number, wanted: minFidelity, as: required.pinned });
  }
  for (const row of rows) {
    const wanted = asked.get(row);
    const isMissed = table.pin[row] === 2 && board.at[row] === out;
    if (wanted === undefined || isMissed) continue;
    const level = cheapestFrom(table, row, wanted);
    if (board.at[row] === level) continue;
    ask(board, table, { row, level, wanted: fidelities[wanted] as Fidelity, as: required.demanded });
  }
  for (const row of rows)
    if (board.at[row] === out && install(board, table, row, table.least[row] as number))
      board.required[row] = required.demanded;
  for (const row of rows) board.floor[row] = board.at[row] as number;
}

/** By row: the fidelity that a demand asks for as its rank, the highest where several do, and never below the page's minimum. */
function askedOf({ rows, minimum }: Table, demands: readonly Demand[]): ReadonlyMap<number, number> {
  const asked = new Map<number, number>();
  for (const { id, fidelity } of demands) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const wanted = Math.max(minimum[row] as number, fidelity === null ? 0 : rank(fidelity));
    asked.set(row, Math.max(asked.get(row) ?? 0, wanted));
  }
  return asked;
}

/** Hard pins and what is demanded: by pin, then by type, then by worth, then by id. */
function requiredRows(table: Table, asked: ReadonlyMap<number, number>): readonly number[] {
  const { pin, worth, place, candidates } = table;
  const rows = [...asked.keys()];
  for (let row = 0; row < candidates.length; row += 1)
    if (pin[row] === 2 && candidates[row] !== null && !asked.has(row)) rows.push(row);
  const typeOf = (row: number): number => {
    const { type } = candidateAt(table, row);
    return type === "bootstrap_policy" ? 2 : type === "constraint" ? 1 : 0;
  };
  const by = (column: ArrayLike<number>, a: number, b: number): number =>
    (column[b] as number) - (column[a] as number);
  return rows.sort((a, b) => firstDecided(by(pin, a, b), typeOf(b) - typeOf(a), by(worth, a, b), by(place, b, a)));
}

interface Asked {
  readonly row: number;
  readonly level: number;
  readonly wanted: Fidelity;
  readonly as: number;
}

function ask(board: Board, table: Table, { row, level, wanted, as }: Asked): void {
  if (install(board, table, row, level)) {
    board.required[row] = as;
    return;
  }
  const pin = pins[table.pin[row] as number] as Pin;
  const tokens = costOf(table, row, out, level);
  board.pressure.push({ id: candidateAt(table, row).id, pin, required: wanted, tokens, left: board.left });
}

// Upgrade: the second phase, the loop of the paper's Listing 1. Of all steps that a page could take up, the one with the most utility a token is
// taken, as long as it can be paid; then the page offers its next one. To come in is a page's first step.

/** Steps that pages offer, one a page, as a binary heap: the most utility a token on top, ties by id. */
interface Offers {
  size: number;
  readonly rows: Int32Array;
  readonly to: Uint8Array;
  readonly values: Float64Array;
}

/**
 * Spends what is left. A page offers the step that brings the most share a token, so that levels of poor value are passed over. One that is too dear
 * is refused, and its page then offers the best of those that can be paid. O(n log n): a page has at most four levels.
 */
export function upgrade(board: Board, table: Table): void {
  const offers = firstOffers(board, table);
  const isRefused = new Uint8Array(table.candidates.length);
  let roomBefore = Number.POSITIVE_INFINITY;
  while (offers.size > 0) {
    const row = offers.rows[0] as number;
    const to = offers.to[0] as number;
    const from = board.at[row] as number;
    const left = board.left;
    if (install(board, table, row, to)) {
      board.taken.push({ row, from, to, left });
      board.gained += (table.worth[row] as number) * shareOf(table, row, from, to);
    } else if (isRefused[row] === 0) {
      isRefused[row] = 1;
      if (board.refused.length === 0) board.bound = board.gained + left * (offers.values[0] as number);
      if (board.refused.length < refusedMax) board.refused.push({ row, from, to, left });
    }
    const best = bestStep(board, table, row, isRefused[row] === 1 ? board.left : Number.POSITIVE_INFINITY);
    if (best === -1) removeTop(offers, table);
    else sink(offers, table, 0, row, best, valueOf(board, table, row, best));
    // Once the record is full, a page that could pay for none of its steps changes nothing: where most are so, one pass takes them out.
    if (board.refused.length === refusedMax && board.left * 2 < roomBefore) {
      roomBefore = board.left;
      keepPayable(offers, board, table);
    }
  }
}

/** Pages that are in may climb, if the policy upgrades; those that nothing requires may come in, if it prefetches. */
function firstOffers(board: Board, table: Table): Offers {
  const rows = table.candidates.length;
  const offers: Offers = {
    size: 0,
    rows: new Int32Array(rows),
    to: new Uint8Array(rows),
    values: new Float64Array(rows),
  };
  const prefetches = table.policy.prefetch === "minimum";
  for (let row = 0; row < rows; row += 1) {
    if (table.candidates[row] === null) continue;
    if (board.at[row] === out && (!prefetches || board.required[row] !== 0)) continue;
    const best = bestStep(board, table, row, Number.POSITIVE_INFINITY);
    if (best === -1) continue;
    offers.rows[offers.size] = row;
    offers.to[offers.size] = best;
    offers.values[offers.size] = valueOf(board, table, row, best);
    offers.size += 1;
  }
  heapify(offers, table);
  return offers;
}

/** The level above with the most share a token among those of at most this price, the lower at equal value; -1 for none. */
function bestStep(board: Board, table: Table, row: number, priceMax: number): number {
  const from = board.at[row] as number;
  const climbs = table.policy.upgrade === "marginal" && (table.worth[row] as number) !== 0;
  if (!climbs) {
    const least = table.least[row] as number;
    return from === out && costOf(table, row, out, least) <= priceMax ? least : -1;
  }
  let best = -1;
  let bestSlope = Number.NEGATIVE_INFINITY;
  for (let to = from + 1; to <= (table.levels[row] as number); to += 1) {
    if (costOf(table, row, from, to) > priceMax) continue;
    const slope = slopeOf(table, row, from, to);
    if (slope <= bestSlope) continue;
    best = to;
    bestSlope = slope;
  }
  return best;
}

/** Share a token; infinite for a step that costs nothing. */
function slopeOf(table: Table, row: number, from: number, to: number): number {
  const cost = costOf(table, row, from, to);
  return cost <= 0 ? Number.POSITIVE_INFINITY : shareOf(table, row, from, to) / cost;
}

/** Utility a token, of a page that is worth nothing too: what costs nothing comes first. */
function valueOf(board: Board, table: Table, row: number, to: number): number {
  const slope = slopeOf(table, row, board.at[row] as number, to);
  return slope === Number.POSITIVE_INFINITY ? slope : (table.worth[row] as number) * slope;
}

function keepPayable(offers: Offers, board: Board, table: Table): void {
  let kept = 0;
  for (let i = 0; i < offers.size; i += 1) {
    const row = offers.rows[i] as number;
    if (bestStep(board, table, row, board.left) === -1) continue;
    offers.rows[kept] = row;
    offers.to[kept] = offers.to[i] as number;
    offers.values[kept] = offers.values[i] as number;
    kept += 1;
  }
  offers.size = kept;
  heapify(offers, table);
}

// Heap: the offers in an order that lets the best be found in a few steps.

function heapify(offers: Offers, table: Table): void {
  for (let at = (offers.size >> 1) - 1; at >= 0; at -= 1)
    sink(offers, table, at, offers.rows[at] as number, offers.to[at] as number, offers.values[at] as number);
}

function removeTop(offers: Offers, table: Table): void {
  offers.size -= 1;
  const { size, rows, to, values } = offers;
  if (size > 0) sink(offers, table, 0, rows[size] as number, to[size] as number, values[size] as number);
}

/** Puts an offer at the first place below `at` where no better one stands under it. */
function sink(offers: Offers, { place }: Table, start: number, row: number, step: number, value: number): void {
  const { size, rows, to, values } = offers;
  const isBetter = (a: number, other: number, otherRow: number): boolean => {
    const mine = values[a] as number;
    return mine === other ? (place[rows[a] as number] as number) < (place[otherRow] as number) : mine > other;
  };
  let at = start;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    const right = child + 1;
    const best = right < size && isBetter(right, values[child] as number, rows[child] as number) ? right : child;
    if (!isBetter(best, value, row)) break;
    rows[at] = rows[best] as number;
    to[at] = to[best] as number;
    values[at] = values[best] as number;
    at = best;
  }
  rows[at] = row;
  to[at] = step;
  values[at] = value;
}

// Mend: the end of the second phase, which the paper's Listing 1 does not have: a few steps taken last are given back for steps that were refused
// first, where that brings more than it costs.

/** A row goes to another level: `tokens` and `utility` are what that takes or gives back, above 0 in either direction. */
interface Move {
  readonly row: number;
  readonly to: number;
  readonly tokens: number;
  readonly utility: number;
}

/** Moves down first, then those up that are paid by them. */
interface Exchange {
  readonly gain: number;
  readonly moves: readonly Move[];
}

const roundsMax = 4;
/** Exchanges are looked for where more than this share of what was gained could still be missing. */
const shortMin = 0.02;
/** So many of the steps taken last and of those refused first are looked at. */
const coreMax = 4;
/** So many of the steps taken last may go for one large step. */
const forcedMax = 32;
/** Sums of utility differ in their last digits. */
const gainMin = 1e-9;

/**
 * Greedy by value leaves a gap of less than one step, which in a small prompt can be much. The fractional bound of the first refusal says how much at
 * most; within the share above it nothing is done. Else the rows at the edge exchange steps: one up for up to two down, or two up for one down, the
 * best gain first; and in the first round, where that gains more, one up for as many of the last steps as it takes.
 */
export function mend(board: Board, table: Table): void {
  const { refused, taken } = board;
  if (refused.length === 0 || board.bound - board.gained <= shortMin * board.gained) return;
  const latest = taken.slice(-coreMax).reverse();
  const rows = [...new Set([...latest, ...refused.slice(0, coreMax)].map(({ row }) => row))];
  for (let round = 0; round < roundsMax; round += 1) {
    const ups = rows.flatMap((row) => upsOf(board, table, row));
    const small = bestExchange(
      ups,
      rows.flatMap((row) => downsOf(board, table, row)),
      board.left,
    );
    // Later on, the steps taken last are no longer what stands.
    const forced = round === 0 ? bestForced(board, table, ups, small?.gain ?? gainMin) : null;
    const best = forced ?? small;
    if (best === null) return;
    for (const { row, to } of best.moves) install(board, table, row, to);
    board.exchanged += 1;
  }
}

function upsOf(board: Board, table: Table, row: number): readonly Move[] {
  const from = board.at[row] as number;
  return movesTo(table, row, from, from + 1, table.levels[row] as number);
}

/** None goes below what a pin or a demand gave it, and one without either may go. */
function downsOf(board: Board, table: Table, row: number): readonly Move[] {
  const from = board.at[row] as number;
  return from === out ? [] : movesTo(table, row, from, board.floor[row] as number, from - 1);
}

function movesTo(table: Table, row: number, from: number, first: number, last: number): readonly Move[] {
  const moves: Move[] = [];
  if ((table.worth[row] as number) <= 0) return moves;
  for (let to = first; to <= last; to += 1) {
    const [low, high] = from < to ? [from, to] : [to, from];
    const tokens = costOf(table, row, low, high);
    if (tokens > 0)
      moves.push({ row, to, tokens, utility: (table.worth[row] as number) * shareOf(table, row, low, high) });
  }
  return moves;
}

/** The first of equals wins, in the order in which they are tried; null where nothing gains. */
function bestExchange(ups: readonly Move[], downs: readonly Move[], left: number): Exchange | null {
  let best: Exchange | null = null;
  let most = gainMin;
  const keep = (gain: number, moves: readonly Move[]): void => {
    most = gain;
    best = { gain, moves };
  };
  for (const [i, up] of ups.entries()) {
    if (up.tokens <= left && up.utility > most) keep(up.utility, [up]);
    for (const [j, down] of downs.entries()) {
      if (down.row === up.row) continue;
      const gain = up.utility - down.utility;
      const room = left + down.tokens - up.tokens;
      if (room >= 0 && gain > most) keep(gain, [down, up]);
      // What is left over may pay for a second step up; what is missing may come from a second step down.
      const others = room >= 0 ? ups : downs;
      for (let at = (room >= 0 ? i : j) + 1; at < others.length; at += 1) {
        const also = others[at] as Move;
        const total = room >= 0 ? gain + also.utility : gain - also.utility;
        if (total <= most || also.row === up.row || also.row === down.row) continue;
        if (room >= 0 && also.tokens <= room) keep(total, [down, up, also]);
        else if (room < 0 && room + also.tokens >= 0) keep(total, [down, also, up]);
      }
    }
  }
  return best;
}

// Forced: one large step up, for which as many of the small ones taken last go down as it takes.

function bestForced(board: Board, table: Table, ups: readonly Move[], least: number): Exchange | null {
  const last = board.taken
    .slice(-forcedMax)
    .map((step) => undone(table, step))
    .reverse();
  let best: Exchange | null = null;
  for (const up of ups) {
    const down = roomFor(up, last, board.left);
    if (down === null) continue;
    const gain = up.utility - down.gain;
    if (gain > (best?.gain ?? least)) best = { gain, moves: [...down.moves, up] };
  }
  return best;
}

function undone(table: Table, { row, from, to }: Step): Move {
  const utility = (table.worth[row] as number) * shareOf(table, row, from, to);
  return { row, to: from, tokens: costOf(table, row, from, to), utility };
}

/**
 * From the latest step back until there is room; then those stay after all that need not go, the earliest first, and none above one that goes.
 * `gain` is what going costs.
 */
function roomFor(up: Move, last: readonly Move[], left: number): Exchange | null {
  let room = left - up.tokens;
  let gain = 0;
  let moves: readonly Move[] = [];
  for (const move of last) {
    if (room >= 0) break;
    // A step that was free opens no room.
    if (move.row === up.row || move.tokens <= 0) continue;
    moves = [...moves, move];
    room += move.tokens;
    gain += move.utility;
  }
  for (const move of [...moves].reverse()) {
    const earlier = moves.slice(moves.indexOf(move) + 1);
    if (move.tokens > room || earlier.some(({ row }) => row === move.row)) continue;
    moves = moves.filter((other) => other !== move);
    room -= move.tokens;
    gain -= move.utility;
  }
  return room < 0 ? null : { gain, moves };
}
