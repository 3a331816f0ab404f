/**
 * Rank: which chunks of an index a query is about, best first, and how much each of its reasons weighs.
 *
 * Ranking is pure arithmetic over postings; a full-text index only names candidates. `weights.ts` holds every number and reads the query,
 * `rows.ts` gathers the pages that can matter, this file values their chunks (`scoreChunks`), and `worth.ts` weighs what was found of several
 * stores against each other. Read this file first.
 *
 * Chunks go by their own words, by those of their neighbors and of their page; pages go by the best of their chunks. What a person said comes
 * before what a program says of it. An index is asked for more until 32 pages can be held against each other.
 */

import { push } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { WeighedWord } from "../confidence.js";
import { type DayRange, daysFrom } from "../words/calendar.js";

import { termsOfSpan } from "../words/terms.js";
import { type Form, formsOf } from "../words/typo.js";
import {
  type Admits,
  type AskedPage,
  type ChunkRef,
  type ChunkSketch,
  countOf,
  find,
  nearness,
  type Postings,
  pageFor,
  type Row,
  type RowQuery,
  rowsOf,
} from "./rows.js";
import { type AskedQuery, type AskedWord, rankLimits, readQuery, weights } from "./weights.js";

// RankScore: what each chunk is worth to a query: its words, its neighbors' words, its page, who speaks and of when.

/** A word of the query as the index knows it. */
interface ScoredForms {
  readonly forms: readonly Form[];
  readonly idf: number;
}

interface ScoreAsked {
  readonly words: readonly ScoredForms[];
  readonly found: readonly AskedPage[];
  /** Of the whole index. */
  readonly meanLength: number;
  readonly meanPageLength: number;
  readonly around: DayRange | null;
  /** The numbers of the words by which somebody is spoken to. */
  readonly addressing: readonly number[];
  /** The number of the word that tags what a person said; null where no chunk has it. */
  readonly tag: number | null;
}

export interface Scored extends ChunkRef {
  readonly path: string;
  readonly score: number;
  /** The share of the query's weight that the chunk itself holds. */
  readonly coverage: number;
  readonly shares: Shares;
  /** Whether the chunk holds the word that tags what a person said. */
  readonly tagged: boolean;
  /** Forms the chunk itself holds, with the number of their word in the query and the fields they stand in. */
  readonly held: readonly { readonly word: number; readonly form: Form; readonly mask: number }[];
}

/** Where a score comes from: shares of it, each 0 or more, that sum up to 1. */
export interface Shares {
  /** The chunk's own words. */
  readonly words: number;
  /** The chunks right before and after it. */
  readonly neighbors: number;
  /** The rest of its page. */
  readonly page: number;
  /** A name in the query that is the chunk's speaker, days asked for, a phrase that stands whole. */
  readonly signals: number;
}

/** Only chunks that are worth something, best first, at most `limit`; ties by path and chunk. */
function scoreChunks(asked: ScoreAsked, limit: number): readonly Scored[] {
  const pages = rowsOf(asked.found, asked.words);
  const qualities = asked.words.map(({ idf }) => idf);
  const total = summed(qualities) || 1;
  const found: Heard[] = [];
  let bestWords = 1e-9;
  let bestPage = 1e-9;
  for (const rows of pages) {
    const page = pageScore(rows, qualities, asked.meanPageLength);
    bestPage = Math.max(bestPage, page);
    for (const row of rows) {
      const words = wordScore(row, row.all, qualities, asked.meanLength);
      bestWords = Math.max(bestWords, words);
      if (row.eligible && words > 0) found.push({ row, words, page, score: 0 });
    }
  }
  for (const one of found) {
    const sum = one.words / bestWords + (weights.page * one.page) / bestPage + signalsOf(one.row);
    const share = summed(qualities.map((quality, i) => quality * Math.min(1, one.row.own[i]!))) / total;
    one.score = sum * factorOf(one.row, asked) * (1 - weights.coverage * (1 - share));
  }
  found.sort(
    (a, b) => b.score - a.score || compareText(a.row.page.path, b.row.page.path) || a.row.chunk - b.row.chunk,
  );
  return withLeaders(found, limit).map(({ row, words, page, score }) => {
    const alone = wordScore(row, row.own, qualities, asked.meanLength);
    const held = heldIn(row.sketch, asked);
    return {
      page: row.page.id,
      path: row.page.path,
      chunk: row.chunk,
      score,
      coverage: covered(held, qualities) / total,
      tagged: asked.tag !== null && find(row.sketch.ids, asked.tag) >= 0,
      shares: sharesOf({
        words: alone / bestWords,
        neighbors: Math.max(0, words - alone) / bestWords,
        page: (weights.page * page) / bestPage,
        signals: signalsOf(row),
      }),
      held,
    };
  });
}

