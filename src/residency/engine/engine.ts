/** Engine: which pages stand in the prompt and at which fidelity, kept ready from turn to turn so that only what changed is ranked anew. */

import { assert } from "../../base/assert.js";
import type { PageId } from "../../base/ids.js";
import { rank } from "../../page/page.js";
import type { Candidate, Demand, Pressure } from "../decision.js";
import type { Policy } from "../policy.js";
import { recencyFloor, recencyKept } from "../recency.js";
import { clearBoard, makeBoard } from "./board.js";
import { dropRow, makeColumns, putRow } from "./columns.js";
import type { Field } from "./field.js";
import { firstOffers, hullSteps } from "./offers.js";
import { prefetch } from "./prefetch.js";
import { forgetDemands, installRequired, makeRequired, type Required } from "./required.js";
import { candidateAt } from "./rows.js";
import { insertRow, makeOrder, removeRow } from "./standing-order.js";
import { makeHeap } from "./step-heap.js";
import { upgrade } from "./upgrade.js";
import { keepWarm, makeWarm, orderWarm, warmUp } from "./warm-rows.js";

/**
 * The multi-choice knapsack of paper section 3, Listing 1, over pages that stay. First every hard pin at its minimum and every
 * demand at its fidelity; then, if the policy prefetches, the others at their minimum; then upgrades. Deterministic: the same pages
 * and turns give the same decisions whatever the order they were put in.
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
  readonly pressure: readonly Pressure[];
}

interface Parts {
  readonly field: Field;
  readonly required: Required;
  /** Rows that were put since the last decision, and rows whose place was given up: not yet in the orders. */
  readonly fresh: Set<number>;
  /** By row: 1 where the standing orders hold it. */
  ordered: Uint8Array;
  /** Whether rows given up may still stand among the warm ones. */
  stale: boolean;
  loose: number;
}

export function makeEngine(policy: Policy): Engine {
  const columns = makeColumns(policy);
  const field: Field = {
    columns,
    board: makeBoard(),
    warm: makeWarm(),
    offers: makeOrder(firstOffers),
    steps: makeOrder(hullSteps),
    heap: makeHeap(),
    missed: [],
    cursor: { chunk: 0, at: 0 },
  };
  const parts: Parts = {
    field,
    required: makeRequired(),
    fresh: new Set(),
    ordered: new Uint8Array(0),
    stale: false,
    loose: 0,
  };
  return {
    policy,
    get size() {
      return columns.rows.size;
    },
    has: (id) => columns.rows.has(id),
    put(candidate) {
      giveUp(parts, candidate.id);
      const row = putRow(columns, candidate);
      if (columns.pin[row] === 2) parts.required.hard.push(row);
      parts.fresh.add(row);
    },
    drop(id) {
      const row = giveUp(parts, id);
      if (row === null) return false;
      parts.fresh.delete(row);
      dropRow(columns, id);
      return true;
    },
    decide: (demands, budget) => decide(parts, demands, budget),
    turn: (demanded) => nextTurn(parts, demanded),
  };
}

/** Takes a page's row out of every order while its columns are still those it was put in with. */
function giveUp(parts: Parts, id: PageId): number | null {
  const { field, required } = parts;
  const { columns, board, warm } = field;
  const row = columns.rows.get(id);
  if (row === undefined) return null;
  if (parts.ordered[row] === 1) {
    if (columns.policy.prefetch === "minimum") removeRow(field.offers, columns, row);
    if (columns.policy.upgrade === "marginal") removeRow(field.steps, columns, row);
    parts.ordered[row] = 0;
  }
  if (columns.pin[row] === 2) required.hard.splice(required.hard.indexOf(row), 1);
  board.required[row] = 0;
  if ((warm.isWarm[row] ?? 0) !== 0) {
    warm.isWarm[row] = 0;
    parts.stale = true;
  }
  return row;
}

function decide(parts: Parts, demands: readonly Demand[], budget: number): Decided {
  assert(Number.isSafeInteger(budget) && budget >= 0, "a budget is a whole number of tokens, 0 or more");
  const { field, required } = parts;
  const { columns, board, warm } = field;
  settle(parts);
  forgetDemands(required, board);
  clearBoard(board, columns, budget);
  for (const demand of demands) ask(parts, demand);
  field.missed.length = 0;
  const pressure = installRequired(required, columns, board);
  if (columns.policy.prefetch === "minimum") {
    orderWarm(warm, columns);
    prefetch(field);
  }
  if (columns.policy.upgrade === "marginal") upgrade(field);
  assert(board.left >= 0, "a selection never overspends");
  return { field, pressure };
}

function ask({ field, required }: Parts, { id, fidelity }: Demand): void {
  const { columns } = field;
  const row = columns.rows.get(id);
  if (row === undefined) return;
  if (required.demanded.length < columns.standing.length) {
    const old = required.demanded;
    required.demanded = new Uint8Array(columns.standing.length);
    required.demanded.set(old);
  }
  const least = rank(candidateAt(columns, row).minFidelity);
  const wanted = 1 + Math.max(least, fidelity === null ? 0 : rank(fidelity));
  if (required.demanded[row] === 0) required.asked.push(row);
  required.demanded[row] = Math.max(required.demanded[row] as number, wanted);
}

/**
 * Rows that were put take their places. Where most of a table is new, they are ranked with the warm rows for this once: to sort all
 * steps of all pages pays only for who decides again.
 */
function settle(parts: Parts): void {
  const { field, fresh } = parts;
  const { columns, warm } = field;
  if (parts.stale) {
    keepWarm(warm, (row) => warm.isWarm[row] !== 0);
    parts.stale = false;
  }
  if (fresh.size === 0 && parts.loose === 0) return;
  if (parts.ordered.length < columns.standing.length) {
    const old = parts.ordered;
    parts.ordered = new Uint8Array(columns.standing.length);
    parts.ordered.set(old);
  }
  const isLoose = fresh.size * 2 > columns.rows.size;
  if (!isLoose) {
    for (let at = 0; at < warm.count; at += 1)
      if (warm.isWarm[warm.rows[at] as number] === 2) fresh.add(warm.rows[at] as number);
    keepWarm(warm, (row) => warm.isWarm[row] === 1);
  }
  parts.loose = isLoose ? fresh.size : 0;
  for (const row of fresh) {
    if (!isLoose) order(parts, row);
    if (isLoose) warmUp(warm, columns, row, 2);
    else if ((columns.recency[row] as number) > 0) warmUp(warm, columns, row, 1);
  }
  fresh.clear();
}

function order({ field, ordered }: Parts, row: number): void {
  const { columns, offers, steps } = field;
  if (columns.policy.prefetch === "minimum") insertRow(offers, columns, row);
  if (columns.policy.upgrade === "marginal") insertRow(steps, columns, row);
  ordered[row] = 1;
}

function nextTurn(parts: Parts, demanded: readonly Demand[]): void {
  settle(parts);
  const { columns, warm } = parts.field;
  for (let at = 0; at < warm.count; at += 1) {
    const row = warm.rows[at] as number;
    const left = (columns.recency[row] as number) * recencyKept;
    columns.recency[row] = left > recencyFloor ? left : 0;
  }
  keepWarm(warm, (row) => (columns.recency[row] as number) > 0 || warm.isWarm[row] === 2);
  for (const { id } of demanded) {
    const row = columns.rows.get(id);
    if (row === undefined) continue;
    columns.recency[row] = 1;
    if (warm.isWarm[row] !== 2) warmUp(warm, columns, row, 1);
  }
}
