/**
 * Terms: a text as the words a search knows it by: folded, stemmed, code taken apart and kept whole, unspaced writing in pairs. Irregular forms
 * and words for days are data here.
 */

import { addDays } from "../../base/ids.js";
import { fenceReader } from "../../base/lines.js";
import { rememberRecent } from "../../base/memo-cache.js";
import { type DayRange, months as monthsFrom } from "./calendar.js";
import { isStopWord } from "./stop-words.js";

export interface Term {
  /** What is indexed and asked for. Never empty, holds no white space. */
  readonly text: string;
  /** As it stood in the text, for whoever is told why; of a part the whole it came from. */
  readonly said: string;
  /** A word says nothing alone (“of”); asked for only where there is nothing else. */
  readonly stop: boolean;
  /** A part of a longer name that is a term of its own too. */
  readonly part: boolean;
}

/** Longer runs without a space are data, not words; their first characters stand for them. */
const termLengthMax = 64;

/** The terms of a text in order. */
export function termsOf(text: string): readonly Term[] {
  return termsWith(text, (run) => bigrams(run).map((pair) => plain(pair, run)));
}

export function termsIn(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).flatMap(({ text: term, stop }) => (stop ? [] : [term])));
}

/** The lines of a text with their terms; a long one is cut where its sentences end. */
export function lineTermsOf(text: string): readonly LineTerms[] {
  return text
    .split("\n")
    .flatMap(sentencesOf)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ text: line, terms: termsOf(line) }));
}

/** The sentences of a long line; a shorter one is its own. */
export function sentencesOf(line: string): readonly string[] {
  return line.length > lineCharsMax ? line.split(/(?<=[.!?])\s+|(?<=[。！？])\s*/) : [line];
}

export interface LineTerms {
  readonly text: string;
  readonly terms: readonly Term[];
}

const lineCharsMax = 300;

/**
 * The lines of what is shown of a text, `whole`, with the rest of each paragraph of which some lines are shown; a paragraph or an item that was broken
 * into lines by its width counts as one. The head of a list that is left out is left out as well.
 */
export function unitsOf(shown: string, whole: string): readonly LineTerms[] {
  const paragraphs = new Map<string, string>();
  for (const unit of unwrapped(whole))
    if (unit.includes("\n") && unit.length <= unitCharsMax)
      for (const line of unit.split("\n")) if (!paragraphs.has(line)) paragraphs.set(line, unit);
  const said = unwrapped(shown).filter((unit) => unit.trim() !== "");
  const telling = said.filter((unit, at) => !opensList(unit) || (said[at + 1] ?? gap).trim() !== gap);
  const units = telling.flatMap((unit) => {
    const parts = unit.split("\n").map((line) => paragraphs.get(line) ?? line);
    return parts.every((part) => part.includes("\n")) ? parts : [unit];
  });
  const once = units.filter((unit, at) => !unit.includes("\n") || units.indexOf(unit) === at);
  return once.flatMap((unit): readonly LineTerms[] => {
    const lines = lineTermsOf(unit);
    return unit.includes("\n") ? [{ text: unit, terms: lines.flatMap(({ terms }) => terms) }] : lines;
  });
}

const unitCharsMax = 600;
/** Where something was left out. */
const gap = "…";

/** What stands above a list says nothing without it. */
export function opensList(line: string): boolean {
  return /[:：][*_\s]*$/.test(line);
}

function unwrapped(text: string): readonly string[] {
  const units: string[] = [];
  const isCode = fenceReader();
  let isOpen = false;
  for (const line of text.split("\n")) {
    const isPlain = !isCode(line) && line.trim() !== "" && !/^\s*(?:#|\|)/.test(line);
    if (isPlain && isOpen && !startsUnit.test(line)) units.push(`${units.pop()}\n${line}`);
    else units.push(line);
    isOpen = isPlain && !line.startsWith(gap) && !line.endsWith(gap);
  }
  return units;
}

const startsUnit = /^\s*(?:[-*+>|<…]|\d{1,9}[.)]\s)/;

/** The same, with runs of unspaced writing cut by `cut`. */
export function termsWith<T extends Term>(text: string, cut: (run: string) => readonly T[]): readonly (Term | T)[] {
  const terms: (Term | T)[] = [];
  eachRun(text.normalize("NFKC"), (run, kind) => {
    if (kind === "unspaced") for (const term of cut(run)) terms.push(term);
    else if (kind === "symbol") terms.push(plain(run, run));
    else for (const term of termsOfWord(run)) terms.push(term);
  });
  return terms;
}

