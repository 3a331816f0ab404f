/** Moves: what a few rows could do besides standing where they stand: steps up and steps down, each with its tokens and its utility. */

import type { Columns } from "./tally.js";
import type { Board } from "./tally--board.js";
import { levelBits, levelsMax } from "./tally--place.js";

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
