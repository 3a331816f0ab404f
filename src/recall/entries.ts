/**
 * Entries: what of the pages answers a prompt, an entry at a time. A recall finds the pages; here their entries, and what is heard and not kept
 * yet, are held against the words of the prompt one by one, and what is doubtful is left out.
 */

import type { PageId, PagePath } from "../base/ids.js";
import { plainLine } from "../base/text.js";
import { isEpisodeLine, isEpisodeSlug } from "../heard/episode.js";
import type { Item } from "../heard/inbox.js";
import { textsNow } from "../memory/memory.js";
import { locate, type Stores } from "../memory/workspace.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { Query } from "./plan.js";
import type { DayRange } from "./words/calendar.js";
import { type Term, termsOf } from "./words/terms.js";

export interface EntryFound {
  /** The page that holds it; null where it is heard and no page has it yet. */
  readonly page: PageId | null;
  /** Its first line, without the mark of a list. */
  readonly text: string;
  readonly score: number;
}

/**
 * Entries of those pages that answer the text, best first; those of no page are heard and not kept yet. What a session was is told to who asks
 * about days (`ofDays`), and to nobody else: it may have been said otherwise since. Who asks what something was on a day is told what has its words.
 */
export function entriesFor(
  workspace: Stores,
  text: string,
  {
    pages,
    heard,
    ofDays,
  }: { readonly pages: readonly PageId[]; readonly heard: readonly Item[]; readonly ofDays: Query | null },
): readonly EntryFound[] {
  const isAsking = /[?？]/.test(text) || asks.test(text.trim());
  const parts = [/[.!?。！？]+/, /[.!?,;:。！？，；：]+/].flatMap((end) => text.split(end));
  const sentences = parts.map((part) => new Set(said(termsOf(part))));
  const candidates = heard
    .map((item) => candidate(null, item.text, item.lasting))
    .filter(({ terms, isLasting }) => isLasting || !sentences.some((sentence) => isOfOther(sentence, terms)));
  const past: Candidate[] = [];
  for (const id of pages) {
    const { holds, was } = entriesOf(workspace, id);
    candidates.push(...holds);
    if (ofDays?.days != null && isAsking && isOfDays(id, ofDays.days)) past.push(...was);
  }
  const told = ofDays?.isOfDays === false ? ranked(ofDays.text, past, clearShare) : past;
  return [...ranked(text, candidates, clearShare), ...told.map(({ page, text }) => ({ page, text, score: 0 }))];
}

/** “Messages for the kiosk arrive twice” and “messages for the planner …”: what was said in passing of one thing is no news of another. */
function isOfOther(sentence: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const common = [...terms].filter((term) => sentence.has(term)).length;
  return common > 1 && sentence.size === terms.size && common === terms.size - 1;
}

/** What is heard, not kept yet and answers a question, best first. */
export function heardFor(text: string, owed: readonly Item[]): readonly Item[] {
  const found = ranked(
    text,
    owed.map((item) => candidate(null, item.text)),
    anyShare,
  );
  return found.flatMap((entry) => owed.find((item) => item.text === entry.text) ?? []);
}

interface Candidate {
  readonly page: PageId | null;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Said once in the middle of work, an entry needs more of its words asked for. */
  readonly isLasting: boolean;
}

/** A log goes by the name of its day. */
function isOfDays(id: PageId, { from, to }: DayRange): boolean {
  const day = id.slice(0, "2026-11-20".length);
  return (from === null || day >= from) && (to === null || day <= to);
}

/** What holds, and what a session was. */
function entriesOf(
  workspace: Stores,
  id: PageId,
): { readonly holds: readonly Candidate[]; readonly was: readonly Candidate[] } {
  const [holds, was]: [Candidate[], Candidate[]] = [[], []];
  const located = locate(workspace, id);
  if (!located.ok) return { holds, was };
  const { memory, entry } = located.value;
  textsNow(memory, [entry.path], (_: PagePath, said) => {
    if (said === null) return;
    for (const { start, end, section, kind } of outline(said.text, bodyStartOf(said.text)).entries) {
      if (kind !== "bullet" && kind !== "paragraph") continue;
      if (entry.slug !== null && section !== entry.slug) continue;
      const line = plainLine(said.text.slice(start, end));
      const isPast = entry.type === "conversation_segment" && isEpisodeSlug(section) && isEpisodeLine(line);
      (isPast ? was : holds).push(candidate(id, line));
    }
  });
  return { holds, was };
}

function candidate(page: PageId | null, text: string, isLasting = true): Candidate {
  return { page, text, terms: new Set(said(termsOf(text))), isLasting };
}

/** “Leaves” is taken for more than one leaf, and “lives” for more than one life: what a verb does and what it is asked for are one word here. */
function said(terms: readonly Term[]): readonly string[] {
  return terms.flatMap(({ text, stop }) => (stop ? [] : [text.replace(/[fv]e?$/, "v")]));
}

// Ranked: entries by the words that they share with a prompt, a rare word counting for more (inverse document frequency, Spärck Jones 1972).

/** Of an entry's own weight that a text has to have: with one word in common, and with several. */
interface LeastShare {
  readonly one: number;
  readonly several: number;
}

/** A prompt speaks of much that an entry has nothing to do with; a question is asked to be answered. */
const clearShare: LeastShare = { one: 0.6, several: 0.4 };
const anyShare: LeastShare = { one: 0.2, several: 0.2 };
const looseMore = 0.15;

/** What answers a short question has what that asks about, and tells more. */
const answering = { words: 6, ofQuestion: 0.6, ofEntry: 0.25 } as const;

function ranked(text: string, candidates: readonly Candidate[], least: LeastShare): readonly EntryFound[] {
  const words = new Set(said(termsOf(text)));
  const isShort = words.size <= answering.words && asks.test(text.trim());
  const counts = new Map<string, number>();
  for (const { terms } of candidates) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weight = (term: string): number => Math.log(1 + (candidates.length + 1) / (counts.get(term) ?? 1));
  const asked = sumOf(words, weight);
  const found: EntryFound[] = [];
  const seen = new Set<string>();
  for (const { page, text, terms, isLasting } of candidates) {
    const shared = [...terms].filter((term) => words.has(term));
    if (shared.length === 0 || seen.has(text)) continue;
    const both = sumOf(shared, weight);
    const share = both / sumOf(terms, weight);
    const isClear = share >= (shared.length === 1 ? least.one : least.several) + (isLasting ? 0 : looseMore);
    const answers = isShort && share >= answering.ofEntry && both / asked >= answering.ofQuestion;
    if (!isClear && !answers) continue;
    seen.add(text);
    found.push({ page, text, score: both * Math.sqrt(share) });
  }
  return found.sort((a, b) => b.score - a.score);
}

function sumOf(terms: Iterable<string>, weight: (term: string) => number): number {
  let sum = 0;
  for (const term of terms) sum += weight(term);
  return sum;
}

/** A question, also one that nobody marks as such, in six languages. */
const asks =
  /[?？]\s*$|^(?:who|what|when|where|which|why|how|wer|was|wann|wo|welche\p{L}*|warum|wie|qui|quand|où|quel\p{L}*|pourquoi|comment|quién|qué|cuándo|dónde|cuál|cómo)(?!\p{L})|[吗呢][。\s]*$|か[。\s]*$/iu;
