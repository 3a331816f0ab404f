/**
 * Fuse: how near pages are to a question by their vectors, and one order of what words and what meaning found.
 */

import type { Tier } from "../../page/page.js";
import type { Lead } from "../confidence.js";

// Nearest: how near pages are to a question by the cosine of their vectors, each page by the nearest of its chunks.

/** A page, or a section that is one, with the chunks of it that are embedded. */
export interface VectorPage {
  /** `store`, a line feed, and the page's name in it. */
  readonly name: string;
  readonly chunks: readonly VectorChunk[];
}

export interface VectorChunk {
  readonly chunk: number;
  /** Of length 1. */
  readonly vector: Float32Array;
}

export interface NearPage<P extends VectorPage> {
  readonly page: P;
  /** The nearest of its chunks; the first of equals. */
  readonly chunk: number;
  /** Counted from 1; pages that are equally near share one. */
  readonly rank: number;
  /** Cosine of its nearest chunk: -1 to 1. */
  readonly similarity: number;
  /** How far above what a page of this memory has by chance, as a share of what is left to 1: 0 to 1. */
  readonly closeness: number;
}

interface Nearness<P extends VectorPage> {
  /** Nearest first, at most as many as were asked for, and none that is nearer by chance alone. */
  readonly best: readonly NearPage<P>[];
  /** null for a page without a vector. */
  of(name: string): NearPage<P> | null;
}

/**
 * Models differ in what they call unlike: two texts that have nothing in common get 0.05 of one and 0.6 of another. The median page has
 * nothing to do with most questions, so it stands for that; below this share of the way from there to 1, nearness is chance.
 */
const closenessMin = 0.25;
/** Of fewer pages the median is one that may well be meant. */
const pagesForMedian = 8;

export function nearest<P extends VectorPage>(
  question: Float32Array,
  pages: readonly P[],
  limit: number,
): Nearness<P> {
  const similarities = new Float64Array(pages.length);
  for (const [i, { chunks }] of pages.entries()) {
    let best = -1;
    for (const { vector } of chunks) best = Math.max(best, dot(question, vector));
    similarities[i] = best;
  }
  const ordered = Float64Array.from(similarities).sort().reverse();
  const chance = chanceOf(ordered);
  const at = new Map(pages.map(({ name }, i) => [name, i]));
  const near = (i: number): NearPage<P> => {
    const similarity = similarities[i]!;
    const closeness = Math.max(0, Math.min(1, (similarity - chance) / Math.max(1e-6, 1 - chance)));
    const page = pages[i]!;
    return {
      page,
      chunk: nearestChunk(question, page),
      rank: 1 + countAbove(ordered, similarity),
      similarity,
      closeness,
    };
  };
  const last = ordered[Math.min(limit, ordered.length) - 1] ?? 1;
  const best = pages
    .flatMap((_, i) => (similarities[i]! >= last ? [near(i)] : []))
    .filter(({ closeness }) => closeness >= closenessMin)
    .sort((a, b) => a.rank - b.rank || (a.page.name < b.page.name ? -1 : 1))
    .slice(0, limit);
  return {
    best,
    of: (name) => (at.has(name) ? near(at.get(name)!) : null),
  };
}

function nearestChunk(question: Float32Array, { chunks }: VectorPage): number {
  let best = chunks[0]?.chunk ?? 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const { chunk, vector } of chunks) {
    const value = dot(question, vector);
    if (value > most) [best, most] = [chunk, value];
  }
  return best;
}

/** Four sums at once: one would wait for itself. */
export function dot(a: Float32Array, b: Float32Array): number {
  const size = a.length;
  let [w, x, y, z] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < size; i += 4) {
    w += a[i]! * b[i]!;
    x += a[i + 1]! * b[i + 1]!;
    y += a[i + 2]! * b[i + 2]!;
    z += a[i + 3]! * b[i + 3]!;
  }
  for (; i < size; i += 1) w += a[i]! * b[i]!;
  return w + x + (y + z);
}

function chanceOf(ordered: Float64Array): number {
  if (ordered.length < pagesForMedian) return Math.max(0, ordered.at(-1) ?? 0) / 2;
  return Math.max(0, ordered[ordered.length >> 1]!);
}

/** `ordered` falls. */
function countAbove(ordered: Float64Array, value: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle]! > value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Fuse: one order of what words found and what meaning found, by the places each has in both.

/** Of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const k = 60;
/** What meaning counts for beside words that cover the whole question. */
const meaningLeast = 0.25;

