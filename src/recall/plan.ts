/** Plan: how a question is looked up: which memories in which order, which days, how sure is sure enough, and how much comes back. */

import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result--result.js";
import { type PageType, pageTypes, type Tier } from "../page/page--page.js";
import { type Explained, type MemoryKind, memoryKinds } from "./answer.js";
import type { Query } from "./plan--query.js";
import type { Intent } from "./plan--query-intent.js";
import type { DayRange } from "./words/time-read--time-days.js";

/** What the caller wants besides the question; null and an empty list leave it to the plan. */
export interface Wishes {
  readonly limit: number | null;
  readonly tokens: number | null;
  /** Page types and kinds of memory; a page of any of them will do. */
  readonly types: readonly (PageType | MemoryKind)[];
  /** Days as `YYYY-MM-DD`, both included. */
  readonly since: string | null;
  readonly until: string | null;
  readonly tier: Tier | null;
}

export interface Plan {
  readonly query: Query;
  /** Every kind that is searched, the most likely first, with what a page of it counts beside another of equal words. */
  readonly kinds: readonly { readonly kind: MemoryKind; readonly weight: number }[];
  /** null for all. */
  readonly types: ReadonlySet<PageType> | null;
  /** Rather pages of this type; null for any. */
  readonly likely: PageType | null;
  readonly tier: Tier | null;
  /** Nothing outside these days. */
  readonly within: DayRange | null;
  /** Rather these days. */
  readonly around: DayRange | null;
  /** Confidence from which on the archive is left alone, and below which an answer is called uncertain. */
  readonly enough: number;
  readonly doubtful: number;
  /** Chunks asked of the index, archived pages fetched, pages and tokens given back. */
  readonly hits: number;
  readonly fetches: number;
  readonly pages: number;
  readonly tokens: number;
}

/** What the kinds weigh by intent: working, semantic, episodic, perceptual. Words decide first; this parts what they leave equal. */
const weights: Readonly<Record<Intent, readonly [number, number, number, number]>> = {
  lookup: [1, 1, 1, 0.9],
  fact: [1, 1, 1, 0.9],
  event: [1, 0.95, 1.1, 1],
  decision: [1, 1.1, 1, 0.85],
  how: [1, 1.1, 0.95, 0.85],
  why: [1, 1.1, 1, 0.85],
  preference: [1, 1.1, 0.95, 0.85],
  state: [1.15, 1, 1, 0.9],
  measure: [0.95, 0.95, 1, 1.2],
};

/** The type of page that holds such an answer where a person wrote it down; an intent that asks for none is absent. */
const likely: Readonly<Partial<Record<Intent, PageType>>> = {
  decision: "decision",
  how: "procedure",
  preference: "preference",
  state: "plan",
};

export function planOf(query: Query, wishes: Wishes): Result<Plan, Explained> {
  const { since, until, types } = wishes;
  if (since !== null && until !== null && since > until) {
    const says = `The days asked for begin on ${since} and end before, on ${until}.`;
    return err({ says, hint: "Give the earlier day to --since and the later one to --until." });
  }
  const wantedKinds = memoryKinds.filter((kind) => types.includes(kind));
  const wantedTypes = pageTypes.filter((type) => types.includes(type));
  const order = memoryKinds.map((kind, at) => ({ kind, weight: weights[query.intent][at]! }));
  // A page type names its own kind; asked beside a kind it widens the search, so no kind may be left out then.
  const kinds =
    wantedTypes.length > 0 || wantedKinds.length === 0
      ? order
      : order.filter(({ kind }) => wantedKinds.includes(kind));
  return ok({
    query,
    kinds: [...kinds].sort((a, b) => b.weight - a.weight),
    types: wantedTypes.length === 0 ? null : new Set(wantedTypes),
    likely: likely[query.intent] ?? null,
    tier: wishes.tier,
    within: since === null && until === null ? null : { from: since, to: until },
    around: query.days,
    enough: 0.7,
    doubtful: 0.45,
    hits: limits.recallHitsMax,
    fetches: limits.recallFetchesMax,
    pages: wishes.limit ?? 10,
    tokens: wishes.tokens ?? 2_000,
  });
}

/** Whether the plan wants pages of this type and kind. */
export function wants(
  { types, kinds }: Plan,
  wishes: Wishes["types"],
  page: { readonly type: PageType; readonly kind: MemoryKind },
): boolean {
  if (types === null) return kinds.some(({ kind }) => kind === page.kind);
  return types.has(page.type) || wishes.includes(page.kind);
}