function summed(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The best, and among them the best chunk of each of the best pages, so that one of many lines hides no other. */
function withLeaders(found: readonly Heard[], limit: number): readonly Heard[] {
  if (found.length <= limit) return found;
  const leaders = new Map<string, Heard>();
  for (const one of found) {
    const name = `${one.row.page.id}#${one.row.sketch.slug}`;
    if (!leaders.has(name)) leaders.set(name, one);
  }
  const kept = new Set([...leaders.values()].slice(0, Math.floor(limit * weights.leaders)));
  for (const one of found) {
    if (kept.size >= limit) break;
    kept.add(one);
  }
  return found.filter((one) => kept.has(one));
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

function wordScore(row: Row, amounts: Float64Array, qualities: readonly number[], mean: number): number {
  const { saturation: k, lengthShare: b } = weights;
  const norm = k * (1 - b + (b * row.sketch.length) / Math.max(1, mean));
  let score = 0;
  for (let i = 0; i < qualities.length; i++) {
    const amount = amounts[i]!;
    if (amount > 0) score += (qualities[i]! * amount * (k + 1)) / (amount + norm);
  }
  return score;
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

function signalsOf(row: Row): number {
  return row.named ? weights.speaker : 0;
}

/** By who speaks, to whom, and of when. */
function factorOf({ sketch }: Row, { around, addressing }: ScoreAsked): number {
  const days = around === null ? 1 : 1 + weights.around * nearness(sketch, around);
  const told = sketch.spoken ? days * toldShare(sketch, addressing) : days;
  return sketch.program ? told * weights.program : told;
}

/** Who says “you”, and “your” twice as much, asks, thanks or remarks; an answer stands where somebody tells of their own. */
function toldShare({ ids, counts, length }: ChunkSketch, addressing: readonly number[]): number {
  const said = summed(addressing.map((id) => counts[find(ids, id)] ?? 0));
  return said === 0 ? 1 : (length + 1) / (length + 1 + said);
}

/** In whatever field it stands: a chunk that is spoken by somebody holds that name. */
function covered(held: Scored["held"], qualities: readonly number[]): number {
  const best = new Float64Array(qualities.length);
  for (const { word, form } of held) best[word] = Math.max(best[word]!, countOf(form.kind));
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

interface RankAsked {
  readonly text: string;
  readonly limit: number;
  readonly admits: Admits;
  readonly within: DayRange | null;
  readonly around: DayRange | null;
  readonly isOfDays?: boolean;
}

interface RankedWord extends WeighedWord {
  readonly forms: readonly Form[];
}

export interface Ranked {
  readonly hits: readonly Scored[];
  readonly words: readonly RankedWord[];
  readonly phrases: readonly (readonly string[])[];
  /** Nothing holds every phrase, so their words were looked for one by one. */
  readonly loosened: boolean;
}

export function rank(postings: Postings, asked: RankAsked): Ranked {
  const query = readQuery(asked.text);
  const asks = asksOf(query, asked, postings);
  const wanted = {
    words: asks.map(({ forms }) => forms),
    within: asked.within,
    thorough: false,
  };
  const strict = candidates(postings, { ...wanted, phrases: query.phrases }, asked);
  // A title that nobody wrote just so must not leave a question without an answer; what may not be seen is no reason to look on.
  const isLoose = query.phrases.length > 0 && query.saysMore && strict.pages.length + strict.refused === 0;
  const found = isLoose ? candidates(postings, { ...wanted, phrases: [] }, asked) : strict;
  const words = weigh(asks, postings.chunks);
  const asking = {
    words: asks.map(({ word, forms, chunks }) => ({
      forms,
      idf: idf(Math.min(postings.chunks, chunks), postings.chunks) * word.weight,
    })),
    found: found.pages,
    meanLength: postings.length / Math.max(1, postings.chunks),
    meanPageLength: postings.length / Math.max(1, postings.pages),
    around: asked.around,
    addressing: query.addressing.flatMap((word) => postings.find(word)?.id ?? []),
    tag: postings.find("human")?.id ?? null,
  };
  return {
    hits: scoreChunks(asking, asked.limit),
    words,
    phrases: isLoose ? [] : query.phrases,
    loosened: isLoose && found.pages.length > 0,
  };
}

/** The words of a question and, as one more, the days it speaks of. */
function asksOf(
  query: AskedQuery,
  { around, isOfDays = false }: Pick<RankAsked, "around" | "isOfDays">,
  postings: Postings,
): readonly AskedForms[] {
  // A tier that holds nothing, as most archives, has no words to look for others near them.
  if (postings.chunks === 0) return query.words.map((word) => ({ word, forms: [], chunks: 0 }));
  const isBeside = !isOfDays && (query.saysMore || query.phrases.length > 0);
  const days = around === null ? null : daysAsked(around, postings, isBeside);
  // Beside days, words that say nothing are not asked for: those days alone are.
  const isDaysOnly = days !== null && !isBeside;
  const known = (isDaysOnly ? [] : query.words).map((word) => {
    const forms = formsOf(word, postings);
    const own = forms.filter(({ kind }) => kind === "word");
    return { word, forms, chunks: chunksWith(own.length > 0 ? own : forms) };
  });
  return days === null ? known : [...known, days];
}

/** Days that find what else is asked for are few: more of them only raise it (`nearness`). */
const findingDays = 31;

/** null where the index knows none of them, or they are too many beside words. */
function daysAsked(span: DayRange, postings: Postings, isBeside: boolean): AskedForms | null {
  const { from, to } = span;
  if (isBeside && (from === null || to === null || daysFrom(from, to) >= findingDays)) return null;
  const forms = termsOfSpan(span).flatMap((text): readonly Form[] => {
    const known = postings.find(text);
    return known === null || known.chunks === 0 ? [] : [{ ...known, kind: "word" }];
  });
  if (forms.length === 0) return null;
  const said = from === to ? (from ?? "") : `${from ?? ""}..${to ?? ""}`;
  const word = { text: said, said, weight: weights.days, endings: null, compounds: false };
  return { word, forms, chunks: chunksWith(forms) };
}

function chunksWith(forms: readonly Form[]): number {
  return summed(forms.map(({ chunks }) => chunks));
}

/** BM25's: how much it tells that a word stands somewhere. */
function idf(chunks: number, all: number): number {
  return Math.log(1 + (Math.max(all, chunks) - chunks + 0.5) / (chunks + 0.5));
}

interface AskedForms {
  readonly word: AskedWord;
  readonly forms: readonly Form[];
  /** In how many chunks it stands. */
  readonly chunks: number;
}

function weigh(asks: readonly AskedForms[], all: number): readonly RankedWord[] {
  const values = asks.map(({ word, chunks }) => idf(chunks, all) * word.weight);
  const total = summed(values) || 1;
  return asks.map(({ word, forms }, i) => ({ asked: word.said, weight: values[i]! / total, forms }));
}

interface Candidates {
  readonly pages: readonly AskedPage[];
  /** Of the chunks that were found. */
  readonly admitted: number;
  readonly refused: number;
}

/** Asks the index for more until enough of what it gives may be seen, on enough pages that they can be held against each other. */
function candidates(postings: Postings, wanted: RowQuery, asked: RankAsked): Candidates {
  const first = Math.max(rankLimits.candidates, asked.limit * 2);
  for (let count = first; ; count *= 4) {
    const best = wanted.words.some((forms) => forms.length > 0) ? postings.best(wanted, count) : [];
    const found = candidatesOf(postings, best, wanted, asked);
    const { admitted, pages } = found;
    const isAll = best.length < count;
    if (isAll && (admitted > 0 || wanted.thorough)) return found;
    const isEnough = admitted >= Math.max(asked.limit, weights.enough);
    if (isEnough && pages.length >= Math.min(postings.pages, weights.enoughPages)) return found;
    if (isAll) return candidates(postings, { ...wanted, thorough: true }, asked);
  }
}

function candidatesOf(
  postings: Postings,
  chunks: readonly ChunkRef[],
  wanted: RowQuery,
  asked: RankAsked,
): Candidates {
  const byPage = new Map<number, number[]>();
  for (const { page, chunk } of chunks) push(byPage, page, chunk);
  const all = [...byPage].map(([id, found]) =>
    pageFor(id, postings.page(id), found, asked, wanted.phrases.length > 0),
  );
  return {
    pages: all.filter((page) => page.admitted > 0),
    admitted: summed(all.map((page) => page.admitted)),
    refused: summed(all.map((page) => page.refused)),
  };
}
