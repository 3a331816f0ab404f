/**
 * Confidence: how likely what is shown holds the answer, by signs that it holds it and by what is known of its sources. A lead is one page on its
 * way into an answer.
 */

import { type Instant, type Oid, type PageId, type PagePath, parseInstant } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import { isEpisodeLine, isEpisodeQuestion } from "../heard/episode.js";
import type { ValueMap } from "../page/decode.js";
import { depthOf } from "../page/markdown/outline.js";
import type { Origin, PageType, Tier } from "../page/page.js";
import type { MemoryKind } from "./answer.js";
import { frontDay } from "./chunk.js";
import { isCueOf, type Plan } from "./plan.js";
import { type DayRange, oneDay, overlaps } from "./words/calendar.js";
import { questionTerms, wantedBy } from "./words/question.js";
import {
  fold,
  type LineTerms,
  lineTermsOf,
  opensList,
  type Term,
  termsOf,
  termsOfDay,
  termsOfSpan,
  unitsOf,
} from "./words/terms.js";
import { daysNamedIn } from "./words/time-read.js";
import { daysIn, isOfPlace, termsOfMeasured } from "./words/typo.js";

/**
 * Each 0 to 1 but `speaker`, which can be below, and `length`; a sign that the question gives no occasion for is null. `overall` is the chance that
 * the answer is in what is shown, and 0 exactly where nothing is.
 */
