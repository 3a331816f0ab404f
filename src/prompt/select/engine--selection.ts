/** Selection: a decision written out for everybody: each page that was a candidate in one of two lists, sorted by id. */

import { assert } from "../../base/result--assert.js";
import { sortedById } from "../../base/text--order.js";
import { fidelities, rank } from "../../page/page--page.js";
import type { Policy } from "../decision.js";
import type { Candidate, Demand, Omitted, Selected, Selection } from "../decision--decision.js";
import { type Decided, makeEngine } from "./engine.js";
import type { Field } from "./required--field.js";
import { candidateAt } from "./rows--rows.js";
import { levelBits, out } from "./tally--place.js";
import { reasonNames, whyAt } from "./tally--why.js";

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
