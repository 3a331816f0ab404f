/** Head: where the walk of an order stands. */

import { type Chunk, makeChunk } from "./rows--chunk.js";

export interface Head {
  /** What is walked, and which of the order's chunks that is. */
  list: Chunk;
  chunk: number;
  /** The next offer; behind the last at the end. */
  at: number;
}

/** Stands where there is none. */
export const noChunk: Chunk = makeChunk(0);

/** Where the walks of both orders stand. */
export interface Heads {
  readonly warm: Head;
  readonly cold: Head;
  /** The row whose step was too dear last. */
  dear: number;
}

export function makeHeads(): Heads {
  const makeHead = (): Head => ({ list: noChunk, chunk: 0, at: 0 });
  return { warm: makeHead(), cold: makeHead(), dear: -1 };
}

/** Both orders from their beginnings. */
export function startHeads({ warm, cold }: Heads, ranked: Chunk, chunks: readonly Chunk[]): void {
  warm.list = ranked;
  warm.at = 0;
  cold.list = chunks[0] ?? noChunk;
  cold.chunk = 0;
  cold.at = 0;
}
