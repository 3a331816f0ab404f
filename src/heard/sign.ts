/**
 * Sign: the phrases by which a clause shows what kind of words it is, found in the tables of its languages.
 *
 * A table is a string of phrases for each sign. A text is read once: its words tell its languages, and only the phrases of these that its own
 * words begin are taken out of the tables, since every hook loads them all and a prompt has few words. Languages with blanks are searched
 * word by word, the others by their characters.
 */

import { getOrMake, push } from "../base/result.js";
import { endOfPhrase, type PhrasePart, spanOfPhrase } from "../rules/phrase-match.js";
import { durable, type Statement } from "./inbox.js";
import { type KindSign, kinds, retracting, shared, short, small } from "./words/kinds.js";
import { handsOver, type LastingSign, lasting, wroteThis } from "./words/lasting.js";

export type Sign = KindSign | LastingSign;

type Language = "en" | "de" | "fr" | "es" | "pt" | "it" | "pl" | "ru" | "zh" | "ja" | "ko";

export interface Hit {
  readonly sign: Sign;
  readonly said: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether the clause begins with it. */
  readonly isFirst: boolean;
}

// Languages: told by the script, and by the small words of each.

/** Made when the first prompt is read. */
function votersOf(): readonly (readonly [Language, ReadonlySet<string>])[] {
  return (["en", "de", "fr", "es", "pt", "it"] as const).map((language) => [
    language,
    new Set(small[language].split(" ")),
  ]);
}

const sampleWordsMax = 400;
const sampleCharsMax = 8_000;

const polishLetters: ReadonlyMap<string, string> = new Map(
  Array.from("ąćęłńóśźż", (letter, at) => [letter, "acelnoszz"[at]!]),
);

/** As those type it who leave out the marks. */
function unmarked(word: string): string {
  return word.replace(/[ąćęłńóśźż]/g, (letter) => polishLetters.get(letter)!);
}

/**
 * The words that tell Polish; none where the text is not in it. Its own letters tell it too, but for those of a name: one in front does where
 * no word is another language's. Many of its small words are English or German, and count where one of its own stands beside them.
 */
function polishOf(text: string, words: readonly Word[], isOthers: (said: string) => boolean): ReadonlySet<string> {
  const [own, common] = [setOf(small.pl), setOf(shared.polish)];
  const isName = ({ start }: Word): boolean => /[^a-ząćęłńóśźż]/.test(text[start]!);
  const isAlone = !words.some(({ said }) => isOthers(said));
  const telling = words.filter(
    (word, at) => own.has(word.said) || (polishShape.test(word.said) && (!isName(word) || (at === 0 && isAlone))),
  );
  const alone = setOf(shared.polishAlone);
  const isPolish =
    telling.length > 0 || new Set(words.flatMap(({ said }) => (alone.has(said) ? [said] : []))).size > 1;
  return new Set(
    isPolish
      ? [...telling.map(({ said }) => said), ...words.flatMap(({ said }) => (common.has(said) ? [said] : []))]
      : [],
  );
}

/** The letters of words, and how they begin and end, as hardly another language has them. */
const polishShape =
  /[ąęłńśźż]|[aiy]ć$|^(?:prz|szcz|krz|wsz|trz)|(?:[^aeiou]uj|uj(?:cie|emy|esz)|[oy]wac|[a-z]{2}aj|ajcie|cj[aei]|l[iy]smy|[a-z]{3}ych|nymi|nego|owej)$/;
const polishAlone = /^(?:w|za|od|nam|sie)$/;

