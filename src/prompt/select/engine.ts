/**
 * Engine: which pages stand in the prompt and at which fidelity, kept ready from turn to turn so that only what changed is ranked anew.
 *
 * The engine sees token counts and never the text of a page. Phase 1 (`required.ts`) seats hard pins and demands and gives each its floor. Phase 2
 * (`upgrade.ts`) spends what is left, the best value a token first; to come in is a page's first step. It walks two orders: cold steps stand from
 * turn to turn, and warm ones are ranked anew, with a heap for rows that fit neither. A mend then exchanges a few steps at the
 * edge, where the fractional bound says that much may be missing.
 *
 * Ties compare dense ranks of ids, so the order in which pages were put plays no part. After 72 turns without a demand a recency counts as none. A
 * table of 64 pages or fewer keeps no cold order. What the engine decides must equal a plain implementation (`test/prompt/plain-select.ts`), and
 * `test/eval/paper/oracle.ts` measures how far it stays behind the exact optimum. Objects are written out field by field, because one made by a
 * spread runs a third slower once there are several kinds.
 */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result.js";
import { sortedById } from "../../base/text.js";
import { type Fidelity, fidelities, rank } from "../../page/page.js";
import type { Candidate, Demand, Omitted, Policy, Selected, Selection } from "../decision.js";
import { recencyFloor, recencyKept } from "../prices.js";
import {
  coolDown,
  coreMax,
  type Field,
  findForced,
  force,
  forgetDemands,
  insertRow,
  installRequired,
  makeHeads,
  makeMender,
  makeOrder,
  makeRequired,
  makeWarm,
  removeRow,
  warmUp,
  widenWarm,
} from "./required.js";
import {
  addMovesOf,
  addRow,
  candidateAt,
  freshen,
  kindsUnder,
  type Moves,
  makeHeap,
  makeRowList,
  putRow,
  type RowList,
  rowBits,
  takeRow,
} from "./rows.js";
import {
  clearBoard,
  clearTally,
  dropRow,
  install,
  levelBits,
  makeBoard,
  makeColumns,
  makeTally,
  out,
  place,
  putOut,
  reasonNames,
  settleRanks,
  takenMax,
  whyAt,
} from "./tally.js";
import { orderWarm, search, upgrade } from "./upgrade.js";

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

// Selection: a decision written out for everybody: each page that was a candidate in one of two lists, sorted by id.

/** One decision over candidates that nobody keeps. Throws on a duplicate id: that is a bug. */
export function select(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  budget: number,
  policy: Policy,
): Selection {
  const engine = makeEngine(policy);
  for (const candidate of candidates) {
    assert(!engine.has(candidate.id), "every candidate has an id of its own");
    engine.put(candidate);
  }
  return selectionOf(engine.decide(demands, budget));
}

/** To be called before the next decision. */
export function selectionOf({ field }: Decided): Selection {
  const { board, required } = field;
  const selected: Selected[] = [];
  for (let at = 0; at < board.count; at += 1) selected.push(selectedAt(field, board.rows[at] as number));
  const selection = {
    budget: board.budget,
    used: board.budget - board.left,
    selected: sortedById(selected),
    omitted: omittedIn(field),
    pressure: sortedById([...required.pressure]),
  };
  check(selection, field);
  return selection;
}

/** What an engine left out last, as its rows stand and by id: on a large table most of it, and mostly the same again. */
const leftBefore = new WeakMap<Field, { readonly rows: readonly Omitted[]; readonly sorted: readonly Omitted[] }>();

function omittedIn(field: Field): readonly Omitted[] {
  const { board, columns } = field;
  const unasked = columns.policy.prefetch === "none" ? "not_demanded" : "over_budget";
  const before = leftBefore.get(field);
  const rows: Omitted[] = [];
  let isSame = true;
  for (const [id, row] of columns.rows) {
    if (board.at[row] !== out) continue;
    const reason = board.required[row] === 1 ? "minimum_over_budget" : unasked;
    const known = before?.rows[rows.length];
    const isKnown = known?.id === id && known.reason === reason;
    isSame &&= isKnown;
    rows.push(isKnown ? known : { id, reason });
  }
  if (before !== undefined && isSame && before.rows.length === rows.length) return before.sorted;
  const sorted = sortedById([...rows]);
  leftBefore.set(field, { rows, sorted });
  return sorted;
}

