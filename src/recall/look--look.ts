/** Recall look: from the plan to what was found: hot memory first, the archive's index where that is not enough, never the archive itself. */

import type { PageId } from "../base/ids.js";
import type { Degraded } from "./answer.js";
import { type Confidence, confidenceOf, type WeighedWord } from "./confidence.js";
import type { Lead, Weighed } from "./confidence--lead.js";
import { withNeighbors } from "./field.js";
import type { Field } from "./field--field.js";
import { type Searched, searchTier } from "./look.js";
import { fetchLead } from "./look--fetch.js";
import { type AgeOf, weigh } from "./rank/worth--weigh.js";

export interface Looked {
  /** Best first. */
  readonly leads: readonly Weighed[];
  readonly words: readonly WeighedWord[];
  readonly confidence: Confidence;
  readonly degraded: readonly Degraded[];
  readonly failed: Searched["failed"];
  readonly escalated: { readonly says: string; readonly from: number; readonly fetched: readonly PageId[] } | null;
  /** A file that was found is not the one on disk any more. */
  readonly changed: boolean;
}

export function look(field: Field, ageOf: AgeOf): Looked {
  const { plan, workspace } = field;
  const first = searchTier(field, plan.tier ?? "hot");
  const hot = weigh(withNeighbors(field, first.leads), plan, ageOf);
  const before = confidenceOf(hot, first.words, plan);
  const plain = { ...first, leads: hot, confidence: before, escalated: null, changed: false };
  if (plan.tier !== null || before.overall >= plan.enough) return plain;
  const archive = searchTier(field, "cold");
  const { fetched, changed } = rehydrate(field, archive.leads);
  const words = joined(first.words, archive.words);
  const leads = weigh([...hot, ...fetched], plan, ageOf);
  const says = `${whyOf(before, plan.enough)} ${fetched.length === 0 ? "the archive holds nothing on it." : `the archive holds ${pagesOf(fetched)} on it.`}`;
  return {
    leads,
    words,
    confidence: confidenceOf(leads, words, plan),
    degraded: [
      ...first.degraded,
      ...archive.degraded.filter((one) => !first.degraded.some(({ says }) => says === one.says)),
    ],
    failed: [
      ...first.failed,
      ...archive.failed.filter(({ store }) => !first.failed.some((one) => one.store === store)),
    ],
    escalated: { says, from: before.overall, fetched: [...new Set(fetched.map(({ id }) => id))] },
    changed,
  };
  /** Only what the index points at is read, for this answer alone. */
  function rehydrate(
    { plan }: Field,
    found: readonly Lead[],
  ): { readonly fetched: readonly Lead[]; readonly changed: boolean } {
    const pages = [...new Set(found.map(({ path }) => path))].slice(0, plan.fetches);
    const read = found.filter(({ path }) => pages.includes(path)).map((lead) => fetchLead(workspace, lead));
    return {
      fetched: read.flatMap((one) => (typeof one === "string" ? [] : [one.lead])),
      changed: read.includes("changed"),
    };
  }
}

/** Whether pages that the asker may not see would have matched. Asked only where nothing else did. */
export function isKeptFrom(field: Field): boolean {
  const tiers = field.plan.tier === null ? (["hot", "cold"] as const) : [field.plan.tier];
  return tiers.some((tier) => searchTier(field, tier, "closed").leads.length > 0);
}

function whyOf({ overall }: Confidence, enough: number): string {
  return overall === 0
    ? "Nothing at hand speaks of it;"
    : `What is at hand reaches ${overall.toFixed(2)} of the ${enough.toFixed(2)} that are enough;`;
}

function pagesOf(leads: readonly Lead[]): string {
  const count = new Set(leads.map(({ path }) => path)).size;
  return count === 1 ? "1 page" : `${count} pages`;
}

function joined(a: readonly WeighedWord[], b: readonly WeighedWord[]): readonly WeighedWord[] {
  const words = new Map(a.map(({ asked, weight }) => [asked, weight]));
  for (const { asked, weight } of b) words.set(asked, Math.max(words.get(asked) ?? 0, weight));
  return [...words].map(([asked, weight]) => ({ asked, weight }));
}