/** What a model that was asked adds to words. */
export interface Meaning {
  /** `leads` are what words found in this tier. */
  fuse(leads: readonly Lead[], tier: Tier): readonly Lead[];
}

/** What a list says of a page that has this place in it; places count from 1. */
export function reciprocalRank(rank: number): number {
  return 1 / (k + rank);
}

/** A page that meaning alone found, as the chunk of it that is nearest. */
export interface MeantLead {
  readonly lead: Lead;
  /** 0 to 1. */
  readonly closeness: number;
}

export interface Meant {
  /** Nearest first; none of the pages that words found. */
  readonly others: readonly MeantLead[];
  /** What meaning says of a page that words found; null for one without a vector, which must not suffer for that. */
  of(lead: Lead): { readonly rank: number; readonly similarity: number; readonly closeness: number } | null;
}

/**
 * `leads` are what words found. A page's place among the words counts for what its words cover of the question (the root of that share),
 * its place in meaning for what they leave open, and for a little in any case: one stray word must not keep down what is meant, nor a
 * vague model what stands there word for word. The order of pages is that; what one place is worth over the next stays as words have
 * it, so that kind, age and trust weigh as they do without vectors, and so do the chunks of a page. Nothing meant changes nothing.
 */
export function fuseLeads(leads: readonly Lead[], meant: Meant): readonly Lead[] {
  const pages = [...pagesOf(leads).values()].sort((a, b) => b.worth - a.worth);
  const near = pages.map(({ leads: own }) => meant.of(own[0]!));
  if (meant.others.length === 0 && near.every((one) => one === null)) return leads;
  const fused = [
    ...pages.map((page, at) => {
      const meaning = near[at]!;
      const covered = Math.sqrt(Math.min(1, Math.max(...page.leads.map(({ coverage }) => coverage))));
      const words = covered * reciprocalRank(at + 1);
      const meantBy = Math.max(meaningLeast, 1 - covered) * reciprocalRank(meaning?.rank ?? at + 1);
      const vector = meaning === null ? null : { rank: meaning.rank, similarity: meaning.similarity };
      const share = meantBy / (words + meantBy);
      return { score: words + meantBy, make: (base: number) => based(page, { base, vector, share }) };
    }),
    ...meant.others.map(({ lead }) => ({
      score: reciprocalRank(lead.vector?.rank ?? Number.POSITIVE_INFINITY),
      make: (base: number): readonly Lead[] => [{ ...lead, base }],
    })),
  ].sort((a, b) => b.score - a.score);
  const bases = basesFor(
    pages.map(({ worth }) => worth),
    Math.max(0, ...near.map((one) => one?.closeness ?? 0), ...meant.others.map(({ closeness }) => closeness)),
    fused.length,
  );
  return fused.flatMap(({ make }, at) => make(bases[at]!)).sort((a, b) => b.base - a.base);
}

interface Page {
  /** The best of its bases. */
  worth: number;
  readonly leads: Lead[];
}

function pagesOf(leads: readonly Lead[]): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const lead of leads) {
    const name = `${lead.store}\n${lead.id}`;
    const page = pages.get(name) ?? { worth: 0, leads: [] };
    page.worth = Math.max(page.worth, lead.base);
    page.leads.push(lead);
    pages.set(name, page);
  }
  return pages;
}

function based(
  { leads, worth }: Page,
  to: { readonly base: number; readonly vector: Lead["vector"]; readonly share: number },
): readonly Lead[] {
  const { base, vector, share } = to;
  return leads.map((lead): Lead => {
    const words = Object.entries(lead.shares).map(([name, of]) => [name, of * (1 - share)] as const);
    const shares = vector === null ? lead.shares : { ...Object.fromEntries(words), meaning: share };
    return { ...lead, base: (base * lead.base) / worth, vector, shares };
  });
}

/** What a place that words did not reach is worth, of the one before it. */
const fade = 0.97;

/** As many as there are places, falling: those of the words, raised where meaning is nearer than any word. */
function basesFor(worths: readonly number[], closeness: number, count: number): readonly number[] {
  const first = worths[0] ?? closeness;
  const raise = first > 0 ? Math.max(first, closeness) / first : 1;
  const bases = (worths.length === 0 ? [closeness] : worths).map((worth) => Math.min(1, worth * raise));
  while (bases.length < count) bases.push(bases.at(-1)! * fade);
  return bases;
}
