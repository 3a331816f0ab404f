/** RankRows: the chunks of a page as a query sees them: how much of each of its words they hold, alone and with their neighbors. */

import type { ChunkSketch } from "../meaning/fuse--sketch.js";
import type { Form, FormKind } from "../words/typo--typo.js";
import { fieldBit } from "../words/typo--words-of.js";
import type { AskedPage } from "./rows--rank-page.js";
import { weights } from "./weights--rank-weights.js";

export interface Row {
  readonly page: AskedPage;
  readonly chunk: number;
  readonly sketch: ChunkSketch;
  readonly eligible: boolean;
  /** By word: how much of it the chunk itself holds, and with its neighbors. */
  readonly own: Float64Array;
  all: Float64Array;
  /** Whether somebody the query names speaks in it. */
  readonly named: boolean;
  /** What its page is worth, as `weighPages` finds it; 0 before. */
  worth: number;
}

interface Rows {
  /** By page. */
  readonly pages: readonly (readonly Row[])[];
  /** Words of the query, by place, that are the name of a speaker. */
  readonly names: ReadonlySet<number>;
}

type AskedForms = readonly { readonly forms: readonly Form[] }[];

/** Of hundreds of rows a query, most hold nothing of it: those share their zeros, for whatever is made here is thrown away again. */
export function rowsOf(pages: readonly AskedPage[], words: AskedForms): Rows {
  const names = new Set<number>();
  const nothing = new Float64Array(words.length);
  const rows = pages.map((page) => {
    const own = page.heard.map((_, at) => rowOf(page, at, { words, nothing, names }));
    // Who is further from all that hold something hears nothing.
    let heard = -1;
    for (let at = 0; at < own.length; at++) {
      if (own[at]!.own === nothing) continue;
      const last = Math.min(own.length - 1, at + weights.neighbors.length);
      for (let i = Math.max(heard + 1, at - weights.neighbors.length); i <= last; i++) hearNeighbors(own, i, nothing);
      heard = Math.max(heard, last);
    }
    return own;
  });
  return { pages: rows, names };
}

interface Asked {
  readonly words: AskedForms;
  readonly nothing: Float64Array;
  /** Speakers are added. */
  readonly names: Set<number>;
}

function rowOf(page: AskedPage, at: number, { words, nothing, names }: Asked): Row {
  const chunk = page.heard[at]!;
  const sketch = page.sketched.chunks[chunk]!;
  let own = nothing;
  let named = false;
  for (let word = 0; word < words.length; word++) {
    const { forms } = words[word]!;
    for (const form of forms) {
      const place = find(sketch.ids, form.id);
      if (place < 0) continue;
      const mask = sketch.masks[place]!;
      if (own === nothing) own = new Float64Array(words.length);
      own[word]! += kindWeight(form, forms) * inFields(sketch.counts[place]!, mask);
      if ((mask & fieldBit.speaker) === 0) continue;
      named = true;
      names.add(word);
    }
  }
  return { page, chunk, sketch, eligible: page.eligible[at]!, own, all: own, named, worth: 0 };
}

function hearNeighbors(rows: readonly Row[], at: number, nothing: Float64Array): void {
  const row = rows[at]!;
  for (let i = 0; i < weights.neighbors.length; i++) {
    const weight = weights.neighbors[i]!;
    hear(row, neighborOf(rows, at, -i - 1), { weight, before: i === 0, nothing });
    hear(row, neighborOf(rows, at, i + 1), { weight, before: false, nothing });
  }
}

/** The row of the chunk that lies so far away. Rows are in the order of their chunks, of which some may be out. */
function neighborOf(rows: readonly Row[], at: number, far: number): Row | undefined {
  const wanted = rows[at]!.chunk + far;
  const step = Math.sign(far);
  for (let i = at + far; i !== at; i -= step) if (rows[i]?.chunk === wanted) return rows[i];
  return undefined;
}

interface Hearing {
  readonly weight: number;
  readonly before: boolean;
  readonly nothing: Float64Array;
}

/** Under another heading something else begins. A long neighbor is a text of its own, and says less of this one. */
function hear(row: Row, neighbor: Row | undefined, { weight, before, nothing }: Hearing): void {
  if (neighbor === undefined || neighbor.own === nothing || neighbor.sketch.section !== row.sketch.section) return;
  const near = before && neighbor.sketch.asks ? weight + weights.answered : weight;
  const factor = near * Math.min(1, weights.neighborLength / Math.max(1, neighbor.sketch.length));
  if (row.all === row.own) row.all = row.own.slice();
  for (let i = 0; i < row.all.length; i++) row.all[i]! += factor * neighbor.own[i]!;
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
