/**
 * Sign: the phrases by which a clause shows what kind of words it is, found in the tables of its languages.
 *
 * A table is a string of phrases for each sign; it is taken apart when the first prompt of its language is read, since most prompts need one
 * language and every hook loads them all. Languages with blanks are searched word by word, the others by their characters.
 */

import { chinese } from "./words/chinese.js";
import { english } from "./words/english.js";
import { french } from "./words/french.js";
import { german } from "./words/german.js";
import { japanese } from "./words/japanese.js";
import { korean } from "./words/korean.js";
import { portuguese } from "./words/portuguese.js";
import { spanish } from "./words/spanish.js";

/** What a phrase is a sign of. Each language has them all, so that none is heard worse for a list that was forgotten. */
export const signs = [
  // What is to be: it holds from now on; it is not to be; it has to be; verbs of how work is done; one thing and not another; of all there are.
  ...(["standing", "bans", "musts", "habits", "instead", "general"] as const),
  // What a person wants, chose, takes back; the last perhaps, where it meets another sign.
  ...(["likes", "decides", "corrects", "amends"] as const),
  // Questions; orders; verbs of work done once, at the front; this one, now.
  ...(["asks", "requests", "tasks", "once"] as const),
  ...(["chats"] as const),
  // The front of a case, and the same where it stands last.
  ...(["cases", "caseBehind"] as const),
  // Said by somebody else; only thought; not meant.
  ...(["reports", "supposes", "irreal", "mocks"] as const),
  // It is, lies, is called; announces what is to be known; how it is at this moment; what happened.
  ...(["states", "tells", "passing", "past"] as const),
  // Holds in all projects; in this one; about how the agent talks or who the person is; the person; the team.
  ...(["wide", "near", "personal", "self", "ours"] as const),
] as const;

export type Sign = (typeof signs)[number];

/**
 * Phrases in lower case with a comma and a blank between them, words with a blank. `^` at the front: it begins a clause. `~`: up to four
 * other words of the same clause (twelve characters where words have no border). `a|b`: either.
 */
export type Signs = Readonly<Record<Sign, string>>;

const tables = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  zh: chinese,
  ja: japanese,
  ko: korean,
};

export type Language = keyof typeof tables;

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

const small: Readonly<Record<"en" | "de" | "fr" | "es" | "pt", string>> = {
  en: "the a an is are to of and in we you i it that this for on with our not my do be from what how can please always never use was but or have no at as so if when all your me it's",
  de: "der die das und ist nicht ich wir du ein eine einen den dem mit auf für im von zu bitte auch wenn noch wie hab habe haben sind kein keine mir mich dir es immer nie hier bei oder aber wird doch beim zum zur am",
  fr: "le la les des un une et est pas je tu on nous dans pour sur avec que qui ça du de au aux ce cette ne mon ma mes moi toujours jamais plus il elle sont à ou mais l d c j n qu",
  es: "el la los las un una y es en de que con para por se lo su nos no me mi del al este esta son pero siempre nunca como más sin hay está",
  pt: "o os as um uma e é não em com para que se do da no na dos das eu você a gente meu minha sempre nunca por mais está isso esse",
};

let voters: ReadonlyMap<string, readonly Language[]> | null = null;

function votersNow(): ReadonlyMap<string, readonly Language[]> {
  if (voters !== null) return voters;
  const found = new Map<string, Language[]>();
  for (const [language, words] of Object.entries(small) as [Language, string][]) {
    for (const word of words.split(" ")) found.set(word, [...(found.get(word) ?? []), language]);
  }
  voters = found;
  return found;
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
  for (const { said } of wordsOf(sample).slice(0, sampleWordsMax)) {
    const languages = votersNow().get(said) ?? [];
    for (const one of languages) votes.set(one, (votes.get(one) ?? 0) + 1 / languages.length);
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1]);
  const least = Math.max(0.5, (ranked[0]?.[1] ?? 0) * 0.4);
  const latin = ranked.filter(([, count]) => count >= least).map(([language]) => language);
  if (found.length > 0) return [...found, ...(latin.length > 0 ? latin.slice(0, 1) : (["en"] as const))];
  return latin.length > 0 ? latin.slice(0, 3) : ["en", "de", "fr", "es", "pt"];
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
export const quoted = "\u0002";

