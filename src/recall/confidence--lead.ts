/** Lead: one page on its way into an answer: what was found of it, and what is known of it. */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Origin, PageType, Pin, Tier } from "../page/page--page.js";
import type { MemoryKind } from "./answer.js";
import type { Event } from "./rank/beside.js";
import type { DayRange } from "./words/time-read--time-days.js";

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
  readonly what: "kind" | "type" | "recency" | "importance" | "origin" | "neighbors" | "contested" | "stale" | "tier";
  /** Above 1 raises. */
  readonly factor: number;
  readonly says: string;
}

export interface Weighed extends Lead {
  readonly score: number;
  readonly boosts: readonly Boost[];
}
