/**
 * Entries: what of the pages answers a prompt, an entry at a time. `recall` finds the pages; here their entries, and what is heard and not kept
 * yet, are held against the words of the prompt one by one, and what is doubtful is left out.
 */

import type { PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { plainLine } from "../base/text.js";
import type { Item } from "../heard/inbox.js";
import { textsNow } from "../memory/memory.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { recall } from "./recall.js";
import { type Term, termsOf } from "./words/terms.js";

export interface EntryFound {
  /** The page that holds it; null where it is heard and no page has it yet. */
  readonly page: PageId | null;
  /** Its first line, without the mark of a list. */
  readonly text: string;
  readonly score: number;
}

export interface EntriesAnswer {
  /** Best first. */
  readonly entries: readonly EntryFound[];
  /** Why there are none, or why no more. */
  readonly why: string;
  /** Of the recall beneath. */
  readonly trace: string;
}

export interface EntriesQuery {
  /** What a person typed. */
  readonly text: string;
  readonly session: string;
  readonly heard: readonly Item[];
  /** Whether it stands in the context already. */
  readonly isGiven: (text: string) => boolean;
}

/** How many pages are looked into. */
const pagesMax = 12;

export async function recallEntries(workspace: Workspace, query: EntriesQuery): Promise<EntriesAnswer> {
  const text = query.text.slice(0, limits.recallQueryCharsMax);
  const answer = await recall(workspace, {
    text,
    limit: pagesMax,
    tokens: 4_000,
    types: [],
    since: null,
    until: null,
    tier: "hot",
    session: query.session,
    audience: "owner",
    trusted: true,
    restore: false,
    fresh: true,
  });
  const candidates: Candidate[] = query.heard.map((item) => candidate(null, item.text));
  for (const page of answer.pages) candidates.push(...entriesOf(workspace, page.id));
  const found = ranked(termsOf(text), candidates).filter((entry) => !query.isGiven(entry.text));
  const why =
    found.length > 0 ? "" : answer.status === "ok" ? "no entry has enough of the prompt's words" : answer.reason;
  return { entries: found, why, trace: answer.trace };
}

interface Candidate {
  readonly page: PageId | null;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

function entriesOf(workspace: Workspace, id: PageId): readonly Candidate[] {
  const located = locate(workspace, id);
  if (!located.ok) return [];
  const { memory, entry } = located.value;
  const found: Candidate[] = [];
  textsNow(memory, [entry.path], (_: PagePath, said) => {
    if (said === null) return;
    for (const { start, end, section, kind } of outline(said.text, bodyStartOf(said.text)).entries) {
      if (kind !== "bullet" && kind !== "paragraph") continue;
      if (entry.slug !== null && section !== entry.slug) continue;
      found.push(candidate(id, plainLine(said.text.slice(start, end))));
    }
  });
  return found;
}

function candidate(page: PageId | null, text: string): Candidate {
  return { page, text, terms: new Set(said(termsOf(text))) };
}

function said(terms: readonly Term[]): readonly string[] {
  return terms.flatMap(({ text, stop }) => (stop ? [] : [text]));
}

// Ranked: entries by the words that they share with a prompt, a rare word counting for more (inverse document frequency, Spärck Jones 1972).

/** Of an entry's own weight that the prompt has: with one word in common, and with several. */
const shareOfOne = 0.5;
const shareOfSeveral = 0.28;

function ranked(asked: readonly Term[], candidates: readonly Candidate[]): readonly EntryFound[] {
  const words = new Set(said(asked));
  const counts = new Map<string, number>();
  for (const { terms } of candidates) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weight = (term: string): number => Math.log(1 + (candidates.length + 1) / (counts.get(term) ?? 1));
  const found: EntryFound[] = [];
  const seen = new Set<string>();
  for (const { page, text, terms } of candidates) {
    let whole = 0;
    let both = 0;
    let shared = 0;
    for (const term of terms) {
      whole += weight(term);
      if (!words.has(term)) continue;
      both += weight(term);
      shared += 1;
    }
    const share = whole === 0 ? 0 : both / whole;
    if (shared === 0 || share < (shared === 1 ? shareOfOne : shareOfSeveral) || seen.has(text)) continue;
    seen.add(text);
    found.push({ page, text, score: both * Math.sqrt(share) });
  }
  return found.sort((a, b) => b.score - a.score);
}
