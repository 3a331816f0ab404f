/** Prune: which entries of a page go to the cold tier tonight, so that what is loaded every turn stays short. */

import type { Entry } from "../page/body.js";
import { bodyStartOf, outline } from "../page/outline.js";
import { bare } from "./promote.js";
import { wordsOf } from "./similar.js";
import { doneTags, significance, thresholds } from "./thresholds.js";

export interface PruneInput {
  readonly text: string;
  /** Lines that tonight's promotions add to the page before it is trimmed. */
  readonly addedLines: number;
  /** Of entries that stood in the page 24 hours ago; an entry of unknown age is young. */
  readonly settled: ReadonlySet<string>;
  readonly isPinned: (entry: Entry) => boolean;
}

/** Digests of the entries to move, in the order of the page; empty where the page is short enough. */
export function pruneMemory(input: PruneInput): readonly string[] {
  return toCold(input, {
    above: thresholds.memoryLinesMax,
    to: thresholds.memoryLinesMax,
    rank: memoryRank,
  });
}

/** Of the observations only what nobody tagged goes; `settled` is then of entries older than a week. */
export function pruneObservations(input: PruneInput): readonly string[] {
  const { observationLinesMax: above, observationLinesKept: to } = thresholds;
  return toCold(input, {
    above,
    to,
    rank: (entry) => (tagWeight(entry) === 0 ? 0 : null),
  });
}

/** Everything the buffer holds, but for rules between entries, which say nothing. */
export function clearedFrom(text: string, isPinned: PruneInput["isPinned"]): readonly string[] {
  const { entries } = outline(text, bodyStartOf(text));
  return entries.filter((entry) => entry.kind !== "rule" && !isPinned(entry)).map(({ digest }) => digest);
}

export function linesIn(text: string): number {
  const body = text.slice(bodyStartOf(text)).trim();
  return body === "" ? 0 : body.split("\n").length;
}

interface Goal {
  readonly above: number;
  readonly to: number;
  /** The least goes first; null never goes. */
  readonly rank: (entry: Entry, isDuplicate: boolean) => number | null;
}

/** Within a rank the upper entry goes first: pages grow at the end. */
function toCold({ text, addedLines, settled, isPinned }: PruneInput, goal: Goal): readonly string[] {
  const lines = linesIn(text) + addedLines;
  if (lines <= goal.above) return [];
  const { entries } = outline(text, bodyStartOf(text));
  const duplicates = laterDuplicates(text, entries);
  const ranked = entries
    .filter(
      (entry) => settled.has(entry.digest) && entry.kind !== "rule" && entry.kind !== "html" && !isPinned(entry),
    )
    .flatMap((entry) => {
      const rank = goal.rank(entry, duplicates.has(entry));
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry.start - b.entry.start);
  const most = Math.floor(entries.length * thresholds.trimmedShareMax);
  const moved: Entry[] = [];
  let left = lines;
  for (const { entry } of ranked) {
    if (left <= goal.to || moved.length >= most) break;
    moved.push(entry);
    left -= text.slice(entry.start, entry.end).split("\n").length;
  }
  return moved.sort((a, b) => a.start - b.start).map(({ digest }) => digest);
}

/** Repetitions first, then what is done, then what nobody tagged, then by what the tags weigh. */
function memoryRank(entry: Entry, isDuplicate: boolean): number {
  if (isDuplicate) return -3;
  if (entry.tags.some((tag) => doneTags.includes(tag))) return -2;
  return tagWeight(entry);
}

function tagWeight({ tags }: Entry): number {
  return tags.reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
}

/** Entries that say in other marks what one above them says; the first of them stays. */
function laterDuplicates(text: string, entries: readonly Entry[]): ReadonlySet<Entry> {
  const seen = new Map<string, string>();
  const later = new Set<Entry>();
  for (const entry of entries) {
    const { digest } = wordsOf(bare(text.slice(entry.start, entry.end)));
    const first = seen.get(digest);
    if (first === undefined) seen.set(digest, entry.digest);
    else if (first !== entry.digest) later.add(entry);
  }
  return later;
}
