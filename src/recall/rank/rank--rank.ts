/** Rank: which chunks of an index a query is about, best first, and how much each of its reasons weighs. */

import type { DaySpan } from "../chunk--chunk.js";
import { type Form, formsOf } from "../words/typo--typo.js";
import { type Scored, scoreChunks } from "./rank.js";
import { type FewAsked, fewPages } from "./rank--rank-few.js";
import { type AskedPage, pageFor } from "./rows--rank-page.js";
import type { Admits, ChunkRef, Postings, Wanted } from "./rows--rank-postings.js";
import { type AskedWord, readQuery } from "./weights--rank-query.js";
import { rankLimits, weights } from "./weights--rank-weights.js";

interface RankAsked extends FewAsked {
  readonly text: string;
  readonly limit: number;
  readonly admits: Admits;
  readonly around: DaySpan | null;
}

interface RankedWord {
  readonly asked: string;
  readonly chunks: number;
  /** Its share of what the query weighs; 0 where it is implied. */
  readonly weight: number;
  readonly implied: boolean;
  readonly forms: readonly Form[];
}

export interface Ranked {
  readonly hits: readonly Scored[];
  readonly words: readonly RankedWord[];
  readonly phrases: readonly (readonly string[])[];
  /** Nothing holds every phrase, so their words were looked for one by one. */
  readonly loosened: boolean;
  readonly refused: number;
}

export function rank(postings: Postings, asked: RankAsked): Ranked {
  const query = readQuery(asked.text);
  // A tier that holds nothing, as most archives, has no words to look for others near them.
  const known = query.words.map((word) => ({ word, forms: postings.chunks === 0 ? [] : formsOf(word, postings) }));
  // What is implied must not count against pages where none holds it.
  const asks = known.filter(({ word, forms }) => !word.implied || forms.length > 0);
  const wanted = {
    words: asks.filter(({ word }) => !word.implied).map(({ forms }) => forms),
    within: asked.within,
    thorough: false,
  };
  const strict = candidates(postings, { ...wanted, phrases: query.phrases }, asked);
  // A title that nobody wrote just so must not leave a question without an answer; what may not be seen is no reason to look on.
  const isLoose = query.phrases.length > 0 && query.saysMore && strict.pages.length + strict.refused === 0;
  const found = isLoose ? candidates(postings, { ...wanted, phrases: [] }, asked) : strict;
  const words = weigh(asks, postings.chunks);
  const asking = {
    words: words.map(({ forms: of, chunks }, i) => {
      const { weight, implied } = asks[i]!.word;
      return { forms: of, idf: idf(chunks, postings.chunks) * weight, weight, implied };
    }),
    found: found.pages,
    pages: postings.pages,
    meanLength: postings.length / Math.max(1, postings.chunks),
    meanPageLength: postings.length / Math.max(1, postings.pages),
    asksForTime: query.asksForTime,
    around: asked.around,
  };
  return {
    hits: scoreChunks(asking, asked.limit),
    words,
    phrases: isLoose ? [] : query.phrases,
    loosened: isLoose && found.pages.length > 0,
    refused: found.refused,
  };
}

/** BM25's: how much it tells that a word stands somewhere. */
function idf(chunks: number, all: number): number {
  return Math.log(1 + (Math.max(all, chunks) - chunks + 0.5) / (chunks + 0.5));
}

interface AskedForms {
  readonly word: AskedWord;
  readonly forms: readonly Form[];
}

function weigh(asks: readonly AskedForms[], all: number): readonly RankedWord[] {
  const counted = asks.map(
    ({ forms }) => forms.find(({ kind }) => kind === "word")?.chunks ?? sum(forms.map(({ chunks }) => chunks)),
  );
  const values = asks.map(({ word }, i) => (word.implied ? 0 : idf(counted[i]!, all) * word.weight));
  const total = sum(values) || 1;
  return asks.map(({ word, forms }, i) => ({
    asked: word.said,
    chunks: Math.min(all, counted[i]!),
    weight: values[i]! / total,
    implied: word.implied,
    forms,
  }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Candidates {
  readonly pages: readonly AskedPage[];
  /** Of the chunks that were found. */
  readonly admitted: number;
  readonly refused: number;
}

/** Asks the index for more until enough of what it gives may be seen, on enough pages that they can be held against each other. */
function candidates(postings: Postings, wanted: Wanted, asked: RankAsked): Candidates {
  const first = Math.max(rankLimits.candidates, asked.limit * 2);
  for (let count = first; ; count *= 4) {
    const best = wanted.words.some((forms) => forms.length > 0) ? postings.best(wanted, count) : [];
    const found = candidatesOf(postings, best, wanted, asked);
    const { admitted, pages, refused } = found;
    const isAll = best.length < count;
    if (isAll && (admitted > 0 || wanted.thorough)) return found;
    const isEnough = admitted >= Math.max(asked.limit, weights.enough);
    if (isEnough && pages.length >= Math.min(postings.pages, weights.enoughPages)) return found;
    const isPlain = wanted.phrases.length === 0 && count === first;
    const few = isPlain ? fewPages(postings, asked, { chunks: best.length, admitted }) : null;
    if (few !== null) return { ...amongFew(postings, few, wanted, asked), refused };
    if (isAll) return candidates(postings, { ...wanted, thorough: true }, asked);
  }
}

function amongFew(postings: Postings, few: readonly number[], wanted: Wanted, asked: RankAsked): Candidates {
  const found = candidatesOf(postings, postings.among(wanted, few, asked.admits), wanted, asked);
  if (found.admitted > 0 || wanted.thorough) return found;
  return amongFew(postings, few, { ...wanted, thorough: true }, asked);
}

function candidatesOf(postings: Postings, chunks: readonly ChunkRef[], wanted: Wanted, asked: RankAsked): Candidates {
  const byPage = new Map<number, number[]>();
  for (const { page, chunk } of chunks) {
    const known = byPage.get(page);
    if (known === undefined) byPage.set(page, [chunk]);
    else known.push(chunk);
  }
  const pages: AskedPage[] = [];
  let admitted = 0;
  let refused = 0;
  for (const [id, found] of byPage) {
    const sketched = postings.page(id);
    if (sketched === null) continue;
    const page = pageFor(id, sketched, found, asked, wanted.phrases.length > 0);
    admitted += page.admitted;
    refused += page.refused;
    if (page.admitted > 0) pages.push(page);
  }
  return { pages, admitted, refused };
}
