/** Episodes: the group of statements that tells of the same as another one, found without holding each against all. */

import { compareText } from "../../base/text--order.js";
import { thresholds } from "../thresholds.js";
import { overlaps, type Words } from "./similar.js";

export interface Episodes<T> {
  /** The first that was added with words that overlap enough; null where none does. */
  find(words: Words): T | null;
  add(words: Words, group: T): void;
}

/**
 * `all` are the statements that will be asked for. Two that overlap enough say the same numbers and negations, and each has one of the
 * other's rarest words among its own rarest: groups are found by those alone, however often the words of a routine come again.
 */
export function openEpisodes<T>(all: readonly Words[]): Episodes<T> {
  const counts = new Map<string, number>();
  for (const { content } of all) for (const word of content) counts.set(word, (counts.get(word) ?? 0) + 1);
  const groups: { readonly words: Words; readonly group: T }[] = [];
  const byWord = new Map<string, number[]>();
  const bySaid = new Map<string, number>();
  const keysOf = (words: Words): readonly string[] =>
    rarest(words, (word) => counts.get(word) ?? 0).map((word) => `${word}\n${words.facts}`);
  return {
    find(words) {
      // What is said in the same words comes first only where nothing that overlaps was added before it.
      let first = bySaid.get(words.said) ?? groups.length;
      for (const key of keysOf(words)) {
        for (const at of byWord.get(key) ?? []) {
          if (at >= first) break;
          if (overlaps(groups[at]!.words, words, thresholds.episodeOverlap)) first = at;
        }
      }
      return groups[first]?.group ?? null;
    },
    add(words, group) {
      const at = groups.push({ words, group }) - 1;
      for (const key of keysOf(words)) {
        const known = byWord.get(key);
        if (known === undefined) byWord.set(key, [at]);
        else known.push(at);
      }
      if (!bySaid.has(words.said)) bySaid.set(words.said, at);
    },
  };
}

/** So many words, in one order for all, that two statements which overlap enough have one of them in common. */
function rarest({ content }: Words, count: (word: string) => number): readonly string[] {
  const needed = Math.ceil(content.size * thresholds.episodeOverlap - 1e-9);
  const ordered = [...content].sort((a, b) => count(a) - count(b) || compareText(a, b));
  return ordered.slice(0, content.size - needed + 1);
}
