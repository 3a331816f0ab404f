/** RankScore: what each chunk is worth to a query: its words, its neighbors' words, its page, who speaks and of when. */

import { compareText } from "../../base/text--order.js";
import type { DaySpan } from "../chunk--chunk.js";
import type { ChunkSketch } from "../meaning/fuse--sketch.js";
import type { Form } from "../words/typo--typo.js";
import { find, kindWeight, kindWeights, type Row, rowsOf } from "./rows.js";
import { type AskedPage, isWithin } from "./rows--rank-page.js";
import type { ChunkRef } from "./rows--rank-postings.js";
import { weights } from "./weights--rank-weights.js";
import { weighPages } from "./worth--rank-worth.js";

/** A word of the query as the index knows it. */
interface AskedForms {
  readonly forms: readonly Form[];
  readonly idf: number;
  /** 1, less for a part of a name. */
  readonly weight: number;
  /** Nobody said it: it ranks, and covers nothing. */
  readonly implied: boolean;
}

export interface ScoreAsked {
  readonly words: readonly AskedForms[];
  readonly found: readonly AskedPage[];
  /** Of the whole index. */
  readonly pages: number;
  readonly meanLength: number;
  readonly meanPageLength: number;
  readonly asksForTime: boolean;
  readonly around: DaySpan | null;
}

export interface Scored extends ChunkRef {
  readonly path: string;
  readonly score: number;
  /** Of its page, or its section where that is a page: above 0, and 1 for the best page. */
  readonly worth: number;
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

/** Only chunks that are worth something, best first, at most `limit`; ties by path and chunk. */
export function scoreChunks(asked: ScoreAsked, limit: number): readonly Scored[] {
  const { pages, names } = rowsOf(asked.found, asked.words);
  const qualities = asked.words.map(({ idf }, i) => (names.has(i) ? idf * weights.name : idf));
  const total = summed(qualities) || 1;
  const said = qualities.map((quality, i) => (asked.words[i]!.implied ? 0 : quality));
  const saidTotal = summed(said);
  const found: Heard[] = [];
  let bestWords = 1e-9;
  let bestPage = 1e-9;
  for (const rows of pages) {
    const page = pageScore(rows, qualities, asked.meanPageLength);
    bestPage = Math.max(bestPage, page);
    for (const row of rows) {
      const words = wordScore(row, row.all, qualities, total, asked.meanLength);
      bestWords = Math.max(bestWords, words);
      if (row.eligible && words > 0) found.push({ row, words, page, score: 0 });
    }
  }
  for (const one of found) {
    const sum = one.words / bestWords + (weights.page * one.page) / bestPage + signalsOf(one.row, asked);
    one.score = one.row.sketch.asks ? sum * (1 - weights.asks) : sum;
  }
  found.sort(
    (a, b) => b.score - a.score || compareText(a.row.page.path, b.row.page.path) || a.row.chunk - b.row.chunk,
  );
  weighPages(pages, found, { ...asked, names, forms: formWeights(asked) });
  return withLeaders(found, limit).map(({ row, words, page, score }) => {
    const alone = wordScore(row, row.own, qualities, total, asked.meanLength);
    const held = heldIn(row.sketch, asked);
    return {
      page: row.page.id,
      path: row.page.path,
      chunk: row.chunk,
      score,
      worth: row.worth,
      coverage: covered(held, said) / (saidTotal || 1),
      shares: sharesOf({
        words: alone / bestWords,
        neighbors: Math.max(0, words - alone) / bestWords,
        page: (weights.page * page) / bestPage,
        signals: signalsOf(row, asked),
      }),
      held,
    };
  });
}

function summed(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The best, and among them the best chunk of each page that is worth most: a page's worth is of no use where none of it is found. */
function withLeaders(found: readonly Heard[], limit: number): readonly Heard[] {
  if (found.length <= limit) return found;
  const pages = new Map<string, Heard>();
  for (const one of found) {
    const name = `${one.row.page.id}#${one.row.sketch.slug}`;
    if (!pages.has(name)) pages.set(name, one);
  }
  const leaders = [...pages.values()].sort((a, b) => b.row.worth - a.row.worth);
  const kept = new Set(leaders.slice(0, Math.floor(limit * weights.leaders)));
  for (const one of found) {
    if (kept.size >= limit) break;
    kept.add(one);
  }
  return found.filter((one) => kept.has(one));
}

function formWeights({ words }: ScoreAsked): ReadonlyMap<number, number> {
  const counted = new Map<number, number>();
  for (const { forms, weight } of words) {
    for (const form of forms)
      counted.set(form.id, Math.max(counted.get(form.id) ?? 0, weight * kindWeight(form, forms)));
  }
  return counted;
}

/** A row with what its words, its neighbors' among them, and its page's are worth. */
interface Heard {
  readonly row: Row;
  readonly words: number;
  readonly page: number;
  score: number;
}

/** The same, as parts of one. */
function sharesOf({ words, neighbors, page, signals }: Shares): Shares {
  const sum = words + neighbors + page + signals;
  return { words: words / sum, neighbors: neighbors / sum, page: page / sum, signals: signals / sum };
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
  for (let i = 0; i < qualities.length; i++) {
    const amount = amounts[i]!;
    if (amount <= 0) continue;
    const quality = qualities[i]!;
    score += (quality * amount * (k + 1)) / (amount + norm);
    held += quality * Math.min(1, amount);
  }
  return score * (1 + (weights.coverage * held) / total);
}

function pageScore(rows: readonly Row[], qualities: readonly number[], mean: number): number {
  const { pageSaturation: k, pageLengthShare: b } = weights;
  let length = 0;
  for (const { sketch } of rows) length += sketch.length;
  const norm = k * (1 - b + (b * length) / Math.max(1, mean));
  let score = 0;
  for (let i = 0; i < qualities.length; i++) {
    let amount = 0;
    for (const { own } of rows) amount += own[i]!;
    if (amount > 0) score += (qualities[i]! * amount * (k + 1)) / (amount + norm);
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
function covered(held: Scored["held"], qualities: readonly number[]): number {
  const best = new Float64Array(qualities.length);
  for (const { word, form } of held) best[word] = Math.max(best[word]!, kindWeights[form.kind]);
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
