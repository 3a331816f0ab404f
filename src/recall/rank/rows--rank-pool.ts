/** RankPool: the best pages of a query, and their words as numbers, so that pages and chunks can be held against each other. */

import { fieldBit } from "../words/typo--words-of.js";
import type { Row } from "./rows.js";
import { weights } from "./weights--rank-weights.js";

/** The words of some pages, each word by its place (`slots`). */
export interface Pool<P extends { readonly rows: readonly Row[] }> {
  readonly pages: readonly P[];
  /** Of all pages. */
  readonly rows: number;
  readonly words: number;
  /** By the number of a word: its place, counted from 1; 0 where no body holds it. */
  readonly slots: Int32Array;
  /** By place: how many rows and how many pages have it; and by place and page, how often (`place * pages.length + page`). */
  readonly inRows: Int32Array;
  readonly inPages: Int32Array;
  readonly counts: Uint32Array;
  /** By place: 0 where a word tells nothing, being a speaker's name or in too many rows; else how much it tells of a row. */
  readonly tells: Float64Array;
}

export function poolOf<P extends { readonly rows: readonly Row[] }>(pages: readonly P[]): Pool<P> {
  let rows = 0;
  let last = 0;
  let held = 0;
  for (const page of pages) {
    rows += page.rows.length;
    for (const { sketch } of page.rows) {
      last = Math.max(last, sketch.ids.at(-1) ?? 0);
      held += sketch.ids.length;
    }
  }
  // Every word of every chunk at hand is looked up, which a table of numbers does in a tenth of a map's time.
  const slots = new Int32Array(last + 1);
  const inRows = new Int32Array(held);
  const names = new Uint8Array(held);
  let words = 0;
  for (const page of pages) {
    for (const { sketch } of page.rows) {
      const { ids, counts, masks } = sketch;
      for (let at = 0; at < ids.length; at++) {
        if (counts[at] === 0) continue;
        const id = ids[at]!;
        if (slots[id] === 0) slots[id] = ++words;
        const slot = slots[id]! - 1;
        inRows[slot]!++;
        if ((masks[at]! & fieldBit.speaker) !== 0) names[slot] = 1;
      }
    }
  }
  return {
    pages,
    rows,
    words,
    slots,
    inRows,
    ...byPage(pages, slots, words),
    tells: telling(inRows, names, words, rows),
  };
}

function byPage(
  pages: readonly { readonly rows: readonly Row[] }[],
  slots: Int32Array,
  words: number,
): { readonly inPages: Int32Array; readonly counts: Uint32Array } {
  const many = pages.length;
  const counts = new Uint32Array(many * words);
  const inPages = new Int32Array(words);
  for (const [number, page] of pages.entries()) {
    for (const { sketch } of page.rows) {
      for (let at = 0; at < sketch.ids.length; at++) {
        const times = sketch.counts[at]!;
        if (times === 0) continue;
        const slot = slots[sketch.ids[at]!]! - 1;
        const place = slot * many + number;
        if (counts[place] === 0) inPages[slot]!++;
        counts[place]! += times;
      }
    }
  }
  return { inPages, counts };
}

function telling(inRows: Int32Array, names: Uint8Array, words: number, rows: number): Float64Array {
  const most = Math.floor(weights.besideShare * rows);
  // Counts are small and words are many: a logarithm a count, not a word.
  const byCount = Float64Array.from({ length: most + 1 }, (_, holding) => idf(holding, rows));
  const tells = new Float64Array(words);
  for (let slot = 0; slot < words; slot++) {
    if (names[slot] === 0 && inRows[slot]! <= most) tells[slot] = byCount[inRows[slot]!]!;
  }
  return tells;
}

/** How much it tells that a word is one of a page's, or a chunk's. */
export function idf(holding: number, all: number): number {
  return Math.log(1 + (Math.max(all, holding) - holding + 0.5) / (holding + 0.5));
}