export interface Confidence {
  /** The question's words, by rarity, that one line holds with the title, headings and speaker it stands under. */
  readonly relevance: number;
  /** Of how many words that is, as a logarithm, as if each were as heavy as the others: of one word nobody can be sure. */
  readonly length: number;
  /** Neighbors among the question's words that are near each other in one line, too. */
  readonly phrase: number;
  /** The question's words, by rarity, that everything shown holds together. */
  readonly coverage: number;
  /** Whether the lines that hold the rest of the question are about who is asked about (1) or about others (-1), by who says them to whom. */
  readonly speaker: number | null;
  /** Whether the best line has what was asked for: a day, a number, a name, a place, a reason. */
  readonly wanted: number | null;
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

/** A page, and as much of it as is shown. */
export interface PageExcerpt<L extends Lead = Lead> {
  readonly lead: L;
  readonly text: string;
}

export const noConfidence: Confidence = {
  relevance: 0,
  phrase: 0,
  coverage: 0,
  length: 0,
  speaker: null,
  wanted: null,
  temporal: null,
  authority: 0,
  consistency: 0,
  overall: 0,
};

/** How many of the best count. */
export const looked = 5;

type SignName = keyof Told | "temporal";

interface Sign {
  readonly weight: number;
  /** What it counts where the question gives no occasion for it. */
  readonly none: number;
}

/**
 * What each sign adds to the log-odds that the answer is shown (logistic regression): by `npm run eval -- recall --sure --fit` on one half of
 * questions over conversations and real workspaces, each set as heavy as the others; the other half judges.
 */
export const signs: Readonly<Record<SignName, Sign>> = {
  /** Of the best line alone: an answer that uses other words is often in the lines beside it. */
  relevance: { weight: 1.33, none: 0 },
  phrase: { weight: 0.93, none: 0 },
  /** A word of the question that nothing shown holds is mostly what the question is about. */
  coverage: { weight: 0.96, none: 0 },
  length: { weight: 0.37, none: 0 },
  speaker: { weight: 2.06, none: 0 },
  wanted: { weight: 0.49, none: 0 },
  temporal: { weight: 1.34, none: 0.5 },
};
/** The log-odds where no sign speaks. */
export const noSign = -2.14;

/** Set by hand, for no set has such pages: what a page is taken at, as odds, and each open conflict. */
const trusted = { authority: 2, consistency: 2 } as const;
/** Neither takes an answer to nothing. */
const least = 0.05;

/** `leads` best first; `held` is what is shown of them. */
export function confidenceOf(
  leads: readonly Lead[],
  words: readonly WeighedWord[],
  plan: Plan,
  held: readonly PageExcerpt[] = leads.slice(0, looked).map((lead) => ({ lead, text: lead.text() ?? "" })),
): Confidence {
  if (held.length === 0) return noConfidence;
  const best = held.slice(0, looked).map(({ lead }) => lead);
  const days = plan.within ?? plan.around;
  const told = {
    ...signsOf(askedIn(plan, words, leads), held),
    temporal: days === null ? null : mean(best.slice(0, 3), (lead) => fits(lead, days, plan.query)),
    authority: mean(best.slice(0, 3), authorityOf),
    consistency: consistencyOf(best),
  };
  const trust = (value: number, weight: number): number => weight * Math.log(Math.max(least, value));
  let odds = noSign + trust(told.authority, trusted.authority) + trust(told.consistency, trusted.consistency);
  for (const [name, { weight, none }] of Object.entries(signs) as [SignName, Sign][])
    odds += weight * (told[name] ?? none);
  return { ...told, overall: 1 / (1 + Math.exp(-odds)) };
}

/** What says no day fits a question about days by half where it states something lasting, and less where it tells of an event. */
function fits(lead: Lead, asked: DayRange, { yearless }: Plan["query"]): number {
  const { days, kind, text } = lead;
  if (daysNamedIn(text() ?? "", yearless).length > 0) return 1;
  if (days === null) return kind === "semantic" ? 0.5 : 0.3;
  return [asked, ...yearless.map(oneDay)].some((each) => daysIn(lead).some((day) => overlaps(day, each))) ? 1 : 0.1;
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

// Asked: a question as what its answer has to hold: its words with their other forms, its names, and what it wants to know.

interface Asked {
  readonly words: readonly AskedWord[];
  /** By term, the places in `words` of those that it stands for. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Names and numbers, folded. */
  readonly names: readonly string[];
  /** What a line has that answers it; null where it may be anything. */
  readonly wants: RegExp | null;
  /** Written without spaces. */
  readonly unspaced: boolean;
  /** The type of page that is asked for by a word of its own. */
  readonly likely: PageType | null;
  readonly yearless: Plan["query"]["yearless"];
}

interface AskedWord {
  /** Terms that stand for it, each with what it counts: 0 to 1. */
  readonly forms: ReadonlyMap<string, number>;
  /** Its share of the question. */
  readonly weight: number;
  readonly named: boolean;
  /** A page of the type that it asks for need not say it: what was decided stands on a decision. */
  readonly asks: boolean;
}

const formCounts: Readonly<Record<string, number>> = { word: 1, phrase: 1, prefix: 0.7, part: 0.5, typo: 0.4 };
/** A pair of characters of a word that the index does not weigh alone. */
const leastWeight = 0.1;

const unspacedScript = /[\u3040-\u30ff\u3400-\u9fff]/;

function askedIn({ query, likely, around }: Plan, words: readonly WeighedWord[], leads: readonly Lead[]): Asked {
  const weights = new Map(words.map(({ asked, weight }) => [asked, weight]));
  const found = new Map<string, Map<string, number>>();
  for (const { terms } of leads)
    for (const { asked, found: form, kind } of terms)
      getOrMake(found, asked, () => new Map<string, number>()).set(form, formCounts[kind] ?? 1);
  const start = query.asked.replace(/^[¿«"“\s]+/, "");
  // A question begins with a capital, too.
  const entities = query.entities.filter((name) => name.includes(" ") || !start.startsWith(name));
  const names = [...new Set([...entities, ...(query.text.match(/\d+/g) ?? [])].map(fold))];
  const named = new Set(names.flatMap((name) => termsOf(name).map(({ text }) => text)));
  const terms = questionTerms(query.text).filter(({ part }) => !part);
  const telling = terms.filter(({ stop }) => !stop);
  const asked = new Map<string, AskedWord>();
  for (const { text, said } of telling.length > 0 ? telling : terms) {
    const others = unspacedScript.test(said) ? undefined : found.get(said);
    const forms = new Map([...(others ?? []), [text, 1] as const]);
    const weight = weights.get(said) ?? leastWeight;
    asked.set(text, { forms, weight, named: named.has(text), asks: isCueOf(query.intent, said) });
  }
  if (around !== null) {
    const { from, to } = around;
    const said = from === to ? (from ?? "") : `${from ?? ""}..${to ?? ""}`;
    const forms = new Map([...termsOfSpan(around), ...query.yearless].map((day) => [day, 1]));
    asked.set(said, { forms, weight: weights.get(said) ?? leastWeight, named: false, asks: false });
  }
  const all = [...asked.values()].reduce((sum, { weight }) => sum + weight, 0) || 1;
  const places = new Map<string, number[]>();
  for (const [at, { forms }] of [...asked.values()].entries())
    for (const term of forms.keys()) places.set(term, [...(places.get(term) ?? []), at]);
  return {
    words: [...asked.values()].map((word) => ({ ...word, weight: word.weight / all })),
    places,
    names,
    wants: wantedBy(query.asked),
    unspaced: unspacedScript.test(query.text),
    likely,
    yearless: query.yearless,
  };
}

/** What a text with these terms has of each word of the question: 0 to 1. */
function heldIn({ words, places }: Asked, terms: readonly Term[]): readonly number[] {
  const held = words.map(() => 0);
  for (const { text } of terms)
    for (const at of places.get(text) ?? []) held[at] = Math.max(held[at]!, words[at]!.forms.get(text)!);
  return held;
}

/** The share of the question that texts which have this of its words hold together. */
function shareOf(words: readonly AskedWord[], ...held: readonly (readonly number[])[]): number {
  return words.reduce((sum, { weight }, at) => sum + weight * Math.max(0, ...held.map((each) => each[at]!)), 0);
}

// Signs: what of a question stands in what is shown.

interface Line {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly speaker: string;
  /** Of each word of the question, here and above. */
  readonly held: readonly number[];
  readonly heldAbove: readonly number[];
}

type Told = Pick<Confidence, "relevance" | "phrase" | "coverage" | "length" | "speaker" | "wanted">;

/** A line counts most for its own words, then for those it stands under, then for those of the lines beside it. */
const lineShares = { own: 0.5, above: 0.3, beside: 0.2 } as const;

function signsOf(asked: Asked, held: readonly PageExcerpt[]): Told {
  const pages = held.map((page) => linesOf(page, asked));
  const told = { phrase: 0, most: 0, relevance: 0, line: "" };
  for (const lines of pages)
    for (const [at, line] of lines.entries()) {
      const { own, above, worth } = worthOf(asked, lines, at);
      told.phrase = Math.max(told.phrase, asked.words.length < 2 ? own : nearIn(asked.words, line));
      if (worth <= told.most) continue;
      Object.assign(told, { most: worth, relevance: above, line: line.text });
    }
  // A half of all pairs of characters lies across the borders of words, and stands nowhere.
  const scaled = (share: number): number => (asked.unspaced ? Math.sqrt(share) : share);
  const { wants } = asked;
  return {
    relevance: scaled(told.relevance),
    phrase: scaled(told.phrase),
    coverage: scaled(shareOf(asked.words, ...pages.flat().flatMap((line) => [line.held, line.heldAbove]))),
    length: scaled(told.relevance) * -Math.log(asked.words.reduce((sum, { weight }) => sum + weight ** 2, 0) || 1),
    speaker: speakerOf(asked, pages.flat()),
    wanted: wants === null ? null : wants.test(told.line) ? 1 : 0,
  };
}

/** What a line holds of the question by itself, with what it stands under, and with the lines beside it, too. */
function worthOf(
  asked: Asked,
  lines: readonly Line[],
  at: number,
): { readonly own: number; readonly above: number; readonly worth: number } {
  const line = lines[at]!;
  const beside = [lines[at - 1], line, lines[at + 1]].flatMap((each) => (each === undefined ? [] : [each.held]));
  const own = shareOf(asked.words, line.held);
  const above = shareOf(asked.words, line.held, line.heldAbove);
  const worth = lineShares.own * own + lineShares.above * above + lineShares.beside * shareOf(asked.words, ...beside);
  return { own, above, worth };
}

/**
 * What of each page answers: of all that is shown the few lines that hold most of the question, each with the rest of its paragraph and with the lines
 * beside it, which an answer in other words is often in, as far as `charsMax` goes. In the order of the page; none for a page without one of the few.
 */
export function linesThatAnswer(
  leads: readonly Lead[],
  words: readonly WeighedWord[],
  plan: Plan,
  shown: readonly PageExcerpt<Weighed>[],
  charsMax: number,
): readonly (readonly string[])[] {
  const asked = askedIn(plan, words, leads);
  const pages = shown.map((page) => linesOf(page, asked, unitsOf(page.text, page.lead.text() ?? "")));
  const most = Math.max(...shown.map(({ lead }) => lead.score));
  const all = pages.flatMap((lines, page) =>
    lines.flatMap((line, at) => {
      const { own, worth } = worthOf(asked, lines, at);
      // What was said in a session one after the other need not belong together.
      const isWhole = own >= wholeShare || isEpisodeLine(line.text.trim());
      const lift = asked.wants?.test(line.text) === true ? wantedLift : 0;
      const one = { page, at, isWhole, worth: ((worth + lift) * shown[page]!.lead.score) / most };
      return isHeading.test(line.text) || !tells.test(line.text) ? [] : [one];
    }),
  );
  const first = Math.max(...all.map(({ worth }) => worth));
  const best = all
    .filter(({ worth }) => worth >= first * besideShare)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, answeringMost);
  const chosen = pages.map(() => new Set<number>());
  let left = charsMax;
  const choose = (page: number, at: number): void => {
    const length = pages[page]?.[at]?.text.length ?? Number.POSITIVE_INFINITY;
    if (length > left || chosen[page]!.has(at)) return;
    chosen[page]!.add(at);
    left -= length;
  };
  for (const { page, at } of best) choose(page, at);
  for (const { page, at, isWhole } of best.slice(0, 1))
    if (!isWhole)
      for (const next of [at + 1, at - 1]) if (tells.test(pages[page]![next]?.text ?? "")) choose(page, next);
  return pages.map((lines, page) => {
    const isBy = (at: number): boolean => chosen[page]!.has(at);
    const isBare = (at: number): boolean => opensList(lines[at]!.text) && !isBy(at + 1);
    return lines.filter((_, at) => isBy(at) && !isBare(at)).map(({ text }) => text.trimEnd());
  });
}

const answeringMost = 8;
/** Of the best line's worth, what others have to have; and of the question, what a line holds that needs no other. */
const besideShare = 0.4;
const wholeShare = 0.75;
/** What a line is worth more that has what was asked for: a number, a day, a name. */
const wantedLift = 0.15;
/** A rule or a fence says nothing. */
const tells = /[\p{L}\p{N}]{2}/u;
const isHeading = /^#{1,6}\s/;
/** Between headings and items. */
const labelDepth = 7;
const speakerOfLine = /^(?:[-*] )?(\p{Lu}[\p{L} ]{0,30}):\s/u;

function linesOf(
  { lead, text }: PageExcerpt,
  asked: Asked,
  lines: readonly LineTerms[] = lineTermsOf(text),
): readonly Line[] {
  const named = lead.terms.flatMap(({ found, kind }) => (kind === "name" ? [found] : []));
  const above = lineTermsOf([lead.title, ...lead.headings, lead.speaker ?? "", ...named].join("\n"));
  const dated = lead.days === null ? [] : termsOfDay(lead.days);
  const said = heldIn(asked, [...above.flatMap(({ terms }) => terms), ...dated]);
  const outer = lead.type === asked.likely ? said.map((share, at) => (asked.words[at]!.asks ? 1 : share)) : said;
  const over: { readonly depth: number; readonly held: readonly number[] }[] = [];
  return lines
    .filter(({ text: said }) => said.trim() !== "…" && !isEpisodeQuestion(said))
    .map((line) => {
      const speaker = fold(speakerOfLine.exec(line.text.trimStart())?.[1] ?? "");
      const named = daysNamedIn(line.text, asked.yearless).flatMap((day) => termsOf(day));
      const told = lead.days === null || !isOfPlace(lead) ? [] : termsOfMeasured(line.text, lead.days);
      const held = heldIn(asked, [...line.terms, ...named, ...told]);
      const depth = depthOf(line.text) ?? (opensList(line.text) ? labelDepth : null);
      if (depth !== null) while ((over.at(-1)?.depth ?? -1) >= depth) over.pop();
      const heldAbove = outer.map((share, at) => Math.max(share, ...over.map((one) => one.held[at]!)));
      if (depth !== null) over.push({ depth, held });
      return { ...line, speaker, held, heldAbove };
    });
}

/** So many words further on, a word still belongs to the one before it. */
const nearWords = 3;

/** Of the question's neighbors the share that are near each other here. */
function nearIn(words: readonly AskedWord[], { terms, held }: Line): number {
  let near = 0;
  for (let at = 0; at + 1 < words.length; at++) {
    if (held[at] === 0 || held[at + 1] === 0) continue;
    const first = terms.findIndex(({ text }) => words[at]!.forms.has(text));
    if (first < 0) continue;
    const next = terms.slice(first + 1, first + 1 + nearWords);
    if (next.some(({ text }) => words[at + 1]!.forms.has(text))) near += 1;
  }
  return near / (words.length - 1);
}

/** So much more a line counts that holds more of the question than others do. */
const lineSharpness = 4;

/** Words by which people speak of themselves, and of whom they speak to. */
const ofSelf = wordIn("i|my|me|mine|i['’](?:m|ve)|we|our|ich|mein\\p{L}*|mir|mich|je|mon|ma|mes|yo|mis?");
const ofOther = wordIn("you|yours?|u|you['’]re|du|dein\\p{L}*|dir|dich|tu|ton|ta|tes|vous|votre|tus");

function wordIn(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");
}

/** Names put aside, what lines about those asked about hold of the question beside what lines about others do: 1 for theirs alone, -1 for others' alone. */
function speakerOf({ names, words }: Asked, lines: readonly Line[]): number | null {
  const speakers = new Set(lines.map(({ speaker }) => speaker).filter((speaker) => names.includes(speaker)));
  if (speakers.size === 0) return null;
  const rest = words.map((word) => (word.named ? { ...word, weight: 0 } : word));
  const total = rest.reduce((sum, { weight }) => sum + weight, 0) || 1;
  let [own, other] = [0, 0];
  for (const { speaker, held, text } of lines) {
    if (speaker === "") continue;
    const counts = (shareOf(rest, held) / total) ** lineSharpness;
    // “Your pottery is great” is about the other.
    const isOfOther = ofOther.test(text) && !ofSelf.test(text);
    if (speakers.has(speaker) !== isOfOther) own += counts;
    else other += counts;
  }
  return own + other === 0 ? 0 : (own - other) / (own + other);
}

// Lead: one page on its way into an answer: what was found of it, and what is known of it.

/** A word of the question as the page has it. */
export interface LeadTerm {
  readonly asked: string;
  readonly found: string;
  /** `word`, `prefix`, `typo`, `part` or `phrase`; `name` where it names the page. */
  readonly kind: string;
  readonly fields: readonly string[];
}

/** A page that points to this one, or shares something rare with it. */
export interface LeadNeighbor {
  readonly id: PageId;
  readonly by: string;
  readonly name: string;
}

/** How near it is to the question in meaning, as the model has it that was asked: by cosine, -1 to 1. */
interface LeadVector {
  readonly similarity: number;
  /** Among all chunks in reach, counted from 1. */
  readonly rank: number;
}

export interface Lead {
  readonly id: PageId;
  readonly store: string;
  readonly path: PagePath;
  readonly oid: Oid;
  readonly type: PageType;
  readonly kind: MemoryKind;
  /** It says its type, or its place is one of memories and logs: no instructions, skills, documents or work that lie beside it. */
  readonly kept: boolean;
  readonly title: string;
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
  /** The lines of its headings above it in its file, outermost first, and where each ends. */
  readonly above?: () => readonly { readonly text: string; readonly end: number }[];
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
  /** The other wording of the question that it holds more of than of the question itself, and how much of it. */
  readonly also?: { readonly said: string; readonly coverage: number };
  /** Where the score of the words comes from, as the index tells it. */
  readonly shares: Readonly<Record<string, number>>;
  /** False where no line can have the tag of a person's words: its text need not be read for that. */
  readonly tagged: boolean;
  readonly neighbors: readonly LeadNeighbor[];
  /** null where no model was asked, or nothing of the page is embedded. */
  readonly vector: LeadVector | null;
}

/** What raised or lowered a lead beside the words. */
export interface Boost {
  readonly what:
    | "kind"
    | "beside"
    | "type"
    | "recency"
    | "own"
    | "line"
    | "asked"
    | "wanted"
    | "named"
    | "forms"
    | "order"
    | "newer"
    | "origin"
    | "neighbors"
    | "contested"
    | "stale"
    | "tier";
  /** Above 1 raises. */
  readonly factor: number;
  readonly says: string;
}

/** A line of a page that no longer holds. */
export interface Superseded {
  /** The page that says otherwise: itself, where it says both. */
  readonly by: PageId;
  /** The days of what holds now and of what held before. */
  readonly on: string;
  readonly of: string;
  readonly line: string;
  /** On what they disagree, with both days. */
  readonly says: string;
}

export interface Weighed extends Lead {
  readonly score: number;
  /** What says otherwise since, where anything does. */
  readonly superseded?: Superseded | null;
  readonly boosts: readonly Boost[];
}

// Trust: how far a page can be taken at its word, by where it came from and what it says of itself.

const trust: Readonly<Record<Origin, number>> = { user: 1, agent: 0.9, tool: 0.75, imported: 0.65, web: 0.4 };

/** By its origin, lowered where it says itself that it is unsure, contested or over. */
export function authorityOf({ origin, sure, contested, stale }: Lead): number {
  return trust[origin] * (sure ?? 1) * (contested ? 0.6 : 1) * (stale ? 0.5 : 1);
}

// Episodic: when an event of a log began and ended.

export interface Event {
  /** To the minute where the heading says a time, else the whole day; null where nothing says a day. */
  readonly start: Instant | null;
  readonly end: Instant | null;
}

export interface EventSource {
  readonly path: string;
  readonly heading: string;
  /** Typed fields of the page; a `conversation_segment` has `start` and `end`. */
  readonly fields: ValueMap;
}

export function eventOf({ path, heading, fields }: EventSource): Event {
  const at = (said: unknown, minute: number): Instant | null =>
    typeof said !== "string" ? null : frontDay(said) === said ? instant(said, minute) : parseInstant(said);
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})[^/]*\.md$/.exec(path)?.[1] ?? null;
  const [start, end] = day === null ? [null, null] : spanIn(heading, day);
  return { start: at(fields.start, 0) ?? start, end: at(fields.end, lastMinute) ?? end };
}

/** `10:30 AM - API discussion`, `14:00–15:30 Deployment`; the whole day for a heading without a time. */
function spanIn(heading: string, day: string): readonly [Instant | null, Instant | null] {
  const times = [...heading.slice(0, 40).matchAll(/(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap]\.?m\b)?/gi)].slice(0, 2);
  const [first, second] = times.map(([, hour, minute, half]) => minuteOf(Number(hour), Number(minute), half));
  if (first == null) return [instant(day, 0), instant(day, lastMinute)];
  const last = second == null || second < first ? first : second;
  return [instant(day, first), instant(day, last)];
}

const lastMinute = 24 * 60 - 1;

/** Minutes since midnight; null for what no clock shows. */
function minuteOf(hour: number, minute: number, half: string | undefined): number | null {
  const isAfternoon = half?.toLowerCase().startsWith("p") === true;
  const at = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return at > 23 || minute > 59 || (half !== undefined && hour > 12) ? null : at * 60 + minute;
}

function instant(day: string, minute: number): Instant | null {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return parseInstant(`${day}T${clock}:00Z`);
}
