/** Fuse: one order of what words found and what meaning found, by the places each has in both. */

import type { Tier } from "../../page/page--page.js";
import type { Lead } from "../confidence--lead.js";

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
