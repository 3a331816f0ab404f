/**
 * Engine: which pages stand in the prompt and at which fidelity: the two phases of the paper's Listing 1 over pages that are put once and stay.
 *
 * The engine sees token counts and never the text of a page. `phases.ts` brings in what must be there, spends what is left on the steps of the
 * most utility a token, and exchanges a few at the edge. `table.ts` holds the pages as columns, `board.ts` what stands. Read them in
 * this order.
 *
 * Ties are settled by id, so the order in which pages were put plays no part. What the engine decides must equal a plain implementation from objects
 * and sorting (`test/prompt/plain-select.ts`), and `test/eval/paper/oracle.ts` measures how far it stays behind the exact optimum.
 */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { type Fidelity, rank } from "../../page/page.js";
import type { Candidate, Demand, Omitted, Policy, Selected, Selection } from "../decision.js";
import { decay } from "../prices.js";
import { type Board, checkBoard, clearBoard, costOf, fidelityAt, makeBoard, reasonAt, rowsOf } from "./board.js";
import { installRequired, mend, upgrade } from "./phases.js";
import { candidateAt, dropPage, makeTable, out, putPage, settleOrder, type Table } from "./table.js";

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

/** A decision where it was made: the engine's own table and board, to be read before the next one. */
export interface Decided {
  readonly table: Table;
  readonly board: Board;
}

export function makeEngine(policy: Policy): Engine {
  const table = makeTable(policy);
  const decided: Decided = { table, board: makeBoard() };
  return {
    policy,
    get size() {
      return table.rows.size;
    },
    has: (id) => table.rows.has(id),
    put: (candidate) => putPage(table, candidate),
    drop: (id) => dropPage(table, id),
    decide: (demands, budget) => {
      decide(decided, demands, budget);
      return decided;
    },
    turn: (demanded) => nextTurn(table, demanded),
  };
}

function decide({ table, board }: Decided, demands: readonly Demand[], budget: number): void {
  assert(Number.isSafeInteger(budget) && budget >= 0, "a budget is a whole number of tokens, 0 or more");
  settleOrder(table);
  clearBoard(board, table.standing.length, budget);
  installRequired(board, table, demands);
  upgrade(board, table);
  if (table.policy.upgrade === "marginal") mend(board, table);
}

function nextTurn({ rows, recency, worth, standing, policy }: Table, demanded: readonly Demand[]): void {
  const weight = policy.weights.recency;
  const set = (row: number, value: number): void => {
    recency[row] = value;
    worth[row] = (standing[row] as number) + weight * value;
  };
  for (let row = 0; row < recency.length; row += 1) {
    const before = recency[row] as number;
    if (before > 0) set(row, decay(before, 1));
  }
  for (const { id } of demanded) {
    const row = rows.get(id);
    if (row !== undefined) set(row, 1);
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
export function selectionOf(decided: Decided): Selection {
  const { table, board } = decided;
  checkBoard(board, table);
  const unasked = table.policy.prefetch === "none" ? "not_demanded" : "over_budget";
  return {
    budget: board.budget,
    used: board.budget - board.left,
    selected: residentsOf(decided).map(({ from, ...page }) => page),
    omitted: Array.from(rowsOf(board, table, "out"), (row): Omitted => {
      const reason = board.required[row] === 0 ? unasked : "minimum_over_budget";
      return { id: candidateAt(table, row).id, reason };
    }),
    pressure: [...board.pressure].sort((a, b) => compareText(a.id, b.id)),
  };
}

/** What is in, by id, and where a pin or a demand had put it; null where it came in because there was room. */
export function residentsOf({ table, board }: Decided): readonly (Selected & { readonly from: Fidelity | null })[] {
  return Array.from(rowsOf(board, table, "in"), (row) => {
    const [at, floor] = [board.at[row] as number, board.floor[row] as number];
    return {
      fidelity: fidelityAt(table, row, at),
      id: candidateAt(table, row).id,
      reason: reasonAt(board, table, row),
      tokens: costOf(table, row, out, at),
      from: floor === out ? null : fidelityAt(table, row, floor),
    };
  });
}

// Observe: what of a turn's demands the last decision left ready, seen before the next one is made: the hook for fault observers.

/** The fidelity at which a page stands; null where it is out or not known. */
export function fidelityOf({ table, board }: Decided, id: PageId): Fidelity | null {
  const row = table.rows.get(id);
  const at = row === undefined ? out : (board.at[row] as number);
  return row === undefined || at === out ? null : fidelityAt(table, row, at);
}

/** Calls `miss` for each demand that what stands does not meet, with the fidelity there is; gives how many it does meet. */
export function observe(
  decided: Decided,
  demands: readonly Demand[],
  miss: (demand: Demand, stands: Fidelity | null) => void,
): number {
  let hits = 0;
  for (const demand of demands) {
    const stands = fidelityOf(decided, demand.id);
    if (stands !== null && (demand.fidelity === null || rank(demand.fidelity) <= rank(stands))) hits += 1;
    else miss(demand, stands);
  }
  return hits;
}
