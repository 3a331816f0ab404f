/** TimeRead: one time at one place of a question, by each of the forms people give it. */

import { addDays, type DayRange, dayOf, oneDay, weekday } from "./time-read--time-days.js";
import { months, unitBack } from "./time-read--time-spans.js";
import {
  ambiguousMonths,
  backWords,
  dayWords,
  monthNames,
  numberWords,
  unitNames,
  weekdayNames,
} from "./time-read--time-words.js";

export interface Word {
  readonly text: string;
  readonly low: string;
  readonly start: number;
  readonly end: number;
}

export interface Read {
  readonly range: DayRange;
  readonly relative: boolean;
  /** Index of the first word behind it. */
  readonly next: number;
}

/** Words before it: `led` where they said that a time comes; `named` where a bare name of a month is then surely one. */
export interface Lead {
  readonly led: boolean;
  readonly named: boolean;
}

/** The time whose first word is at `at`; null where none is. */
export function timeOfWords(words: readonly Word[], at: number, today: string, { led, named }: Lead): Read | null {
  if (words[at] === undefined) return null;
  return (
    spelledAt(words, at, led) ??
    relativeAt(words, at, today) ??
    agoAt(words, at, today) ??
    monthAt(words, at, { today, led: named }) ??
    weekdayAt(words, at, today)
  );
}

/** `2026-11-20`, `2026/11/20`, `2026-11`, `Q3`-less years behind a leading word. */
function spelledAt(words: readonly Word[], at: number, led: boolean): Read | null {
  const { low } = words[at]!;
  const parts = low.split(/[-/.]/);
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [a = "", b = "", c = ""] = parts;
  const plain = (range: DayRange | null): Read | null =>
    range === null ? null : { range, relative: false, next: at + 1 };
  if (parts.length === 3 && a.length === 4) return plain(wholeDay(dayOf(Number(a), Number(b), Number(c))));
  if (parts.length === 3 && c.length === 4 && low.includes("."))
    return plain(wholeDay(dayOf(Number(c), Number(b), Number(a))));
  if (parts.length === 2 && a.length === 4 && Number(b) >= 1 && Number(b) <= 12)
    return plain(months(Number(a), Number(b) - 1, 1));
  return parts.length === 1 && led && isYear(a) ? plain(months(Number(a), 0, 12)) : null;
}

/** `yesterday`, `last week`, `past 3 days`, `this Friday`, `the weekend`. */
function relativeAt(words: readonly Word[], at: number, today: string): Read | null {
  const [low, next = "", third = ""] = [words[at]!.low, words[at + 1]?.low, words[at + 2]?.low];
  const relative = (range: DayRange, taken: number): Read => ({ range, relative: true, next: at + taken });
  if (low === "day" && next === "before" && third === "yesterday") return relative(oneDay(addDays(today, -2)), 3);
  if (low === "recently" || low === "lately" || low === "kürzlich" || low === "neulich")
    return relative({ from: addDays(today, -14), to: today }, 1);
  const days = dayWords.get(low);
  if (days !== undefined) return relative(oneDay(addDays(today, -days)), 1);
  const back = backWords.get(low);
  if (back === undefined) return null;
  if (["morning", "afternoon", "evening", "night"].includes(next))
    return relative({ from: addDays(today, -back), to: back === 0 ? today : addDays(today, 1 - back) }, 2);
  if (next === "weekend" || next === "wochenende") {
    const saturday = addDays(today, 5 - weekday(today) - 7 * back);
    return relative({ from: saturday, to: addDays(saturday, 1) }, 2);
  }
  const unit = unitNames.get(next);
  if (unit !== undefined) return relative(unitBack(today, unit, back), 2);
  const count = numberAt(words[at + 1]);
  const units = unitNames.get(third);
  if (count !== null && units !== undefined && back === 1)
    return relative({ from: unitBack(today, units, count).from, to: today }, 3);
  const named = weekdayNames.get(next);
  if (named !== undefined) return relative(oneDay(lastWeekday(today, named, back)), 2);
  const month = monthNames.get(next);
  return month === undefined ? null : relative(lastMonth(today, month), 2);
}

/** `3 days ago`, `a couple of weeks ago`, `vor zwei Wochen`. */
function agoAt(words: readonly Word[], at: number, today: string): Read | null {
  const before = words[at]?.low === "vor";
  let next = before ? at + 1 : at;
  if (words[next]?.low === "a" && ["couple", "few"].includes(words[next + 1]?.low ?? "")) next += 1;
  const count = numberAt(words[next]);
  if (count === null) return null;
  if (words[next + 1]?.low === "of") next += 1;
  const unit = unitNames.get(words[next + 1]?.low ?? "");
  if (unit === undefined || (!before && words[next + 2]?.low !== "ago")) return null;
  return { range: unitBack(today, unit, count), relative: true, next: before ? next + 2 : next + 3 };
}

/** `May 2026`, `20 November 2026`, `November 20th, 2026`, `in May`: without a year the last one that has come. */
function monthAt(
  words: readonly Word[],
  at: number,
  { today, led }: { readonly today: string; readonly led: boolean },
): Read | null {
  const lead = ordinalAt(words[at]);
  const first = lead === null ? at : words[at + 1]?.low === "of" ? at + 2 : at + 1;
  const name = words[first];
  const month = monthNames.get(name?.low ?? "");
  if (month === undefined || name === undefined) return null;
  let next = first + 1;
  const trailing = lead === null ? ordinalAt(words[next]) : null;
  if (trailing !== null) next += 1;
  const number = lead ?? trailing;
  const yearWord = words[words[next]?.low === "of" ? next + 1 : next]?.low ?? "";
  const year = isYear(yearWord) ? Number(yearWord) : null;
  if (year !== null) next += words[next]?.low === "of" ? 2 : 1;
  const sure = led || number !== null || year !== null;
  if (!sure && (ambiguousMonths.has(name.low) || name.text === name.low)) return null;
  const range = year === null ? lastMonth(today, month, number ?? 1) : months(year, month - 1, 1);
  const day = number === null ? null : dayOf(Number(range.from?.slice(0, 4)), month, number);
  return { range: day === null ? range : oneDay(day), relative: false, next };
}

/** A weekday alone is the last one that has come, today included. */
function weekdayAt(words: readonly Word[], at: number, today: string): Read | null {
  const { low, text } = words[at]!;
  const named = weekdayNames.get(low);
  if (named === undefined || text === low) return null;
  return { range: oneDay(lastWeekday(today, named, 0)), relative: true, next: at + 1 };
}

/** `back` 1 is never today. */
function lastWeekday(today: string, named: number, back: number): string {
  const since = (weekday(today) - (named - 1) + 7) % 7;
  return addDays(today, -(since === 0 ? 7 * back : since));
}

/** The month of that name in which the day has come, this year or last. */
function lastMonth(today: string, month: number, day = 1): DayRange {
  const year = Number(today.slice(0, 4));
  const here = dayOf(year, month, day) ?? `${year}-${String(month).padStart(2, "0")}-01`;
  return months(here > today ? year - 1 : year, month - 1, 1);
}

function numberAt(word: Word | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,3}$/.test(word.low)) return Number(word.low);
  return numberWords.get(word.low) ?? null;
}

/** `20`, `20th`, `1st`: a day of a month. */
function ordinalAt(word: Word | undefined): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word?.low ?? "")?.[1];
  const day = Number(digits ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

function wholeDay(day: string | null): DayRange | null {
  return day === null ? null : oneDay(day);
}
