/** Engine: which pages stand in the prompt and at which fidelity, kept ready from turn to turn so that only what changed is ranked anew. */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result--assert.js";
import { rank } from "../../page/page--page.js";
import type { Policy } from "../decision.js";
import type { Candidate, Demand } from "../decision--decision.js";
import { recencyFloor, recencyKept } from "../prices--recency.js";
import { mend } from "./engine--mend.js";
import { forgetDemands, installRequired, makeRequired } from "./required.js";
import type { Field } from "./required--field.js";
import { makeHeads } from "./required--head.js";
import { makeMender } from "./required--mender.js";
import { insertRow, makeOrder, removeRow } from "./required--standing-order.js";
import { coolDown, makeWarm, warmUp, widenWarm } from "./required--warm-rows.js";
import { kindsUnder, putRow } from "./rows.js";
import { freshen } from "./rows--fresh.js";
import { addRow, makeRowList, type RowList, takeRow } from "./rows--row-list.js";
import { makeHeap } from "./rows--step-heap.js";
import { dropRow, makeColumns } from "./tally.js";
import { clearBoard, makeBoard } from "./tally--board.js";
import { place } from "./tally--place.js";
import { settleRanks } from "./tally--ranks.js";
import { clearTally, makeTally } from "./tally--tally.js";
import { upgrade } from "./upgrade--upgrade.js";
import { orderWarm } from "./warm-order.js";

/**
 * The multi-choice knapsack of paper section 3, Listing 1, over pages that stay. First every hard pin at its minimum and every
 * demand at its fidelity; then steps up by utility a token, of which the first, if the policy prefetches, is to come in; then, where
 * much could be missing, a few exchanges. Deterministic: the same pages and turns give the same decisions whatever the order they
 * were put in.
 */
export interface Engine {
  readonly policy: Policy;
  readonly size: number;
  /** Adds a page or replaces the one of its id, whose recency starts anew with the candidate's. Throws on one that has no level. */
  put(candidate: Candidate): void;
  /** Whether there was one. */
  drop(id: PageId): boolean;
  has(id: PageId): boolean;
  /**
   * Decides for what stands and these demands. `budget` in tokens. A demand for a page that is not there changes nothing.
   * What `decided` gives holds until the next call.
   */
  decide(demands: readonly Demand[], budget: number): Decided;
  /** The next turn begins: every recency fades (x 0.88), and that of the pages demanded becomes 1 (paper Appendix A). */
  turn(demanded: readonly Demand[]): void;
}

/** A decision where it was made: the engine's own rows, to be read before the next one. */
export interface Decided {
  readonly field: Field;
}

/** To rank all of so few pages at each turn costs less than to keep two orders. */
const smallMax = 64;

interface Parts {
  readonly field: Field;
  readonly decided: Decided;
  readonly small: number;
  /** Rows that were put since the last decision: not yet in the orders. */
  readonly fresh: RowList;
  /** Whether cold rows are ranked with the warm ones. */
  loose: boolean;
}

export function makeEngine(policy: Policy): Engine {
  return makeEngineFor(policy, smallMax);
}

/** `small`: of so few pages none is cold. */
export function makeEngineFor(policy: Policy, small: number): Engine {
  const field: Field = {
    columns: makeColumns(policy),
    board: makeBoard(),
    required: makeRequired(),
    cold: makeOrder(),
    warm: makeWarm(),
    heap: makeHeap(),
    heads: makeHeads(),
    tally: makeTally(),
    mender: makeMender(),
  };
  const { columns, required } = field;
  const kinds = kindsUnder(policy);
  const parts: Parts = { field, decided: { field }, small, fresh: makeRowList(), loose: false };
  return {
    policy,
    get size() {
      return columns.rows.size;
    },
    has: (id) => columns.rows.has(id),
    put(candidate) {
      const known = columns.rows.get(candidate.id);
      if (known !== undefined) giveUp(parts, known);
      const row = putRow(columns, kinds, candidate, known);
      if (columns.pin[row] === 2) addRow(required.hard, row);
      addRow(parts.fresh, row);
    },
    drop(id) {
      const row = columns.rows.get(id);
      if (row === undefined) return false;
      giveUp(parts, row);
      dropRow(columns, id, row);
      return true;
    },
    decide: (demands, budget) => decide(parts, demands, budget),
    turn: (demanded) => nextTurn(parts, demanded),
  };
}

/** Takes a page's row out of every order while its columns are still those it was put in with. */
function giveUp(parts: Parts, row: number): void {
  const { columns, board, required } = parts.field;
  leave(parts.field, row);
  board.required[row] = 0;
  if (columns.pin[row] === 2) takeRow(required.hard, row);
}

