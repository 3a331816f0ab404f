/**
 * QueryWords: what in a question or a text has a name of its own, the words of a page by the fields they stand in, and which words of an index
 * stand for one of a query.
 */

import { editDistance } from "../../base/glob.js";
import { type Chunk, chunksOf, frontDay, isRole, type PageHead, spokenFront } from "../chunk.js";
import { type AskedWord, rankLimits, weights } from "../rank/weights.js";
import { type DayRange, daysFrom } from "./calendar.js";
import { isInflected, languageIn, stemStart } from "./question.js";
import { fold, type Term, termsOf, termsOfDay, termsOfSpan } from "./terms.js";
import { type NamedTime, timesIn } from "./time-read.js";

// QueryEntities: what in a question has a name of its own: phrases in quotes, capitalized names, identifiers, paths and addresses.

const entitiesMax = 12;

/** In the order of the question, each once. A capital at the beginning of a sentence makes no name of a word that opens questions. */
export function entitiesIn(text: string, times: readonly NamedTime[]): readonly string[] {
  const found: Found[] = [...quotedIn(text), ...codeIn(text)];
  const isFree = ({ start, end }: Found): boolean =>
    !found.some((other) => start < other.end && end > other.start) &&
    !times.some((time) => start < time.end && end > time.start);
  found.push(...namesIn(text).filter(isFree));
  const seen = new Set<string>();
  return found
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end }) => {
      const name = text.slice(start, end);
      const key = fold(name);
      if (key === "" || seen.has(key)) return [];
      seen.add(key);
      return [name];
    })
    .slice(0, entitiesMax);
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Between two straight quotes, or a pair of others. */
function quotedIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const close = closers.get(text.charAt(at));
    if (close === undefined) continue;
    const end = text.indexOf(close, at + 1);
    if (end <= at + 1) continue;
    found.push({ start: at + 1, end });
    at = end;
  }
  return found;
}

const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["`", "`"],
]);

/** Words with a sign or a change of case inside, or letters beside digits: `src/a.ts`, `parseQuery`, `max_tokens`, `v2`, `ada@example.org`. */
function codeIn(text: string): readonly Found[] {
  return [...text.matchAll(/[\p{L}\p{N}_@#./:-]+/gu)].flatMap((match) => {
    const word = match[0].replace(/^[./:-]+/, "");
    const start = match.index + match[0].length - word.length;
    let end = start + word.length;
    while (end > start && "./:-".includes(text.charAt(end - 1))) end -= 1;
    return isCode(text.slice(start, end)) ? [{ start, end }] : [];
  });
}

function isCode(word: string): boolean {
  if (word.length < 2) return false;
  if (/[_@#]|[\p{L}\p{N}][./:][\p{L}\p{N}]/u.test(word)) return !/^[\d./:-]+$/.test(word);
  return /\p{Ll}\p{Lu}/u.test(word) || /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}-]+$/u.test(word);
}

const openers: ReadonlySet<string> = new Set(
  `what who where which whose when why how is are was were do does did can could should would will has have had tell show list find give
  i my me we our the a an any and or if in on at of for from please was wer wo wann warum wie welche welcher welches ist sind hat haben`.split(
    /\s+/,
  ),
);

/** Runs of capitalized words: `New York`, `Ada Example`. */
function namesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let last: { readonly start: number; end: number } | null = null;
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)) {
    const [word] = match;
    const start = match.index;
    const isName = /^\p{Lu}/u.test(word) && !openers.has(word.toLowerCase());
    if (!isName) last = null;
    else if (last !== null && text.slice(last.end, start) === " ") last.end = start + word.length;
    else {
      last = { start, end: start + word.length };
      found.push(last);
    }
  }
  return found.map(({ start, end }) => ({ start, end: withoutPossessive(text, start, end) }));
}

function withoutPossessive(text: string, start: number, end: number): number {
  const tail = text.slice(Math.max(start, end - 2), end);
  return tail === "'s" || tail === "’s" ? end - 2 : end;
}

