/** Mend: the end of phase 2: trades a step or two taken last for one or two refused, where that brings more than it costs. */

import type { Field } from "./required--field.js";
import { findForced, force } from "./required--force.js";
import { coreMax } from "./required--mender.js";
import { addMovesOf, type Moves } from "./rows--moves.js";
import { rowBits } from "./rows--offer.js";
import { addRow, type RowList } from "./rows--row-list.js";
import { install, putOut } from "./tally--board.js";
import { out } from "./tally--place.js";
import { takenMax } from "./tally--tally.js";
import { search } from "./upgrade--search.js";

const roundsMax = 4;
/** Exchanges are looked for where more than this share of what was gained could still be missing. */
const shortMin = 0.02;

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
