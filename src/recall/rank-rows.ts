/** RankRows: the chunks of a page as a query sees them: how much of each of its words they hold, alone and with their neighbors. */

import type { AskedPage } from "./rank-page.js";
import { weights } from "./rank-weights.js";
import type { ChunkSketch } from "./sketch.js";
import type { Form, FormKind } from "./typo.js";
import { fieldBit } from "./words-of.js";

export interface Row {
  readonly page: AskedPage;
  readonly chunk: number;
  readonly sketch: ChunkSketch;
  readonly eligible: boolean;
  /** By word: how much of it the chunk itself holds, and with its neighbors. */
  readonly own: Float64Array;
  readonly all: Float64Array;
  /** Whether somebody the query names speaks in it. */
  named: boolean;
}

export function rowsOf(page: AskedPage, words: readonly { readonly forms: readonly Form[] }[]): readonly Row[] {
  const rows = page.heard.map((chunk): Row => {
    const sketch = page.sketched.chunks[chunk]!;
    const own = Float64Array.from(words, ({ forms }) => amount(sketch, forms));
    return { page, chunk, sketch, eligible: page.eligible.has(chunk), own, all: own.slice(), named: false };
  });
  const at = new Map(rows.map((row) => [row.chunk, row]));
  for (const row of rows) {
    for (const [i, weight] of weights.neighbors.entries()) {
      hear(row, at.get(row.chunk - i - 1), weight, i === 0);
      hear(row, at.get(row.chunk + i + 1), weight, false);
    }
  }
  return rows;
}

/** Under another heading something else begins. A long neighbor is a text of its own, and says less of this one. */
function hear(row: Row, neighbor: Row | undefined, weight: number, before: boolean): void {
  if (neighbor === undefined || neighbor.sketch.section !== row.sketch.section) return;
  const near = before && neighbor.sketch.asks ? weight + weights.answered : weight;
  const factor = near * Math.min(1, weights.neighborLength / Math.max(1, neighbor.sketch.length));
  for (let i = 0; i < row.all.length; i++) row.all[i]! += factor * neighbor.own[i]!;
}

function amount(sketch: ChunkSketch, forms: readonly Form[]): number {
  let most = 0;
  for (const form of forms) {
    const at = find(sketch.ids, form.id);
    if (at >= 0) most += kindWeight(form, forms) * inFields(sketch.counts[at]!, sketch.masks[at]!);
  }
  return most;
}

/** What a form counts beside the others of its word; the word itself, where it is known, is the first of them. */
export function kindWeight({ kind }: Form, forms: readonly Form[]): number {
  const known = kind !== "word" && forms[0]?.kind === "word";
  return (known ? weights.nearKnown : 1) * kindWeights[kind];
}

/** What a word counts that came to match in this way. */
export const kindWeights: Readonly<Record<FormKind, number>> = {
  word: 1,
  prefix: weights.prefix,
  part: weights.compound,
  typo: weights.typo,
};

function inFields(count: number, mask: number): number {
  let sum = count;
  if (mask & fieldBit.title) sum += weights.title;
  if (mask & fieldBit.tags) sum += weights.tags;
  if (mask & fieldBit.entities) sum += weights.entities;
  if (mask & fieldBit.time) sum += weights.time;
  return sum;
}

/** Where the number of a word stands among a chunk's; -1 where it does not. */
export function find(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = ids[middle]!;
    if (value === id) return middle;
    if (value < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