function selectedAt({ board, columns }: Field, row: number): Selected {
  const { id } = candidateAt(columns, row);
  const at = (row << levelBits) | (board.at[row] as number);
  const fidelity = fidelities[columns.fidelity[at] as number] ?? "full";
  const why = reasonNames[whyAt(board, columns, row)];
  assert(why !== undefined && why !== "over_budget", "what is in came in for a reason");
  return { fidelity, id, reason: why, tokens: columns.tokens[at] as number };
}

function check(selection: Selection, { columns }: Field): void {
  const sum = selection.selected.reduce((tokens, page) => tokens + page.tokens, 0);
  assert(sum === selection.used, "what is used is the sum over the selected pages");
  assert(selection.used <= selection.budget, "a selection never overspends");
  assert(
    selection.selected.length + selection.omitted.length === columns.rows.size,
    "every candidate is selected or omitted",
  );
  for (const { id, fidelity } of selection.selected) {
    const least = candidateAt(columns, columns.rows.get(id) ?? -1).minFidelity;
    assert(rank(fidelity) >= rank(least), "no page stands below its minimum");
  }
}

// Mend: the end of phase 2: trades a step or two taken last for one or two refused, where that brings more than it costs.

const roundsMax = 4;
/** Exchanges are looked for where more than this share of what was gained could still be missing. */
const shortMin = 0.02;

/**
 * Greedy by value leaves a gap of less than one step, which in a small prompt can be much. The fractional bound of the first refusal
 * says how much at most; within the share above it nothing is done. Else the rows next to the edge, at most four taken last and
 * four refused first, exchange steps: one up for up to two down, or two up for one down, the best gain first, at most four times;
 * and in the first round, where that gains more, one up for as many of the last steps as it takes.
 */
function mend(field: Field): void {
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

// Kept: an engine that stands from decision to decision and is told of those candidates alone that are others than before.

/** What `select` would give for the same, whatever was decided before. */
export type KeptSelect = (candidates: readonly Candidate[], demands: readonly Demand[], budget: number) => Selection;

/** A candidate that is the same object says the same: whoever changes one makes another. */
export function keepSelect(policy: Policy): KeptSelect {
  const engine = makeEngine(policy);
  const known = new Map<PageId, { candidate: Candidate; round: number }>();
  let round = 0;
  return (candidates, demands, budget) => {
    round += 1;
    for (const candidate of candidates) {
      const before = known.get(candidate.id);
      assert(before?.round !== round, "every candidate has an id of its own");
      if (before?.candidate !== candidate) engine.put(candidate);
      if (before === undefined) known.set(candidate.id, { candidate, round });
      else {
        before.candidate = candidate;
        before.round = round;
      }
    }
    if (known.size > candidates.length)
      for (const [id, one] of known) {
        if (one.round === round) continue;
        engine.drop(id);
        known.delete(id);
      }
    return selectionOf(engine.decide(demands, budget));
  };
}

// Observe: what of a turn's demands the last decision left ready, seen before the next one is made: the hook for fault observers.

/** The fidelity at which a page stands; null where it is out or not known. */
export function fidelityOf({ field }: Decided, id: PageId): Fidelity | null {
  const row = field.columns.rows.get(id);
  if (row === undefined) return null;
  const at = field.board.at[row] as number;
  return at === out ? null : (fidelities[field.columns.fidelity[(row << levelBits) | at] as number] as Fidelity);
}

/** Calls `miss` for each demand that what stands does not meet, with the fidelity there is; gives how many it does meet. */
export function observe(
  decided: Decided,
  demands: readonly Demand[],
  miss: (demand: Demand, stands: Fidelity | null) => void,
): number {
  const { columns, board } = decided.field;
  let hits = 0;
  for (let i = 0; i < demands.length; i += 1) {
    const demand = demands[i] as Demand;
    const row = columns.rows.get(demand.id);
    const at = row === undefined ? out : (board.at[row] as number);
    if (row === undefined || at === out) {
      miss(demand, null);
      continue;
    }
    const stands = fidelities[columns.fidelity[(row << levelBits) | at] as number] as Fidelity;
    if (demand.fidelity === null || fidelities.indexOf(demand.fidelity) <= fidelities.indexOf(stands)) hits += 1;
    else miss(demand, stands);
  }
  return hits;
}
