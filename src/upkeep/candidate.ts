/** Candidate: an entry of a log as a statement that may be promoted, with what it is compared by and where it is from. */

import type { Entry, Heading } from "../page/body.js";
import { bodyStartOf, outline } from "../page/outline.js";
import type { Origin } from "../page/page.js";
import { conversationStart } from "./conversation.js";
import { entryText, gistIn } from "./entry-text.js";
import { type Junk, junkIn, taggedJunkIn } from "./junk.js";
import { fixedTime, withoutSaidDays } from "./moving-time.js";
import { type Statement, statementOf } from "./promote.js";
import type { Significance } from "./significance.js";
import { type Words, wordsOf } from "./similar.js";
import { type LogText, type Source, sourceName } from "./source.js";

export interface Candidate extends Statement {
  readonly words: Words;
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
  /** The label that history has of an entry's text; `marks` are the `[word]`s the entry itself wears. */
  readonly originOf: (source: Source, marks: readonly string[]) => Origin;
}

export function candidates({ logs, processed, day }: CandidateInput): readonly Candidate[] {
  return logs.flatMap((log) => {
    const { entries, headings } = outline(log.text, bodyStartOf(log.text));
    const talk = conversationStart(log.text, entries);
    return entries.flatMap((entry) => {
      const source = { path: log.path, day: log.day, digest: entry.digest };
      if (entry.start >= talk && entry.tags.length === 0) return [];
      return processed.has(sourceName(source)) ? [] : [candidateOf(log, { entry, source, headings, today: day })];
    });
  });
}

interface Found {
  readonly entry: Entry;
  readonly source: Source;
  readonly headings: readonly Heading[];
  readonly today: string;
}

function candidateOf({ text, day }: LogText, { entry, source, headings, today }: Found): Candidate {
  const { head, below } = entryText(text.slice(entry.start, entry.end));
  const gist = gistIn(head, { tags: entry.tags, under: titlesAbove(headings, entry.start), today });
  const said = statementOf(gist.text, entry.tags, gist.means);
  const fixed = fixedTime(said.text, day);
  const statement = { ...said, text: fixed ?? said.text, below };
  const words = wordsOf(withoutSaidDays(statement.text));
  const isTagged = gist.means.by === "tag";
  const junk = isTagged ? taggedJunkIn(statement.text) : junkIn(entry.kind, statement.text, below);
  return { ...statement, words, source, marks: entry.tags, means: gist.means, junk, moves: fixed === null };
}

/** Titles of the headings an entry stands under, the outermost first. */
function titlesAbove(headings: readonly Heading[], start: number): readonly string[] {
  const open: Heading[] = [];
  for (const heading of headings) {
    if (heading.start >= start) break;
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    open.push(heading);
  }
  return open.map(({ title }) => title);
}
