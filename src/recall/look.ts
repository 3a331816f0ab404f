/** Recall search: one tier of every store asked of its index, and what it found as leads that can be compared with each other. */

import type { Failure } from "../base/result.js";
import type { Memory } from "../memory/memory.js";
import type { Located } from "../memory/workspace.js";
import { byScope } from "../memory/workspace--by-scope.js";
import type { Tier } from "../page/page--page.js";
import { fieldSentences } from "../page/represent.js";
import type { Degraded } from "./answer.js";
import type { WeighedWord } from "./confidence.js";
import type { Lead } from "./confidence--lead.js";
import { type Field, judgeOf, kindAt } from "./field--field.js";
import { standingOf } from "./field--standing.js";
import type { SearchFound, SearchHit } from "./index/search.js";
import { searchSource } from "./index/write--search-source.js";
import { quotedWords } from "./plan--query.js";
import { eventOf } from "./rank/beside.js";

export interface Searched {
  readonly leads: readonly Lead[];
  readonly words: readonly WeighedWord[];
  readonly degraded: readonly Degraded[];
  /** Stores of which nothing could be read, and why. */
  readonly failed: readonly { readonly store: string; readonly failure: Failure }[];
}

/** Never fails as a whole: what a store could not answer is told beside what the others did. */
export function searchTier(field: Field, tier: Tier, side: "open" | "closed" = "open"): Searched {
  const leads: Lead[] = [];
  const words = new Map<string, number>();
  const degraded: Degraded[] = [];
  const failed: { store: string; failure: Failure }[] = [];
  for (const memory of byScope(field.workspace.memories)) {
    const { name } = memory.config;
    const found = askStore(field, memory, tier, side);
    if (!found.ok) {
      failed.push({ store: name, failure: found.error });
      degraded.push({ what: `store ${name}`, says: found.error.says });
      continue;
    }
    for (const { asked, weight } of found.value.words) words.set(asked, Math.max(words.get(asked) ?? 0, weight));
    for (const says of found.value.skipped) degraded.push({ what: `search of store ${name}`, says });
    if (found.value.loosened) {
      const says = "No page holds the words in quotes together, so each was searched for.";
      degraded.push({ what: quotedWords, says });
    }
    leads.push(...leadsOf(field, memory, tier, found.value));
  }
  const fused = side === "open" ? (field.meaning?.fuse(leads, tier) ?? leads) : leads;
  return { leads: fused, words: [...words].map(([asked, weight]) => ({ asked, weight })), degraded, failed };
}

type Asked = { readonly ok: true; readonly value: SearchFound } | { readonly ok: false; readonly error: Failure };

function askStore(field: Field, memory: Memory, tier: Tier, side: "open" | "closed"): Asked {
  const { plan } = field;
  const { search } = memory;
  const judge = judgeOf(field, memory);
  if (search === undefined)
    return failure({
      code: "io_failed",
      errno: "ENOSYS",
      says: `The store ${memory.config.name} was opened without a search.`,
      hint: "Open it with openWorkspace.",
    });
  try {
    search.converge(searchSource(memory));
    return search.query({
      text: plan.query.text,
      tier,
      limit: side === "open" ? plan.hits : 1,
      admits: judge[side],
      few: (most) => judge.few(side, most),
      ...(plan.within === null ? {} : { within: plan.within }),
      ...(plan.around === null ? {} : { around: plan.around }),
    });
  } catch (error) {
    // A search that breaks its word must not look like one that found nothing.
    const says = `The search of store ${memory.config.name} broke: ${error instanceof Error ? error.message : String(error)}`;
    return failure({ code: "bug", says, hint: "Please report it; meanwhile: pagefile index rebuild" });
  }
}

function failure(error: Failure): Asked {
  return { ok: false, error };
}

function leadsOf(field: Field, memory: Memory, tier: Tier, { hits }: SearchFound): readonly Lead[] {
  // Scores of different indexes have nothing in common; what they say of the question's words has.
  const scale = Math.max(0.05, ...hits.slice(0, 5).map((hit) => hit.coverage));
  const first = new Map<string, number>();
  const judge = judgeOf(field, memory);
  return hits.flatMap((hit) => {
    const { page } = judge.of(hit.path, hit.slug);
    if (page === null) return [];
    // Pages go by what each is worth as a whole, and the chunks of one by their own scores.
    const best = first.get(page.name) ?? hit.score;
    first.set(page.name, best);
    return [leadOf(page, tier, hit, Math.min(1, (scale * hit.worth * hit.score) / best))];
  });
}

export function leadOf(page: Located, tier: Tier, hit: SearchHit, base: number): Lead {
  const { memory, entry } = page;
  const kind = kindAt(memory, entry);
  const { sure, stale, contested, provenance, fields, origin } = standingOf(memory, entry);
  const heading = hit.headings.at(-1) ?? entry.title;
  return {
    id: page.name as Lead["id"],
    store: memory.config.name,
    path: entry.path,
    oid: entry.oid,
    type: entry.type,
    kind,
    title: entry.title,
    pin: entry.pin,
    origin,
    tier,
    updated: entry.updated,
    provenance,
    sure,
    contested,
    stale,
    event:
      kind === "episodic" || entry.type === "conversation_segment"
        ? eventOf({ path: entry.path, heading, text: hit.text ?? "", fields })
        : null,
    chunk: hit.chunk,
    start: hit.start,
    end: hit.end,
    headings: hit.headings,
    speaker: hit.speaker,
    days: hit.days,
    text: () => hit.text,
    fields: fieldSentences(entry.type, fields),
    base,
    coverage: hit.coverage,
    terms: hit.terms,
    shares: { ...hit.shares },
    neighbors: [],
    vector: null,
  };
}
