/** Force: one large step up, for which as many of the small ones taken last go down as it takes. */

import type { Field } from "./required--field.js";
import { fromBits, rowBits } from "./rows--offer.js";
import { costOf, shareOf } from "./rows--price.js";
import type { Columns } from "./tally.js";
import { install, putOut } from "./tally--board.js";
import { out } from "./tally--place.js";
import { takenMax } from "./tally--tally.js";

/** The best step to force, as a place in `ups`, -1 for none, and which of the last steps go down for it, the latest first. */
export interface Forced {
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

export function makeForced(): Forced {
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