/** Those the text is likely to be in, the likeliest first; all that use Latin letters where nothing tells. */
function languagesOf(text: string, words: readonly Word[]): readonly Language[] {
  const sample = text.slice(0, sampleCharsMax);
  const found: Language[] = [];
  if (/[\u3041-\u30ff]/.test(sample)) found.push("ja");
  else if (/[\u4e00-\u9fff]/.test(sample)) found.push("zh");
  if (/[\uac00-\ud7a3]/.test(sample)) found.push("ko");
  if (/[\u0430-\u044f]/.test(sample)) found.push("ru");
  const votes = new Map<Language, number>();
  const voters = votersOf();
  const first = words.slice(0, sampleWordsMax);
  const polish = polishOf(text, first, (said) => voters.some(([, own]) => own.has(said)));
  for (const { said } of first) {
    const own = voters.flatMap(([one, theirs]) => (theirs.has(said) ? [one] : []));
    const languages: readonly Language[] = polish.has(said) ? [...own, "pl"] : own;
    for (const one of languages) votes.set(one, (votes.get(one) ?? 0) + 1 / languages.length);
  }
  // A language that has no lists is read by none of its neighbors': “je” is Czech too.
  const isForeign = polish.size > 0 ? foreignLetter : /[ąćęłńśźż]|[čďěňřšťůžőűğışțăđơư]/;
  const foreign = first.filter(({ said }) => isForeign.test(said)).length;
  if (foreign * 8 > first.length) return [...found, "en"];
  const ranked = [...votes].sort((a, b) => b[1] - a[1]);
  const least = Math.max(0.5, (ranked[0]?.[1] ?? 0) / 2);
  const latin = ranked.filter(([, count]) => count >= least).map(([language]) => language);
  if (found.length > 0) return [...found, ...(latin.length > 0 ? latin.slice(0, 1) : (["en"] as const))];
  if (latin.length > 0) return latin.slice(0, 2);
  return first.some(({ said }) => polishAlone.test(said)) ? ["pl", "en"] : ["en", "de", "fr", "es", "pt", "it"];
}

const foreignLetter = /[čďěňřšťůžőűğışțăđơư]/;

// Words: those of a clause in lower case; short forms as they are written out.

export interface Word {
  readonly said: string;
  readonly start: number;
  readonly end: number;
  /** A path, a command, a name of code, one of a list (“feat:, fix:”), or a quotation: it tells nothing by what it says. */
  readonly isOpaque: boolean;
  /** A comma or a stop stands before it. */
  readonly isParted: boolean;
}

/** In the place of each character of a quotation or of code within a line. */
export const quoted = "\uE001";

/** The words of a line. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** What stands before “n't” or “'t”, and what it is short for. */
const notted: ReadonlyMap<string, string> = new Map(
  "do do, does does, did did, is is, are are, was was, were were, ca can, can can, wo will, don do, doesn does, didn did, isn is, aren are, wasn was, weren were, couldn could, shouldn should, wouldn would, mustn must, haven have, hasn has, won will, ain is"
    .split(", ")
    .map((each) => each.split(" ") as [string, string]),
);

/**
 * Letters, digits and pictures are written as ranges: what Unicode's classes cost to compile is more than a prompt takes to be read. Scripts
 * above the first plane are no words.
 */
