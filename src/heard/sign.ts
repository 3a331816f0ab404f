/**
 * Sign: the phrases by which a clause shows what kind of words it is, found in the tables of its languages.
 *
 * A table is a string of phrases for each sign; it is taken apart when the first prompt of its language is read, since most prompts need one
 * language and every hook loads them all. Languages with blanks are searched word by word, the others by their characters.
 */

import { chinese, japanese, korean } from "./words/cjk.js";
import { english, french, german, portuguese, type Sign, type Signs, short, small, spanish } from "./words/latin.js";

export type { Sign } from "./words/latin.js";

export type Language = "en" | "de" | "fr" | "es" | "pt" | "zh" | "ja" | "ko";

const tables: Readonly<Record<Language, Signs>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  zh: chinese,
  ja: japanese,
  ko: korean,
};

export interface Hit {
  readonly sign: Sign;
  readonly said: string;
  /** Offsets in the clause. */
  readonly start: number;
  readonly end: number;
  /** Whether the clause begins with it. */
  readonly isFirst: boolean;
}

// Languages: told by the script, and by the small words of each.

/** Made when the first prompt is read. */
function votersOf(): readonly (readonly [Language, ReadonlySet<string>])[] {
  return (["en", "de", "fr", "es", "pt"] as const).map((language) => [language, new Set(small[language].split(" "))]);
}

const sampleWordsMax = 400;
const sampleCharsMax = 8_000;

/** Those the text is likely to be in, the likeliest first; all that use Latin letters where nothing tells. */
export function languagesOf(text: string): readonly Language[] {
  const sample = text.slice(0, sampleCharsMax);
  const found: Language[] = [];
  if (/[\u3041-\u30ff]/.test(sample)) found.push("ja");
  else if (/[\u4e00-\u9fff]/.test(sample)) found.push("zh");
  if (/[\uac00-\ud7a3]/.test(sample)) found.push("ko");
  const votes = new Map<Language, number>();
  const voters = votersOf();
  for (const { said } of wordsOf(sample).slice(0, sampleWordsMax)) {
    const languages = voters.filter(([, words]) => words.has(said));
    for (const [one] of languages) votes.set(one, (votes.get(one) ?? 0) + 1 / languages.length);
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1]);
  const least = Math.max(0.5, (ranked[0]?.[1] ?? 0) / 2);
  const latin = ranked.filter(([, count]) => count >= least).map(([language]) => language);
  if (found.length > 0) return [...found, ...(latin.length > 0 ? latin.slice(0, 1) : (["en"] as const))];
  return latin.length > 0 ? latin.slice(0, 2) : ["en", "de", "fr", "es", "pt"];
}

// Words: those of a clause in lower case; short forms as they are written out.

export interface Word {
  readonly said: string;
  readonly start: number;
  readonly end: number;
  /** A path, a command, a name of code, or a quotation: it tells nothing by what it says. */
  readonly isOpaque: boolean;
}

/** In the place of each character of a quotation or of code within a line. */
export const quoted = "\uE001";

const notted: ReadonlySet<string> = new Set(
  "do does did is are was were ca can wo won don doesn didn isn aren wasn weren couldn shouldn wouldn mustn haven hasn ain".split(
    " ",
  ),
);
const bases: Readonly<Record<string, string>> = {
  don: "do",
  doesn: "does",
  didn: "did",
  isn: "is",
  aren: "are",
  wasn: "was",
  weren: "were",
  couldn: "could",
  shouldn: "should",
  wouldn: "would",
  mustn: "must",
  haven: "have",
  hasn: "has",
  won: "will",
  ain: "is",
};

/**
 * Letters, digits and pictures are written as ranges: what Unicode's classes cost to compile is more than a prompt takes to be read. Scripts
 * above the first plane are no words.
 */
