/** Head: where the walk of an order stands, so that it can be told which order comes next. */

import { type Chunk, makeChunk } from "./chunk.js";

/** Where a walk stands: at an offer, with its value and the rank of its row; `value` is -1 at the end. */
export interface Head {
  /** What is walked, and which of the order's chunks that is. */
  list: Chunk;
  chunk: number;
  at: number;
  value: number;
  rank: number;
}

const nothing = makeChunk(0);

export function makeHead(): Head {
  return { list: nothing, chunk: 0, at: 0, value: -1, rank: 0 };
}

/** Whether what one head stands at comes before what the other does. */
export function isAhead(head: Head, other: Head): boolean {
  return head.value === other.value ? head.rank < other.rank : head.value > other.value;
}