function decide(parts: Parts, demands: readonly Demand[], budget: number): Decided {
  assert(Number.isSafeInteger(budget) && budget >= 0, "a budget is a whole number of tokens, 0 or more");
  const { field } = parts;
  const { columns, board, warm, required } = field;
  settle(parts);
  forgetDemands(required, board);
  clearBoard(board, columns, budget);
  clearTally(field.tally);
  for (let i = 0; i < demands.length; i += 1) ask(field, demands[i] as Demand);
  installRequired(required, columns, board);
  if (columns.policy.prefetch === "minimum" || columns.policy.upgrade === "marginal") {
    orderWarm(warm, columns);
    upgrade(field);
    if (columns.policy.upgrade === "marginal") mend(field);
  }
  assert(board.left >= 0, "a selection never overspends");
  return parts.decided;
}

function ask({ columns, required }: Field, { id, fidelity }: Demand): void {
  const row = columns.rows.get(id);
  if (row === undefined) return;
  if (required.demanded.length < columns.standing.length) {
    const old = required.demanded;
    required.demanded = new Uint8Array(columns.standing.length);
    required.demanded.set(old);
  }
  const wanted = 1 + Math.max(columns.minimum[row] as number, fidelity === null ? 0 : rank(fidelity));
  if (required.demanded[row] === 0) addRow(required.asked, row);
  required.demanded[row] = Math.max(required.demanded[row] as number, wanted);
}

/**
 * Rows that were put take their places. In a small table, and for once where most of a table is new, they are ranked with the warm
 * rows: to sort all steps of all pages pays only for who decides again.
 */
function settle(parts: Parts): void {
  const { field, fresh } = parts;
  const { columns, warm } = field;
  if (warm.place.length < columns.standing.length) widenWarm(warm, columns.standing.length);
  if (fresh.count === 0 && (!parts.loose || columns.rows.size <= parts.small)) return;
  settleRanks(columns);
  const isLoose = columns.rows.size <= parts.small || fresh.count * 2 > columns.rows.size;
  if (!isLoose && parts.loose) {
    for (let at = warm.count - 1; at >= 0; at -= 1) {
      const row = warm.rows[at] as number;
      if (warm.place[row] !== place.loose) continue;
      if ((columns.recency[row] as number) > 0) warm.place[row] = place.warm;
      else chill(field, row);
    }
  }
  parts.loose = isLoose;
  for (let i = 0; i < fresh.count; i += 1) {
    const row = fresh.rows[i] as number;
    // A row that was put twice has its place already; one that was dropped needs none.
    if (warm.place[row] !== place.none || columns.candidates[row] === null) continue;
    if (isLoose) warmUp(warm, row, place.loose);
    else if ((columns.recency[row] as number) > 0) warmUp(warm, row, place.warm);
    else chill(field, row);
  }
  fresh.count = 0;
}

/** Gives a row its place among the cold ones. */
function chill(field: Field, row: number): void {
  leave(field, row);
  insertRow(field.cold, field.columns, row);
  field.warm.place[row] = place.cold;
}

function leave({ columns, warm, cold }: Field, row: number): void {
  const at = warm.place[row] ?? place.none;
  if (at === place.cold) removeRow(cold, columns, row);
  else if (at !== place.none) coolDown(warm, row);
  warm.place[row] = place.none;
}

function nextTurn(parts: Parts, demanded: readonly Demand[]): void {
  settle(parts);
  const { field } = parts;
  const { columns, warm } = field;
  const { standing, recency, worth } = columns;
  const weight = columns.policy.weights.recency;
  if (warm.count > 0) warm.isStale = true;
  // From the end, because a row that leaves is replaced by the last.
  for (let at = warm.count - 1; at >= 0; at -= 1) {
    const row = warm.rows[at] as number;
    const before = recency[row] as number;
    if (before === 0) continue;
    const left = before * recencyKept;
    if (left > recencyFloor) {
      recency[row] = left;
      worth[row] = (standing[row] as number) + weight * left;
      continue;
    }
    recency[row] = 0;
    worth[row] = standing[row] as number;
    if (warm.place[row] === place.warm) chill(field, row);
    else freshen(warm, row);
  }
  for (let i = 0; i < demanded.length; i += 1) {
    const row = columns.rows.get((demanded[i] as Demand).id);
    if (row === undefined) continue;
    if (warm.place[row] === place.cold) {
      leave(field, row);
      warmUp(warm, row, place.warm);
    } else freshen(warm, row);
    recency[row] = 1;
    worth[row] = (standing[row] as number) + weight;
  }
}
