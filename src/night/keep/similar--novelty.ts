/** Novelty: how much of a statement is not said yet of the same subject, and how much tells more than such statements always do. */

import { stem } from "../../recall/words/terms--stem.js";
import { isStopWord } from "../../recall/words/terms--stop-words.js";
import { thresholds } from "../thresholds.js";
import type { Words } from "./similar.js";

/** What a statement says of whom, with the endings of words cut. */
interface Gist {
  /** What the sentence begins with: “Ada prefers …” and “Ada's sister …” are of Ada. */
  readonly subject: string;
  /** Everything else it says. */
  readonly terms: ReadonlySet<string>;
  /** Numbers and negations. */
  readonly facts: string;
}

export function gistOf({ content, facts }: Words): Gist {
  const [subject = "", ...terms] = [...content].filter((word) => !isStopWord(word)).map(stem);
  return { subject, terms: new Set(terms.filter((term) => term !== subject)), facts };
}

/** What a word is worth: more, the fewer statements have it. */
export type Worth = (term: string) => number;

/** What is told already, by subject. */
export interface Told {
  add(gist: Gist): void;
  /** Of one that was added. */
  remove(gist: Gist): void;
  /**
   * Whether several statements of its subject tell nearly all of it between them, each only a part. What one of them has most of is
   * either the same in the same words, which is found by those, or that statement with another value, which is news.
   */
  has(gist: Gist, worth: Worth): boolean;
  /** The mean worth of its words, where what is told already is worth nothing. */
  adds(gist: Gist, worth: Worth): number;
}

export function openTold(gists: Iterable<Gist>): Told {
  const bySubject = new Map<string, { readonly all: Set<Gist>; readonly counts: Map<string, number> }>();
  const count = ({ subject, terms }: Gist, by: 1 | -1): Set<Gist> => {
    const of = bySubject.get(subject) ?? { all: new Set<Gist>(), counts: new Map<string, number>() };
    bySubject.set(subject, of);
    for (const term of terms) of.counts.set(term, (of.counts.get(term) ?? 0) + by);
    return of.all;
  };
  const add = (gist: Gist): void => void count(gist, 1).add(gist);
  const newsIn = ({ subject, terms }: Gist, worth: Worth): number => {
    const known = bySubject.get(subject)?.counts;
    return sumOf(terms, (term) => ((known?.get(term) ?? 0) > 0 ? 0 : worth(term)));
  };
  for (const gist of gists) add(gist);
  return {
    add,
    remove: (gist) => void count(gist, -1).delete(gist),
    has(gist, worth) {
      const { terms, facts } = gist;
      if (terms.size < thresholds.retoldWordsMin) return false;
      if (newsIn(gist, worth) >= thresholds.newsShareMin * sumOf(terms, worth)) return false;
      const all = [...(bySubject.get(gist.subject)?.all ?? [])];
      if (!all.some((other) => other.facts === facts)) return false;
      return all.every((other) => sharedBy(terms, other.terms) < thresholds.episodeOverlap * terms.size);
    },
    adds: (gist, worth) => (gist.terms.size === 0 ? 0 : newsIn(gist, worth) / gist.terms.size),
  };
}

function sumOf(terms: Iterable<string>, worth: Worth): number {
  let sum = 0;
  for (const term of terms) sum += worth(term);
  return sum;
}

function sharedBy(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return sumOf(terms, (term) => (others.has(term) ? 1 : 0));
}

/** Inverse document frequency (Spärck Jones 1972), never nothing. */
export function worthAmong(gists: readonly Gist[]): Worth {
  const counts = new Map<string, number>();
  for (const { terms } of gists) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + gists.length / (counts.get(term) ?? 1));
}
