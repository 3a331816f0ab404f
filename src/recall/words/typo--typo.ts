/** Typo: which words of an index stand for one of a query: itself, one it begins, a compound it is part of, one it misspells. */

import { editDistance } from "../../base/text.js";
import { isPlaceTerm, placeTermOf } from "../rank/weights.js";
import type { AskedWord } from "../rank/weights--rank-query.js";
import { rankLimits, weights } from "../rank/weights--rank-weights.js";

export type FormKind = "word" | "prefix" | "typo" | "part";

/** A word of the index that stands for one of the query. */
export interface Form {
  readonly text: string;
  readonly id: number;
  /** In how many chunks it stands. */
  readonly chunks: number;
  readonly kind: FormKind;
}

export interface Known {
  readonly text: string;
  readonly id: number;
  readonly chunks: number;
}

export interface Vocabulary {
  find(word: string): Known | null;
  /** Words that begin as this one, share many of its letters in order, or hold it; any, for `formsOf` judges them. */
  near(word: string): readonly Known[];
}

/** The word itself first, with names of places where it asks for them, then what is near to it where it is rare or unknown, nearest first. */
export function formsOf(word: AskedWord, vocabulary: Vocabulary): readonly Form[] {
  const placed = placeTermOf(word.text);
  const names = placed === null ? null : vocabulary.find(placed);
  const exact = word.implied ? null : vocabulary.find(word.text);
  const own = [exact, names].flatMap((known): readonly Form[] =>
    known === null ? [] : [{ ...known, kind: "word" }],
  );
  if (word.implied || own.some(({ chunks }) => chunks > weights.rareChunks)) return own;
  const near = vocabulary.near(word.text).flatMap((known): readonly (Form & { readonly far: number })[] => {
    if (known.text === word.text || known.chunks === 0 || isPlaceTerm(known.text)) return [];
    const judged = judge(word.text, known.text);
    return judged === null ? [] : [{ ...known, ...judged }];
  });
  const best = [...near].sort((a, b) => a.far - b.far || b.chunks - a.chunks || a.id - b.id);
  return [...own, ...best.slice(0, rankLimits.forms - own.length).map(({ far: _, ...form }) => form)];
}

function judge(asked: string, found: string): { readonly kind: FormKind; readonly far: number } | null {
  const a = [...asked].length;
  const f = [...found].length;
  if (found.startsWith(asked)) return a >= 3 || isUnspacedOne(asked) ? { kind: "prefix", far: (f - a) / f } : null;
  const shorter = Math.min(a, f);
  if (shorter >= 4 && (found.includes(asked) || (asked.includes(found) && f >= 5))) {
    return { kind: "part", far: 0.5 + Math.abs(f - a) / Math.max(a, f) };
  }
  const allowed = a < 4 || /\d/.test(asked) ? 0 : a < 8 ? 1 : 2;
  const distance = allowed === 0 ? 1 : editDistance(asked, found, allowed);
  return distance <= allowed ? { kind: "typo", far: 0.2 + distance / shorter } : null;
}

function isUnspacedOne(word: string): boolean {
  return word.charCodeAt(0) >= 0x2e80;
}
