/**
 * Table: the pages of an engine as columns of numbers. Each page has a row, each row its levels of fidelity with their tokens, and the rows are
 * numbered in the order of their ids, so that a tie is settled by two numbers and not by two texts.
 */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result.js";
import { compareText, inOrder } from "../../base/text.js";
import { fidelities, rank, schema } from "../../page/page.js";
import { fixedWorth, pinOf, utility } from "../budget.js";
import type { Candidate, Policy } from "../decision.js";

/** A level is numbered from 1; `out` is where a page stands that is not in the prompt, at no tokens and no share. */
export const out = 0;
/** Columns by level hold 8 places a row: the level's is `(row << levelBits) | level`. */
export const levelBits = 3;

/** A dropped row has no candidate, and is used again once the order of ids is settled. */
export interface Table {
  readonly policy: Policy;
  readonly rows: Map<PageId, number>;
  readonly candidates: (Candidate | null)[];
  /** By row: worth without recency, recency from 0 to 1, and the worth at full now, of both (paper Appendix A). */
  standing: Float64Array;
  recency: Float64Array;
  worth: Float64Array;
  /** By row: 0 none, 1 soft, 2 hard. */
  pin: Uint8Array;
  /** By row: how many levels, which of them is the cheapest, and the page's minimum fidelity as its rank. */
  levels: Uint8Array;
  least: Uint8Array;
  minimum: Uint8Array;
  /** By level: fidelity as its rank, tokens, and the share of the page's worth that it delivers. */
  fidelity: Uint8Array;
  tokens: Float64Array;
  share: Float64Array;
  /** By row: its place in the order of ids; and the rows in that order. */
  place: Int32Array;
  inOrder: Int32Array;
  /** Rows that came and rows that went since the order was settled. */
  readonly added: number[];
  readonly dropped: number[];
  readonly free: number[];
}

const firstRows = 32;

export function makeTable(policy: Policy): Table {
  return {
    policy,
    rows: new Map(),
    candidates: [],
    standing: new Float64Array(firstRows),
    recency: new Float64Array(firstRows),
    worth: new Float64Array(firstRows),
    pin: new Uint8Array(firstRows),
    levels: new Uint8Array(firstRows),
    least: new Uint8Array(firstRows),
    minimum: new Uint8Array(firstRows),
    fidelity: new Uint8Array(firstRows << levelBits),
    tokens: new Float64Array(firstRows << levelBits),
    share: new Float64Array(firstRows << levelBits),
    place: new Int32Array(firstRows),
    inOrder: new Int32Array(0),
    added: [],
    dropped: [],
    free: [],
  };
}

const shares: readonly number[] = fidelities.map((fidelity) => utility(1, fidelity));

/**
 * Adds a page or replaces the one of its id; nothing where it is that very one. Throws on a candidate that no policy could place, and changes nothing
 * then.
 */
export function putPage(table: Table, candidate: Candidate): void {
  const { policy } = table;
  const { recency, minFidelity, tokens, type } = candidate;
  const known = table.rows.get(candidate.id);
  if (known !== undefined && table.candidates[known] === candidate && table.recency[known] === recency) return;
  assert(recency >= 0 && recency <= 1, "a recency lies between 0 and 1");
  const pin = pinOf(candidate, policy);
  const stands = fixedWorth(candidate, policy, pin);
  const path = schema[type].degrades;
  const least = rank(minFidelity);
  let levels = 0;
  for (const fidelity of path) {
    const price = tokens[fidelity];
    if (price === undefined) continue;
    assert(Number.isSafeInteger(price) && price >= 0, "a price is a whole number of tokens, 0 or more");
    if (rank(fidelity) >= least) levels += 1;
  }
  assert(levels > 0, "a candidate admits a level at or above its minimum");
  const row = rowOf(table, candidate.id);
  table.candidates[row] = candidate;
  table.standing[row] = stands;
  table.recency[row] = recency;
  table.worth[row] = stands + policy.weights.recency * recency;
  table.pin[row] = pin === "hard" ? 2 : pin === "soft" ? 1 : 0;
  table.minimum[row] = least;
  table.levels[row] = levels;
  let at = row << levelBits;
  for (let level = least; level < fidelities.length; level += 1) {
    const fidelity = fidelities[level]!;
    const price = tokens[fidelity];
    if (price === undefined || !path.includes(fidelity)) continue;
    at += 1;
    table.fidelity[at] = level;
    table.tokens[at] = price;
    table.share[at] = candidate.shares?.[fidelity] ?? (shares[level] as number);
  }
  table.least[row] = cheapestFrom(table, row, 0);
}

/** The cheapest level of a row at or above a fidelity; at equal price the higher. Where all lie below, the highest there is. */
export function cheapestFrom({ levels, fidelity, tokens }: Table, row: number, least: number): number {
  const first = row << levelBits;
  let best = first | (levels[row] as number);
  for (let at = best - 1; at > first; at -= 1)
    if ((fidelity[at] as number) >= least && (tokens[at] as number) < (tokens[best] as number)) best = at;
  return best - first;
}

/** Whether there was one. */
export function dropPage(table: Table, id: PageId): boolean {
  const row = table.rows.get(id);
  if (row === undefined) return false;
  table.rows.delete(id);
  table.candidates[row] = null;
  table.recency[row] = 0;
  table.dropped.push(row);
  return true;
}

export function candidateAt({ candidates }: Table, row: number): Candidate {
  const candidate = candidates[row];
  assert(candidate !== null && candidate !== undefined, "a row in use has a candidate");
  return candidate;
}

function rowOf(table: Table, id: PageId): number {
  const known = table.rows.get(id);
  if (known !== undefined) return known;
  const row = table.free.pop() ?? table.candidates.length;
  if (row >= table.standing.length) grow(table);
  table.rows.set(id, row);
  table.added.push(row);
  return row;
}

function grow(table: Table): void {
  for (const name of ["standing", "recency", "worth", "tokens", "share"] as const) {
    const old = table[name];
    table[name] = new Float64Array(2 * old.length);
    table[name].set(old);
  }
  for (const name of ["pin", "levels", "least", "minimum", "fidelity"] as const) {
    const old = table[name];
    table[name] = new Uint8Array(2 * old.length);
    table[name].set(old);
  }
  table.place = new Int32Array(table.standing.length);
}

/** Numbers the rows anew if any came or went: those that stay keep their order, and each new one goes between two of them. */
export function settleOrder(table: Table): void {
  const { added, dropped, candidates, place, free } = table;
  if (added.length === 0 && dropped.length === 0) return;
  const idOf = (row: number): string => candidateAt(table, row).id;
  const before = table.inOrder.filter((row) => candidates[row] !== null);
  const news = inOrder(
    added.filter((row) => candidates[row] !== null),
    (a, b) => compareText(idOf(a), idOf(b)),
  );
  const next = new Int32Array(before.length + news.length);
  let from = 0;
  for (const [i, row] of news.entries()) {
    const to = firstBehind(before, from, (other) => idOf(other) > idOf(row));
    next.set(before.subarray(from, to), from + i);
    next[to + i] = row;
    from = to;
  }
  next.set(before.subarray(from), from + news.length);
  for (let at = 0; at < next.length; at += 1) place[next[at] as number] = at;
  table.inOrder = next;
  added.length = 0;
  // Only now: a row that stood for another page in between would be listed under both.
  free.push(...dropped.splice(0));
}

/** The first place from `start` on whose row is behind, by halving. */
function firstBehind(rows: Int32Array, start: number, isBehind: (row: number) => boolean): number {
  let [low, high] = [start, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(rows[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
