/** Ranks: rows numbered in the order of their ids, so that a tie is settled by two numbers and not by two texts. */

import { compareText } from "../../base/text--order.js";
import type { Candidate } from "../decision--decision.js";
import type { Columns } from "./tally.js";

/** `byId` holds rows in the order of their ids; those that were dropped stay until pages of new ids come in. */
export interface Ranks {
  byId: Int32Array;
  count: number;
  /** Rows of ids that were not there before: they have no number yet. */
  readonly added: number[];
  /** By row, one of `rankState`. */
  state: Uint8Array;
  /** Whether rows were dropped since `byId` was made. */
  hasGaps: boolean;
}

/** To put rows between the others one by one may take so many moves; beyond that all are numbered anew. */
const movesMax = 256;

const rankState = { none: 0, ranked: 1, added: 2, merging: 3 } as const;

export function makeRanks(): Ranks {
  return {
    byId: new Int32Array(0),
    count: 0,
    added: [],
    state: new Uint8Array(0),
    hasGaps: false,
  };
}

export function addRank(ranks: Ranks, row: number): void {
  ranks.state[row] = rankState.added;
  ranks.added.push(row);
}

export function dropRank(ranks: Ranks, row: number): void {
  ranks.state[row] = rankState.none;
  ranks.hasGaps = true;
}

/** Numbers rows anew if any came in; those that had a number keep their order among each other. */
export function settleRanks(columns: Columns): void {
  const { ranks } = columns;
  const { added } = ranks;
  if (added.length === 0) return;
  if (added.length * (ranks.count + added.length) > movesMax || ranks.hasGaps) mergeRanks(columns);
  else for (let i = 0; i < added.length; i += 1) insertRank(columns, added[i] as number);
  added.length = 0;
}

/** A row takes its place between the others, all of them ranked. */
function insertRank({ ranks, rank, candidates }: Columns, row: number): void {
  if (ranks.count === ranks.byId.length) {
    const old = ranks.byId;
    ranks.byId = new Int32Array(ranks.state.length);
    ranks.byId.set(old);
  }
  const { byId } = ranks;
  const { id } = candidates[row] as Candidate;
  let at = ranks.count;
  for (; at > 0; at -= 1) {
    const other = byId[at - 1] as number;
    if ((candidates[other] as Candidate).id < id) break;
    byId[at] = other;
    rank[other] = at;
  }
  byId[at] = row;
  rank[row] = at;
  ranks.count += 1;
  ranks.state[row] = rankState.ranked;
}

function mergeRanks(columns: Columns): void {
  const { ranks, rank } = columns;
  const { byId, count, state } = ranks;
  const added: number[] = [];
  for (const row of ranks.added) {
    // A row that was added, dropped and added again is listed twice.
    if (state[row] !== rankState.added) continue;
    state[row] = rankState.merging;
    added.push(row);
  }
  const idAt = (row: number): string => (columns.candidates[row] as Candidate).id;
  added.sort((a, b) => compareText(idAt(a), idAt(b)));
  const next = new Int32Array(state.length);
  let size = 0;
  let at = 0;
  const put = (row: number): void => {
    rank[row] = size;
    next[size] = row;
    size += 1;
  };
  for (const row of added) {
    const end = placeBefore(columns, byId, at, count, idAt(row));
    for (; at < end; at += 1) if (state[byId[at] as number] === rankState.ranked) put(byId[at] as number);
    put(row);
  }
  for (; at < count; at += 1) if (state[byId[at] as number] === rankState.ranked) put(byId[at] as number);
  for (const row of added) state[row] = rankState.ranked;
  ranks.byId = next;
  ranks.count = size;
  ranks.hasGaps = false;
}

/** The first place from `start` on behind every ranked row of a smaller id. Rows no longer ranked are passed over. */
function placeBefore(columns: Columns, byId: Int32Array, start: number, end: number, id: string): number {
  const { state } = columns.ranks;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at < high && state[byId[at] as number] !== rankState.ranked) at += 1;
    if (at === high) high = middle;
    else if ((columns.candidates[byId[at] as number] as Candidate).id < id) low = at + 1;
    else high = middle;
  }
  return low;
}