/** Lower case without accents; `ß` is `ss`. What two spellings of one word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

function plain(text: string, said: string): Term {
  return { text, said, stop: false, part: false };
}

/** Most words of a text stood in others before. Some 4 MB; a slice this short keeps no text alive that it was cut from. */
const keptCharsMax = 12;
const keptMax = 1 << 14;
const knownTerms = rememberRecent(keptMax, makeTerms);

function termsOfWord(run: string): readonly Term[] {
  return run.length <= keptCharsMax ? knownTerms(run) : makeTerms(run);
}

/** Of a run of letters, digits and the signs that join names: one word, or a name and its parts. */
function makeTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  const said = trimJoiners(run);
  if (said === "") return terms;
  const parts = partsOf(said);
  if (parts.length === 1 && parts[0] === said) {
    const folded = fold(said).slice(0, termLengthMax);
    // Accents alone fold away.
    if (folded !== "") terms.push({ text: stem(folded), said, stop: isStopWord(folded), part: false });
    return terms;
  }
  const whole = fold(said).slice(0, termLengthMax);
  if (whole !== "") terms.push(plain(whole, said));
  for (const part of parts) {
    const folded = fold(part).slice(0, termLengthMax);
    if (folded === "") continue;
    terms.push({ text: stem(folded), said, stop: isStopWord(folded) || folded.length < 2, part: true });
  }
  return terms;
}

/**
 * `camelCase`, `snake_case`, `a/path.ts`, `v2` (kept), `HTTPServer`: where one of these changes over, a part ends. A name inside of a longer one
 * is a part whole, too: `TomTom` of `TomTom-Key`.
 */
function partsOf(name: string): readonly string[] {
  const parts: string[] = [];
  let [start, first] = [0, 0];
  const end = (at: number): void => {
    if (at > start) parts.push(name.slice(start, at));
  };
  for (let i = 0; i <= name.length; i++) {
    if (i === name.length || isJoiner(name.charCodeAt(i))) {
      end(i);
      if (start > first && i - first < name.length) parts.push(name.slice(first, i));
      start = i + 1;
      first = start;
    } else if (i > start && isHump(name, i)) {
      end(i);
      start = i;
    }
  }
  return parts;
}

/** An upper letter after a lower one or a digit, or before a lower one at the end of capitals. */
function isHump(name: string, at: number): boolean {
  if (!isUpper(name.charCodeAt(at))) return false;
  const before = name.charCodeAt(at - 1);
  if (isLower(before) || isDigit(before)) return true;
  return isUpper(before) && at + 1 < name.length && isLower(name.charCodeAt(at + 1)) && at + 2 < name.length;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `_ - . / @ # + : \` stand inside names. */
function isJoiner(code: number): boolean {
  return joining[code] === 1;
}

const joining = Uint8Array.from({ length: 128 }, (_, code) =>
  "_-./@#+:\\".includes(String.fromCharCode(code)) ? 1 : 0,
);

function trimJoiners(run: string): string {
  let start = 0;
  let end = run.length;
  while (start < end && isJoiner(run.charCodeAt(start))) start++;
  // `c++` and `c#` are names; a sentence ends in a full stop or a colon.
  while (end > start && isJoiner(run.charCodeAt(end - 1)) && !"+#".includes(run[end - 1]!)) end--;
  return run.slice(start, end);
}

/** By ASCII code, whether it goes on with a word: what most of a text is made of. */
const isPlainWord = Uint8Array.from({ length: 128 }, (_, code) =>
  isJoiner(code) || charClass(code) === "word" ? 1 : 0,
);

