/**
 * EntryWords: the entries that pages hold already, as a statement is held against them. A memory may have a hundred thousand of them, and a statement
 * speaks of a few: so the words of every entry are kept on disk, and only pages that can matter to the statement are opened.
 *
 * They are kept by the blob ids of pages, so that no edit, no other branch and no other process can make them tell of a page what that does not say.
 * Losing them costs a walk over the pages and nothing else.
 */

import { join } from "node:path";
import type { PagePath } from "../../base/ids.js";
import { getOrMake } from "../../base/result.js";
import { piecesOf } from "../../heard/clause.js";
import type { Item } from "../../heard/inbox.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import type { KeyedCache } from "../../memory/facts.js";
import { type Memory, textsNow } from "../../memory/memory.js";
import { loadRulesOf } from "../../memory/profile.js";
import { entriesOf, type PageEntry } from "../../memory/table.js";
import { plainTags } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { withoutSuperseded } from "../../page/represent.js";
import { termsIn } from "../../recall/words/terms.js";
import { packageVersion } from "../../state/machine.js";
import { negatedIn } from "./change.js";
import { bare } from "./promote.js";
import { type Words, wordsOf } from "./similar.js";

/** An entry that is there already. */
export interface OldEntry {
  readonly store: Memory;
  readonly path: PagePath;
  readonly digest: string;
  readonly said: string;
  readonly words: Words;
  readonly terms: ReadonlySet<string>;
  /** What it says is not. */
  readonly denies: ReadonlySet<string>;
  readonly writable: boolean;
  /** Whether a person said it: it came here through the inbox, or is tagged so, as what came through the inbox of another clone. */
  readonly isHeard: boolean;
  /** Tagged as a person's word. */
  readonly isTagged: boolean;
  /** On no page yet: it is to be kept in the same run. */
  readonly waits: Item | null;
}

export function oldEntry(said: string, about: Omit<OldEntry, "said" | "words" | "terms" | "denies">): OldEntry {
  const text = withoutBlanks(said);
  return { ...about, said, words: wordsOf(text), terms: termsIn(text), denies: negatedIn(text) };
}

/** What stands in an entry where somebody said a secret. Its words are nobody's, and “not kept” denies nothing. */
export const blankedSecret = "(a secret, not kept)";

export function withoutBlanks(text: string): string {
  return text.replaceAll(blankedSecret, "…");
}

