/** Contradiction: what is kept of the same matter and says otherwise: another number, another value, or the opposite. */

import { type Words, wordsOf } from "./similar.js";
import { thresholds } from "./thresholds.js";

/** A kept entry. */
export interface Kept {
  /** Without tags and grounds. */
  readonly said: string;
  readonly words: Words;
  /** What it is about: its words without numbers and negations. */
  readonly matter: ReadonlySet<string>;
}

/** `said` is without tags and grounds. */
export function keptOf(said: string): Kept {
  const words = wordsOf(said);
  return { said, words, matter: matterOf(words) };
}

const wordsMin = 2;

/** The kept statement; null where nothing says otherwise. A person settles which of the two holds. */
export function contradicted(text: string, known: readonly Kept[]): string | null {
  const words = wordsOf(text);
  const matter = matterOf(words);
  if (matter.size < wordsMin) return null;
  const found = known.find(({ words: other, matter: its }) => {
    if (other.facts === words.facts) return false;
    const most = Math.max(matter.size, its.size);
    if (Math.min(matter.size, its.size) < thresholds.matterOverlap * most) return false;
    let both = 0;
    for (const word of matter) if (its.has(word)) both += 1;
    return both >= wordsMin && both >= thresholds.matterOverlap * most && !bothSay(other, words);
  });
  return found?.said ?? null;
}

function matterOf({ content, facts }: Words): ReadonlySet<string> {
  const said = new Set(facts.split(" "));
  return new Set([...content].filter((word) => !said.has(word)));
}

/** One of them has the other's numbers and some more: it says more, and nothing else. */
function bothSay(a: Words, b: Words): boolean {
  const [some, others] = [new Set(a.facts.split(" ")), new Set(b.facts.split(" "))];
  const isWithin = (few: ReadonlySet<string>, many: ReadonlySet<string>): boolean =>
    [...few].every((fact) => fact === "" || many.has(fact));
  const isDenied = (facts: ReadonlySet<string>): boolean => [...negations].some((word) => facts.has(word));
  return isDenied(some) === isDenied(others) && (isWithin(some, others) || isWithin(others, some));
}

const negations: ReadonlySet<string> = new Set(["not", "no", "never", "none", "without", "cannot"]);