const wordShape =
  /\uE001+|[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+(?:[./:@#+=\\-]+[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+)*|[\ud83c-\ud83e][\udc00-\udfff]/g;

function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(wordShape)) {
    const start = match.index;
    const end = start + match[0].length;
    const said = match[0].toLowerCase();
    const from = found.at(-1)?.end ?? 0;
    const isParted = start > from + 1 && parting.test(text.slice(from, start));
    if (match[0].startsWith(quoted) || isCode(match[0]) || text.startsWith(":,", end)) {
      found.push({ said: quoted, start, end, isOpaque: true, isParted });
      continue;
    }
    const before = found.at(-1);
    const isShort =
      before !== undefined && before.end === start - 1 && (text[start - 1] === "'" || text[start - 1] === "’");
    if (isShort && said === "t" && notted.has(before.said)) {
      found[found.length - 1] = { ...before, said: notted.get(before.said) ?? before.said };
      found.push({ said: "not", start, end, isOpaque: false, isParted: false });
      continue;
    }
    for (const one of (short.get(said) ?? said).split(/[ -]/)) {
      if (one !== "") found.push({ said: one, start, end, isOpaque: false, isParted });
    }
  }
  return found;
}

const parting = /[,;:.!?–—→>\n]/;

function isCode(word: string): boolean {
  return /[._/:@#=\\]|[a-z][A-Z]|\d[a-z]|[A-Za-z]\d/.test(word);
}

// Hits: the phrases of a clause.

interface Phrase {
  readonly sign: Sign;
  readonly opens: boolean;
  readonly parts: readonly PhrasePart[];
}

/** A text, its words, and the phrases that may stand in it. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  readonly languages: readonly Language[];
  readonly kinds: Rows;
  /** Looked up when something was said that is to be kept. */
  lasting: Rows | null;
}

/** Phrases by sign and language. */
type Table = Readonly<Record<string, Readonly<Record<Language, string>>>>;

interface Rows {
  /** By the first word; those that begin with the ending of one stand under `*`. */
  readonly first: ReadonlyMap<string, readonly Phrase[]>;
  /** Of languages without blanks. */
  readonly solid: readonly Phrase[];
  /** Whether a comma may stand within a phrase. */
  readonly crosses: boolean;
  /** What begins at a word, once it was asked for. */
  readonly begun: Map<number, readonly Begun[]>;
}

interface Bounds {
  readonly start: number;
  readonly end: number;
}

interface Begun {
  readonly phrase: Phrase;
  /** The place of its last word. */
  readonly last: number;
}

const isUnspaced: ReadonlySet<Language> = new Set(["zh", "ja", "ko"]);

export function readingOf(text: string): Reading {
  const typed = wordsOf(text);
  const languages = languagesOf(text, typed);
  const isPolish = languages.includes("pl");
  const words = isPolish ? typed.map((word) => ({ ...word, said: unmarked(word.said) })) : typed;
  return { text, words, languages, kinds: rowsOf({ text, words, languages }, kinds, true), lasting: null };
}

function rowsOf(
  { text, words, languages }: Pick<Reading, "text" | "words" | "languages">,
  table: Table,
  crosses: boolean,
): Rows {
  const said = new Set(words.map((word) => word.said));
  const first = new Map<string, Phrase[]>();
  const solid: Phrase[] = [];
  const lower = lowerOf(text);
  for (const language of languages) {
    const isSolid = isUnspaced.has(language);
    for (const [sign, each] of Object.entries(table) as [Sign, Table[string]][]) {
      const phrases = each[language];
      if (isSolid) addSolid(solid, sign, phrases, lower);
      else addFirst(first, sign, phrases, said);
    }
  }
  return { first, solid, crosses, begun: new Map() };
}

/** Few letters change their length with their case, and offsets have to hold. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Whether a line has one of some phrases, in whatever language; `^`: the line begins with it. They are taken apart when first asked for. */
export function finderOf(phrases: string): (line: string) => boolean {
  const placeOf = placeFinderOf(phrases);
  return (line) => placeOf(line) !== null;
}

/** Where a line has the first of some phrases. */
export function placeFinderOf(phrases: string): (line: string) => Bounds | null {
  let rows: Rows | null = null;
  return (line) => {
    rows ??= rowsIn(phrases);
    const own = { ...rows, begun: new Map() };
    const words = wordsOf(line);
    for (const [at, { start }] of words.entries()) {
      const ends = begunAt(words, own, at).filter(({ phrase }) => !phrase.opens || at === 0);
      if (ends.length > 0) return { start, end: words[Math.max(...ends.map(({ last }) => last))]!.end };
    }
    const lower = lowerOf(line);
    for (const { parts, opens } of rows.solid) {
      const [start, end] = solidSpan(lower, parts, opens) ?? [-1, 0];
      if (start === 0 || (start > 0 && !opens)) return { start, end };
    }
    return null;
  };
}

function rowsIn(phrases: string): Rows {
  const first = new Map<string, Phrase[]>();
  const solid: Phrase[] = [];
  for (const written of phrases.split(", ")) {
    if (/[\u3040-\u9fff\uac00-\ud7a3]/.test(written)) solid.push(phraseOf("plain", written, "~"));
    else addFirst(first, "plain", written, { has: () => true });
  }
  return { first, solid, crosses: true, begun: new Map() };
}

/** The phrases that a word of the text begins. */
function addFirst(
  first: Map<string, Phrase[]>,
  sign: Sign,
  phrases: string,
  said: Pick<ReadonlySet<string>, "has">,
): void {
  for (const written of phrases.split(", ")) {
    const from = written.startsWith("^") ? 1 : 0;
    const space = written.indexOf(" ");
    const head = written.slice(from, space < 0 ? undefined : space);
    const isOpen = head.startsWith("*");
    if (!isOpen && !head.includes("|")) {
      if (said.has(head)) push(first, head, phraseOf(sign, written, " "));
      continue;
    }
    const phrase = phraseOf(sign, written, " ");
    for (const word of isOpen ? ["*"] : head.split("|")) if (isOpen || said.has(word)) push(first, word, phrase);
  }
}

/** The phrases whose first part stands in the text. */
function addSolid(solid: Phrase[], sign: Sign, phrases: string, lower: string): void {
  for (const written of phrases.split(", ")) {
    const from = written.startsWith("^") ? 1 : 0;
    const gapAt = written.indexOf("~");
    const head = written.slice(from, gapAt < 0 ? undefined : gapAt);
    if (head.includes("|") || lower.includes(head)) solid.push(phraseOf(sign, written, "~"));
  }
}

function phraseOf(sign: Sign, written: string, between: " " | "~"): Phrase {
  const opens = written.startsWith("^");
  const rest = opens ? written.slice(1) : written;
  const pieces = between === " " ? rest.split(" ") : rest.split("~");
  return { sign, opens, parts: pieces.map((piece) => (piece === "~" ? ("gap" as const) : piece.split("|"))) };
}

/** Words that come before what a clause begins with. */
const fillers = setOf(
  "please so and then now also but well right hey ok okay oh ah just btw fyi yes yeah nope no actually again honestly alright um hm hmm und dann aber also ja nein bitte jetzt mal ach na so nun et alors donc mais bon ok oui non puis y pues entonces pero vale o sea bueno luego e então mas bem tá prosze ale wiec dobra dobrze hej potem nastepnie najpierw tez oraz",
);
const polishFillers = setOf("i a no to tak nie ja ty jeszcze tylko raczej jednak czyli wiec bo wez tu tutaj");
const fillersMax = 3;

export function wordsIn({ words }: Reading, { start, end }: Bounds): readonly Word[] {
  const from = placeOf(words, start);
  let to = from;
  while (to < words.length && words[to]!.end <= end) to += 1;
  return words.slice(from, to);
}

/** Of the first word that begins at `start` or behind it. */
function placeOf(words: readonly Word[], start: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The signs of kinds, in order of their places; what a longer phrase holds is left out. */
export function hitsIn(reading: Reading, span: Bounds): readonly Hit[] {
  return foundIn(reading, reading.kinds, span);
}

/** The signs of how long something holds. */
export function marksIn(reading: Reading, span: Bounds): readonly Hit[] {
  reading.lasting ??= rowsOf(reading, lasting, false);
  return foundIn(reading, reading.lasting, span);
}

function foundIn(reading: Reading, rows: Rows, span: Bounds): readonly Hit[] {
  const found: Hit[] = [];
  if (rows.first.size > 0) addSpaced(found, reading, rows, span);
  if (rows.solid.length > 0) addUnspaced(found, reading, rows, span);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  // One that holds another begins no later, and so stands before it, or beside it.
  return found.filter((hit, at) => {
    // What is said of all places, or of this once, is said of them within any other phrase.
    if (everywhere.has(hit.sign)) return true;
    for (let before = 0; before < found.length; before += 1) {
      const other = found[before]!;
      if (before > at && other.start > hit.start) break;
      // What it is about holds any word for how long.
      if (other.sign === "craft" || other.sign === "chosen") continue;
      const more = other.end - other.start - (hit.end - hit.start);
      if (other.end >= hit.end && (more > 0 || (more === 0 && other.sign === "plain" && other !== hit))) return false;
    }
    return true;
  });
}

const everywhere: ReadonlySet<Sign> = new Set(["wide", "until", "thisOnce", "plays"]);
const none: readonly Phrase[] = [];
const shortNames: ReadonlySet<string> = new Set(["EU", "US", "IT"]);

function addSpaced(found: Hit[], reading: Reading, rows: Rows, span: Bounds): void {
  const { text, words, languages } = reading;
  const isFiller = (said: string): boolean => fillers.has(said) || (languages[0] === "pl" && polishFillers.has(said));
  const from = placeOf(words, span.start);
  let front = from;
  let isFirst = true;
  for (let at = from; at < words.length && words[at]!.end <= span.end; at += 1) {
    const word = words[at]!;
    if (word.isParted && at > from) front = at;
    isFirst = at === front || (isFirst && at - front <= fillersMax && isFiller(words[at - 1]!.said));
    for (const { phrase, last } of begunAt(words, rows, at)) {
      const { end } = words[last]!;
      if (end > span.end || (phrase.opens && !isFirst)) continue;
      // “release-next” says nothing of what comes next.
      if (last === at && at > from && text.slice(word.start, word.end).includes("-")) continue;
      // The Union and the States are nobody who speaks.
      if (last === at && shortNames.has(text.slice(word.start, word.end))) continue;
      const said = text.slice(word.start, end);
      if (phrase.sign === "mocks" && initials.test(said) && !isSetOff(text, word.start, end)) continue;
      found.push({ sign: phrase.sign, said, start: word.start, end, isFirst: isFirst && front === from });
    }
  }
}

/** Two letters say that it is not meant where they end what is said or begin it, and else they are somebody's: “branches begin with jk”. */
function isSetOff(text: string, start: number, end: number): boolean {
  const [lead, rest] = [text.slice(Math.max(0, start - asideChars), start), text.slice(end, end + asideChars)];
  const isEnd = /^(?:\s?(?:lol|ha(?:ha)+|hehe|[:;]-?[)D]))*\s*(?:$|[.!)\n…])/iu.test(rest);
  return isEnd ? !waitsForName.test(lead) : /(?:^|[.!?\n])[^\S\n]{0,4}$/.test(lead) && /^\s*[,;–—-]\s/.test(rest);
}