// WordsOf: the words of each chunk of a page, by the fields they stand in.

export const searchFields = ["title", "tags", "body", "time", "speaker"] as const;
export type SearchField = (typeof searchFields)[number];

/** The bit of a field in a mask. */
export const fieldBit: Readonly<Record<SearchField, number>> = {
  title: 1,
  tags: 2,
  body: 4,
  time: 8,
  speaker: 16,
};

/** What one word is to one chunk. */
interface Held {
  /** How often it stands in the body; 255 is that or more. */
  readonly count: number;
  readonly mask: number;
}

export interface ChunkWords extends Chunk {
  /** One line of terms a field, for an index that splits at spaces. */
  readonly lines: Readonly<Record<SearchField, string>>;
  readonly words: ReadonlyMap<string, Held>;
  /** Words of the body that say something. */
  readonly length: number;
  readonly asks: boolean;
  readonly program: boolean;
}

/** The chunks of a page with their words. */
export function chunkWordsOf(text: string, head: PageHead): readonly ChunkWords[] {
  const title = termsOf(head.title);
  const tags = termsOf([...head.tags, head.words].join(" "));
  // A page is written at many times, and nothing is measured from the last of them.
  const isSaid = ({ from }: DayRange): boolean => head.dated === true || from !== head.day;
  return chunksOf(text, head).map((chunk) => {
    const said = text.slice(chunk.start, chunk.end);
    const body = termsOf(isFront(chunk, said) ? said.slice(said.indexOf(":") + 1) : said);
    const above = chunk.headings.flatMap((heading) => termsOf(heading));
    const fields: Readonly<Record<SearchField, readonly Term[]>> = {
      title: [...title, ...above],
      tags,
      body,
      time:
        chunk.days === null
          ? []
          : [...termsOfDay(chunk.days), ...(isSaid(chunk.days) ? termsOfMeasured(said, chunk.days) : [])],
      speaker: chunk.speaker === null || isRole(chunk.speaker) ? [] : termsOf(chunk.speaker),
    };
    return {
      ...chunk,
      lines: linesOf(fields),
      words: heldBy(fields),
      length: body.reduce((sum, term) => sum + (term.stop ? 0 : 1), 0),
      asks: endsAsking(said),
      program: isProgram(chunk.speaker),
    };
  });
}

/** Whether a program speaks, whose words hold many of a question and are seldom what is asked for. */
function isProgram(speaker: string | null): boolean {
  return speaker !== null && programs.has(speaker.toLowerCase());
}

const programs = new Set(
  "assistant agent model ai bot system tool claude chatgpt gpt codex gemini copilot llm".split(" "),
);

/** The days that a text tells of by measuring from the day on which it was said: “last weekend”, “two weeks ago”. */
export function measuredDays(text: string, { from, to }: DayRange): readonly DayRange[] {
  if (from === null || from !== to || !measured.test(text)) return [];
  // The others' times are none of these, and to read them would take as long as to index the text.
  const sentences = text.split(sentenceEnd).filter((sentence) => measured.test(sentence));
  return sentences.slice(0, sentencesMax).flatMap((sentence) =>
    timesIn(sentence, from).flatMap(({ range, relative, vague, start, end }) => {
      // A day of the week alone may be one to come.
      const isPast = range.from !== null && range.to !== null && range.to < from;
      const said = sentence.slice(start, end);
      if (!relative || vague || !isPast || !measured.test(said) || daysFrom(range.from, range.to) > 6) return [];
      // “Hier” is German for here, “5日前” Chinese for before the 5th, and the last Friday of a month comes again.
      if (/hier$/i.test(said) && languageIn(sentence) === "german") return [];
      if (said.endsWith("日前") && !/[\u3040-\u30ff]/.test(sentence)) return [];
      return /^\s+(?:of|del?|du|des|im)(?!\p{L})/iu.test(sentence.slice(end)) ? [] : [range];
    }),
  );
}

