/** RankQuery: the words and quoted phrases of a query; nothing else in it is syntax. */

import { fold, type Term, termsOf } from "../words/terms.js";
import { asksForTime } from "../words/terms--time-terms.js";
import { asksForPlace, placeWord } from "./weights.js";
import { rankLimits, weights } from "./weights--rank-weights.js";

export interface AskedWord {
  readonly text: string;
  /** As the query has it. */
  readonly said: string;
  /** 1, less for a part of a name, and for what is implied. */
  readonly weight: number;
  /** What the query asks for and does not say, as “where” asks for a place: it ranks what its words found, and finds nothing. */
  readonly implied: boolean;
}

export interface AskedQuery {
  /** Each word once, in order; what is implied last. */
  readonly words: readonly AskedWord[];
  /** Each the terms of one quoted phrase in order. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether it says something beside its phrases. */
  readonly saysMore: boolean;
  readonly asksForTime: boolean;
}

const quotes: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』" };

export function readQuery(text: string): AskedQuery {
  const terms = termsOf(text);
  const telling = terms.filter((term) => !term.stop);
  const words = new Map<string, AskedWord>();
  for (const term of telling.length > 0 ? telling : terms) {
    if (words.size >= rankLimits.words) break;
    const known = words.get(term.text);
    const weight = term.part ? weights.part : 1;
    if (known === undefined || known.weight < weight)
      words.set(term.text, { text: term.text, said: saidOf(term), weight, implied: false });
  }
  const said = terms.map((term) => fold(term.said));
  const where = asksForPlace(said);
  if (where !== null && !words.has(placeWord))
    words.set(placeWord, { text: placeWord, said: where, weight: weights.where, implied: true });
  const { phrases, rest } = phrasesIn(text);
  return {
    words: [...words.values()],
    phrases: phrases.map((phrase) => termsOf(phrase).map((term) => term.text)).filter((phrase) => phrase.length > 0),
    saysMore: termsOf(rest).some((term) => !term.stop),
    asksForTime: asksForTime(said),
  };
}

function saidOf(term: Term): string {
  return term.part ? term.text : term.said;
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