const asideChars = 24;
const initials = /^j ?k$/i;
const waitsForName =
  /(?:(?<!\p{L})(?:is|are|was|be|to|by|with|from|for|of|as|like|called|named|begin|start|use|ask(?:ing)?|ping|tell|cc|add|assign|call|mail|email|message|notify|mention|invite|and|or|the|a|than|at|on|in)\s|[:=@/]\s?)["'(]?$/iu;

function begunAt(words: readonly Word[], { first, crosses, begun }: Rows, at: number): readonly Begun[] {
  const mayStep = (from: number, to: number): boolean =>
    crosses || !words.slice(from + 1, to + 1).some(({ isParted }) => isParted);
  const begins = (phrase: Phrase): readonly Begun[] => {
    const last = endOfPhrase(words, at, phrase.parts, { isOf, mayStep });
    return last === null ? [] : [{ phrase, last }];
  };
  const { said } = words[at]!;
  return getOrMake(begun, at, () => [...(first.get(said) ?? none), ...(first.get("*") ?? none)].flatMap(begins));
}

/** `*ing` is every longer word with that ending. */
function isOf(word: string, either: readonly string[]): boolean {
  for (const each of either) {
    if (each === word) return true;
    if (each.startsWith("*") && word.length > each.length + 1 && word.endsWith(each.slice(1))) return true;
  }
  return false;
}

function addUnspaced(found: Hit[], { text }: Reading, { solid }: Rows, { start: from, end: to }: Bounds): void {
  const clause = text.slice(from, to);
  const lower = lowerOf(clause);
  for (const { sign, opens, parts } of solid) {
    const span = solidSpan(lower, parts, opens);
    if (span === null) continue;
    const [start, end] = span;
    const isFirst = start <= solidFrontMax && !/[，。、,]/.test(lower.slice(0, start));
    found.push({ sign, said: clause.slice(start, end), start: start + from, end: end + from, isFirst });
  }
}

const solidFrontMax = 2;

function solidSpan(text: string, parts: Phrase["parts"], opens: boolean): ReturnType<typeof spanOfPhrase> {
  const mayBegin = (from: number): boolean =>
    !opens || from === 0 || /[\s，、。；：！？:,;!?“「（(—–-]/.test(text[from - 1]!);
  return spanOfPhrase(text, parts as readonly (readonly string[])[], mayBegin);
}

// As meant: sentences about the one before them or behind them.

/** “No, that's wrong”: it corrects, and says nothing else. */
function isAnnouncing(reading: Reading, { start, end }: Bounds): boolean {
  return hitsIn(reading, { start, end }).some(
    (hit) =>
      hit.sign === "corrects" && leadsToCorrection.test(reading.text.slice(start, hit.start)) && hit.end >= end - 2,
  );
}

const leadsToCorrection = /^(?:(?:no|nein|nie|non|sorry|sorki|a|it|this|that|いや|いいえ|不)[,，、]?\s?)*$/iu;

/** Without those that only announce or deny what stands beside them. */
export function asMeant(reading: Reading, prompt: string, statements: readonly Statement[]): readonly Statement[] {
  return withDenials(prompt, asAnnounced(reading, withRetractions(reading, prompt, statements)));
}

/** “… at 9:30. No wait, at 10:00”: what is taken back in the same breath is one with what takes its place, and where nothing does it is gone. */
function withRetractions(reading: Reading, prompt: string, statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  let until = 0;
  for (const statement of statements) {
    const last = found.at(-1);
    if (statement.start >= until) {
      const { start, kind } = statement;
      const end = durable.has(kind) ? retractedTo(reading, statement) : statement.end;
      until = Math.abs(end);
      if (end > 0) found.push({ ...statement, end, text: prompt.slice(start, end) });
    } else if (statement.lasting && last !== undefined) found[found.length - 1] = { ...last, lasting: true };
  }
  return found;
}

/** Where a statement ends with what takes it back right behind it, in the same paragraph; less than zero where nothing takes its place. */
function retractedTo(reading: Reading, { start, end }: Bounds): number {
  const lead = /^[\s.…,;!。、–—-]+(?:(?:oh|ah|uh|um|err?|hm+|ach) )?/iu.exec(reading.text.slice(end))?.[0] ?? "";
  const from = end + lead.length;
  const said = /^(?:[^.!?…\n。！？]|[.!?](?=\S)){2,140}(?=[.!…\n。！]|$)/u.exec(reading.text.slice(from))?.[0] ?? "";
  const placed = retracts.map(({ how, placeOf }) => ({ how, to: placeOf(said) }));
  const { how, to = null } = placed.find((each) => each.to?.start === 0) ?? {};
  if (to === null || lead === "" || /\n\s*\n/.test(lead)) return end;
  const rest = { start: from + to.end, end: from + said.length };
  const [words, before] = [wordsIn(reading, rest), wordsIn(reading, { start, end })];
  if (how === "whole" && words.length === 0) return -rest.end;
  const behind = said.slice(to.end);
  const common = setOf(Object.values(small).join(" "));
  const shared = words.filter((word) => before.some((other) => other.said === word.said));
  const isSame = shared.some((word) => !common.has(word.said));
  const hits = hitsIn(reading, rest);
  const isOrder = hits.some(({ sign, isFirst }) => isFirst && ordering.has(sign));
  const isParted = /^\s*[,.:;!–—，、-]/.test(behind);
  if (how === "whole") return isParted ? (isOrder && !isSame ? -end : rest.end) : end;
  const size = behind.match(/[\u3040-\u9fff\uac00-\ud7a3]{1,2}|[\p{L}\p{N}./:_-]+/gu)?.length ?? 0;
  const isShort = size > 0 && size <= (how === "surely" ? 12 : 4) && !isOrder;
  const isVague = vague.test(said.slice(0, to.end));
  if (how === "surely") return isSame || (isShort && (isParted || !isVague)) ? rest.end : end;
  if (clauseFirst.test(behind) || (/^make/i.test(said) && !amounts.test(behind))) return end;
  if (!isVague) return isSame || isShort ? rest.end : end;
  const isOtherNumber = [behind, reading.text.slice(start, end)].every((each) => /\d/.test(each));
  const isAlike = isParted ? isOtherNumber || shared.length > 0 : isOtherNumber && !/^n/i.test(said);
  return isAlike && isShort && !hits.some(({ sign }) => sign === "states") ? rest.end : end;
}

const ordering: ReadonlySet<Sign> = new Set(["tasks", "requests", "asks"]);
/** Alone it may answer, or be sorry for something else. */
const vague =
  /(?:^|\s)(?:no|nein|non|não|nao|nie|нет|sorry|oops|ups|pardon|perdón|desculpa|scusa|przepraszam|извини)$/iu;
const clauseFirst =
  /^[\s,]*(?:it|i|we|you|that|this|they|he|she|who|what|why|how|wir|ich|du|das|es|wer|was|il|je|tu|on|ça|c|yo|lo|que|to)(?![\p{L}:])/iu;
const amounts = /\d|days?(?!\p{L})|(?:one|two|three|four|five|six|ten)$/u;
const retracts = (["whole", "surely", "maybe"] as const).map((how) => ({
  how,
  placeOf: placeFinderOf(retracting[how]),
}));

/** “Correction. The port is 7377.”: the first sentence says what the second is, and nothing else. */
function asAnnounced(reading: Reading, statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((statement, at) => {
    const before = statements[at - 1];
    const next = statements[at + 1];
    const isNext = before !== undefined && isAnnouncing(reading, before);
    const told = announced.exec(statement.text)?.[0] ?? (isNext ? before.text : null);
    if (told !== null && durable.has(statement.kind)) {
      const { corrects } = statement;
      const named = corrects !== null && told.includes(corrects) ? null : corrects;
      return [{ ...statement, kind: "correction", corrects: named, why: `follows “${told}”` }];
    }
    return next !== undefined && durable.has(next.kind) && isAnnouncing(reading, statement) ? [] : [statement];
  });
}

/** “Change of plans: …” */
const announced =
  /^(?:(?:a )?change of plans?|plans? (?:have )?changed|changed|corr\p{L}+|planänderung|korrektur|changement de plans?|on revient en arrière|(?:we're )?going back|cambio de planes?|zmiana planów|zmiana planow|zmiana|korekta|poprawka|sprostowanie|改了|更正|变更|訂正|変更)(?=\s*[:：,，])/iu;

/** “… is 7377. It is not 7514.”, “leave `kiosk` alone; `ledger` is free.”: the second only says what the first takes the place of. */
function withDenials(prompt: string, statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  for (const statement of statements) {
    if (statement.start < (found.at(-1)?.end ?? 0)) continue;
    const rest = prompt.slice(statement.end);
    const matches = denials.map((each) => each.exec(rest));
    const [whole, corrects = ""] =
      matches.find((match, at) => match !== null && (at > 1 || named.test(match[1]!))) ?? [];
    if (whole === undefined || !durable.has(statement.kind)) found.push(statement);
    else {
      const end = statement.end + whole.length;
      found.push({ ...statement, kind: "correction", end, corrects, text: prompt.slice(statement.start, end) });
    }
  }
  return found;
}

/** What is denied, and what is no longer used. */
const denials: readonly RegExp[] = [
  "(?:(?:it|that|this)(?: is|'s) |es ist |ce n'est |c'est |to )?(?:not|nicht|pas|no es|no|nie|不是|并不是|而不是)\\s*([^\\s。]+?)",
  "([^\\s。、]+?)\\s*(?:(?:では|じゃ)(?:ありません|ないです|ない)| (?:is|ist|est|está|es|jest) (?:free|wrong|frei|falsch|libre|faux|wolny|wolna|błędny|zły))",
  "([\\w.-]+)\\s*は(?:もう)?(?:使いません|使わない(?:でください)?|使っていません|やめました)",
  "(?:不再用|不再使用|不用)\\s*([\\w.-]+?)\\s*了?",
].map((shape) => new RegExp(`^\\s*[.;!。！．]\\s*${shape}(?=\\s*(?:[.!。！．]\\s|[。！]|[.!]?$))`, "iu"));

/** A digit, a capital letter or the look of a name in code: “not now” denies nothing. */
const named = /[\p{Lu}\d`_/]/u;

/** Where what others wrote begins: “translate: …”, “the customer wrote me this, what do I answer? …”; null where nothing leads to it. */
export function othersFrom(text: string): number | null {
  const lead = (leadsOn.test(text) ? handsOver.exec(text) : null) ?? wroteThis.exec(text);
  if (lead === null) return null;
  const start = lead.index + lead[0].length;
  // A fence says itself where what is handed over ends.
  return /^\s{0,8}(?:`{3}|~{3}|\uE000)/u.test(text.slice(start, start + 12)) ? null : start;
}

/** Asked first, because V8 takes 10 ms to compile the expression below, and few prompts have a colon. */
const leadsOn = /[:：]\s/u;
