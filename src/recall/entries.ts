/**
 * Entries: what of the pages comes to a prompt without a recall by its agent. A question gets the lines that a recall is sure to answer it with. What
 * else comes are entries that answer the prompt's words: of the pages that the recall finds, and of what is heard and not kept yet, each is held
 * against the words; what is doubtful is left out.
 *
 * Other pages come unasked: by the `trigger:` of their frontmatter, where a prompt says certain words, where tools touched certain files, from a day
 * on, or on a day; and those that the active plan names. What a statement of somebody's says (“when X, then Y”) is an entry like any other; only a
 * page has a trigger. It brings the first lines of its page, once a session and context, ahead of what else answers the prompt and under the same
 * bound. What a plan names comes behind that, because a plan names it for all prompts alike. Who may not see the page gets nothing.
 */

import { join, posix, relative, sep } from "node:path";
import { compileGlobs } from "../base/glob.js";
import type { PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { plainLine } from "../base/lines.js";
import { tally } from "../base/result.js";
import { compareText } from "../base/text.js";
import { isEpisodeLine, isEpisodeSlug } from "../heard/episode.js";
import type { Item } from "../heard/inbox.js";
import { openKeyedCache } from "../memory/disk/facts-cache.js";
import type { KeyedCache } from "../memory/facts.js";
import { type OpenFile, textsNow } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import { entriesOf } from "../memory/table.js";
import { entryNamed, type Located, locate, pagesIn, type Stores } from "../memory/workspace.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { Trigger } from "../page/meta.js";
import { deniedTo, entriesForPrompt, isStrange, openForPrompt, shownText, withholdingOf } from "../prompt/access.js";
import { isActivePlan } from "../prompt/worth.js";
import type { RecallAnswer } from "./compose.js";
import type { Query } from "./plan.js";
import type { DayRange } from "./words/calendar.js";
import { fold, type Term, termsOf } from "./words/terms.js";

export interface EntryFound {
  /** The page that holds it; null where it is heard and no page has it yet. */
  readonly page: PageId | null;
  /** Its first line, without the mark of a list; of a page that answers a question, the lines that do. */
  readonly text: string;
  readonly score: number;
  /** The day on which it was heard, where no page has it yet, and what the person said later and otherwise. */
  readonly day?: string;
  readonly later?: string;
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
    .filter(
      ({ terms, isLasting }) =>
        isLasting || (terms.size >= wholeTermsMin && !sentences.some((sentence) => isOfOther(sentence, terms))),
    );
  const past: Candidate[] = [];
  for (const id of pages) {
    const { holds, was } = linesOf(workspace, id);
    candidates.push(...holds);
    if (ofDays?.days != null && isAsking && isOfDays(id, ofDays.days)) past.push(...was);
  }
  const told = ofDays?.isOfDays === false ? ranked(ofDays.text, past, clearShare) : past;
  return [...ranked(text, candidates, clearShare), ...told.map(({ page, text }) => ({ page, text, score: 0 }))];
}

/** “all of its files” says nothing without what stood before it. */
const wholeTermsMin = 3;

/** The sentences of a text that ask a memory something, and not for something to be done, or about what both have before them. */
export function questionsIn(text: string): readonly string[] {
  return sentencesThatAsk(text).filter((sentence) => !ofNow.test(sentence));
}

function sentencesThatAsk(text: string): readonly string[] {
  return text.split(/(?<=[.!?]\s|[。！？\n])/).filter((sentence) => asks.test(sentence.trim()));
}

/** How sure an answer has to be of what a text asks a memory for; null where it asks for nothing that a memory knows. */
export function sureFor(text: string): number | null {
  const needed = sentencesThatAsk(text).map((question) => {
    const isShort = new Set(said(termsOf(question))).size <= shortWords;
    if (isShort && (ofNow.test(question) || pointing.test(question))) return null;
    return (
      (isShort || ofNow.test(question) ? sureFrom.doubtful : sureFrom.clear) +
      (kana.test(question) ? sureFrom.kana : 0)
    );
  });
  return needed.reduce((least, each) => (least === null || (each !== null && each < least) ? each : least), null);
}

/**
 * What a recall found for a question, as a prompt has it: of each page the lines that answer. Of a session comes what was told in it; the rest of it
 * to who asks about days (`ofDays`) alone. `isOver`: a later day has taken the line back. `isGiven`: the model has it. Where it has all that a page
 * answers, those behind that page that hold no other word of the question are `behind`, and left out.
 */
export function answersFor(
  workspace: Stores,
  { pages }: Pick<RecallAnswer, "pages">,
  {
    ofDays,
    isOver,
    isGiven,
  }: {
    readonly ofDays: Query | null;
    readonly isOver: (line: string) => boolean;
    readonly isGiven: (line: string) => boolean;
  },
): { readonly found: readonly EntryFound[]; readonly behind: ReadonlySet<PageId> } {
  const found: EntryFound[] = [];
  const behind = new Set<PageId>();
  let had: ReadonlySet<string> | null = null;
  for (const { id, snippet, score, why } of pages) {
    const located = locate(workspace, id);
    if (!located.ok || isStrange(located.value)) continue;
    if (had !== null && why.terms.every(({ asked }) => had?.has(asked))) {
      behind.add(id);
      continue;
    }
    const isTold = (line: string): boolean => ofDays !== null || !isEpisodeLine(line) || toldLine.test(line);
    const isWhole = (line: string): boolean => !line.endsWith("…") || line.length >= cutCharsMin;
    // The name of a section is its heading.
    const isName = (line: string): boolean => id.includes("#") && line.startsWith("## ");
    const holds = snippet
      .split("\n")
      .filter((line) => isTold(line) && isWhole(line) && !isOver(plainLine(line)) && !isName(line));
    const lines = holds.filter((line) => !isGiven(plainLine(line)));
    if (holds.some(tells) && !lines.some(tells)) had ??= new Set(why.terms.map(({ asked }) => asked));
    if (!lines.some(tells)) continue;
    found.push({ page: id, text: lines.length === 1 ? plainLine(lines[0]!) : lines.join("\n"), score });
  }
  return { found, behind };
}

function tells(line: string): boolean {
  return line.trim() !== "" && !headingLine.test(line);
}

/** The chance that what is shown holds the answer, from which on it is given; in Japanese, where endings of verbs are alike by chance, a higher one. */
const sureFrom = { clear: 0.6, doubtful: 0.7, kana: 0.12 } as const;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const shortWords = 2;
const headingLine = /^#{1,6}\s/;
const toldLine = /^[-*+]?\s*Told: /;

/** A line that was cut so short for want of room tells nothing. */
const cutCharsMin = 80;

/** Of two words, one of which is “it”, a question is about what was said before. */
const pointing = /\b(?:it|that)\b/i;

/**
 * Who asks for something to be done, or about what both have before them, asks no memory, and of a question of two words nobody can be sure:
 * “why did you …”, “can you …”, “this function”.
 */
const ofNow =
  /(?<!\p{L})(?:(?:did|have|are|were|can|could|would|will|do|should) you(?! (?:remember|recall|know|tell|remind))|you (?:did|have|are|were|just)|this|these|those|here|kannst du|hast du|könntest du|dies\p{L}*|hier|peux-tu|as-tu|pouvez-vous|ici|puedes|has|est[ao]s?|aquí)(?!\p{L})|[这這]|この|これ|ここ/iu;

/** “Messages for the kiosk arrive twice” and “messages for the planner …”: what was said in passing of one thing is no news of another. */
function isOfOther(sentence: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const common = [...terms].filter((term) => sentence.has(term)).length;
  return common > 1 && sentence.size === terms.size && common === terms.size - 1;
}

/** What is heard, not kept yet and answers a question, best first. */
export function heardFor<T extends Pick<Item, "text">>(text: string, owed: readonly T[]): readonly T[] {
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
  /** With the lines below its first; null where it is long. */
  readonly whole: string | null;
  /** Said once in the middle of work, an entry needs more of its words asked for. */
  readonly isLasting: boolean;
}

/** A log goes by the name of its day. */
function isOfDays(id: PageId, { from, to }: DayRange): boolean {
  const day = id.slice(0, "2026-11-20".length);
  return (from === null || day >= from) && (to === null || day <= to);
}

/** What holds, and what a session was. */
function linesOf(
  workspace: Stores,
  id: PageId,
): { readonly holds: readonly Candidate[]; readonly was: readonly Candidate[] } {
  const [holds, was]: [Candidate[], Candidate[]] = [[], []];
  const located = locate(workspace, id);
  if (!located.ok || isStrange(located.value)) return { holds, was };
  const { memory, entry } = located.value;
  textsNow(memory, [entry.path], (_: PagePath, said) => {
    if (said === null) return;
    // A section begins anew whatever stands above it, and is read alone: a log of months has hundreds.
    const sections = said.oid === entry.oid ? memory.files.get(entry.path)?.data.sections : undefined;
    const own = sections?.find(({ slug }) => slug === entry.slug);
    const shown = shownText(memory, said);
    const text = own === undefined ? shown : shown.slice(own.start, own.end);
    for (const { start, end, section: under, kind, digest } of outline(
      text,
      own === undefined ? bodyStartOf(text) : 0,
    ).entries) {
      if (kind !== "bullet" && kind !== "paragraph") continue;
      const section = own === undefined ? under : entry.slug;
      if (entry.slug !== null && section !== entry.slug) continue;
      const whole = text.slice(start, end);
      const line = plainLine(whole);
      if (memory.labels.untrusted(digest) !== null) continue;
      const isPast = entry.type === "conversation_segment" && isEpisodeSlug(section) && isEpisodeLine(line);
      const told = candidate(id, line, true, whole);
      if (!isLabel(told) || told.whole?.includes("\n") === true) (isPast ? was : holds).push(told);
    }
  });
  return { holds, was };
}

/** The head of a table, a label above a list, one word: what they stand over says it, and they do not. */
function isLabel({ text, terms }: Candidate): boolean {
  return terms.size < 2 || text.startsWith("|") || /[:：][^\p{L}\p{N}:：]*$/u.test(text);
}

function candidate(page: PageId | null, text: string, isLasting = true, whole = text): Candidate {
  const [, ...more] = whole.split("\n");
  const [line] = text.split("\n", 1);
  const shown = whole.length > wholeCharsMax ? null : [line, ...more].join("\n");
  return { page, text, terms: new Set(said(termsOf(text))), whole: shown, isLasting };
}

/** What is longer tells a story, and has words of many a task. */
const wholeCharsMax = 600;

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

/** What answers a short question has what that asks about, and tells more; a long entry has to have nearly all of it. */
const answering = [
  { words: 6, shared: 1, ofQuestion: 0.6, ofEntry: 0.25 },
  { words: 10, shared: 2, ofQuestion: 0.8, ofEntry: 0.1 },
] as const;

function ranked(text: string, candidates: readonly Candidate[], least: LeastShare): readonly EntryFound[] {
  const words = new Set(said(termsOf(text)));
  const parts = text.split(sentenceEnd);
  const sentences = parts.map((sentence) => new Set(said(termsOf(sentence))));
  const tasks = parts.filter((sentence) => !asks.test(sentence.trim()) || ofNow.test(sentence)).map(spokenIn);
  const ways = asks.test(text.trim()) ? answering.filter(({ words: most }) => words.size <= most) : [];
  const counts = tally(candidates.flatMap(({ terms }) => [...terms]));
  const weight = (term: string): number => Math.log(1 + (candidates.length + 1) / (counts.get(term) ?? 1));
  const asked = sumOf(words, weight);
  const found: (EntryFound & { readonly shared: readonly string[] })[] = [];
  const seen = new Set<string>();
  const useful = ofTask(tasks, candidates);
  for (const each of candidates) {
    const { page, text, terms, whole, isLasting } = each;
    const shared = [...terms].filter((term) => words.has(term));
    const isUseful = useful.has(each);
    if ((shared.length === 0 && !isUseful) || seen.has(text)) continue;
    const all = sumOf(terms, weight);
    const both = sumOf(shared, weight);
    const isClear = sentences.some((sentence) => {
      const there = shared.filter((term) => sentence.has(term));
      const enough = (there.length === 1 ? least.one : least.several) + (isLasting ? 0 : looseMore);
      return there.length > 0 && sumOf(there, weight) / all >= enough;
    });
    const answers = ways.some(
      (way) => shared.length >= way.shared && both / all >= way.ofEntry && both / asked >= way.ofQuestion,
    );
    if (!isUseful && ((page !== null && isLabel(each)) || (!isClear && !answers))) continue;
    seen.add(text);
    found.push({ page, text: whole ?? text, score: both * Math.sqrt(both / all), shared });
  }
  const best = found.sort((a, b) => b.score - a.score);
  if (!asks.test(text.trim())) return best;
  // An entry that has only some of what a better one has of the question is about something else: the port of another service.
  return best.filter(
    ({ shared: own }, at) =>
      !best
        .slice(0, at)
        .some(({ shared }) => shared.length > own.length && own.every((term) => shared.includes(term))),
  );
}

// Task: who is to do something is given what was learned of just that, however much more the entry says.

interface Spoken {
  /** Without the parts of names. */
  readonly words: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
  /** Code, files, packages, errors: what nobody writes by chance. */
  readonly names: ReadonlySet<string>;
}

/** “src/auth/invite.ts” is also “invite.ts”, and “auth.admin.inviteUserByEmail” its last part. */
function spokenIn(text: string): Spoken {
  const terms = termsOf(text);
  const wholes = terms.flatMap(({ said: name, part }) => (part ? [] : [name]));
  const names = wholes.flatMap((name) => [name, ...["/", "."].map((sign) => name.slice(name.lastIndexOf(sign) + 1))]);
  return {
    words: new Set(said(terms.filter(({ part }) => !part))),
    parts: new Set(said(terms.filter(({ part }) => part))),
    names: new Set(names.filter((name) => name.length >= nameCharsMin && nameShape.test(name)).map(fold)),
  };
}

const nameCharsMin = 5;
/** `camelCase`, `snake_case`, `a.file`, `a/longer/path`, `C::name`, `E0308`. */
const nameShape = /\p{Ll}\p{Lu}|\p{L}_\p{L}|\p{L}\.\p{L}|\/[^/]+\/|\p{L}::|\p{L}\d/u;

/**
 * The few short entries that have the most in common with one sentence of a task: a name that hardly another has and one more word, or words in one
 * sentence that together tell it from the others. To have a word that no other entry has counts 1, a common word less.
 */
function ofTask(tasks: readonly Spoken[], candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  if (tasks.length === 0) return new Set();
  const telling = candidates.flatMap((each) => {
    const isOther = each.whole === null || /^(?:\||\[[ x]\])/i.test(each.text);
    return isOther
      ? []
      : [{ each, ...spokenIn(each.whole), parts: each.whole.split(entrySentenceEnd).map(spokenIn) }];
  });
  const counts = tally(telling.flatMap(({ words }) => [...words]));
  const namings = tally(telling.flatMap(({ names }) => [...names]));
  const most = Math.log(Math.max(telling.length, taskLimits.fewEntries) + 2);
  // Of unspaced writing two signs make a term, and three of a word two of them.
  const rarity = (word: string): number =>
    (Math.log(1 + (telling.length + 1) / (counts.get(word) ?? 1)) / most) * (unspaced.test(word) ? 0.5 : 1);
  const worthOf = (task: Spoken, { words, names, parts }: (typeof telling)[number]): number => {
    const shares = (word: string): boolean => task.words.has(word) || task.parts.has(word);
    const named = [...names].filter((name) => task.names.has(name) && namings.get(name)! <= taskLimits.namings);
    const beside = [...words].filter((word) => shares(word) && !named.some((name) => name.includes(word)));
    if (named.length > 0 && beside.length > 0) return taskLimits.worth + sumOf(beside, rarity);
    const worth = Math.max(...parts.map((part) => sumOf([...part.words].filter(shares), rarity)));
    return worth >= taskLimits.worth ? worth : 0;
  };
  const found = telling.flatMap((told) => {
    const worth = told.words.size < taskLimits.words ? 0 : Math.max(0, ...tasks.map((task) => worthOf(task, told)));
    return worth === 0 ? [] : [{ each: told.each, worth }];
  });
  const best = found.sort((a, b) => b.worth - a.worth).slice(0, taskLimits.entries);
  return new Set(best.map(({ each }) => each));
}

/** Chosen over what people typed and committed in eight projects, and over prompts typed about other code. */
const taskLimits = { worth: 2.05, words: 5, namings: 6, fewEntries: 100, entries: 3 } as const;
const entrySentenceEnd = /(?<=[.!?])\s|[。！？]|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/;

/** A long prompt has the words of many an entry here and there, and speaks of it in none of its sentences. */
const sentenceEnd = /(?<=[.!?])\s|[。！？\n]/;

function sumOf(terms: Iterable<string>, weight: (term: string) => number): number {
  let sum = 0;
  for (const term of terms) sum += weight(term);
  return sum;
}

/** A question, also one that nobody marks as such, in six languages. */
const asks =
  /[?？]\s*$|^(?:who|what|when|where|which|why|how|wer|was|wann|wo|welche\p{L}*|warum|wie|qui|quand|où|quel\p{L}*|pourquoi|comment|quién|qué|cuándo|dónde|cuál|cómo|(?:tell|remind) me|sag mir|erinnere mich|dis-moi|rappelle-moi|dime|recuérdame|lembra-me|напомни|告诉我|告訴我)(?!\p{L})|[吗呢][。\s]*$|か[。\s]*$|教えて[。\s]*$/iu;

// Trigger: pages that are given without being asked for.

/** What there is to fire at. */
interface Occasion {
  readonly session: string | null;
  readonly text: string;
  /** Files that tools touched since the last prompt, absolute, and the folders that patterns start from. */
  readonly touched: readonly string[];
  readonly folders: readonly string[];
  /** The local day. */
  readonly day: string;
}

export interface Fired {
  readonly page: PageId;
  readonly path: PagePath;
  readonly by: "trigger" | "plan";
  /** In words: its trigger fires, the prompt says “deploy”. */
  readonly why: string;
  /** Its first lines, without the mark of a list. */
  readonly lines: readonly string[];
}

/** By page, those of triggers first; archived pages fire no more. */
export function firedBy(workspace: Stores, occasion: Occasion): readonly Fired[] {
  const waiting = triggered(workspace);
  const { text } = occasion;
  const said = waiting.length === 0 ? null : { text: text.toLowerCase(), terms: wholeTerms(text) };
  const fired = waiting.flatMap(({ page, trigger }): readonly Fired[] => {
    const why = said === null ? null : whyFires(trigger, said, occasion);
    return why === null ? [] : firing(page, occasion, { by: "trigger", why: `its trigger fires: ${why}` });
  });
  const known = new Set(fired.map(({ page }) => page));
  const named = namedByPlans(workspace, occasion).filter(({ page }) => !known.has(page));
  return [fired, named].flatMap((some) => [...some].sort((a, b) => compareText(a.page, b.page)));
}

/** Nothing where the page may not be seen, or says nothing. */
function firing(page: Located, { session }: Occasion, why: Pick<Fired, "by" | "why">): readonly Fired[] {
  if (deniedTo(page, { session, audience: "owner" }) !== null || isStrange(page)) return [];
  const lines = firstLines(page);
  return lines.length === 0 ? [] : [{ page: page.name as PageId, path: page.entry.path, lines, ...why }];
}

/** Whether any page waits for a file to be touched: where none does, nobody needs to note what tools touch. */
export function watchesPaths(workspace: Stores): boolean {
  return triggered(workspace).some(({ trigger }) => trigger.paths.length > 0);
}

interface Waiting {
  readonly page: Located;
  readonly trigger: Trigger;
}

function triggered(workspace: Stores): readonly Waiting[] {
  const has = workspace.memories.some(({ files }) => {
    for (const { data } of files.values()) if (data.meta.trigger != null) return true;
    return false;
  });
  if (!has) return [];
  return pagesIn(workspace).flatMap((page) => {
    const { memory, entry, shadowed } = page;
    const trigger = entry.slug === null ? memory.files.get(entry.path)?.data.meta.trigger : null;
    return trigger == null || shadowed || entry.tier !== "hot" ? [] : [{ page, trigger }];
  });
}

// Why: what of a trigger came about.

function whyFires({ words, paths, from, on }: Trigger, said: Said, occasion: Occasion): string | null {
  const word = words.find((each) => says(said, each));
  if (word !== undefined) return `the prompt says “${word}”`;
  const path = paths.length === 0 ? undefined : touchedBy(paths, occasion);
  if (path !== undefined) return `a tool touched ${path}`;
  if (on !== null && on === occasion.day) return `it is ${on}`;
  return from !== null && from <= occasion.day ? `it is ${from} or later` : null;
}

interface Said {
  readonly text: string;
  /** As they are looked for, in order. */
  readonly terms: readonly string[];
}

function wholeTerms(text: string): readonly string[] {
  return termsOf(text).flatMap(({ text: term, part }) => (part ? [] : [term]));
}

/** A phrase is said where its words follow each other, in whatever form of each. */
function says({ text, terms }: Said, phrase: string): boolean {
  // Scripts without spaces have no words to be told apart by.
  if (unspaced.test(phrase)) return text.includes(phrase.toLowerCase());
  const asked = wholeTerms(phrase);
  if (asked.length === 0) return false;
  return terms.some((_, at) => asked.every((term, next) => terms[at + next] === term));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The first file that one of the patterns names, as it lies below a folder; undefined where none does. */
function touchedBy(paths: readonly string[], { touched, folders }: Occasion): string | undefined {
  const match = compileGlobs(paths, { foldsCase: false });
  for (const file of touched) {
    for (const folder of folders) {
      const below = relative(folder, file).split(sep).join("/");
      if (below !== "" && !below.startsWith("../") && match(below) !== null) return below;
    }
  }
  return undefined;
}

// Plan: what the active plan names is what the work is about, whatever words a prompt has.

/** Once each, whichever plans name it; a plan calls no other plan, and a page that it has in it is no name. */
function namedByPlans(workspace: Stores, occasion: Occasion): readonly Fired[] {
  const isPlan = ({ entry, shadowed }: Located): boolean => isActivePlan(entry) && entry.tier === "hot" && !shadowed;
  const some = workspace.memories.some(({ table }) => entriesOf(table).some(isActivePlan));
  const plans = some ? pagesIn(workspace).filter(isPlan) : [];
  const named = new Map<string, Fired>();
  const stores = new Set(plans.map(({ memory }) => memory));
  for (const plan of plans) {
    if (deniedTo(plan, { session: occasion.session, audience: "owner" }) !== null || isStrange(plan)) continue;
    for (const name of namesIn(plan)) {
      const found = pageAt(workspace, plan, name);
      if (found === null || named.has(found.name) || found.entry.path === plan.entry.path) continue;
      if (found.shadowed || found.entry.tier !== "hot" || isActivePlan(found.entry)) continue;
      const why = `the plan “${plan.entry.title}” names it`;
      for (const fired of firing(found, occasion, { by: "plan", why })) named.set(found.name, fired);
    }
  }
  for (const store of stores) planNamesOf(store).flush();
  return [...named.values()];
}

/**
 * A memory may have a thousand plans, and every prompt asks for their names: they are read once, by the bytes of the page and the part of it that is the
 * plan. Where a prompt may not hold all of a page its text is read each time.
 */
function namesIn({ memory, entry }: Located): readonly string[] {
  const own = memory.files.get(entry.path)?.data.sections?.find(({ slug }) => slug === entry.slug);
  const key = own === undefined ? entry.oid : `${entry.oid} ${own.start} ${own.end}`;
  const kept = withholdingOf(memory, entry) === "" ? planNamesOf(memory) : undefined;
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const file = openForPrompt(memory, entry);
  if (!file.ok || file.value === null) return [];
  const names = namesOf(file.value, own ?? { start: 0, end: file.value.text.length });
  kept?.put(key, names);
  return names;
}

/** What plans name. */
const planNamesOf: (holder: Holder) => KeyedCache<readonly string[]> = service(({ place }) =>
  openKeyedCache(join(place.state, "index-names"), "names-1"),
);

/** As they stand in links, between backticks, and as paths: words alone would name pages that the plan does not speak of. */
function namesOf(
  { text, hidden = [] }: OpenFile,
  { start: from, end: to }: { readonly start: number; readonly end: number },
): readonly string[] {
  const names = [...text.slice(from, to).matchAll(named)].filter(
    ({ index }) => !hidden.some(({ start, end }) => start <= from + index && from + index < end),
  );
  return names
    .slice(0, limits.planNamesMax)
    .map((match) => (match.slice(1).find((each) => each !== undefined) ?? "").trim());
}

const named =
  /\[\[([^[\]|#\n]+)[^[\]\n]*\]\]|\]\(<?([^()\s#>]+)[^()\n]*\)|`([^`\s]+)`|(?<![\p{L}\p{N}/._-])([\p{L}\p{N}_./-]+\.md)(?![\p{L}\p{N}])/gu;

/** By id or path, from the memory or from the plan's folder. */
function pageAt(workspace: Stores, { entry }: Located, name: string): Located | null {
  if (name === "" || name.includes("://")) return null;
  const plain = name.replace(/^\.\//, "");
  const folder = entry.path.slice(0, entry.path.lastIndexOf("/") + 1);
  for (const each of [plain, `${plain}.md`, posix.join(folder, plain), posix.join(folder, `${plain}.md`)]) {
    const entryThere = workspace.memories.some((memory) => entryNamed(memory, memory.table, each) !== null);
    const found = entryThere ? locate(workspace, each) : null;
    if (found?.ok === true) return found.value;
  }
  return null;
}

// Lines: what a page says first.

function firstLines(page: Located): readonly string[] {
  return entriesForPrompt(page)
    .flatMap(({ kind, text }) => (kind === "bullet" || kind === "paragraph" ? [plainLine(text)] : []))
    .filter((line) => line !== "")
    .slice(0, limits.triggerLinesMax);
}
