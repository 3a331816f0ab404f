/**
 * Confidence: how far what was found can be relied on, by its words, what it leaves open, its days, its sources and its agreement. A lead is one
 * page on its way into an answer.
 */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Origin, PageType, Pin, Tier } from "../page/page.js";
import type { MemoryKind } from "./answer.js";
import type { Plan } from "./plan.js";
import type { Event } from "./rank/event.js";
import { type DayRange, overlaps } from "./words/calendar.js";
import { fold } from "./words/terms.js";

/** Each 0 to 1; `temporal` is null where the question speaks of no days. `overall` is 0 exactly where nothing was found. */
export interface Confidence {
  readonly relevance: number;
  readonly coverage: number;
  readonly temporal: number | null;
  readonly authority: number;
  readonly consistency: number;
  readonly overall: number;
}

/** A word of the question and its share of the question's weight, over all tiers that were searched. */
export interface WeighedWord {
  readonly asked: string;
  readonly weight: number;
}

export const noConfidence: Confidence = {
  relevance: 0,
  coverage: 0,
  temporal: null,
  authority: 0,
  consistency: 0,
  overall: 0,
};

/** How many of the best count. */
const looked = 5;
const weights = { relevance: 0.45, coverage: 0.3, temporal: 0.1, authority: 0.075, consistency: 0.075 } as const;
/** No single dimension takes an answer to nothing. */
const least = 0.05;

/** `leads` best first. */
export function confidenceOf(leads: readonly Lead[], words: readonly WeighedWord[], plan: Plan): Confidence {
  const best = leads.slice(0, looked);
  if (best.length === 0) return noConfidence;
  const days = plan.within ?? plan.around;
  const dimensions = {
    relevance: Math.max(...best.map((lead) => lead.coverage)),
    coverage: coverageOf(best, words, plan.query.entities),
    temporal: days === null ? null : mean(best.slice(0, 3), (lead) => fits(lead, days)),
    authority: mean(best.slice(0, 3), authorityOf),
    consistency: consistencyOf(best),
  };
  let sum = 0;
  let weight = 0;
  for (const [name, share] of Object.entries(weights) as [keyof typeof weights, number][]) {
    const value = dimensions[name];
    if (value === null) continue;
    sum += share * Math.log(Math.max(least, value));
    weight += share;
  }
  return { ...dimensions, overall: Math.exp(sum / weight) };
}

/** Words that `confidenceOf` found in none of the best. */
export function wordsLeftOpen(leads: readonly Lead[], words: readonly WeighedWord[]): readonly string[] {
  const found = new Set(leads.slice(0, looked).flatMap(({ terms }) => terms.map(({ asked }) => asked)));
  return words.filter(({ asked }) => !found.has(asked)).map(({ asked }) => asked);
}

/** What of the question the best hold together: its words by weight, and half of it its names, each of which one of them must hold whole. */
function coverageOf(best: readonly Lead[], words: readonly WeighedWord[], entities: readonly string[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const open = new Set(wordsLeftOpen(best, words));
  const left = words.reduce((sum, { asked, weight }) => sum + (open.has(asked) ? weight : 0), 0);
  const inWords = total === 0 ? 1 : 1 - left / total;
  if (entities.length === 0) return inWords;
  const texts = best.map(({ title, headings, text, speaker }) =>
    fold([title, ...headings, speaker ?? "", text() ?? ""].join("\n")),
  );
  const named = entities.filter((name) => texts.some((text) => text.includes(fold(name)))).length;
  return (inWords + named / entities.length) / 2;
}

/** What says no day fits a question about days by half where it states something lasting, and less where it tells of an event. */
function fits({ days, kind }: Lead, asked: DayRange): number {
  if (days === null) return kind === "semantic" ? 0.5 : 0.3;
  return overlaps(days, asked) ? 1 : 0.1;
}

/** Open conflicts lower it; several kinds of memory that tell of the same thing raise it to all there is. */
function consistencyOf(best: readonly Lead[]): number {
  const contested = best.filter((lead) => lead.contested).length / best.length;
  const kinds = new Set(best.filter((lead) => lead.coverage >= 0.5).map((lead) => lead.kind)).size;
  return (kinds > 1 ? 1 : 0.9) * (1 - 0.6 * contested);
}

function mean(leads: readonly Lead[], value: (lead: Lead) => number): number {
  return leads.reduce((sum, lead) => sum + value(lead), 0) / leads.length;
}

// Lead: one page on its way into an answer: what was found of it, and what is known of it.

/** A word of the question as the page has it. */
export interface LeadTerm {
  readonly asked: string;
  readonly found: string;
  /** `word`, `prefix`, `typo`, `part` or `phrase`. */
  readonly kind: string;
  readonly fields: readonly string[];
}

/** A page that points to this one, or shares something rare with it. */
export interface LeadNeighbor {
  readonly id: PageId;
  readonly by: string;
  readonly name: string;
}

/** How near its page is to the question in meaning, as the model has it that was asked. */
interface LeadVector {
  /** Cosine: -1 to 1. */
  readonly similarity: number;
  /** Among all pages in reach, counted from 1. */
  readonly rank: number;
}

export interface Lead {
  readonly id: PageId;
  readonly store: string;
  readonly path: PagePath;
  readonly oid: Oid;
  readonly type: PageType;
  readonly kind: MemoryKind;
  readonly title: string;
  readonly pin: Pin;
  readonly origin: Origin;
  readonly tier: Tier;
  readonly updated: Instant | null;
  /** What the page gives as its grounds. */
  readonly provenance: readonly string[];
  /** Its own word on how sure it is, 0 to 1; null where it says none. */
  readonly sure: number | null;
  /** A conflict in it waits to be settled. */
  readonly contested: boolean;
  /** It says of itself that it no longer holds. */
  readonly stale: boolean;
  readonly event: Event | null;
  /** Which chunk of its file, and the UTF-16 offsets of its text there. */
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
  readonly speaker: string | null;
  readonly days: DayRange | null;
  /** What stands there, read when it is first asked for; null where the file is another by now. */
  readonly text: () => string | null;
  /** What the fields of its frontmatter say, a sentence each; empty where there are none. */
  readonly fields: string;
  /** Above 0 and at most 1: what the words alone are worth, comparable between stores and tiers. */
  readonly base: number;
  /** The share of the question's words, weighted by rarity, that the text holds: 0 to 1. */
  readonly coverage: number;
  readonly terms: readonly LeadTerm[];
  /** Where the score of the words comes from, as the index tells it. */
  readonly shares: Readonly<Record<string, number>>;
  readonly neighbors: readonly LeadNeighbor[];
  /** null where no model was asked, or nothing of the page is embedded. */
  readonly vector: LeadVector | null;
}

/** What raised or lowered a lead beside the words. */
export interface Boost {
  readonly what:
    | "kind"
    | "type"
    | "recency"
    | "order"
    | "importance"
    | "origin"
    | "neighbors"
    | "contested"
    | "stale"
    | "tier";
  /** Above 1 raises. */
  readonly factor: number;
  readonly says: string;
}

export interface Weighed extends Lead {
  readonly score: number;
  readonly boosts: readonly Boost[];
}

// Trust: how far a page can be taken at its word, by where it came from and what it says of itself.

const trust: Readonly<Record<Origin, number>> = { user: 1, agent: 0.9, tool: 0.75, imported: 0.65, web: 0.4 };

/** By its origin, lowered where it says itself that it is unsure, contested or over. */
export function authorityOf({ origin, sure, contested, stale }: Lead): number {
  return trust[origin] * (sure ?? 1) * (contested ? 0.6 : 1) * (stale ? 0.5 : 1);
}
