/**
 * RankWeights: every number that ranking goes by, with what it is for; each helps on conversations of people and of people with agents. The words of a
 * query are here too.
 */

import { questionTerms } from "../words/question.js";
import { type Language, languageOf } from "../words/stop-words.js";
import { fold, stem, termsOf } from "../words/terms.js";

export const weights = {
  /** How soon a word said again stops counting, and how much a long chunk is held back: BM25's k1 and b. */
  saturation: 0.9,
  lengthShare: 0.2,
  /** A word of the neighbor 1, 2, 3 chunks away counts as this much of a word of the chunk's own. */
  neighbors: [0.3, 0.2, 0.1],
  /** A neighbor of more telling words than this counts less, in proportion. */
  neighborLength: 60,
  /** So much of its score a chunk gets only as far as it holds the words of the query, by how rare they are. */
  coverage: 0.1,
  /** Added for the chunk before where it ends in a question: what follows is its answer. */
  answered: 0.3,
  /** What a word counts that stands in this field, once, besides the body. */
  title: 0.8,
  tags: 1,
  time: 0.5,
  /** The page's own score, as a share of the best chunk's. */
  page: 0.4,
  pageSaturation: 1.2,
  pageLengthShare: 0.5,
  /** What share of the hits is kept for the best chunks of as many pages. */
  leaders: 0.25,
  /** A chunk spoken by somebody the query names. */
  speaker: 0.25,
  /** A program says at length again what a person said, who is asked for; its words count for this share. */
  program: 0.6,
  /** Days asked for (`around`): by what share a chunk of these days is worth more. */
  around: 1,
  /** Beside those days it counts for this share of that, and for half of it so many days on, with half of how many were asked for. */
  aroundEdge: 0.8,
  aroundHalf: 7,
  /** The days that are asked for, as a word. */
  days: 0.4,
  /** Words that are near to what was asked: the beginning of a word, a part of a compound, a misspelling. */
  near: 0.7,
  /** A word in at most this many chunks is looked for in other forms too. */
  rareChunks: 2,
  /** Chunks that may be seen, and their pages, of those an index gave, before it is asked for more. */
  enough: 20,
  enoughPages: 32,
} as const;

/** Bounds of work, which keep a query of common words as quick as one of rare ones. */
export const rankLimits = {
  /** Words of a query that are looked up. */
  words: 32,
  /** Forms that one word may take, and by its endings alone. */
  forms: 6,
  inflections: 12,
  /** Pairs that one sign of unspaced writing begins. */
  signForms: 32,
  /** Chunks that an index gives to be ranked. */
  candidates: 64,
  /** Chunks that are walked through in an index to find those; the most common words are left to the ranking beyond it. */
  postings: 1_000,
  /** Pages with more chunks are ranked around the candidates only. */
  wholePageChunks: 160,
} as const;

// RankQuery: the words and quoted phrases of a query; nothing else in it is syntax.

export interface AskedWord {
  readonly text: string;
  /** As the query has it. */
  readonly said: string;
  /** 1, less as `QuestionTerm` has it, and for days. */
  readonly weight: number;
  /** As `QuestionTerm` has them. */
  readonly endings: ReadonlySet<string> | null;
  readonly compounds: boolean;
}

export interface AskedQuery {
  /** Each word once, in order. */
  readonly words: readonly AskedWord[];
  /** Each the terms of one quoted phrase in order. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether it says something beside its phrases. */
  readonly saysMore: boolean;
  /** The words by which its language speaks to somebody, as an index has them. */
  readonly addressing: readonly string[];
}

const quotes: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』" };

export function readQuery(text: string): AskedQuery {
  const terms = questionTerms(text);
  const telling = terms.filter((term) => !term.stop);
  const words = new Map<string, AskedWord>();
  for (const term of telling.length > 0 ? telling : terms) {
    if (words.size >= rankLimits.words) break;
    const { text: found, weight, endings, compounds } = term;
    const known = words.get(found);
    if (known === undefined || known.weight < weight)
      words.set(found, { text: found, said: term.part ? found : term.said, weight, endings, compounds });
  }
  const { phrases, rest } = phrasesIn(text);
  return {
    words: [...words.values()],
    phrases: phrases.map((phrase) => termsOf(phrase).map((term) => term.text)).filter((phrase) => phrase.length > 0),
    saysMore: (phrases.length === 0 ? terms : questionTerms(rest)).some((term) => !term.stop),
    addressing: addressingIn(languageOf(terms.map(({ said }) => fold(said)))).map(stem),
  };
}

/** The words by which somebody is spoken to, and behind the bar those by which something is theirs. */
const addressing: Readonly<Record<Language | "english", string>> = {
  english: "you yourself|your",
  german: "du dich dir euch|dein deine deinem deinen deiner euer eure",
  french: "tu te toi vous|ton ta tes votre vos",
  spanish: "tu te ti vos usted ustedes|tus tuyo tuya",
  portuguese: "tu te ti voce voces|teu tua teus tuas",
  italian: "tu te ti voi|tuo tua tuoi tue vostro vostra",
  polish: "ty ci cie ciebie tobie wy was wam|twoj twoja twoje wasz",
  russian: "ты тебя тебе тобои вы вас вам вами|твои твоя твое ваш ваша ваше",
};

/** The words by which this language speaks to somebody; those that say what is theirs stand here twice. */
function addressingIn(language: Language | "english" | null): readonly string[] {
  const [you = [], your = []] = addressing[language ?? "english"].split("|").map((list) => list.split(" "));
  return [...you, ...your, ...your];
}

/** What stands in quotes, and what does not. */
function phrasesIn(text: string): { readonly phrases: readonly string[]; readonly rest: string } {
  const phrases: string[] = [];
  let rest = "";
  for (let at = 0; at < text.length; at++) {
    const close = quotes[text.charAt(at)];
    const end = close === undefined ? -1 : text.indexOf(close, at + 1);
    if (end < 0) rest += text.charAt(at);
    else {
      phrases.push(text.slice(at + 1, end));
      rest += " ";
      at = end;
    }
  }
  return { phrases, rest };
}