/** Calls back with each run of one kind; apostrophes inside a word are dropped with a possessive `s` behind them, or end it (`isElided`). */
function eachRun(text: string, use: (run: string, kind: "word" | "unspaced" | "symbol") => void): void {
  let start = -1;
  let before = "";
  let kind: "word" | "unspaced" = "word";
  const flush = (at: number): void => {
    if (start >= 0) use(before === "" ? text.slice(start, at) : before + text.slice(start, at), kind);
    start = -1;
    before = "";
  };
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i);
    if (unit < 128 && isPlainWord[unit] === 1 && start >= 0 && kind === "word") {
      i++;
      continue;
    }
    const code = unit < 0xd800 ? unit : text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    const found = unit < 128 && isPlainWord[unit] === 1 ? "word" : charClass(code);
    if (found === "word" || found === "unspaced") {
      if (kind !== found) flush(i);
      kind = found;
      if (start < 0) start = i;
    } else if (found === "symbol") {
      flush(i);
      use(text.slice(i, next), "symbol");
    } else if (isApostrophe(code) && kind === "word" && start >= 0) {
      if (before === "" && isElided(text, start, i)) {
        flush(i);
        i = next;
        continue;
      }
      before += text.slice(start, i);
      start = next + possessive(text, i);
      i = start;
      continue;
    } else flush(i);
    i = next;
  }
  flush(text.length);
}

/** What French and Italian put before a vowel is a word of its own: “l'argent” is asked for by “argent”. */
const elided =
  /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|un|d?all|(?:[bdn]|qu)ell|sull|quest)['’ʼ][aeiouyhàâéèêëîïôùûü]/iu;
const elidedCharsMax = 8;

function isElided(text: string, start: number, at: number): boolean {
  return at - start < elidedCharsMax && elided.test(text.slice(start, at + 2));
}

/** How many characters behind the apostrophe go with it: the `s` of `Ann's`, nothing of `don't`. */
function possessive(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next !== 115 && next !== 83) return 0;
  const after = text.codePointAt(at + 2);
  return after === undefined || charClass(after) !== "word" ? 1 : 0;
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 0x02bc;
}

// Irregular: English forms that no ending tells: “bought” is asked for by “buy”.

/** Each line a word and its other forms. Forms that are common words of their own (“saw”, “left”, “found”) are here too: they meet in both. */
const table = `
be am is are was were been being
become became|begin began begun|bend bent|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought
catch caught|choose chose chosen|come came|deal dealt|dig dug|do did done does|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven
eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone goes|grow grew grown|hang hung|have has had|hear heard
hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|make made
mean meant|meet met|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold
send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid
speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
weave wove woven|win won|wind wound|withdraw withdrew withdrawn|write wrote written
child children|foot feet|goose geese|half halves|knife knives|man men|mouse mice|person people|shelf shelves|thief thieves
tooth teeth|wife wives|wolf wolves|woman women|good better best|bad worse worst|far further furthest
`;

const wordOf: ReadonlyMap<string, string> = new Map(
  table.split(/[|\n]/).flatMap((line) => {
    const [word = "", ...forms] = line.split(" ");
    return forms.map((form) => [form, word] as const);
  }),
);

// Stem: Porter's stemmer for English words in ASCII; other words pass through unchanged.

/** `word` is folded already. Words of other languages are cut too where they end as English ones do; both sides are cut alike. */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const known = memory.get(word);
  if (known !== undefined) return known;
  const first = stepOne(wordOf.get(word) ?? word);
  const stemmed = stepFive(ended(ended(ended(first, second, once), third, once), fourth, twice));
  // Pages come in bursts of the same words; a full memory is thrown away whole, which keeps it a pure function.
  if (memory.size >= memoryMax) memory.clear();
  memory.set(word, stemmed);
  return stemmed;
}

const memoryMax = 50_000;
const memory = new Map<string, string>();

const consonants = "[^aeiou][^aeiouy]*";
const vowels = "[aeiouy][aeiou]*";
const opening = `^(?:${consonants}|(?=[aeiou]))`;
const vowel = new RegExp(`${opening}[aeiouy]`);
/** Consonants follow vowels once or more, just once, and twice or more. */
const once = new RegExp(`${opening}${vowels}${consonants}`);
const justOnce = new RegExp(`${once.source}(?:${vowels})?$`);
const twice = new RegExp(`${once.source}${vowels}${consonants}`);
/** Consonants, a vowel and a consonant, where the last is not w, x or y. */
const short = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);

function stepOne(whole: string): string {
  const word = whole.replace(/(ss|i)es$|([^s])s$/, "$1$2");
  const past = withoutPast(word);
  return past.endsWith("y") && vowel.test(past.slice(0, -1)) ? `${past.slice(0, -1)}i` : past;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) return once.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const rest = word.replace(/(?:ed|ing)$/, "");
  if (rest === word || !vowel.test(rest)) return word;
  if (/([^aeioulsyz])\1$/.test(rest)) return rest.slice(0, -1);
  return /(?:at|bl|iz)$/.test(rest) || short.test(rest) ? `${rest}e` : rest;
}

