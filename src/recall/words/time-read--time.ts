/** Time: the days a question speaks of, explicit or measured from today, read word by word. */

import { type Read, timeOfWords, type Word } from "./time-read.js";
import { addDays, type DayRange } from "./time-read--time-days.js";
import { wideTimeAt } from "./time-read--time-wide.js";
import { leadWords, sideWords } from "./time-read--time-words.js";

/** One time that was named. Offsets are UTF-16 units into the question, end exclusive. */
export interface NamedTime {
  readonly range: DayRange;
  /** Whether it is measured from today: such words say nothing that a page would hold. */
  readonly relative: boolean;
  readonly start: number;
  readonly end: number;
}

/** All of them, in order. `today` is a day as `YYYY-MM-DD`. Linear: each word is looked at from a bounded number of places. */
export function timesIn(text: string, today: string): readonly NamedTime[] {
  const words = wordsOf(text);
  const found: NamedTime[] = [];
  for (let at = 0; at < words.length; ) {
    const read = sidedAt(words, at, today) ?? betweenAt(words, at, today) ?? plainAt(words, at, today);
    if (read === null) {
      at += 1;
      continue;
    }
    const { range, relative, next } = read;
    found.push({ range, relative, start: words[at]!.start, end: words[next - 1]!.end });
    at = next;
  }
  for (let at = 0; at < text.length; ) {
    const wide = wideTimeAt(text, at, today);
    if (wide !== null) found.push({ range: wide.range, relative: true, start: at, end: wide.end });
    at = wide?.end ?? at + 1;
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The one range that all of them together speak of; null where nothing named one. */
export function rangeOf(times: readonly NamedTime[]): DayRange | null {
  if (times.length === 0) return null;
  const from = times.map(({ range }) => range.from);
  const to = times.map(({ range }) => range.to);
  const least = (days: readonly string[]): string => [...days].sort()[0]!;
  const most = (days: readonly string[]): string => [...days].sort().at(-1)!;
  // A side is open only where every time named leaves it open: `since May` beside `before July` is both.
  const known = (days: readonly (string | null)[]): readonly string[] => days.filter((day) => day !== null);
  const range = {
    from: known(from).length === 0 ? null : least(known(from)),
    to: known(to).length === 0 ? null : most(known(to)),
  };
  return range.from !== null && range.to !== null && range.from > range.to
    ? { from: range.to, to: range.from }
    : range;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[-/.][\p{N}]+)*/gu)].map((match) => {
    const start = match.index;
    return { text: match[0], low: match[0].toLowerCase(), start, end: start + match[0].length };
  });
}

/** `since May`, `before 2026-03-01`. */
function sidedAt(words: readonly Word[], at: number, today: string): Read | null {
  const side = sideWords.get(words[at]?.low ?? "");
  if (side === undefined) return null;
  const time = timeAt(words, at + 1, today, true);
  if (time === null) return null;
  const { from, to } = time.range;
  const range = {
    since: { from, to: null },
    until: { from: null, to },
    after: { from: to === null ? null : addDays(to, 1), to: null },
    before: { from: null, to: from === null ? null : addDays(from, -1) },
  }[side];
  return { ...time, range };
}

/** `between A and B`, `from A to B`. */
function betweenAt(words: readonly Word[], at: number, today: string): Read | null {
  const links = { between: ["and"], zwischen: ["und"], from: ["to", "until"], von: ["bis"], vom: ["bis"] }[
    words[at]?.low ?? ""
  ];
  if (links === undefined) return null;
  const first = timeAt(words, at + 1, today, true);
  if (first === null || !links.includes(words[first.next]?.low ?? "")) return null;
  const second = timeAt(words, first.next + 1, today, true);
  if (second === null) return null;
  const relative = first.relative && second.relative;
  return { range: { from: first.range.from, to: second.range.to }, relative, next: second.next };
}

function plainAt(words: readonly Word[], at: number, today: string): Read | null {
  const leads = leadWords.has(words[at]?.low ?? "");
  return leads ? timeAt(words, at + 1, today, true) : timeAt(words, at, today, false);
}

const leadsMax = 3;
/** `the march` is no month. */
const articles: ReadonlySet<string> = new Set(["the", "der", "dem", "den"]);

/** `led`: a word before it said that a time comes. */
function timeAt(words: readonly Word[], from: number, today: string, isLed: boolean): Read | null {
  let at = from;
  while (isLed && at - from < leadsMax && leadWords.has(words[at]?.low ?? "")) at += 1;
  return timeOfWords(words, at, today, { led: isLed, named: isLed && !articles.has(words[at - 1]?.low ?? "") });
}
