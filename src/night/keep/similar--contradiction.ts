/** Contradiction: what is said of the same matter and says otherwise: another number, another value, or the opposite. */

import { thresholds } from "../thresholds.js";
import { type Words, wordsOf } from "./similar.js";

/** A statement, as others are held against it. */
export interface Kept {
  /** Without tags and grounds. */
  readonly said: string;
  readonly words: Words;
  /** What it is about: its words without numbers and negations. */
  readonly matter: ReadonlySet<string>;
  /** The numbers it claims; those that name a thing, a day or a version claim nothing. */
  readonly claims: readonly string[];
  readonly isDenied: boolean;
  /** What tells it from the others of its series: “gate 2”. */
  readonly series: string;
}

/** `said` is without tags and grounds. */
export function keptOf(said: string, words: Words = wordsOf(said)): Kept {
  const facts = new Set(words.facts.split(" "));
  const matter = new Set([...words.content].filter((word) => !facts.has(word)));
  const timeless = said.replace(named, " ");
  const series = seriesOf(timeless);
  const claims = /\d/.test(timeless) ? numbersIn(timeless.slice(series.end)) : [];
  const isDenied = denial.test(said.replace(beside, " "));
  return { said, words, matter, claims, isDenied, series: series.name };
}

/** Days, times of day, versions, numbers of issues and names of commits: two of them are two things. */
const named =
  /\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?|\bv?\d+(?:\.\d+)+\b|\bv\d+\b|#\d+|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\d+\s?[月日号年]/giu;

/** A number among the first words names one of several: “Gate 2 opens at nine”, “3. Ask first”. */
function seriesOf(text: string): { readonly name: string; readonly end: number } {
  const [lead = ""] =
    /^[^\p{L}\p{M}\p{N}'’]*(?:\p{L}{1,3}\s+)?(?:[\p{L}\p{M}'’]+[\s-]+)?\p{L}?\d+[a-z]?(?![\p{L}\p{N}%])/u.exec(
      text,
    ) ?? [];
  return { name: lead.match(/(?<!\d)\d+\p{L}?$/u)?.[0] ?? "", end: lead.length };
}

function numbersIn(text: string): readonly string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).toSorted();
}

const wordsMin = 2;

interface Contradictions {
  /** The statement that says otherwise; null where none does. A person settles which of the two holds. */
  find(one: Kept): Kept | null;
}

/** Held against those alone that share a word of its matter. */
export function openContradictions(all: readonly Kept[], share: number = thresholds.matterOverlap): Contradictions {
  const byWord = new Map<string, Kept[]>();
  for (const kept of all) {
    // Of so few words nothing can be told.
    if (kept.matter.size < wordsMin) continue;
    for (const word of kept.matter) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [kept]);
      else known.push(kept);
    }
  }
  return {
    find(one) {
      const counts = new Map<Kept, number>();
      for (const word of one.matter)
        for (const other of byWord.get(word) ?? []) {
          const most = Math.max(one.matter.size, other.matter.size);
          if (Math.min(one.matter.size, other.matter.size) < share * most) continue;
          counts.set(other, (counts.get(other) ?? 0) + 1);
        }
      for (const [other, both] of counts) {
        const most = Math.max(one.matter.size, other.matter.size);
        if (both >= wordsMin && both >= share * most && saysOtherwise(one, other)) return other;
      }
      return null;
    },
  };
}

function saysOtherwise(a: Kept, b: Kept): boolean {
  if (a.series !== b.series) return false;
  if (a.isDenied !== b.isDenied) return true;
  // Two counts of the same are of two moments; a statement that has the other's numbers and some more says more.
  return a.claims.length === 1 && b.claims.length === 1 && a.claims[0] !== b.claims[0];
}

/** In six languages; as words, or as the signs that stand for them. */
const denial =
  /(?<![\p{L}\p{N}])(?:not|no|never|none|without|cannot|\p{L}+n['’]t|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|aucune?|sans|nunca|jamás|ningun[ao]|ningún|sin)(?![\p{L}\p{N}])|[不没無无未]|ない|ません|禁止/iu;

/** What is denied beside the point: what stands in parentheses or behind “, not”, and the call not to forget. */
const beside =
  /\([^()]*\)|（[^（）]*）|(?:[,，;—–]| -) ?(?:and |und |et |y )?(?:not|nicht|pas|no|不是|而非)\b.*|\b(?:do not|don['’]t|never) (?:ever )?forget\b|nicht vergessen|ne pas oublier|no olvid\p{L}*|不要忘记|忘れない/giu;
