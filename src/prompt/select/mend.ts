/**
 * Mend: the end of the second phase, which the paper's Listing 1 does not have: a few steps taken last are given back for steps that were refused
 * first, where that brings more than it costs.
 */

import { type Board, costOf, install, type Step, shareOf } from "./board.js";
import { out, type Table } from "./table.js";

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
