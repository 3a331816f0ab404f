/** Candidate: an entry of a log as a statement that may be promoted, with what it is compared by and where it is from. */

import { headingItem } from "../../memory/labels--items.js";
import { plainEntry } from "../../page/entry-digest.js";
import type { Entry, EntryKind, Heading, Outline } from "../../page/markdown/blocks--body.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Origin } from "../../page/page--page.js";
import { type LogText, type Source, sourceName } from "./candidate--source.js";
import type { Kind } from "./cjk-words--lexicon.js";
import { conversationStart } from "./junk--conversation.js";
import { type Junk, junkIn, taggedJunkIn } from "./junk--junk.js";
import { isOwnTitle } from "./lexicon--title.js";
import { fixedTime, withoutSaidDays } from "./promote.js";
import { entryText, gistIn } from "./promote--entry-text.js";
import { type Statement, statementOf } from "./promote--promote.js";
import { type Significance, significanceOf } from "./significance.js";
import { type Words, wordsOf } from "./similar.js";

export interface Candidate extends Statement {
  readonly words: Words;
  /** As the log says it, on one line. */
  readonly said: string;
  readonly source: Source;
  readonly marks: readonly string[];
  /** What it is by its tags and words. */
  readonly means: Significance;
  /** Why it is no statement; null for one. What somebody tagged is nearly always one. */
  readonly junk: Junk | null;
  /** It names a time by words that mean another one tomorrow, and nobody knows the day it was said on. */
  readonly moves: boolean;
}

export interface CandidateInput {
  readonly logs: readonly LogText[];
  /** Local day that dates in statements are held against. */
  readonly day: string;
  /** Names of entries that an earlier night promoted. */
  readonly processed: ReadonlySet<string>;
  /** Digests of entries that a person did not want to be kept, and names of those that somebody took back. */
  readonly rejected?: ReadonlySet<string>;
  /** The label that history has of an entry's text; `marks` are the `[word]`s the entry itself wears. */
  readonly originOf: (source: Source, marks: readonly string[]) => Origin;
}

export function candidates({ logs, processed, day }: CandidateInput): readonly Candidate[] {
  return logs.flatMap((log) => {
    const { entries, headings } = outline(log.text, bodyStartOf(log.text));
    const talk = conversationStart(log.text, entries);
    const titles = titlesAbove(log.text, { headings, entries });
    const said = headings.flatMap((heading) => {
      const source = { path: log.path, day: log.day, digest: headingItem(heading.title) };
      if (heading.start >= talk || processed.has(sourceName(source))) return [];
      const found = titleOf(log, { heading, source, under: titles(heading.start), today: day });
      return found === null ? [] : [{ at: heading.start, found }];
    });
    const told = entries.flatMap((entry) => {
      const source = { path: log.path, day: log.day, digest: entry.digest };
      if (entry.start >= talk && entry.tags.length === 0) return [];
      if (processed.has(sourceName(source))) return [];
      const found = candidateOf(log, { entry, source, under: titles(entry.start), today: day });
      return found === null ? [] : [{ at: entry.start, found }];
    });
    return said.length === 0
      ? told.map(({ found }) => found)
      : [...said, ...told].sort((a, b) => a.at - b.at).map(({ found }) => found);
  });
}