const wordShape =
  /\uE001+|[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+(?:[./:@#+=\\-]+[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+)*|[\ud83c-\ud83e][\udc00-\udfff]/g;

export function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(wordShape)) {
    const start = match.index;
    const end = start + match[0].length;
    const said = match[0].toLowerCase();
    if (match[0].startsWith(quoted) || isCode(match[0])) {
      found.push({ said: quoted, start, end, isOpaque: true });
      continue;
    }
    const before = found.at(-1);
    const isShort =
      before !== undefined && before.end === start - 1 && (text[start - 1] === "'" || text[start - 1] === "’");
    if (isShort && said === "t" && notted.has(before.said)) {
      found[found.length - 1] = { ...before, said: bases[before.said] ?? before.said };
      found.push({ said: "not", start, end, isOpaque: false });
      continue;
    }
    for (const one of (Object.hasOwn(short, said) ? short[said]! : said).split(/[ -]/)) {
      if (one !== "") found.push({ said: one, start, end, isOpaque: false });
    }
  }
  return found;
}

function isCode(word: string): boolean {
  return /[._/:@#=\\]|[a-z][A-Z]|\d[a-z]|[A-Za-z]\d/.test(word);
}

// Hits: the phrases of a clause.

interface Phrase {
  readonly sign: Sign;
  readonly opens: boolean;
  readonly parts: readonly (readonly string[] | "gap")[];
}

/** A phrase as it is written, until a clause has its first word. */
interface Row {
  readonly sign: Sign;
  readonly written: string;
  phrase: Phrase | null;
}

interface Table {
  /** Of languages with blanks, by the first word; those that begin with the ending of one stand under `*`. */
  readonly first: ReadonlyMap<string, readonly Row[]>;
  /** Of languages without. */
  readonly solid: readonly Row[];
}

const isUnspaced: ReadonlySet<Language> = new Set(["zh", "ja", "ko"]);
let taken: Readonly<Partial<Record<Language, Table>>> = {};

function tableOf(language: Language): Table {
  const known = taken[language];
  if (known !== undefined) return known;
  const first = new Map<string, Row[]>();
  const solid: Row[] = [];
  for (const [sign, phrases] of Object.entries(tables[language]) as [Sign, string][]) {
    for (const written of phrases.split(", ")) {
      const row: Row = { sign, written, phrase: null };
      if (isUnspaced.has(language)) solid.push(row);
      else for (const word of firstWords(written)) addRow(first, word, row);
    }
  }
  const table = { first, solid };
  taken = { ...taken, [language]: table };
  return table;
}

function firstWords(written: string): readonly string[] {
  const from = written.startsWith("^") ? 1 : 0;
  const blank = written.indexOf(" ", from);
  const word = written.slice(from, blank < 0 ? written.length : blank);
  if (word.startsWith("*")) return ["*"];
  return word.includes("|") ? word.split("|") : [word];
}

function addRow(rows: Map<string, Row[]>, word: string, row: Row): void {
  const others = rows.get(word);
  if (others === undefined) rows.set(word, [row]);
  else others.push(row);
}

function phraseOf(row: Row, gap: "blank" | "none"): Phrase {
  if (row.phrase !== null) return row.phrase;
  const { sign, written } = row;
  const opens = written.startsWith("^");
  const rest = opens ? written.slice(1) : written;
  const pieces = gap === "blank" ? rest.split(" ") : rest.split(/(~)/);
  row.phrase = { sign, opens, parts: pieces.map((piece) => (piece === "~" ? ("gap" as const) : piece.split("|"))) };
  return row.phrase;
}

/** Words that come before what a clause begins with. */
const fillers: ReadonlySet<string> = new Set(
  "please so and then now also but well right hey ok okay oh ah just btw fyi yes yeah nope no actually again honestly alright um hm hmm und dann aber also ja nein bitte jetzt mal ach na so nun et alors donc mais bon ok oui non puis y pues entonces pero vale o sea bueno luego e então mas bem tá".split(
    " ",
  ),
);
const fillersMax = 3;

const gapWords = 4;
const gapCharacters = 12;

/** In order of their places; what a longer phrase holds is left out. */
export function hitsIn(clause: string, words: readonly Word[], languages: readonly Language[]): readonly Hit[] {
  const found: Hit[] = [];
  for (const language of languages) {
    const table = tableOf(language);
    found.push(
      ...(isUnspaced.has(language) ? solidHits(clause, table.solid) : spacedHits(clause, words, table.first)),
    );
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(
    (hit) =>
      !found.some(
        (other) => other.end - other.start > hit.end - hit.start && other.start <= hit.start && other.end >= hit.end,
      ),
  );
}

const none: readonly Row[] = [];

function spacedHits(clause: string, words: readonly Word[], first: Table["first"]): readonly Hit[] {
  const found: Hit[] = [];
  const endings = first.get("*") ?? none;
  let front = 0;
  let isFirst = true;
  for (const [at, word] of words.entries()) {
    const opensPart = at === 0 || /[,;:.!?–—→>\n]/.test(clause.slice(words[at - 1]!.end, word.start));
    if (opensPart) front = at;
    isFirst = at === front || (isFirst && at - front <= fillersMax && fillers.has(words[at - 1]!.said));
    for (const rows of [first.get(word.said) ?? none, endings]) {
      for (const row of rows) {
        const { sign, opens, parts } = phraseOf(row, "blank");
        if (opens && !isFirst) continue;
        const last = lastOf(words, at, parts);
        if (last === null) continue;
        const { end } = words[last]!;
        found.push({
          sign,
          said: clause.slice(word.start, end),
          start: word.start,
          end,
          isFirst: isFirst && front === 0,
        });
      }
    }
  }
  return found;
}

/** The last word of the phrase that begins at `at`; null where it does not go on. */
function lastOf(words: readonly Word[], at: number, parts: Phrase["parts"]): number | null {
  let next = at;
  let room = 0;
  let last = at;
  for (const part of parts) {
    if (part === "gap") {
      room = gapWords;
      continue;
    }
    const until = next + room;
    while (next < until && next < words.length && !isOf(words[next]!.said, part)) next += 1;
    const word = words[next];
    if (word === undefined || !isOf(word.said, part)) return null;
    last = next;
    next += 1;
    room = 0;
  }
  return last;
}

/** `*ing` is every longer word with that ending. */
function isOf(word: string, either: readonly string[]): boolean {
  return either.some((one) =>
    one.startsWith("*") ? word.length > one.length + 1 && word.endsWith(one.slice(1)) : one === word,
  );
}

function solidHits(clause: string, rows: readonly Row[]): readonly Hit[] {
  const lower = clause.toLowerCase();
  // Few letters change their length with their case, and offsets have to hold.
  const text = lower.length === clause.length ? lower : clause;
  const found: Hit[] = [];
  for (const row of rows) {
    const { sign, opens, parts } = phraseOf(row, "none");
    const span = spanIn(
      text,
      parts.filter((part) => part !== "gap"),
      opens,
    );
    if (span === null) continue;
    const [start, end] = span;
    const isFirst = start <= solidFrontMax && !/[，。、,]/.test(text.slice(0, start));
    found.push({ sign, said: clause.slice(start, end), start, end, isFirst });
  }
  return found;
}

const solidFrontMax = 2;

function spanIn(
  text: string,
  parts: readonly (readonly string[])[],
  opens: boolean,
): readonly [number, number] | null {
  for (const one of parts[0] ?? []) {
    for (let from = text.indexOf(one); from >= 0; from = text.indexOf(one, from + 1)) {
      if (opens && from > 0 && !/[\s，、。；：！？:,;!?“「（(—–-]/.test(text[from - 1]!)) continue;
      let to = from + one.length;
      const goesOn = parts.slice(1).every((part) => {
        const near = text.slice(to, to + gapCharacters + 12);
        const places = part.map((each) => near.indexOf(each)).filter((each) => each >= 0 && each <= gapCharacters);
        if (places.length === 0) return false;
        const at = Math.min(...places);
        to += at + (part.find((each) => near.startsWith(each, at)) ?? "").length;
        return true;
      });
      if (goesOn) return [from, to];
    }
  }
  return null;
}