/** Endings and what they give way to, of two that fit the longer first. */
const second = endingsIn(
  "ational:ate ization:ize iveness:ive fulness:ful ousness:ous tional:tion biliti:ble entli:ent ousli:ous ation:ate alism:al aliti:al " +
    "iviti:ive enci:ence anci:ance izer:ize abli:able alli:al ator:ate eli:e",
);
const third = endingsIn("icate:ic ative: alize:al iciti:ic ical:ic ness: ful:");
const fourth = endingsIn(
  "ement: ance: ence: able: ible: ment: ant: ent: ism: ate: iti: ous: ive: ize: ion: al: er: ic: ou:",
);

function endingsIn(list: string): readonly (readonly string[])[] {
  return list.split(" ").map((row) => row.split(":"));
}

function ended(word: string, endings: ReturnType<typeof endingsIn>, least: RegExp): string {
  const [ending, instead = ""] = endings.find(([end]) => word.endsWith(end!)) ?? [];
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return least.test(rest) && (ending !== "ion" || /[st]$/.test(rest)) ? rest + instead : word;
}

function stepFive(word: string): string {
  const without = word.slice(0, -1);
  const goes = word.endsWith("e") && (twice.test(without) || (justOnce.test(without) && !short.test(without)));
  const rest = goes ? without : word;
  return rest.endsWith("ll") && twice.test(rest) ? rest.slice(0, -1) : rest;
}

// Bigram: which writing a character belongs to, and how words are cut from writing that puts no spaces between them.

/** What a code point is to a search: part of a word, of unspaced writing, a symbol of its own, or a gap. */
type CharClass = "word" | "unspaced" | "symbol" | "gap";

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

function charClass(code: number): CharClass {
  if (code < 0x80) {
    const word = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    return word ? "word" : "gap";
  }
  if (isUnspaced(code)) return "unspaced";
  const char = String.fromCodePoint(code);
  if (letterOrDigit.test(char)) return "word";
  return pictograph.test(char) ? "symbol" : "gap";
}

/** Han, kana, Hangul, Thai, Lao, Khmer and Burmese: runs of these hold words that nothing parts. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff) ||
    code === 0x3005 ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff)
  );
}

/** Every two neighbors, and the last character alone: a query of one character is a prefix of one of these. */
export function bigrams(run: string): readonly string[] {
  const chars = [...run];
  const pairs: string[] = [];
  for (let i = 0; i + 1 < chars.length; i++) pairs.push(chars[i]! + chars[i + 1]!);
  pairs.push(chars.at(-1)!);
  return pairs;
}

// TimeTerms: the words a day is asked for by.

const months = "january february march april may june july august september october november december".split(" ");

/** `2023-05-08`, `2023-05`, `2023` and `may`, for both ends. */
export function termsOfDay(days: DayRange): readonly Term[] {
  const texts = new Set<string>();
  for (const day of [days.from, days.to]) {
    if (day === null) continue;
    const month = months[Number(day.slice(5, 7)) - 1];
    for (const text of [day, day.slice(0, 7), day.slice(0, 4)]) texts.add(text);
    if (month !== undefined) texts.add(stem(month));
  }
  return [...texts].map((text) => ({ text, said: text, stop: false, part: false }));
}

/** A side that is open is looked at for so many days, and a span for so many words. */
const openDays = 120;
const spanTermsMax = 96;

/** The fewest words that every day of a span is known by: whole years, whole months, and days. */
export function termsOfSpan({ from, to }: DayRange): readonly string[] {
  const first = from ?? (to === null ? null : addDays(to, -openDays));
  if (first === null) return [];
  const last = to ?? addDays(first, openDays);
  const terms: string[] = [];
  for (let day = first; day <= last && terms.length < spanTermsMax; ) {
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
    const [ofYear, ofMonth] = [monthsFrom(year, 0, 12), monthsFrom(year, month, 1)];
    const whole = day === ofYear.from && ofYear.to <= last ? ofYear : ofMonth;
    const isWhole = day === whole.from && whole.to <= last;
    terms.push(isWhole ? day.slice(0, whole === ofYear ? 4 : 7) : day);
    day = addDays(isWhole ? whole.to : day, 1);
  }
  return terms;
}