const sentenceEnd = /[\n.!?;。！？；]/u;
/** More than a chunk of a log has. */
const sentencesMax = 24;

/** Whether its day is that of the place: a page that is no log is written at many times, and says the last of them at best. */
export function isOfPlace({
  days,
  updated,
  path,
}: {
  readonly days: DayRange | null;
  readonly updated: string | null;
  readonly path: string;
}): boolean {
  return days !== null && (frontDay(path) !== null || days.to !== updated?.slice(0, "2026-11-20".length));
}

/** The days that a hit is of, and those that it tells of. */
export function daysIn(
  hit: Parameters<typeof isOfPlace>[0] & { readonly text: () => string | null },
): readonly DayRange[] {
  if (hit.days === null) return [];
  return [hit.days, ...(isOfPlace(hit) ? measuredDays(hit.text() ?? "", hit.days) : [])];
}

export function termsOfMeasured(text: string, said: DayRange): readonly Term[] {
  return measuredDays(text, said).flatMap((days) => {
    const each = termsOfSpan(days).map((day) => ({ text: day, said: day, stop: false, part: false }));
    return [...termsOfDay(days), ...each];
  });
}

/** By such a word a time is measured from the day of the log. */
const measured =
  /(?<!\p{L})(?:yesterday|last|past|previous|ago|gestern|vorgestern|letzte[nmrs]?|vor|hier|derni[eè]re?s?|il y a|ayer|anteayer|pasad[oa]s?|últim[oa]s?|hace|вчера|wczoraj)(?!\p{L})|昨|前|上[个個]?[周週星月]|去年|先[週月日]/iu;

function isFront({ speaker }: Chunk, said: string): boolean {
  return speaker !== null && spokenFront(said.slice(0, 80)) === speaker;
}

function linesOf(fields: Readonly<Record<SearchField, readonly Term[]>>): Readonly<Record<SearchField, string>> {
  const lines = searchFields.map((field) => [field, fields[field].map(({ text }) => text).join(" ")]);
  return Object.fromEntries(lines) as Record<SearchField, string>;
}

function heldBy(fields: Readonly<Record<SearchField, readonly Term[]>>): ReadonlyMap<string, Held> {
  const held = new Map<string, { count: number; mask: number }>();
  for (const field of searchFields) {
    for (const { text } of fields[field]) {
      const known = held.get(text);
      const count = field === "body" ? 1 : 0;
      if (known === undefined) held.set(text, { count, mask: fieldBit[field] });
      else {
        known.count = Math.min(255, known.count + count);
        known.mask |= fieldBit[field];
      }
    }
  }
  return held;
}

function endsAsking(text: string): boolean {
  const said = text.trimEnd();
  return said.endsWith("?") || said.endsWith("？");
}

/** Targets of `[[links]]`, as they stand before a `|` or `#`, each once. */
export function linksIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = text.indexOf("[["); at >= 0 && found.size < linksMax; ) {
    const end = text.indexOf("]]", at + 2);
    if (end < 0) break;
    const inner = text.slice(at + 2, end);
    const name = fold(inner.split("|")[0]!.split("#")[0]!.trim());
    const fits = name !== "" && name.length <= 80 && !inner.includes("\n");
    if (fits) found.add(name);
    at = text.indexOf("[[", fits ? end : at + 2);
  }
  return [...found];
}

/** A page of links is a list, not a text; more than these say nothing of it. */
const linksMax = 64;

// Typo: which words of an index stand for one of a query: itself, one it begins, a compound it is part of, one it misspells.

export type FormKind = "word" | "prefix" | "typo" | "part";

/** A word of the index that stands for one of the query. */
export interface Form {
  readonly text: string;
  readonly id: number;
  /** In how many chunks it stands. */
  readonly chunks: number;
  readonly kind: FormKind;
}

export interface IndexedWord {
  readonly text: string;
  readonly id: number;
  readonly chunks: number;
}

