/** MovingTime: words such as “next month” mean another time each day they are read; in a statement that is kept they become dates. */

import { dayBy } from "../clock/calendar--calendar.js";

/** What a phrase means on the day it was said; `vague` where nobody could name the dates. */
type Meant =
  | { readonly kind: "day"; readonly day: string }
  /** Of its Monday. */
  | { readonly kind: "week"; readonly day: string }
  /** Of its Saturday. */
  | { readonly kind: "weekend"; readonly day: string }
  | { readonly kind: "month"; readonly day: string }
  | { readonly kind: "year"; readonly day: string }
  | { readonly kind: "vague" };

interface Phrase {
  /** How many words it takes. */
  readonly words: number;
  readonly meant: Meant;
}

/**
 * `day` is that of the log; null where nobody knows it, as in the buffer. Dates stand for what is well defined, and what is not gets
 * the day it was said on beside it; null where there is such a phrase and no day. Code spans stay as they are.
 */
export function fixedTime(text: string, day: string | null): string | null {
  const words = wordsIn(text);
  let out = "";
  let copied = 0;
  for (let at = 0; at < words.length; at += 1) {
    const phrase = phraseAt(words, at, day ?? anyDay);
    if (phrase === null) continue;
    if (day === null) return null;
    const [first, last] = [words[at]!, words[at + phrase.words - 1]!];
    out += text.slice(copied, first.start);
    out +=
      phrase.meant.kind === "vague"
        ? `${text.slice(first.start, last.end)} (as of ${day})`
        : placed(printed(phrase.meant), { before: words[at - 1], last, after: words[at + phrase.words] });
    copied = last.end;
    at += phrase.words - 1;
  }
  return out + text.slice(copied);
}

/** Without the days that vague phrases got beside them: what statements are compared by. */
export function withoutSaidDays(text: string): string {
  return text.replace(/ \(as of \d{4}-\d{2}-\d{2}\)/g, "");
}

const anyDay = "2000-01-01";

