/** Mend: the end of phase 2: trades a step or two taken last for one or two refused, where that brings more than it costs. */

import { install, putOut } from "./board.js";
import type { Field } from "./field.js";
import { type Forced, findForced, force, makeForced, slack } from "./force.js";
import { addMovesOf, type Moves, makeMoves } from "./moves.js";
import { rowBits } from "./offer.js";
import { out } from "./place.js";
import { addRow, makeRowList, type RowList } from "./row-list.js";
import { takenMax } from "./tally.js";

/** Rows an exchange looks at, what they could do, and the best found: places in `ups` and `downs`, -1 for none. */
export interface Mender {
  readonly core: RowList;
  readonly ups: Moves;
  readonly downs: Moves;
  readonly forced: Forced;
  gain: number;
  up: number;
  down: number;
  /** A second one up or down, and which. */
  also: number;
  alsoUp: boolean;
}

/** So many rows on either side are looked at. */
const coreMax = 4;
const roundsMax = 4;
/** Exchanges are looked for where more than this share of what was gained could still be missing. */
const shortMin = 0.02;
/** Less than this is noise of the last digits. */
const gainMin = 1e-9;

export function makeMender(): Mender {
  const size = 2 * coreMax;
  return {
    core: makeRowList(),
    ups: makeMoves(size),
    downs: makeMoves(size),
    forced: makeForced(),
    gain: 0,
    up: -1,
    down: -1,
    also: -1,
    alsoUp: false,
  };
}

/**
 * Greedy by value leaves a gap of less than one step, which in a small prompt can be much. The fractional bound of the first refusal
 * says how much at most; within the share above it nothing is done. Else the rows next to the edge, at most four taken last and
 * four refused first, exchange steps: one up for up to two down, or two up for one down, the best gain first, at most four times;
 * and in the first round, where that gains more, one up for as many of the last steps as it takes.
 */
export function mend(field: Field): void {
  const { mender, tally } = field;
  if (tally.refused === 0 || tally.bound - tally.gained <= shortMin * tally.gained) return;
  findCore(field);
  for (let round = 0; round < roundsMax; round += 1) {
    mender.ups.count = 0;
    mender.downs.count = 0;
    for (let i = 0; i < mender.core.count; i += 1)
      addMovesOf(mender.ups, mender.downs, field.columns, field.board, mender.core.rows[i] as number);
    search(mender, field.board.left);
    // Later on, the steps taken last are no longer what stands.
    if (round === 0) findForced(field, mender.gain);
    if (round === 0 && mender.forced.up !== -1) force(field);
    else if (mender.up === -1) return;
    else exchange(field);
  }
}

/** Rows taken last, the latest first, then rows refused first; each once. */
function findCore({ mender, tally }: Field): void {
  const { core } = mender;
  core.count = 0;
  for (let back = 1; back <= Math.min(tally.taken, coreMax); back += 1) {
    const row = (tally.takenOffer[(tally.taken - back) % takenMax] as number) >> rowBits;
    addOnce(core, row);
  }
  for (let at = 0; at < Math.min(tally.refused, coreMax); at += 1) {
    const row = (tally.refusedOffer[at] as number) >> rowBits;
    addOnce(core, row);
  }
}

function addOnce(core: RowList, row: number): void {
  for (let i = 0; i < core.count; i += 1) if (core.rows[i] === row) return;
  addRow(core, row);
}

/** What cannot gain more than the best so far is not looked into: a token brings at most `best` and takes at least `worst`. */
function search(mender: Mender, left: number): void {
  const { ups, downs } = mender;
  const { row: upRow, tokens: upTokens, utility: upUtility, count: upCount } = ups;
  const { row: downRow, tokens: downTokens, utility: downUtility, count: downCount } = downs;
  mender.gain = gainMin;
  mender.up = -1;
  let most = 0;
  let best = 0;
  for (let up = 0; up < upCount; up += 1) {
    most = Math.max(most, upUtility[up] as number);
    best = Math.max(best, (upUtility[up] as number) / (upTokens[up] as number));
  }
  let largest = 0;
  let worst = Number.POSITIVE_INFINITY;
  for (let down = 0; down < downCount; down += 1) {
    largest = Math.max(largest, downTokens[down] as number);
    worst = Math.min(worst, (downUtility[down] as number) / (downTokens[down] as number));
  }
  for (let up = 0; up < upCount; up += 1) {
    const row = upRow[up] as number;
    const tokens = upTokens[up] as number;
    const utility = upUtility[up] as number;
    if (tokens <= left) keep(mender, utility, up, -1, -1, false);
    if (tokens > left + 2 * largest) continue;
    for (let down = 0; down < downCount; down += 1) {
      const gain = utility - (downUtility[down] as number);
      const room = left + (downTokens[down] as number) - tokens;
      if (room >= 0) {
        if (gain + Math.min(most, room * best + slack) <= mender.gain || downRow[down] === row) continue;
        keep(mender, gain, up, down, -1, false);
        searchUp(mender, up, down, gain, room);
      } else if (gain + room * worst + slack > mender.gain && room + largest >= 0 && downRow[down] !== row)
        searchDown(mender, up, down, gain, room);
    }
  }
}

function searchUp(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.ups;
  const first = row[up] as number;
  const other = mender.downs.row[down] as number;
  for (let also = up + 1; also < count; also += 1) {
    if ((tokens[also] as number) > room || gain + (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keep(mender, gain + (utility[also] as number), up, down, also, true);
  }
}

function searchDown(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.downs;
  const first = mender.ups.row[up] as number;
  const other = row[down] as number;
  for (let also = down + 1; also < count; also += 1) {
    if (room + (tokens[also] as number) < 0 || gain - (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keep(mender, gain - (utility[also] as number), up, down, also, false);
  }
}

/** The first of equals stays. */
function keep(mender: Mender, gain: number, up: number, down: number, also: number, alsoUp: boolean): void {
  if (gain <= mender.gain) return;
  mender.gain = gain;
  mender.up = up;
  mender.down = down;
  mender.also = also;
  mender.alsoUp = alsoUp;
}

function exchange(field: Field): void {
  const { ups, downs, up, down, also, alsoUp } = field.mender;
  if (down !== -1) lower(field, downs, down);
  if (also !== -1 && !alsoUp) lower(field, downs, also);
  lift(field, ups, up);
  if (also !== -1 && alsoUp) lift(field, ups, also);
  field.tally.exchanged += 1;
}

function lower({ columns, board }: Field, downs: Moves, at: number): void {
  const row = downs.row[at] as number;
  const to = downs.to[at] as number;
  if (to === out) putOut(board, columns, row);
  else {
    board.at[row] = to;
    board.left += downs.tokens[at] as number;
  }
}

function lift({ columns, board }: Field, ups: Moves, at: number): void {
  install(board, columns, ups.row[at] as number, ups.to[at] as number);
}
