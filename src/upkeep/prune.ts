/** Prune: which entries of a page go to the cold tier tonight, so that what is loaded every turn stays short. */

import { compareText, firstDecided } from "../base/order.js";
import type { Entry } from "../page/body.js";
import { bodyStartOf, outline } from "../page/outline.js";
import { gistOf, openTold, worthAmong } from "./novelty.js";
import { bare } from "./promote.js";
import { wordsOf } from "./similar.js";
import { doneTags, significance, thresholds, weightiest } from "./thresholds.js";

export interface PruneInput {
  readonly text: string;
  /** Lines that tonight's promotions add to the page before it is trimmed. */
  readonly addedLines: number;
  /** How many of them weigh less than a decision or a human's wish. */
  readonly addedLowLines: number;
  /** Of entries that stood in the page 24 hours ago; an entry of unknown age is young. */
  readonly settled: ReadonlySet<string>;
  /** Of entries that stood in the page a week ago; asked of what is done alone. */
  readonly lasting: ReadonlySet<string>;
  readonly isPinned: (entry: Entry) => boolean;
  /** Entries of one line that leave for another page tonight; they count towards what a night may take. */
  readonly leaving: ReadonlySet<string>;
}

/** Digests of the entries to move, in the order of the page; empty where the page is short enough. */
export function pruneMemory(input: PruneInput): readonly string[] {
  return toCold(input, {
    above: thresholds.memoryLinesMax,
    to: thresholds.memoryLinesMax,
    rank: (entry, isDuplicate) => memoryRank(entry, isDuplicate, input.lasting),
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

/**
 * Within a rank what others tell too goes first, then the oldest by the days that a promotion prints, else the upper one: sections
 * grow at their ends.
 */
function toCold(input: PruneInput, goal: Goal): readonly string[] {
  const { text, addedLines, addedLowLines, settled, isPinned, leaving } = input;
  const lines = linesIn(text) + addedLines - leaving.size;
  if (lines <= goal.above) return [];
  const { entries } = outline(text, bodyStartOf(text));
  const duplicates = duplicatesIn(text, entries);
  const stays = entries.filter(({ digest }) => !leaving.has(digest));
  const movable = stays.filter((entry) => entry.kind !== "rule" && entry.kind !== "html" && !isPinned(entry));
  // What is lighter and too young tonight goes tomorrow: nothing weighty makes room for it.
  const soon = movable
    .filter((entry) => !settled.has(entry.digest) && !isWeighty(entry))
    .reduce((sum, entry) => sum + linesOf(text, entry), addedLowLines);
  const ranked = movable
    .filter((entry) => settled.has(entry.digest))
    .flatMap((entry) => {
      const rank = goal.rank(entry, duplicates.has(entry));
      return rank === null ? [] : [{ entry, rank, day: newestDay(text.slice(entry.start, entry.end)) }];
    })
    .sort((a, b) => firstDecided(a.rank - b.rank, compareText(a.day, b.day), a.entry.start - b.entry.start));
  const repeated = repeatedIn(text, entries, ranked);
  // Sorting keeps the order of what is equal.
  ranked.sort((a, b) => firstDecided(a.rank - b.rank, Number(repeated.has(b.entry)) - Number(repeated.has(a.entry))));
  const most = Math.floor(entries.length * thresholds.trimmedShareMax) - leaving.size;
  const moved: Entry[] = [];
  let left = lines;
  for (const { entry } of ranked) {
    const isLast = isWeighty(entry) && !duplicates.has(entry);
    if (left - (isLast ? soon : 0) <= goal.to || moved.length >= most) break;
    moved.push(entry);
    left -= linesOf(text, entry);
  }
  return moved.sort((a, b) => a.start - b.start).map(({ digest }) => digest);
}

/** What the other entries tell between them in other words, looked for in the order of leaving. */
function repeatedIn(
  text: string,
  entries: readonly Entry[],
  ranked: readonly { readonly entry: Entry }[],
): ReadonlySet<Entry> {
  const gists = new Map(
    entries.map((entry) => [entry, gistOf(wordsOf(bare(text.slice(entry.start, entry.end))))] as const),
  );
  const worth = worthAmong([...gists.values()]);
  const told = openTold(gists.values());
  const repeated = new Set<Entry>();
  for (const { entry } of ranked) {
    const gist = gists.get(entry)!;
    told.remove(gist);
    if (told.has(gist, worth)) repeated.add(entry);
    else told.add(gist);
  }
  return repeated;
}

/** Of the brackets behind a promoted statement; words that name no day are a person's own, and go after those that do. */
function newestDay(markdown: string): string {
  const line = markdown.trimEnd();
  const open = line.endsWith(")") ? line.lastIndexOf("(") : -1;
  const days = open < 0 ? [] : (line.slice(open).match(/\d{4}-\d{2}-\d{2}/g) ?? []);
  return days.sort(compareText).at(-1) ?? "~";
}

/**
 * The protocol's order: repetitions, what has been done for a week, what nobody tagged, then by what the tags weigh. A decision or a
 * human's wish comes behind everything else, however many lighter tags that wears.
 */
function memoryRank(entry: Entry, isDuplicate: boolean, lasting: ReadonlySet<string>): number {
  if (isDuplicate) return -3;
  if (lasting.has(entry.digest) && entry.tags.some((tag) => doneTags.includes(tag))) return -2;
  return tagWeight(entry) + (isWeighty(entry) ? weightyRank : 0);
}

const weightyRank: number = Object.values(significance).reduce((sum, weight) => sum + weight, 0);

function isWeighty({ tags }: Entry): boolean {
  return tags.some((tag) => weightiest.includes(tag));
}

function linesOf(text: string, { start, end }: Entry): number {
  return text.slice(start, end).split("\n").length;
}

function tagWeight({ tags }: Entry): number {
  return tags.reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
}

/** Entries that say in other marks what another says; the one with the weightiest tags stays, the first among equals. */
function duplicatesIn(text: string, entries: readonly Entry[]): ReadonlySet<Entry> {
  const kept = new Map<string, Entry>();
  const others = new Set<Entry>();
  for (const entry of entries) {
    const { said } = wordsOf(bare(text.slice(entry.start, entry.end)));
    const best = kept.get(said);
    if (best === undefined || best.digest === entry.digest) {
      kept.set(said, best ?? entry);
      continue;
    }
    const isHeavier = memoryRank(entry, false, none) > memoryRank(best, false, none);
    if (isHeavier) kept.set(said, entry);
    others.add(isHeavier ? best : entry);
  }
  return others;
}

const none: ReadonlySet<string> = new Set();