interface Word {
  /** In lower case, without a possessive ending. */
  readonly said: string;
  readonly owns: boolean;
  readonly start: number;
  /** Before a possessive ending. */
  readonly end: number;
}

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  // Code is kept in its place as blanks, so that offsets hold.
  const prose = text.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  for (const { 0: word, index } of prose.matchAll(/[\p{L}\p{N}]+(?:[-:][\p{L}\p{N}]+)*(?:['’]\p{L}+)?/gu)) {
    const tail = /['’]s$/.exec(word);
    const said = word.slice(0, tail?.index ?? word.length).toLowerCase();
    words.push({ said, owns: tail !== null, start: index, end: index + said.length });
  }
  return words;
}

/** The longest phrase that begins at a word; null where none does. */
function phraseAt(words: readonly Word[], at: number, day: string): Phrase | null {
  const said = (ahead: number): string => words[at + ahead]?.said ?? "";
  const begun = fixedFrom.get(said(0)) ?? [];
  const fixed = begun.find(([phrase]) => phrase.every((word, ahead) => said(ahead) === word));
  if (fixed !== undefined) {
    const [{ length }, days] = fixed;
    const meant: Meant = days === null ? { kind: "vague" } : { kind: "day", day: dayBy(day, days) };
    return { words: length + (days !== null && partsOfDay.has(said(length)) ? 1 : 0), meant };
  }
  if (said(0) === "in" || said(2) === "ago") return counted(said, day);
  const meant = turned(said(0), said(1), day);
  return meant === null ? null : { words: 2, meant };
}

/** With how many days they lie ahead; null for what is vague. The longer before what it begins with. */
const fixedPhrases: readonly (readonly [string, number | null])[] = [
  ["the day after tomorrow", 2],
  ["the day before yesterday", -2],
  ["day after tomorrow", 2],
  ["day before yesterday", -2],
  ["the other day", null],
  ["a while ago", null],
  ["a few days ago", null],
  ["a few weeks ago", null],
  ["this morning", 0],
  ["this afternoon", 0],
  ["this evening", 0],
  ["last night", -1],
  ["today", 0],
  ["tonight", 0],
  ["yesterday", -1],
  ["tomorrow", 1],
  ["recently", null],
  ["lately", null],
  ["soon", null],
];

/** By their first word, because every word of every log is held against them. */
const fixedFrom: ReadonlyMap<string, readonly (readonly [phrase: readonly string[], days: number | null])[]> =
  groupedByFirst(fixedPhrases.map(([phrase, days]) => [phrase.split(" "), days]));

function groupedByFirst<T extends readonly [readonly string[], ...unknown[]]>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const byFirst = new Map<string, T[]>();
  for (const row of rows) {
    const [first = ""] = row[0];
    byFirst.set(first, [...(byFirst.get(first) ?? []), row]);
  }
  return byFirst;
}

const partsOfDay: ReadonlySet<string> = new Set(["morning", "afternoon", "evening", "night"]);

/** `three days ago`. What lies ahead is vague: “in two weeks” may be how long something takes. */
function counted(said: (ahead: number) => string, day: string): Phrase | null {
  const isAhead = said(0) === "in";
  const count = countOf(said(isAhead ? 1 : 0));
  const unit = said(isAhead ? 2 : 1).replace(/s$/, "");
  if (count === null || !units.has(unit)) return null;
  if (isAhead) return { words: 3, meant: { kind: "vague" } };
  return { words: 3, meant: unit === "day" ? { kind: "day", day: dayBy(day, -count) } : around(unit, -count, day) };
}

const units: ReadonlySet<string> = new Set(["day", "week", "month", "year"]);
const numbers = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

function countOf(word: string): number | null {
  if (word === "a" || word === "an") return 1;
  if (/^\d{1,3}$/.test(word)) return Number(word);
  const named = numbers.indexOf(word);
  return named > 0 ? named : null;
}

/** `last week`, `next month`, `last Tuesday`. “Next Tuesday” may be this week's or that of the week after. */
function turned(turn: string, unit: string, day: string): Meant | null {
  const step = turn === "next" || turn === "coming" ? 1 : turn === "last" ? -1 : turn === "this" ? 0 : null;
  const weekday = weekdays.indexOf(unit);
  if (weekday >= 0) {
    if (step === null) return turn === "on" ? { kind: "vague" } : null;
    const back = ((weekdayOf(day) - weekday + 6) % 7) + 1;
    return step === -1 ? { kind: "day", day: dayBy(day, -back) } : { kind: "vague" };
  }
  if (step === null) return null;
  if (unit === "weekend") {
    return step === 1 ? { kind: "vague" } : { kind: "weekend", day: dayBy(day, 5 - weekdayOf(day) + 7 * step) };
  }
  return unit !== "day" && units.has(unit) ? around(unit, step, day) : null;
}

const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** 0 for Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function around(unit: string, steps: number, day: string): Meant {
  if (unit === "week") return { kind: "week", day: dayBy(day, 7 * steps - weekdayOf(day)) };
  const [year = 0, month = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(unit === "year" ? year + steps : year, unit === "year" ? 0 : month - 1 + steps, 1));
  return { kind: unit === "year" ? "year" : "month", day: first.toISOString().slice(0, 10) };
}

const months = "January February March April May June July August September October November December".split(" ");

function printed(meant: Exclude<Meant, { readonly kind: "vague" }>): { readonly words: string; readonly by: string } {
  const { kind, day } = meant;
  if (kind === "day") return { words: day, by: "on" };
  if (kind === "week") return { words: `the week of ${day}`, by: "in" };
  if (kind === "weekend") return { words: `the weekend of ${day}`, by: "on" };
  const year = day.slice(0, 4);
  return { words: kind === "year" ? year : `${months[Number(day.slice(5, 7)) - 1]} ${year}`, by: "in" };
}

/** Bare behind a preposition, before what it owns, and where it is what the sentence speaks of. */
function placed(
  { words, by }: ReturnType<typeof printed>,
  around: { readonly before: Word | undefined; readonly last: Word; readonly after: Word | undefined },
): string {
  const { before, last, after } = around;
  const isSubject = before === undefined && after !== undefined && verbs.has(after.said);
  if (last.owns || isSubject || (before !== undefined && prepositions.has(before.said))) return words;
  return `${by} ${words}`;
}

const prepositions: ReadonlySet<string> = new Set(
  "in on by until till since from before after of for during to through between and or than".split(" "),
);
const verbs: ReadonlySet<string> = new Set("is was are were will would has had can may might".split(" "));
