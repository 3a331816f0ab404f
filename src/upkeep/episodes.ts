/** Episodes: the group of statements that tells of the same as another one, found without holding each against all. */

import { overlaps, type Words } from "./similar.js";
import { thresholds } from "./thresholds.js";

export interface Episodes<T> {
  /** The first that was added with words that overlap enough; null where none does. */
  find(words: Words): T | null;
  add(words: Words, group: T): void;
}

/** `all` are the statements that will be asked for: rare words among them name few groups. */
export function openEpisodes<T>(all: readonly Words[]): Episodes<T> {
  const counts = new Map<string, number>();
  for (const { content } of all) for (const word of content) counts.set(word, (counts.get(word) ?? 0) + 1);
  const groups: { readonly words: Words; readonly group: T }[] = [];
  const byWord = new Map<string, number[]>();
  const bySaid = new Map<string, number>();
  return {
    find(words) {
      const same = bySaid.get(words.said);
      const near = new Set(rarest(words, (word) => counts.get(word) ?? 0).flatMap((word) => byWord.get(word) ?? []));
      const found = [...near, ...(same === undefined ? [] : [same])]
        .sort((a, b) => a - b)
        .find((at) => overlaps(groups[at]!.words, words, thresholds.episodeOverlap));
      return found === undefined ? null : groups[found]!.group;
    },
    add(words, group) {
      const at = groups.push({ words, group }) - 1;
      for (const word of words.content) {
        const known = byWord.get(word);
        if (known === undefined) byWord.set(word, [at]);
        else known.push(at);
      }
      if (!bySaid.has(words.said)) bySaid.set(words.said, at);
    },
  };
}

/** So many words that whatever overlaps enough has one of them. */
function rarest({ content }: Words, count: (word: string) => number): readonly string[] {
  const needed = Math.ceil(content.size * thresholds.episodeOverlap - 1e-9);
  return [...content].sort((a, b) => count(a) - count(b)).slice(0, content.size - needed + 1);
}
