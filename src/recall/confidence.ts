/** Confidence: how far what was found can be relied on, by its words, what it leaves open, its days, its sources and its agreement. */

import type { Lead } from "./confidence--lead.js";
import { authorityOf } from "./confidence--trust.js";
import type { Plan } from "./plan.js";
import { fold } from "./words/terms.js";
import type { DayRange } from "./words/time-read--time-days.js";
import { overlaps } from "./words/time-read--time-spans.js";

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
