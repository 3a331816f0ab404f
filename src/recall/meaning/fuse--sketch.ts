/** Sketch: what ranking needs of a page, as numbers: which words each chunk holds, how often, and in which fields. */

import type { ChunkWords } from "../words/typo--words-of.js";

/** One chunk as numbers. */
export interface ChunkSketch {
  readonly start: number;
  readonly end: number;
  /** Into the page's slugs; -1 for none. */
  readonly slug: number;
  readonly section: number;
  readonly length: number;
  readonly asks: boolean;
  readonly timed: boolean;
  /** Days since 1970; null on both where nothing says one. */
  readonly from: number | null;
  readonly to: number | null;
  /** Ascending numbers of words, and what each is to the chunk. */
  readonly ids: Uint32Array;
  readonly counts: Uint8Array;
  readonly masks: Uint8Array;
}

/** `idOf` gives a word its number in this index; it is asked once for each word of a chunk. */
export function sketchOf(chunk: ChunkWords, slugs: readonly string[], idOf: (word: string) => number): ChunkSketch {
  const count = chunk.words.size;
  // One number a word, so that they sort as numbers: the word's own above its count and its fields.
  const rows = new Float64Array(count);
  let at = 0;
  for (const [word, held] of chunk.words) rows[at++] = idOf(word) * 65_536 + held.count * 256 + held.mask;
  rows.sort();
  const ids = new Uint32Array(count);
  const counts = new Uint8Array(count);
  const masks = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    const id = Math.floor(row / 65_536);
    ids[i] = id;
    const rest = row - id * 65_536;
    counts[i] = rest >> 8;
    masks[i] = rest & 255;
  }
  return {
    start: chunk.start,
    end: chunk.end,
    slug: chunk.slug === null ? -1 : slugs.indexOf(chunk.slug),
    section: chunk.section,
    length: chunk.length,
    asks: chunk.asks,
    timed: chunk.timed,
    from: dayNumber(chunk.days?.from ?? null),
    to: dayNumber(chunk.days?.to ?? null),
    ids,
    counts,
    masks,
  };
}

/** Days since 1970 of `YYYY-MM-DD`. */
export function dayNumber(day: string | null): number | null {
  if (day === null) return null;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(ms) ? ms / 86_400_000 : null;
}
