/** RankScore: what each chunk is worth to a query: its words, its neighbors' words, its page, who speaks and of when. */

import type { DaySpan } from "./chunk.js";
import { type AskedPage, isWithin } from "./rank-page.js";
import type { ChunkRef } from "./rank-postings.js";
import { weights } from "./rank-weights.js";
import type { ChunkSketch } from "./sketch.js";
import type { Form } from "./typo.js";
import { fieldBit } from "./words-of.js";
export interface ScoreAsked {
  readonly words: readonly { readonly forms: readonly Form[]; readonly idf: number }[];
  readonly pages: readonly AskedPage[];
  /** Of the whole index. */
  readonly chunks: number;
  readonly meanLength: number;
  readonly meanPageLength: number;
  readonly asksForTime: boolean;
  readonly around: DaySpan | null;
}

export interface Scored extends ChunkRef {
  readonly path: string;
  readonly score: number;
  /** The share of the query's weight that the chunk itself holds. */
  readonly coverage: number;
  readonly shares: Shares;
  /** Forms the chunk itself holds, with the number of their word in the query and the fields they stand in. */
  readonly held: readonly { readonly word: number; readonly form: Form; readonly mask: number }[];
}

export interface Shares {
  readonly words: number;
  readonly neighbors: number;
  readonly page: number;
  readonly signals: number;
}

interface Row {
  readonly page: AskedPage;
  readonly chunk: number;
  readonly sketch: ChunkSketch;
  readonly eligible: boolean;
  /** By word: how much of it the chunk itself holds, and with its neighbors. */
  readonly own: Float64Array;
  readonly all: Float64Array;
  named: boolean;
}

/** Only chunks that are worth something, in no order. */
export function scoreChunks(asked: ScoreAsked): readonly Scored[] {
  const rows = asked.pages.map((page) => rowsOf(page, asked));
  const named = namesIn(rows.flat(), asked);
  const qualities = asked.words.map(({ idf }, i) => (named.has(i) ? idf * weights.name : idf));
  const total = qualities.reduce((sum, value) => sum + value, 0) || 1;
  const scored = rows.flatMap((of) => {
    const page = pageScore(of, qualities, asked.meanPageLength);
    return of.map((row) => ({
      row,
      words: wordScore(row, row.all, qualities, total, asked.meanLength),
      alone: wordScore(row, row.own, qualities, total, asked.meanLength),
      page,
    }));
  });
  const bestWords = Math.max(1e-9, ...scored.map(({ words }) => words));
  const bestPage = Math.max(1e-9, ...scored.map(({ page }) => page));
  return scored.flatMap(({ row, words, alone, page }): readonly Scored[] => {
    if (!row.eligible || words <= 0) return [];
    const parts = {
      words: alone / bestWords,
      neighbors: Math.max(0, words - alone) / bestWords,
      page: (weights.page * page) / bestPage,
      signals: signalsOf(row, asked),
    };
    const sum = parts.words + parts.neighbors + parts.page + parts.signals;
    return [
      {
        page: row.page.id,
        path: row.page.path,
        chunk: row.chunk,
        score: row.sketch.asks ? sum * (1 - weights.asks) : sum,
        coverage: covered(row, asked, qualities) / total,
        shares: mapShares(parts, (value) => value / sum),
        held: heldIn(row.sketch, asked),
      },
    ];
  });
}

function mapShares(shares: Shares, use: (value: number) => number): Shares {
  const { words, neighbors, page, signals } = shares;
  return { words: use(words), neighbors: use(neighbors), page: use(page), signals: use(signals) };
}

function rowsOf(page: AskedPage, asked: ScoreAsked): readonly Row[] {
  const rows = page.heard.map((chunk): Row => {
    const sketch = page.sketched.chunks[chunk]!;
    const own = Float64Array.from(asked.words, ({ forms }) => amount(sketch, forms));
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
  let known = false;
  for (const form of forms) {
    const at = find(sketch.ids, form.id);
    if (form.kind === "word") known = true;
    if (at < 0) continue;
    const kind = form.kind === "word" ? 1 : (known ? weights.nearKnown : 1) * kindWeights[form.kind];
    most += kind * inFields(sketch.counts[at]!, sketch.masks[at]!);
  }
  return most;
}

const kindWeights = { word: 1, prefix: weights.prefix, part: weights.compound, typo: weights.typo } as const;

function inFields(count: number, mask: number): number {
  let sum = count;
  if (mask & fieldBit.title) sum += weights.title;
  if (mask & fieldBit.tags) sum += weights.tags;
  if (mask & fieldBit.entities) sum += weights.entities;
  if (mask & fieldBit.time) sum += weights.time;
  return sum;
}

/** Where the number stands; -1 where it does not. */
function find(ids: Uint32Array, id: number): number {
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

/** Words that are the name of a speaker; a row whose speaker it is gets marked. */
function namesIn(rows: readonly Row[], asked: ScoreAsked): ReadonlySet<number> {
  const names = new Set<number>();
  for (const row of rows) {
    for (const [i, { forms }] of asked.words.entries()) {
      for (const { id } of forms) {
        const at = find(row.sketch.ids, id);
        if (at < 0 || (row.sketch.masks[at]! & fieldBit.speaker) === 0) continue;
        row.named = true;
        names.add(i);
      }
    }
  }
  return names;
}

function wordScore(
  row: Row,
  amounts: Float64Array,
  qualities: readonly number[],
  total: number,
  mean: number,
): number {
  const { saturation: k, lengthShare: b } = weights;
  const norm = k * (1 - b + (b * row.sketch.length) / Math.max(1, mean));
  let score = 0;
  let held = 0;
  for (const [i, quality] of qualities.entries()) {
    const amount = amounts[i]!;
    if (amount <= 0) continue;
    score += (quality * amount * (k + 1)) / (amount + norm);
    held += quality * Math.min(1, amount);
  }
  return score * (1 + (weights.coverage * held) / total);
}

function pageScore(rows: readonly Row[], qualities: readonly number[], mean: number): number {
  const { pageSaturation: k, pageLengthShare: b } = weights;
  const length = rows.reduce((sum, row) => sum + row.sketch.length, 0);
  const norm = k * (1 - b + (b * length) / Math.max(1, mean));
  let score = 0;
  for (const [i, quality] of qualities.entries()) {
    const amount = rows.reduce((sum, row) => sum + row.own[i]!, 0);
    if (amount > 0) score += (quality * amount * (k + 1)) / (amount + norm);
  }
  return score;
}

function signalsOf(row: Row, asked: ScoreAsked): number {
  let sum = row.named ? weights.speaker : 0;
  if (asked.asksForTime && row.sketch.timed) sum += weights.timed;
  if (asked.around !== null && isWithin(row.sketch, asked.around)) sum += weights.around;
  return sum;
}

/** In whatever field it stands: a chunk that is spoken by somebody holds that name. */
function covered(row: Row, asked: ScoreAsked, qualities: readonly number[]): number {
  const best = new Float64Array(qualities.length);
  for (const { word, form } of heldIn(row.sketch, asked)) best[word] = Math.max(best[word]!, kindWeights[form.kind]);
  return qualities.reduce((sum, quality, i) => sum + quality * best[i]!, 0);
}

function heldIn(sketch: ChunkSketch, asked: ScoreAsked): Scored["held"] {
  return asked.words.flatMap(({ forms }, word) =>
    forms.flatMap((form) => {
      const at = find(sketch.ids, form.id);
      return at < 0 ? [] : [{ word, form, mask: sketch.masks[at]! }];
    }),
  );
}
