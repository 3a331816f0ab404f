/** RankQuery: the words and quoted phrases of a query; nothing else in it is syntax. */

import { rankLimits, weights } from "./rank-weights.js";
import { fold, type Term, termsOf } from "./terms.js";
import { asksForTime } from "./time-terms.js";
export interface AskedWord {
  readonly text: string;
  /** As the query has it. */
  readonly said: string;
  /** 1, less for a part of a name. */
  readonly weight: number;
}

export interface AskedQuery {
  /** Each word once, in order. */
  readonly words: readonly AskedWord[];
  /** Each the terms of one quoted phrase in order. */
  readonly phrases: readonly (readonly string[])[];
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
      words.set(term.text, { text: term.text, said: saidOf(term), weight });
  }
  return {
    words: [...words.values()],
    phrases: phrasesIn(text)
      .map((phrase) => termsOf(phrase).map((term) => term.text))
      .filter((phrase) => phrase.length > 0),
    asksForTime: asksForTime(terms.map(({ said }) => fold(said))),
  };
}

function saidOf(term: Term): string {
  return term.part ? term.text : term.said;
}

function phrasesIn(text: string): readonly string[] {
  const phrases: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const close = quotes[text.charAt(at)];
    if (close === undefined) continue;
    const end = text.indexOf(close, at + 1);
    if (end < 0) continue;
    phrases.push(text.slice(at + 1, end));
    at = end;
  }
  return phrases;
}