const short: Readonly<Record<string, string>> = {
  dont: "do not",
  doesnt: "does not",
  didnt: "did not",
  isnt: "is not",
  arent: "are not",
  wasnt: "was not",
  werent: "were not",
  cant: "can not",
  cannot: "can not",
  wont: "will not",
  shouldnt: "should not",
  wouldnt: "would not",
  couldnt: "could not",
  mustnt: "must not",
  havent: "have not",
  hasnt: "has not",
  im: "i m",
  ive: "i ve",
  thats: "that s",
  whats: "what s",
  theres: "there s",
  youre: "you re",
  theyre: "they re",
  lets: "let s",
  wheres: "where s",
  hows: "how s",
  whos: "who s",
  pls: "please",
  plz: "please",
  u: "you",
  gonna: "going to",
  wanna: "want to",
  gotta: "got to",
  kinda: "kind of",
  tmrw: "tomorrow",
  thx: "thanks",
  ty: "thanks",
  tks: "thanks",
  favour: "favor",
  favourite: "favorite",
  colour: "color",
  behaviour: "behavior",
  nich: "nicht",
  nix: "nichts",
  ned: "nicht",
  bitteschön: "bitte",
  jdes: "jedes",
  immr: "immer",
};
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

const wordShape = /\u0002+|[\p{L}\p{M}\p{N}_]+(?:[./:@#+=\\-]+[\p{L}\p{M}\p{N}_]+)*/gu;

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

interface Table {
  readonly first: ReadonlyMap<string, readonly Phrase[]>;
  /** Of languages without blanks. */
  readonly solid: readonly Phrase[];
}

const isUnspaced: ReadonlySet<Language> = new Set(["zh", "ja", "ko"]);
const taken = new Map<Language, Table>();

function tableOf(language: Language): Table {
  const known = taken.get(language);
  if (known !== undefined) return known;
  const first = new Map<string, Phrase[]>();
  const solid: Phrase[] = [];
  for (const sign of signs) {
    for (const row of tables[language][sign].split(", ")) {
      if (row === "") continue;
      const opens = row.startsWith("^");
      const rest = opens ? row.slice(1) : row;
      const pieces = isUnspaced.has(language) ? rest.split(/(~)/) : rest.split(" ");
      const parts = pieces.map((piece) => (piece === "~" ? ("gap" as const) : piece.split("|")));
      const phrase = { sign, opens, parts };
      if (isUnspaced.has(language)) solid.push(phrase);
      else {
        for (const said of parts[0] === "gap" || parts[0] === undefined ? [] : parts[0]) {
          const word = said.startsWith("*") ? "*" : said;
          const others = first.get(word);
          if (others === undefined) first.set(word, [phrase]);
          else others.push(phrase);
        }
      }
    }
  }
  const table = { first, solid };
  taken.set(language, table);
  return table;
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

function spacedHits(clause: string, words: readonly Word[], first: Table["first"]): readonly Hit[] {
  const found: Hit[] = [];
  let front = 0;
  for (const [at, word] of words.entries()) {
    const opensPart = at === 0 || /[,;:.!?–—→>\n]/.test(clause.slice(words[at - 1]!.end, word.start));
    if (opensPart) front = at;
    const isFirst = at - front <= fillersMax && words.slice(front, at).every(({ said }) => fillers.has(said));
    for (const phrase of [...(first.get(word.said) ?? []), ...(first.get("*") ?? [])]) {
      if (phrase.parts[0] !== "gap" && !isOf(word.said, phrase.parts[0] ?? [])) continue;
      if (phrase.opens && !isFirst) continue;
      const last = lastOf(words, at, phrase.parts);
      if (last === null) continue;
      const { end } = words[last]!;
      found.push({
        sign: phrase.sign,
        said: clause.slice(word.start, end),
        start: word.start,
        end,
        isFirst: isFirst && front === 0,
      });
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

function solidHits(clause: string, phrases: readonly Phrase[]): readonly Hit[] {
  const lower = clause.toLowerCase();
  // Few letters change their length with their case, and offsets have to hold.
  const text = lower.length === clause.length ? lower : clause;
  return phrases.flatMap(({ sign, opens, parts }) => {
    const solid = parts.filter((part) => part !== "gap");
    const span = spanIn(text, solid, opens);
    if (span === null) return [];
    const [start, end] = span;
    return [
      {
        sign,
        said: clause.slice(start, end),
        start,
        end,
        isFirst: start <= solidFrontMax && !/[，。、,]/.test(text.slice(0, start)),
      },
    ];
  });
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