/** Nothing of these is said on: why the old was so, what it was not, what followed from it. */
const bound =
  /^(?:it|it['’]?s|that['’]?s|this|they|es|ça|c['’]est|eso|isso|as|because|since|so|due|which|who|that|where|not|instead|rather|weil|da|denn|damit|nicht|sondern|der|die|das|parce|car|pour|qui|pas|porque|ya|para|que|no|因为|而不是|なので|ではなく)(?![a-zß-öø-ÿ])/i;
const over =
  /(?<![a-zß-öø-ÿ])(?:no longer|any ?more|(?:is|are|was|got)(?: all)? (?:gone|broken|dead|over|closed|cancell?ed|discontinued|finished)|nicht mehr|ist (?:weg|kaputt|vorbei|abgesagt)|plus besoin|ya no)(?![a-zß-öø-ÿ])|不再|もう/i;

/** What a correction says, and what the changed entry says beside that: it may speak of the words before an “and” alone. Nothing goes on where it ends something. */
export function withRest(now: string, was: string): string {
  const said = termsIn(now);
  const pieces = piecesOf(was, { start: 0, end: was.length });
  const isSpoken = pieces.map(({ start, end }) => [...termsIn(was.slice(start, end))].some((term) => said.has(term)));
  const last = isSpoken.lastIndexOf(true);
  const rest = pieces.slice(last + 1);
  const front = was.slice(0, pieces[last]?.end ?? 0);
  // “On Wednesdays from now on, no longer on Tuesdays” ends nothing but the day.
  const isOver = over.test(now.slice(0, piecesOf(now, { start: 0, end: now.length })[0]?.end ?? now.length));
  const isChanged = [...said].some((term) => !termsIn(was).has(term)) && !isOver;
  const told = withFront(
    now,
    pieces.slice(0, last + 1).map(({ start, end }) => was.slice(start, end)),
  );
  if (last < 0 || rest.length === 0 || !isChanged) return told;
  if (rest.some(({ start, joint }) => bound.test(joint) || bound.test(was.slice(start)) || joint === ":"))
    return told;
  const [{ start, end }] = rest as [(typeof rest)[number]];
  // “…, not 9:30. Wednesdays, and …”: behind what is not so, “and Wednesdays” would not be so, too.
  if (/[,;]/.test(now) && !/\s/.test(was.slice(start, end)))
    return `${withoutStop(told)}. ${withoutStop(was.slice(start))}`;
  const more = withoutStop(was.slice(front.length));
  return `${withoutStop(told)}${now.includes(",") && more.startsWith(" ") ? "," : ""}${more}`;
}

function withoutStop(text: string): string {
  return text.replace(/(?<![\s.!。！])[\s.!。！]+$/, "");
}

/** “The database is called `db-2` and lives on port 5433” is another port: its name is what it was. Only where the wrong value is named. */
function withFront(now: string, pieces: readonly string[]): string {
  const [said, denied] = [termsIn(now), negatedIn(now)];
  const at = pieces.findIndex((piece) => [...termsIn(piece)].some((term) => denied.has(term)));
  const front = pieces.slice(0, Math.max(at, 0)).filter((piece) => {
    const left = [...termsIn(piece)].filter((term) => !said.has(term));
    return left.length >= 2 && !bound.test(piece);
  });
  return front.length === 0 ? now : [withoutStop(now), ...front].join(". ");
}

/** What an entry is looked for by. */
export interface Looked {
  readonly words: Words;
  readonly terms: ReadonlySet<string>;
  /** An entry that has all of these says the same; null where that is not so. */
  readonly repeated: ReadonlySet<string> | null;
  /** What may speak of an entry: its terms, those of them that it calls wrong, and the share of an entry's weight that it has to have. */
  readonly speaks: {
    readonly terms: ReadonlySet<string>;
    readonly wrong: ReadonlySet<string>;
    readonly least: number;
  } | null;
  /** Of which entries of that store it may take the place. */
  readonly changes: (store: Memory) => Changes;
  /** What is on no page yet and may be changed, too. */
  readonly waits: readonly OldEntry[];
}

/** All that Pagefile may write, those alone that came through the inbox of the memory that keeps, or none. */
export type Changes = "all" | "heard" | "none";

export interface HeldEntries {
  /** Every entry of each page that holds one which is the same, was heard, or is spoken of: what a harness loads first, the memory's own before others. */
  readonly entries: readonly OldEntry[];
  /** Inverse document frequency among the entries that may change, whether or not they are given here. */
  readonly worth: (term: string) => number;
}

interface Store {
  readonly memory: Memory;
  /** Null where all came through an inbox, be it another project's. */
  readonly heard: ReadonlySet<string> | null;
  readonly pages: readonly PageEntry[];
  readonly said: SaidPages;
  readonly opened: Map<PagePath, readonly OldEntry[]>;
  readonly counted: Map<Changes, Counts>;
}

/** How many entries may change, and how many of those have each word. */
interface Counts {
  readonly entries: number;
  readonly of: ReadonlyMap<string, number>;
}

/** The pages as the table has them now, which the caller brings in step. What the global one holds came through an inbox. */
export function openHeld(
  memory: Memory,
  global: Memory | null,
  heard: ReadonlySet<string>,
): (looked: Looked) => HeldEntries {
  const stores = [storeOf(memory, heard), ...(global === null ? [] : [storeOf(global, null)])];
  return (looked) => {
    // A statement that may be about no other asks for none of it.
    let counted: HeldEntries["worth"] | null = null;
    const worth: HeldEntries["worth"] = (term) => {
      counted ??= worthIn(
        stores.map((store) => countsOf(store, looked.changes(store.memory), heard)),
        looked.waits,
      );
      return counted(term);
    };
    return { entries: stores.flatMap((store) => entriesFor(store, looked, heard, worth)), worth };
  };
}

function storeOf(memory: Memory, heard: ReadonlySet<string> | null): Store {
  const { profile, harness = null } = memory.config;
  const loaded = loadRulesOf(profile, harness)?.files.map(({ path }) => path) ?? [];
  const all = entriesOf(memory.table).filter((entry) => {
    const isLog = entry.type === "conversation_segment" || entry.type === "evidence" || entry.tier === "cold";
    return !isLog && entry.slug === null;
  });
  // Of two that say the same the one that a harness loads is told otherwise.
  const first = loaded.flatMap((path) => all.find((entry) => entry.path === path) ?? []);
  const pages = [...first, ...all.filter((entry) => !first.includes(entry))];
  return { memory, heard, pages, said: saidBy(memory, pages), opened: new Map(), counted: new Map() };
}

function countsOf({ pages, said, counted }: Store, changes: Changes, heard: ReadonlySet<string>): Counts {
  return getOrMake(counted, changes, () => {
    const of = new Map<string, number>();
    let entries = 0;
    for (const { oid, writable } of changes === "none" ? [] : pages)
      for (const { digest, terms } of (writable ? said.get(oid) : undefined) ?? []) {
        if (changes === "heard" && !heard.has(digest)) continue;
        entries += 1;
        for (const term of terms) of.set(term, (of.get(term) ?? 0) + 1);
      }
    return { entries, of };
  });
}

/** Inverse document frequency (Spärck Jones 1972). */
function worthIn(counts: readonly Counts[], waits: readonly OldEntry[]): HeldEntries["worth"] {
  const entries = counts.reduce((sum, each) => sum + each.entries, waits.length);
  return (term) => {
    const waiting = waits.filter(({ terms }) => terms.has(term)).length;
    const count = counts.reduce((sum, { of }) => sum + (of.get(term) ?? 0), waiting);
    return Math.log(1 + (entries + 1) / (count || 1));
  };
}

function entriesFor(
  store: Store,
  looked: Looked,
  heard: ReadonlySet<string>,
  worth: HeldEntries["worth"],
): readonly OldEntry[] {
  const { pages, said, opened } = store;
  const matters = matching(store, looked, worth);
  const wanted = pages.filter(({ oid, path, writable }) => {
    if (opened.has(path) || store.heard === null) return true;
    // A page that could not be read when the others were may be there by now.
    const entries = said.get(oid);
    return entries?.some((entry) => heard.has(entry.digest) || matters(entry, writable)) !== false;
  });
  const unread = wanted.filter(({ path }) => !opened.has(path));
  const entryOf = new Map(unread.map((entry) => [entry.path, entry]));
  textsNow(store.memory, [...entryOf.keys()], (path, now) => {
    if (now !== null) opened.set(path, knownOf(store, path, entryOf.get(path)?.writable === true, now.text));
  });
  return wanted.flatMap(({ path }) => opened.get(path) ?? []);
}

function knownOf({ memory, heard }: Store, path: PagePath, writable: boolean, text: string): readonly OldEntry[] {
  return saidIn(text).map(({ digest, said, isTagged }) => {
    const isHeard = heard === null || isTagged || heard.has(digest);
    return oldEntry(said, { store: memory, path, digest, writable, isHeard, isTagged, waits: null });
  });
}

/** Each entry as it holds. */
function saidIn(
  text: string,
): readonly { readonly digest: string; readonly said: string; readonly isTagged: boolean }[] {
  return outline(text, bodyStartOf(text)).entries.map(({ start, end, digest }) => {
    const holds = withoutSuperseded(text.slice(start, end));
    return { digest, said: bare(holds), isTagged: plainTags(holds).includes("human") };
  });
}

/** Sums of the same numbers in another order differ in their last digits. */
const rounding = 1e-9;
/** Of the words of two texts that are the same, that both have. */
export const sameShare = 0.9;

/** Whether the entry may be the same, or may be spoken of; what it is then is decided by its text. */
function matching(
  { memory }: Store,
  { words, terms: stated, repeated, speaks, changes }: Looked,
  worth: HeldEntries["worth"],
): (entry: SaidEntry, writable: boolean) => boolean {
  const may = changes(memory);
  const isSame = ({ facts, content }: SaidEntry): boolean => {
    if (facts !== words.facts) return false;
    const [size, other] = [content.length, words.content.size];
    if (size === 0 || other === 0) return size === other;
    const both = countIn(words.content, content);
    return both / size >= sameShare && both / other >= sameShare;
  };
  const isSpokenOf = ({ terms }: SaidEntry): boolean => {
    if (speaks === null || may === "none") return false;
    const shared = terms.filter((term) => speaks.terms.has(term));
    if (shared.length < 2 && !shared.some((term) => speaks.wrong.has(term))) return false;
    return sumOf(shared, worth) / sumOf(terms, worth) >= speaks.least - rounding;
  };
  // A person's word is changed by what says all but two of its words; two in common are the least for anything else.
  const isChanged = ({ isTagged, terms }: SaidEntry): boolean => {
    if (may !== "all" || !isTagged) return false;
    const shared = countIn(stated, terms);
    return shared >= 2 || (shared === 1 && terms.length <= 3);
  };
  return (entry, writable) =>
    isSame(entry) ||
    (repeated !== null && countIn(repeated, entry.terms) === repeated.size) ||
    (writable && (isSpokenOf(entry) || isChanged(entry)));
}

/** What these words are worth together. */
export function sumOf(terms: Iterable<string>, worth: (term: string) => number): number {
  return [...terms].reduce((sum, term) => sum + worth(term), 0);
}

function countIn(words: ReadonlySet<string>, among: readonly string[]): number {
  let count = 0;
  for (const word of among) if (words.has(word)) count += 1;
  return count;
}

/** An entry without its text: the words that it is found by, and those that texts are compared by. */
interface SaidEntry {
  readonly digest: string;
  readonly isTagged: boolean;
  readonly facts: string;
  readonly terms: readonly string[];
  readonly content: readonly string[];
}

/** By blob id. */
type SaidPages = Pick<KeyedCache<readonly SaidEntry[]>, "get">;

function saidEntries(text: string): readonly SaidEntry[] {
  return saidIn(text).map(({ digest, said, isTagged }) => {
    const words = withoutBlanks(said);
    const { facts, content } = wordsOf(words);
    return { digest, isTagged, facts, terms: [...termsIn(words)], content: [...content] };
  });
}

/** What all of those pages say, brought up to date. Of others as many are kept: who leaves a branch may come back to it. */
function saidBy(memory: Memory, pages: readonly PageEntry[]): SaidPages {
  const dir = join(memory.place.state, "index-said");
  const said = openKeyedCache<readonly SaidEntry[]>(dir, `said-3-${packageVersion()}`);
  const missing = pages.filter(({ oid }) => said.get(oid) === undefined).map(({ path }) => path);
  textsNow(memory, missing, (_, now) => {
    if (now !== null && said.get(now.oid) === undefined) said.put(now.oid, saidEntries(now.text));
  });
  // What cannot be written is made again by whoever needs it next.
  said.flush(2 * pages.length);
  return said;
}
