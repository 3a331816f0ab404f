/** Phrases: which phrases of the languages' tables a statement says, each with its place and the list it is of. */

import { push } from "../../base/result.js";
import { endOfPhrase, type PhrasePart, spanOfPhrase } from "../phrase-match.js";
import { english, french, german, spanish } from "./latin-words.js";
import { chinese, japanese, type Lexicon, russian, type Spoken } from "./other-words.js";

/** `says.rule`, `denies.rule`, `labels.rule`, or the name of a list of its own. */
type ListName = string;

export interface Hit {
  readonly list: ListName;
  /** As the statement has it. */
  readonly said: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
}

interface Phrase {
  readonly list: ListName;
  readonly opens: boolean;
  readonly parts: readonly PhrasePart[];
  /** Without gaps. */
  readonly solid: readonly (readonly string[])[];
}

/** In the order of the text; without tables, by those that read what was written down. */
export function hitsIn(spoken: Spoken, tables: Tables = tablesNow()): readonly Hit[] {
  const { han, kana } = tables;
  const unspaced = spoken.script === "kana" ? [kana] : spoken.script === "han" ? [han, kana] : [];
  return [...spacedHits(spoken, tables), ...unspaced.flatMap((table) => unspacedHits(spoken, table))].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
}

function spacedHits({ words, plain }: Spoken, { spaced, endings }: Tables): readonly Hit[] {
  const found: Hit[] = [];
  for (const [at, word] of words.entries()) {
    const said = [...(spaced.get(word.said) ?? []), ...(endings.get(word.said.slice(-endingCharacters)) ?? [])];
    const how = { isOf, mayStep: (_: number, next: number) => words[next]!.sentence === word.sentence };
    for (const phrase of said) {
      if (phrase.opens && !word.opens) continue;
      const last = endOfPhrase(words, at, phrase.parts, how);
      if (last === null) continue;
      const end = words[last]!.end;
      found.push({
        list: phrase.list,
        said: plain.slice(word.start, end),
        start: word.start,
        end,
        sentence: word.sentence,
      });
    }
  }
  return found;
}

/** `*ed` is every longer word with that ending, but for “need” and its like. */
function isOf(word: string, either: readonly string[]): boolean {
  return either.some((one) => {
    if (!one.startsWith("*")) return one === word;
    const ending = one.slice(1);
    return word.length > ending.length + 2 && word.endsWith(ending) && !word.endsWith(`e${ending}`);
  });
}

function unspacedHits({ plain, sentences }: Spoken, table: readonly Phrase[]): readonly Hit[] {
  const lower = plain.toLowerCase();
  return sentences.flatMap(({ start, end }, sentence) => {
    // Few letters change their length with their case, and offsets have to hold.
    const text = (lower.length === plain.length ? lower : plain).slice(start, end);
    return table.flatMap(({ list, opens, solid }) => {
      const span = spanOfPhrase(text, solid, (from) => !opens || from === 0 || before.test(text[from - 1]!));
      if (span === null) return [];
      const [from, to] = span;
      return [{ list, said: plain.slice(start + from, start + to), start: start + from, end: start + to, sentence }];
    });
  });
}

/** What a clause may begin behind. */
const before = /[\s，、。；：:,;“「（(—–-]/;

function phrasesOf({ isSpaced, labels, says, denies, ...lists }: Lexicon): readonly Phrase[] {
  const grouped = Object.entries({ labels, says, denies }).flatMap(([group, kinds]) =>
    Object.entries(kinds).map(([kind, rows]) => [`${group}.${kind}`, rows]),
  );
  return phrasesIn({ ...Object.fromEntries(grouped), ...lists }, isSpaced);
}

/** Lists of phrases by their names, written as those of a lexicon are. */
export type Lists = Readonly<Record<ListName, readonly string[]>>;

function phrasesIn(lists: Lists, isSpaced: boolean): readonly Phrase[] {
  return Object.entries(lists).flatMap(([list, rows]) => rows.map((row) => phraseOf(list, row, isSpaced)));
}

function phraseOf(list: ListName, row: string, isSpaced: boolean): Phrase {
  const opens = row.startsWith("^");
  const words = row.replace("^", "");
  const parts = isSpaced ? words.split(" ") : words.split(/(~)/);
  const found = parts.map((part): PhrasePart => (part === "~" ? "gap" : part.split("|")));
  return { list, opens, parts: found, solid: found.filter((part) => part !== "gap") };
}

/** By the words a phrase may begin with, because every word of every log is looked up. */
function byFirstWord(all: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const phrase of all) {
    const [first] = phrase.parts;
    for (const word of first === "gap" || first === undefined ? [] : first) push(found, word, phrase);
  }
  return found;
}

/** German writes “house rule” as one word: phrases of a word's ending, by the last letters of it. */
const endingCharacters = 4;

interface Tables {
  readonly spaced: ReturnType<typeof byFirstWord>;
  readonly endings: ReadonlyMap<string, readonly Phrase[]>;
  readonly han: readonly Phrase[];
  readonly kana: readonly Phrase[];
}

let built: Tables | null = null;

/** Made when the first statement is read: most commands load this file and read none. */
function tablesNow(): Tables {
  built ??= tables(
    [english, german, french, spanish, russian].flatMap(phrasesOf),
    phrasesOf(chinese),
    phrasesOf(japanese),
  );
  return built;
}

function tables(all: readonly Phrase[], han: readonly Phrase[], kana: readonly Phrase[]): Tables {
  const endings = new Map<string, Phrase[]>();
  for (const phrase of all) {
    const [first] = phrase.parts;
    for (const word of first === "gap" || first === undefined ? [] : first) {
      if (word.startsWith("*")) push(endings, word.slice(-endingCharacters), phrase);
    }
  }
  return { spaced: byFirstWord(all), endings, han, kana };
}