export interface Vocabulary {
  find(word: string): IndexedWord | null;
  /** Words that begin as this one, share many of its letters in order, or hold it; any, for `formsOf` judges them. */
  near(word: string): readonly IndexedWord[];
  /** Words that begin so; of very many, some. */
  begins(start: string): readonly IndexedWord[];
}

/** The word itself first, and its other forms; then what is near to it where it is rare or unknown, nearest first. */
export function formsOf(word: AskedWord, vocabulary: Vocabulary): readonly Form[] {
  const own = ownForms(word, vocabulary);
  const isRare = own.reduce((sum, { chunks }) => sum + chunks, 0) <= weights.rareChunks;
  if (isOneSign(word.text) || (!isRare && !word.compounds)) return own;
  const near = vocabulary.near(word.text).flatMap((known): readonly (Form & { readonly far: number })[] => {
    if (known.chunks === 0 || own.some(({ text }) => text === known.text)) return [];
    const judged = judge(word.text, known.text);
    return judged === null || (!isRare && judged.kind !== "part") ? [] : [{ ...known, ...judged }];
  });
  const best = [...near].sort((a, b) => a.far - b.far || b.chunks - a.chunks || a.id - b.id);
  return [...own, ...best.slice(0, Math.max(0, rankLimits.forms - own.length)).map(({ far: _, ...form }) => form)];
}

/** The word itself first. One sign of unspaced writing stands in a page as the first of a pair, or alone where nothing follows. */
function ownForms({ text, endings }: AskedWord, vocabulary: Vocabulary): readonly Form[] {
  const own = [text, ...otherZeros(text)].flatMap((spelling): readonly Form[] => {
    const known = vocabulary.find(spelling);
    return known === null ? [] : [{ ...known, kind: "word" }];
  });
  const isOne = isOneSign(text);
  if (!isOne && endings === null) return own;
  const others = vocabulary.begins(isOne ? text : stemStart(text)).flatMap((other): readonly Form[] => {
    if (other.text === text || other.chunks === 0) return [];
    return isOne || isInflected(text, other.text, endings!) ? [{ ...other, kind: "word" }] : [];
  });
  const most = isOne ? rankLimits.signForms : rankLimits.inflections;
  return [...own, ...[...others].sort((a, b) => b.chunks - a.chunks || a.id - b.id).slice(0, most)];
}

/** “ADR 13” is asked for where a page has `0013`: the same number with other zeros before it. */
function otherZeros(text: string): readonly string[] {
  const [, name, number] = /^(|[^\d]*[-_#])0*([1-9]\d{0,3})$/.exec(text) ?? [];
  if (name === undefined || number === undefined) return [];
  const spellings = [1, 3, 4].map((digits) => `${name}${number.padStart(digits, "0")}`);
  return [...new Set(spellings)].filter((spelling) => spelling !== text);
}

function judge(asked: string, found: string): { readonly kind: FormKind; readonly far: number } | null {
  const a = [...asked].length;
  const f = [...found].length;
  if (found.startsWith(asked)) return a >= 3 || isUnspacedOne(asked) ? { kind: "prefix", far: (f - a) / f } : null;
  const shorter = Math.min(a, f);
  if (shorter >= 4 && (found.includes(asked) || (asked.includes(found) && f >= 5))) {
    return { kind: "part", far: 0.5 + Math.abs(f - a) / Math.max(a, f) };
  }
  const allowed = a < 5 || /\d/.test(asked) ? 0 : a < 8 ? 1 : 2;
  const distance = allowed === 0 ? 1 : editDistance(asked, found, allowed);
  return distance <= allowed ? { kind: "typo", far: 0.2 + distance / shorter } : null;
}

function isUnspacedOne(word: string): boolean {
  return word.charCodeAt(0) >= 0x2e80;
}

function isOneSign(word: string): boolean {
  return isUnspacedOne(word) && [...word].length === 1;
}