/** “Lesson: never restart it by hand” as a heading says it as well as an entry would. */
function titleOf(
  { text, day }: LogText,
  { heading, source, under, today }: Omit<Found, "entry"> & { readonly heading: Heading },
): Candidate | null {
  if (!/[:：–—]/u.test(heading.title)) return null;
  const [line = ""] = text.slice(heading.start, heading.end).split("\n");
  const said = line
    .replace(/^ {0,3}#{1,6}[ \t]/, "")
    .trim()
    .replace(/[ \t]#{1,99}$/, "");
  const { tags } = plainEntry(said);
  const means = significanceOf(said, { tags, under, today });
  if (means.by !== "label" || means.kind === null || unsaid.has(means.kind) || !isOwnTitle(heading.title))
    return null;
  return candidateFrom(statementOf(said, tags, means), {
    kind: "paragraph",
    source,
    marks: tags,
    means,
    day,
    said,
  });
}

/** A name or a fact that heads a section is what the section is about. */
const unsaid: ReadonlySet<Kind> = new Set(["fact", "identity", "person"]);

interface Found {
  readonly entry: Entry;
  readonly source: Source;
  /** Titles of the headings it stands under, the outermost first. */
  readonly under: readonly string[];
  readonly today: string;
}

/** null for what says nothing that anybody would keep, which is most of a log. */
function candidateOf({ text, day }: LogText, { entry, source, under, today }: Found): Candidate | null {
  const gist = gistIn(entryText(text.slice(entry.start, entry.end)), { tags: entry.tags, under, today });
  if (gist.means.kind === null && entry.tags.length === 0) return null;
  const said = { ...statementOf(gist.text, entry.tags, gist.means), below: gist.below };
  return candidateFrom(said, {
    kind: entry.kind,
    source,
    marks: entry.tags,
    means: gist.means,
    day,
    said: gist.text,
  });
}

function candidateFrom(
  said: Statement,
  {
    kind,
    day,
    ...rest
  }: Pick<Candidate, "source" | "marks" | "means" | "said"> & { kind: EntryKind; day: string | null },
): Candidate {
  const { below = "" } = said;
  const fixed = fixedTime(said.text, day);
  const statement = { ...said, text: fixed ?? said.text, below };
  const words = wordsOf(withoutSaidDays(statement.text));
  const junk = rest.means.by === "tag" ? taggedJunkIn(statement.text) : junkIn(kind, statement.text, below);
  return { ...statement, words, ...rest, junk, moves: fixed === null };
}

/** Titles of the headings that are open at an offset, the outermost first, and what announces the list there; offsets are asked for in order. */
function titlesAbove(
  text: string,
  { headings, entries }: Pick<Outline, "headings" | "entries">,
): (start: number) => readonly string[] {
  const above: { readonly start: number; readonly titles: readonly string[] }[] = [];
  const open: Heading[] = [];
  for (const heading of headings) {
    const titles = open.filter(({ depth }) => depth < heading.depth);
    open.splice(0, open.length, ...titles, heading);
    above.push({ start: heading.start, titles: open.map(({ title }) => title) });
  }
  const announced = announcements(text, { headings, entries });
  const rules = entries.filter(({ kind }) => kind === "rule");
  return (start) => {
    const last = above[countBefore(above, start) - 1];
    // Behind a line across the page the section is over: a signature, the next session.
    const isOver = last !== undefined && (rules[countBefore(rules, start) - 1]?.start ?? 0) > last.start;
    const by = announced.get(start);
    return [...(isOver ? [] : (last?.titles ?? [])), ...(by === undefined ? [] : [by])];
  };
}

/** “**House rules:**” in a line of its own heads the list that follows it at once, by where each of its items begins. */
function announcements(
  text: string,
  { headings, entries }: Pick<Outline, "headings" | "entries">,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let by: { readonly said: string; readonly start: number } | null = null;
  for (const { kind, start, end } of entries) {
    const said = kind === "paragraph" ? text.slice(start, end).trim() : "";
    const from: number = by?.start ?? start;
    if (kind === "bullet" && by !== null && !headings.some((one) => one.start > from && one.start < start))
      found.set(start, by.said);
    else
      by = /^[^\n]{2,120}[:：][*_]*$/u.test(said)
        ? { said, start }
        : isBold(said)
          ? { said: `${said}:`, start }
          : null;
  }
  return found;
}

/** A line that is bold as a whole and ends in no point is a heading that was not written as one. */
function isBold(said: string): boolean {
  return /^(?:\*\*|__)[^*_\n]{2,80}[^*_\n.!?。！？](?:\*\*|__)$/u.test(said);
}

/** How many begin before an offset. */
function countBefore(all: readonly { readonly start: number }[], start: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
