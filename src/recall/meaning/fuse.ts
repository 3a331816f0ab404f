/**
 * Fuse: how near chunks are to a question by their vectors, how far a model is believed that made them, and one order of what words and what
 * meaning found.
 *
 * A weak model must take nothing from what words find, so a model is tried before it is believed: by the memory's own sections, each cut into two
 * parts without a word in common. What it adds to a chunk is its closeness as far as it is believed, and as far as the words leave the answer open.
 */

import type { Tier } from "../../page/page.js";
import type { Lead, WeighedWord } from "../confidence.js";

// Nearest: how near chunks are to a question by the cosine of their vectors and of those beside them in their page.

/** A page, or a section that is one, with the chunks of it that are embedded. */
export interface VectorPage {
  /** `store`, a line feed, and the page's name in it. */
  readonly name: string;
  /** How far the model is believed here: 0 to 1. */
  readonly believed: number;
  /** In their order. */
  readonly chunks: readonly VectorChunk[];
}

export interface VectorChunk {
  readonly chunk: number;
  /** Of length 1. */
  readonly vector: Float32Array;
}

export interface NearChunk<P extends VectorPage> {
  readonly page: P;
  readonly chunk: number;
  /** Counted from 1; chunks that are equally near share one. */
  readonly rank: number;
  /** Cosine, with the share of those beside it: -1 to 1. */
  readonly similarity: number;
  /** How far above what a chunk of this memory has by chance, as a share of what is left to 1: 0 to 1. */
  readonly closeness: number;
  /** That it is meant: its closeness beside the nearest's, as far as the model is believed: 0 to 1. */
  readonly meant: number;
}

/**
 * Models differ in what they call unlike: two texts that have nothing in common get 0.05 of one and 0.6 of another. The median chunk has
 * nothing to do with most questions, so it stands for that; below this share of the way from there to 1, nearness is chance.
 */
const closenessMin = 0.25;
/** Of fewer chunks the median is one that may well be meant. */
const chunksForMedian = 8;
/** What the nearer of the chunks beside it counts of a chunk's own nearness. */
const besideShare = 0.2;
/** How soon what is less near than the nearest counts for nothing. */
const steepness = 4;

export function nearest<P extends VectorPage>(
  question: Float32Array,
  pages: readonly P[],
  limit: number,
): {
  /** Nearest first, at most `limit`, and none that is nearer by chance alone. */
  readonly best: readonly NearChunk<P>[];
  /** null for a chunk without a vector. */
  readonly of: (name: string, chunk: number) => NearChunk<P> | null;
} {
  const places = new Map<string, number>();
  const rows: { readonly page: P; readonly chunk: number }[] = [];
  const values: number[] = [];
  for (const page of pages) {
    const own = page.chunks.map(({ vector }) => dot(question, vector));
    for (const [at, { chunk }] of page.chunks.entries()) {
      places.set(`${page.name}\n${chunk}`, rows.length);
      rows.push({ page, chunk });
      values.push(withBeside(page.chunks, own, at));
    }
  }
  const ordered = Float64Array.from(values).sort().reverse();
  const chance = Math.max(
    0,
    ordered.length < chunksForMedian ? (ordered.at(-1) ?? 0) / 2 : ordered[ordered.length >> 1]!,
  );
  const closenessOf = (similarity: number): number =>
    Math.max(0, Math.min(1, (similarity - chance) / Math.max(1e-6, 1 - chance)));
  const most = Math.max(closenessMin, closenessOf(ordered[0] ?? chance));
  const near = (i: number): NearChunk<P> => {
    const similarity = values[i]!;
    const closeness = closenessOf(similarity);
    const rank = 1 + ordered.findIndex((other) => other <= similarity);
    const meant = closeness < closenessMin ? 0 : rows[i]!.page.believed * (closeness / most) ** steepness;
    return { ...rows[i]!, rank, similarity, closeness, meant };
  };
  const last = ordered[Math.min(limit, ordered.length) - 1] ?? 1;
  const best = rows
    .flatMap((_, i) => (values[i]! >= last ? [near(i)] : []))
    .filter(({ closeness }) => closeness >= closenessMin)
    .sort((a, b) => a.rank - b.rank || (a.page.name < b.page.name ? -1 : 1))
    .slice(0, limit);
  const of = (name: string, chunk: number): NearChunk<P> | null => {
    const at = places.get(`${name}\n${chunk}`);
    return at === undefined ? null : near(at);
  };
  return { best, of };
}

