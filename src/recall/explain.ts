/** Explain: why a page is in the answer, and what would help where the answer is not to be relied on. */

import type { Degraded } from "./answer.js";
import {
  authorityOf,
  type Boost,
  type Confidence,
  type Lead,
  type LeadNeighbor,
  type LeadTerm,
  type Weighed,
  type WeighedWord,
  wordsLeftOpen,
} from "./confidence.js";
import { type Plan, quotedWords } from "./plan.js";
import type { AgeOf } from "./rank/worth.js";
import { overlaps } from "./words/calendar.js";
import { termsOf } from "./words/terms.js";

/** Why one page is in the answer. */
export interface Why {
  readonly terms: readonly LeadTerm[];
  /** The parts of the page in which they stand, each once. */
  readonly fields: readonly string[];
  /** Where the score of its words comes from; shares that sum up to 1. */
  readonly shares: Readonly<Record<string, number>>;
  /** Days since what it tells of, or since its last change; null where neither is known. */
  readonly ageDays: number | null;
  readonly neighbors: readonly LeadNeighbor[];
  readonly tier: "hot" | "cold";
  /** null where no model was asked, or nothing of the page is embedded. */
  readonly vector: Lead["vector"];
  readonly boosts: readonly Boost[];
  /** All of it in a sentence. */
  readonly says: string;
}

export function whyOf(lead: Weighed, ageOf: AgeOf): Why {
  const { terms, neighbors, tier, boosts, shares, vector } = lead;
  const fields = [...new Set(terms.flatMap((term) => term.fields))];
  const ageDays = ageOf(lead);
  return { terms, fields, shares, ageDays, neighbors, tier, vector, boosts, says: sentence(lead, fields, ageDays) };
}

function sentence(lead: Weighed, fields: readonly string[], age: number | null): string {
  const { terms, neighbors, tier, boosts, coverage, vector, superseded = null } = lead;
  const words = [
    ...new Set(
      terms.map(({ asked, found, kind }) => (kind === "typo" ? `${asked} as ${spelled(lead, found)}` : asked)),
    ),
  ];
  const parts = [
    words.length === 0
      ? "none of the question's words stands in it"
      : `${words.map((word) => `“${word}”`).join(", ")} in ${fields.join(", ")} (${percent(coverage)} of the question)`,
    ...(vector === null ? [] : [`number ${vector.rank} in meaning (similarity ${vector.similarity.toFixed(2)})`]),
    ...(age === null ? [] : [age === 1 ? "1 day old" : `${age} days old`]),
    ...neighbors.slice(0, 2).map(({ id, by, name }) => `${by} ${name} shared with ${id}`),
    ...(tier === "cold" ? ["archived"] : []),
    ...boosts.filter(({ what }) => what === "contested" || what === "stale").map(({ says }) => says),
    ...(superseded === null ? [] : [`${superseded.says}, says ${superseded.by}`]),
  ];
  return `${parts.join("; ")}.`;
}

/** The word of the page that the index knows as `found`, which is its stem; the stem where it stands in neither title nor text. */
function spelled({ title, headings, text, fields }: Weighed, found: string): string {
  const there = termsOf([text() ?? "", fields, ...headings, title].join("\n")).find((term) => term.text === found);
  return there?.said ?? found;
}

/** How far one page can be relied on: what an answer says beside its text. */
export function cueOf(lead: Weighed): "high" | "medium" | "low" {
  const sure = lead.coverage * authorityOf(lead);
  return sure >= 0.65 ? "high" : sure >= 0.35 ? "medium" : "low";
}

export interface Uncertainty {
  readonly says: string;
  /** What the asker can do, a sentence each. */
  readonly helps: readonly string[];
}

/** null where the answer can be relied on. `leads` best first. */
export function uncertaintyOf(
  plan: Plan,
  {
    leads,
    words,
    confidence,
    degraded,
  }: {
    readonly leads: readonly Weighed[];
    readonly words: readonly WeighedWord[];
    readonly confidence: Confidence;
    readonly degraded: readonly Degraded[];
  },
): Uncertainty | null {
  if (confidence.overall >= plan.doubtful) return null;
  const open = wordsLeftOpen(leads, words);
  const days = plan.within ?? plan.around;
  const dated =
    days !== null && leads.length > 0 && !leads.some((lead) => lead.days !== null && overlaps(lead.days, days));
  const says =
    leads.length === 0
      ? "No page in reach speaks of it."
      : open.length > 0
        ? `What was found says nothing of ${open.map((word) => `“${word}”`).join(", ")}.`
        : "What was found holds the words, but not together or not of the time asked for.";
  const helps = [
    ...(open.length > 0
      ? ["Ask with another word for it, or with a name or identifier that the page would hold."]
      : []),
    ...(dated ? ["No page found is of the days asked for; leave the time out, or name another."] : []),
    ...(plan.within !== null ? ["--since and --until leave every page without a day out; ask without them."] : []),
    ...(plan.tier === "hot" ? ["The archive was left out by --tier hot; ask without it."] : []),
    ...(plan.tier === "cold" ? ["Only the archive was searched (--tier cold); ask without it."] : []),
    ...(degraded.some(({ what }) => what !== quotedWords)
      ? ["The search was not whole; mend it first: pagefile doctor."]
      : []),
  ];
  return { says, helps: helps.length > 0 ? helps : ["Ask the user, or with more of what is known of it."] };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