/** An answer is often in the lines beside those that a question is near to. */
function withBeside(chunks: readonly VectorChunk[], own: readonly number[], at: number): number {
  const { chunk } = chunks[at]!;
  const value = own[at]!;
  const isBeside = (next: number): boolean => Math.abs((chunks[next]?.chunk ?? -2) - chunk) === 1;
  const nearer = Math.max(value, ...[at - 1, at + 1].filter(isBeside).map((next) => own[next]!));
  return value + besideShare * (nearer - value);
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

// Belief: how far a model is believed, by how often it finds the one part of a section by the other.

/** Two parts of a section that have no word in common, as vectors. */
export interface Halves {
  readonly ask: Float32Array;
  readonly rest: Float32Array;
}

export interface Trial {
  /** Of so many sections, those whose part was among the nearest three of `among`. */
  readonly found: number;
  readonly of: number;
  readonly among: number;
  /** 0 to 1; where too few sections tell, as much as fills what words leave empty. */
  readonly believed: number;
}

const nearestMax = 3;
/** Fewer tell nothing of a model. */
const sectionsMin = 12;
const unknown = 0.15;
/** Standard errors below what was seen: luck with few sections, or in one of several languages, is no reason to believe a model. */
const doubt = 1.96;
/** A model that finds less than this above chance moves things by accident, which is for the worse. */
const aboveMin = 0.22;
/** `among` begins with `asked` and may hold others beside them. */
export function tryModel(asked: readonly Halves[], among: readonly Halves[]): Trial {
  let found = 0;
  for (const { ask, rest } of asked) {
    const own = dot(ask, rest);
    let above = 0;
    let same = -1;
    for (const other of among) {
      const value = dot(ask, other.rest);
      if (value > own + 1e-6) above += 1;
      else if (value > own - 1e-6) same += 1;
    }
    if (above + same / 2 < nearestMax) found += 1;
  }
  const count = asked.length;
  if (count < sectionsMin) return { found, of: count, among: among.length, believed: unknown };
  const chance = nearestMax / among.length;
  const above = Math.max(0, (leastShare(found, count) - chance) / (1 - chance));
  return { found, of: count, among: among.length, believed: above < aboveMin ? 0 : above };
}

/** How far this model counts here, and why. */
export function trialSays(model: string, { found, of, believed }: Trial): string {
  if (of < sectionsMin)
    return `too few sections here tell how good “${model}” is, so it only fills what words leave empty`;
  const counts = believed === 0 ? "nothing, and words alone rank" : `${Math.round(100 * believed)} %`;
  return `“${model}” finds ${found} of ${of} of this memory's own sections by other words, so it counts for ${counts}`;
}

/** The lower bound of a share that was seen so often (Wilson, 1927). */
function leastShare(found: number, count: number): number {
  const z = doubt * doubt;
  const share = found / count;
  const middle = share + z / (2 * count);
  const spread = doubt * Math.sqrt((share * (1 - share) + z / (4 * count)) / count);
  return (middle - spread) / (1 + z / count);
}

// Fuse: one order of the chunks that words found and those that are meant.

/** What a model that was asked adds to words. */
export interface Meaning {
  /** `leads` are what words found in this tier, `words` what they weigh. */
  fuse(leads: readonly Lead[], words: readonly WeighedWord[], tier: Tier): readonly Lead[];
}

/** A chunk that meaning alone found. */
export interface MeantLead {
  readonly lead: Lead;
  /** 0 to 1, above 0. */
  readonly meant: number;
}

export interface Meant {
  /** Nearest first; none of the chunks that words found. */
  readonly others: readonly MeantLead[];
  /** What meaning says of a chunk that words found; null for one without a vector, which must not suffer for that. */
  of(lead: Lead): {
    readonly rank: number;
    readonly similarity: number;
    readonly meant: number;
  } | null;
  /** How sure it is that words found the answer: 0 to 1. */
  readonly sure: number;
}

/**
 * That a chunk holds the answer is what its words are worth beside the best, as sure as words are; and where they are wrong, that it is meant. Both
 * are added, on the scale that words have, so that kind, age and trust weigh as they do without vectors. Where words are sure, meaning decides
 * between what is nearly alike; where they cover little it leads, as far as it is believed. Nothing meant changes nothing.
 */
export function fuseLeads(leads: readonly Lead[], { others, of, sure }: Meant): readonly Lead[] {
  const near = leads.map(of);
  if (others.length === 0 && near.every((one) => one === null || one.meant === 0)) return leads;
  const best = Math.max(0, ...leads.map(({ base }) => base));
  // Words that are surely wrong still order what they found.
  const scale = best > 0 ? best / Math.max(0.05, sure) : 1;
  const open = best > 0 ? 1 - sure : 1;
  const fused = [
    ...leads.map((lead, at): Lead => {
      const one = near[at]!;
      if (one === null) return lead;
      const gain = scale * open * one.meant;
      const share = gain / (lead.base + gain);
      const words = Object.entries(lead.shares).map(([name, of]) => [name, of * (1 - share)] as const);
      const vector = { rank: one.rank, similarity: one.similarity };
      return { ...lead, base: lead.base + gain, vector, shares: { ...Object.fromEntries(words), meaning: share } };
    }),
    ...others.map(({ lead, meant }): Lead => ({ ...lead, base: scale * open * meant, shares: { meaning: 1 } })),
  ].sort((a, b) => b.base - a.base);
  const most = Math.max(1, fused[0]?.base ?? 1);
  return fused.map((lead) => ({ ...lead, base: Math.max(Number.MIN_VALUE, lead.base / most) }));
}
