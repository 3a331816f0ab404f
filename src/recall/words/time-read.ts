/**
 * TimeRead: the days a question speaks of, explicit or measured from today, read word by word in each of the forms people give them: a day, a
 * month, a part of it, a range, a side that is open. A year that nobody names is the latest such one that has begun; a plan takes the
 * next where the question is of what comes. What is read here as a time is no word of the search any more; what first and last mean beside a time is
 * no order of pages.
 */

import { addDays } from "../../base/ids.js";
import {
  type DateParts,
  type DayRange,
  dayOf,
  daysFrom,
  lastWeekday,
  months,
  oneDay,
  type Span,
  type SpanPart,
  spanBeside,
  spanBetween,
  spanOf,
  unitBack,
  weekOf,
} from "./calendar.js";
import { fold } from "./terms.js";
import { partBegun, sided, wideTimeAt } from "./time-wide.js";
import { dayNumberAt, isDigits, isSmall, isYear, numberAt, timeWords } from "./time-words.js";

const {
  ambiguousMonths,
  articles,
  backWords,
  dayWords,
  everyWords,
  frenchWords,
  hourWords,
  leadWords,
  linkWords,
  monthNames,
  ofWords,
  ordinalWords,
  partNouns,
  partWords,
  pastWords,
  rangeWords,
  recentWords,
  sideWords,
  smallNames,
  unitNames,
  weekdayNames,
} = timeWords;

// Time: all the times of a question, and the one range that they speak of together.

/** One time that was named. Offsets are UTF-16 units into the question, end exclusive. */
export interface NamedTime {
  readonly range: DayRange;
  /** Whether it is measured from today. */
  readonly relative: boolean;
  /** Whether it names a month and no year. */
  readonly yearless: boolean;
  /** “Recently” names no days. */
  readonly vague: boolean;
  /** Its month, year and unit, as far as they are named: a text that says no day may still say these. */
  readonly kept: string;
  readonly start: number;
  readonly end: number;
}

/** All of them, in order. `today` is a day as `YYYY-MM-DD`. Linear: each word is looked at from a bounded number of places. */
export function timesIn(text: string, today: string): readonly NamedTime[] {
  const words = wordsOf(text);
  const found: NamedTime[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readAt(words, at, today);
    if (read === null) {
      at += 1;
      continue;
    }
    const { range, relative, next } = read;
    const vague = next === at + 1 && recentWords.has(words[at]!.low);
    const said = words.slice(at, next);
    const kept = relative ? "" : keptOf(said);
    const yearless =
      kept !== "" && !said.some(({ low }) => isYear(low)) && said.some(({ low }) => monthNames.has(low));
    // In “Saturday, 6 December” the day of the week names no other day.
    const isNamedTwice = weekdayNames.has(words[at - 1]?.low ?? "") && found.at(-1)?.end === words[at - 1]!.end;
    const isDay = !relative && range.from !== null && range.from === range.to;
    const start = isNamedTwice && isDay ? found.pop()!.start : words[at]!.start;
    found.push({ range, relative, yearless, vague, kept, start, end: words[next - 1]!.end });
    at = next;
  }
  for (let at = firstWide(text); at < text.length; ) {
    const wide = wideTimeAt(text, at, today);
    if (wide !== null)
      found.push({
        range: wide.range,
        relative: true,
        yearless: /^(?:\d{1,2}|[一二三四五六七八九十]{1,3})月/u.test(text.slice(at, wide.end)),
        vague: text.startsWith("最近", at),
        kept: "",
        start: at,
        end: wide.end,
      });
    at = wide?.end ?? at + 1;
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Those of the days that a text names, with their year or without one. */
export function daysNamedIn(text: string, days: readonly string[]): readonly string[] {
  return days.filter((day) =>
    timesIn(text, day).some(
      ({ range: { from, to }, relative, yearless }) => from === day && to === day && (yearless || !relative),
    ),
  );
}

function keptOf(words: readonly Word[]): string {
  return words
    .filter(({ low }) => monthNames.has(low) || unitNames.has(low) || isYear(low))
    .map(({ text }) => text)
    .join(" ");
}

/** Where it is worth looking from: most questions hold nothing of such writing, and digits may stand before it. */
function firstWide(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) return 0;
  return text.length;
}

/** The one range that all of them together speak of; null where nothing named one. */
export function rangeOf(named: readonly NamedTime[]): DayRange | null {
  const times = named.filter(({ vague }) => !vague);
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

// TimeAt: one time at one place of a question, by each of the forms people give it.

interface Word {
  readonly text: string;
  /** Folded: small and without accents. */
  readonly low: string;
  readonly start: number;
  readonly end: number;
  /** Whether nothing but a dash stands before it: `10–20`. */
  readonly dashed: boolean;
}

interface Read {
  readonly range: DayRange;
  readonly relative: boolean;
  /** Index of the first word behind it. */
  readonly next: number;
  /** The year was not named, so an earlier one may be meant. */
  readonly free?: boolean;
}

/** Words before it: `led` where they said that a time comes; `named` where a bare name of a month is then surely one. */
interface Lead {
  readonly led: boolean;
  readonly named: boolean;
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  const add = (said: string, start: number): void => {
    const end = start + said.length;
    const before = words.length === 0 ? "" : text.slice(words.at(-1)!.end, start);
    words.push({ text: said, low: fold(said), start, end, dashed: isDash(before) });
  };
  for (const { 0: said, index } of text.matchAll(/[\p{L}\p{N}]+(?:[-/.][\p{N}]+)*/gu)) {
    const days = said.length <= 5 ? said.split("-") : [];
    // `10-20 September` is two days, and `2026-11` a month.
    if (days.length === 2 && days.every((day) => day.length <= 2 && isDigits(day))) {
      add(days[0]!, index);
      add(days[1]!, index + days[0]!.length + 1);
    } else add(said, index);
  }
  return words;
}

function isDash(text: string): boolean {
  return text.length <= 4 && ["-", "–", "—", ".-", ".–", ".—"].includes(text.replaceAll(" ", ""));
}

function readAt(words: readonly Word[], at: number, today: string): Read | null {
  return (
    rangeAt(words, at, today) ??
    (isBeforeYesterday(words, at) ? null : sidedAt(words, at, today)) ??
    betweenAt(words, at, today) ??
    plainAt(words, at, today)
  );
}

function plainAt(words: readonly Word[], at: number, today: string): Read | null {
  // `vor drei Tagen`, `ce lundi` and `mi-mai` begin with words that are led themselves.
  const own = timeAt(words, at, today, false);
  return own ?? (leadWords.has(words[at]?.low ?? "") ? timeAt(words, at + 1, today, true) : null);
}

const leadsMax = 4;

/** `isLed`: a word before it said that a time comes. */
function timeAt(words: readonly Word[], from: number, today: string, isLed: boolean): Read | null {
  const at = isLed ? behindLeads(words, from) : from;
  return timeOfWords(words, at, today, { led: isLed, named: isLed && !articles.has(words[at - 1]?.low ?? "") });
}

function behindLeads(words: readonly Word[], from: number): number {
  let at = from;
  while (at - from < leadsMax && isLead(words, at)) at += 1;
  return at;
}

/** `au mois de mai`, `im Monat Mai`: the unit says nothing more where the name of a month follows. */
function isLead(words: readonly Word[], at: number): boolean {
  const low = words[at]?.low ?? "";
  if (leadWords.has(low)) return true;
  const next = words[at + 1]?.low ?? "";
  return unitNames.get(low) === "month" && (monthNames.has(next) || monthNames.has(words[at + 2]?.low ?? ""));
}

/** The time whose first word is at `at`; null where none is. */
function timeOfWords(words: readonly Word[], at: number, today: string, lead: Lead): Read | null {
  if (words[at] === undefined) return null;
  return (
    numberedWeekAt(words, at, today) ??
    spelledAt(words, at, lead.led) ??
    partAt(words, at, today) ??
    agoAt(words, at, today) ??
    wholeAt(words, at, today, lead) ??
    weekdayAt(words, at, today)
  );
}

/** A month, a year or what is measured from today; parts are taken of these. */
function wholeAt(words: readonly Word[], at: number, today: string, lead: Lead): Read | null {
  return relativeAt(words, at, today) ?? pastAt(words, at, today) ?? monthAt(words, at, today, lead.named);
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

/** `2021-W50`, `week 50 of 2021`, `KW 12`: a week by its number; without a year, “week 3” may be that of a course. */
function numberedWeekAt(words: readonly Word[], at: number, today: string): Read | null {
  const { low } = words[at]!;
  const isYearFirst = isYear(low) && words[at + 1]?.dashed === true;
  const name = isYearFirst ? at + 1 : at;
  const [, calendar, joined] = /^(kw|w)(\d{1,2})?$/.exec(words[name]?.low ?? "") ?? [];
  if (calendar === undefined && unitNames.get(words[name]?.low ?? "") !== "week") return null;
  // “Wallbox, 11 kW 3 Phasen” and “a W12 of 2019”.
  if (calendar === "kw" ? numberAt(words[at - 1]) !== null : calendar === "w" && !isYearFirst) return null;
  const last = joined === undefined ? name + 1 : name;
  const week = joined === undefined ? numberAt(words[last]) : Number(joined);
  const behind = ofWords.has(words[last + 1]?.low ?? "") ? last + 2 : last + 1;
  const year = isYearFirst ? low : (words[behind]?.low ?? "");
  if (week === null || (!isYear(year) && calendar !== "kw")) return null;
  const latest = Number(today.slice(0, 4));
  const tried = isYear(year) ? [Number(year)] : [latest, latest - 1];
  const range = tried
    .map((each) => weekOf(each, week))
    .find((each) => each !== null && (isYear(year) || each.from <= today));
  const next = isYearFirst || !isYear(year) ? last + 1 : behind + 1;
  return range == null ? null : { range, relative: false, next };
}

function wholeDay(day: string | null): DayRange | null {
  return day === null ? null : oneDay(day);
}

// TimeRelative: what is measured from today.

/** `yesterday`, `last week`, `past 3 days`, `this Friday`, `the weekend`. */
function relativeAt(words: readonly Word[], at: number, today: string): Read | null {
  const [low, next = "", third = ""] = [words[at]!.low, words[at + 1]?.low, words[at + 2]?.low];
  const relative = (range: DayRange, taken: number): Read => ({ range, relative: true, next: at + taken });
  if (low === "day" && next === "before" && third === "yesterday") return relative(oneDay(addDays(today, -2)), 3);
  if (isBeforeYesterday(words, at)) return relative(oneDay(addDays(today, -2)), 2);
  if (recentWords.has(low)) return relative({ from: addDays(today, -14), to: today }, 1);
  const days = dayWords.get(low) ?? frenchDay(words, at);
  if (days !== null) return relative(oneDay(addDays(today, -days)), low === "aujourd" ? 2 : 1);
  const back = backWords.get(low);
  if (back === undefined) return null;
  if (hourWords.has(next))
    return relative({ from: addDays(today, -back), to: back === 0 ? today : addDays(today, 1 - back) }, 2);
  const free = weekendAt(words, at + 1);
  if (free > 0) {
    const isPast = back === 0 && pastWords.has(words[at + 1 + free]?.low ?? "");
    return relative(unitBack(today, "weekend", isPast ? 1 : back), 1 + free + (isPast ? 1 : 0));
  }
  return countedAt(words, at, today, back) ?? backAt(words, at, today, back);
}

function backAt(words: readonly Word[], at: number, today: string, back: number): Read | null {
  const range = namedBack(words[at + 1]?.low ?? "", today, back);
  return range === null ? null : { range, relative: true, next: at + 2 };
}

/** The unit, the day of the week or the month of that name, so many back. */
function namedBack(low: string, today: string, back: number): DayRange | null {
  const unit = unitNames.get(low);
  if (unit !== undefined) return unitBack(today, unit, back);
  const named = weekdayNames.get(low);
  if (named !== undefined) return oneDay(lastWeekday(today, named, back));
  const month = monthNames.get(low);
  return month === undefined ? null : spanOf({ year: null, month, day: null }, today);
}

/** `past 3 days`, `últimos 3 días`, `ces 3 derniers jours`. */
function countedAt(words: readonly Word[], at: number, today: string, back: number): Read | null {
  const count = numberAt(words[at + 1]);
  if (count === null) return null;
  const isPast = pastWords.has(words[at + 2]?.low ?? "");
  if (back !== 1 && !isPast) return null;
  const unit = unitNames.get(words[at + (isPast ? 3 : 2)]?.low ?? "");
  if (unit === undefined) return null;
  return {
    range: { from: unitBack(today, unit, count).from, to: today },
    relative: true,
    next: at + (isPast ? 4 : 3),
  };
}

/** `hier` is French for yesterday and German for here; what stands beside it tells. */
function frenchDay(words: readonly Word[], at: number): number | null {
  const { low } = words[at]!;
  if (low === "aujourd") return words[at + 1]?.low === "hui" ? 0 : null;
  if (low !== "hier") return null;
  const near = words.slice(Math.max(0, at - nearWords), at + nearWords);
  return near.some((word) => frenchWords.has(word.low)) ? 1 : null;
}

/** Enough to tell a language by; more would make long texts slow. */
const nearWords = 8;

function isBeforeYesterday(words: readonly Word[], at: number): boolean {
  return words[at]?.low === "avant" && words[at + 1]?.low === "hier";
}

/** How many words name a weekend there: `weekend`, `week-end`, `fin de semana`. */
function weekendAt(words: readonly Word[], at: number): number {
  const [low, next, third] = [words[at]?.low, words[at + 1]?.low, words[at + 2]?.low];
  if (low === "weekend" || low === "wochenende") return 1;
  if (low === "week" && next === "end") return 2;
  return low === "fin" && next === "de" && third === "semana" ? 3 : 0;
}

/** `3 days ago`, `a couple of weeks ago`, `vor zwei Wochen`, `il y a trois jours`, `hace dos semanas`. */
function agoAt(words: readonly Word[], at: number, today: string): Read | null {
  const low = words[at]?.low;
  const isFrench = low === "il" && words[at + 1]?.low === "y" && words[at + 2]?.low === "a";
  const before = low === "vor" || low === "hace" || isFrench;
  let next = at + (isFrench ? 3 : before ? 1 : 0);
  if (
    timeWords.numberWords.get(words[next]?.low ?? "") === 1 &&
    ["couple", "few", "paar"].includes(words[next + 1]?.low ?? "")
  )
    next += 1;
  const count = numberAt(words[next]);
  if (count === null) return null;
  if (words[next + 1]?.low === "of") next += 1;
  const unit = unitNames.get(words[next + 1]?.low ?? "");
  if (unit === undefined || (!before && words[next + 2]?.low !== "ago")) return null;
  return { range: unitBack(today, unit, count), relative: true, next: before ? next + 2 : next + 3 };
}

/** `la semaine dernière`, `el martes pasado`. */
function pastAt(words: readonly Word[], at: number, today: string): Read | null {
  const free = weekendAt(words, at);
  const behind = at + Math.max(1, free);
  if (!pastWords.has(words[behind]?.low ?? "")) return null;
  const range = free > 0 ? unitBack(today, "weekend", 1) : namedBack(words[at]!.low, today, 1);
  return range === null ? null : { range, relative: true, next: behind + 1 };
}

/** A weekday alone is the last one that has come, today included; with a week behind it, the day of that week. */
function weekdayAt(words: readonly Word[], at: number, today: string): Read | null {
  const { low, text } = words[at]!;
  const named = weekdayNames.get(low);
  if (named === undefined || (isSmall(text) && !smallNames.has(low))) return null;
  if (everyWords.has(words[at - 1]?.low ?? "") || everyWords.has(words[at - 2]?.low ?? "")) return null;
  const behind = behindLeads(words, at + 1);
  const week =
    words[behind] === undefined ? null : (relativeAt(words, behind, today) ?? pastAt(words, behind, today));
  const { from = null, to = null } = week?.range ?? {};
  if (week !== null && from !== null && to !== null && daysFrom(from, to) === 6)
    return { range: oneDay(addDays(from, named - 1)), relative: true, next: week.next };
  return { range: oneDay(lastWeekday(today, named, 0)), relative: true, next: at + 1 };
}

// TimeDate: dates by the name of their month, and parts of months and years.

/** `May 2026`, `20 November 2026`, `November 20th, 2026`, `in May`: without a year the last one that has come. */
function monthAt(words: readonly Word[], at: number, today: string, isNamed: boolean): Read | null {
  const date = dateAt(words, at);
  if (date === null) return null;
  const { year, month, day, name, next } = date;
  if (!isNamed && day === null && year === null) {
    const isPlain = smallNames.has(name.low) || !isSmall(name.text);
    if (ambiguousMonths.has(name.low) || !isPlain) return null;
  }
  // `en sept jours` names no month.
  if (year === null && day === null && ambiguousMonths.has(name.low) && unitNames.has(words[next]?.low ?? ""))
    return null;
  const range = spanOf({ year, month, day }, today) ?? spanOf({ year, month, day: null }, today);
  return range === null ? null : { range, relative: false, next, free: year === null };
}

interface Dated extends DateParts {
  readonly name: Word;
  readonly next: number;
}

/** A date with the name of its month; null where none begins here. */
function dateAt(words: readonly Word[], at: number): Dated | null {
  const lead = dayNumberAt(words[at]);
  const first = lead === null ? at : behindOf(words, at + 1);
  const name = words[first];
  const month = monthNames.get(name?.low ?? "");
  if (month === undefined || name === undefined) return null;
  let next = first + 1;
  const trailing = lead === null ? dayNumberAt(words[next]) : null;
  if (trailing !== null) next += 1;
  const yearAt = behindOf(words, next);
  const year = isYear(words[yearAt]?.low ?? "") ? Number(words[yearAt]?.low) : null;
  return { year, month, day: lead ?? trailing, name, next: year === null ? next : yearAt + 1 };
}

function behindOf(words: readonly Word[], at: number): number {
  return ofWords.has(words[at]?.low ?? "") ? at + 1 : at;
}

/** `first week of September`, `early May`, `Ende Mai`, `principios de mayo`, `the week of 5 May`. */
function partAt(words: readonly Word[], at: number, today: string): Read | null {
  const week = weekOfAt(words, at, today) ?? besideAt(words, at, today);
  if (week !== null) return week;
  const named = partNamedAt(words, at);
  if (named === null) return null;
  let next = named.next;
  while (next - named.next < leadsMax && (named.loose ? isLead(words, next) : isOf(words, next))) next += 1;
  if (words[next] === undefined) return null;
  const isLed = next > named.next || !ambiguousMonths.has(words[next]!.low) || named.isPlain;
  const whole =
    (next > named.next || named.isPlain ? spelledAt(words, next, true) : null) ??
    wholeAt(words, next, today, { led: true, named: isLed });
  const range = whole === null ? null : partBegun(whole.range, named.part, whole.free === true ? today : null);
  return whole === null || range === null ? null : { ...whole, range };
}

interface PartNamed {
  readonly part: SpanPart;
  readonly next: number;
  /** Whether `in` may stand behind it, as behind `late`; `the start in May` is none of its parts. */
  readonly loose: boolean;
  /** Whether the month may follow at once. */
  readonly isPlain: boolean;
}

function partNamedAt(words: readonly Word[], at: number): PartNamed | null {
  const { low } = words[at]!;
  const third = partWords.get(low);
  if (third !== undefined)
    return { part: third, next: at + 1, loose: low === "early" || low === "late", isPlain: true };
  const nth = ordinalWords.get(low);
  const by = nth === undefined ? undefined : partNouns.get(words[at + 1]?.low ?? "");
  if (nth === undefined || by === undefined) return null;
  return { part: { by, at: nth }, next: at + 2, loose: true, isPlain: false };
}

function isOf(words: readonly Word[], at: number): boolean {
  const low = words[at]?.low ?? "";
  return (
    ofWords.has(low) ||
    articles.has(low) ||
    low === "du" ||
    (low !== "in" && isLead(words, at) && !leadWords.has(low))
  );
}

/** `the week of 5 May`: the whole week of that day. */
function weekOfAt(words: readonly Word[], at: number, today: string): Read | null {
  if (unitNames.get(words[at]!.low) !== "week" || !isLead(words, at + 1)) return null;
  const day = dayAt(words, behindLeads(words, at + 1), today);
  return day === null ? null : { ...day, range: unitBack(day.range.from, "week", 0) };
}

/**
 * `the week before 3 August`, `the day after 5 May`, `last weekend before 10 April`, `the first Friday after 2 May`, `two weeks before 3 May`;
 * behind an article a number says how long it is, else how far away.
 */
function besideAt(words: readonly Word[], at: number, today: string): Read | null {
  const low = words[at]!.low;
  const first = backWords.get(low) === 1 || low === "first" || low === "next" ? at + 1 : at;
  const count = first === at ? numberAt(words[first]) : null;
  const named = count === null ? first : first + 1;
  const link = named + Math.max(1, weekendAt(words, named));
  const side = sideWords.get(words[link]?.low ?? "");
  if (side !== "before" && side !== "after") return null;
  const day = dayAt(words, behindLeads(words, link + 1), today);
  if (day === null) return null;
  const isLong = count === null || articles.has(words[at - 1]?.low ?? "");
  const { low: name = "" } = words[named] ?? {};
  const what = weekendAt(words, named) > 0 ? "weekend" : (weekdayNames.get(name) ?? unitNames.get(name));
  // “Three Fridays after 3 May” is no day.
  const isSeveral = typeof what === "number" && (name.endsWith("days") || (numberAt(words[at - 1]) ?? 1) > 1);
  const range =
    what === undefined || isSeveral ? null : spanBeside(day.range, side, { what, count: count ?? 1, isLong });
  return range === null ? null : { ...day, range };
}

function dayAt(words: readonly Word[], at: number, today: string): (Read & { readonly range: Span }) | null {
  const date = dateAt(words, weekdayNames.has(words[at]?.low ?? "") ? at + 1 : at);
  const range = date === null || date.day === null ? null : spanOf(date, today);
  return date === null || range === null ? null : { range, relative: false, next: date.next };
}

// TimeRange: from one time to another, or with one side open.

/** `between 10 and 20 September`, `from May 3 to 5`, `10.–20. September`, `March to May 2026`: one date lends the other what that leaves out. */
function rangeAt(words: readonly Word[], at: number, today: string): Read | null {
  const opened = rangeWords.get(words[at]!.low);
  const first = endAt(words, opened === undefined ? at : behindLeads(words, at + 1), true);
  if (first === null) return null;
  const link = words[first.next];
  if (link === undefined) return null;
  const isLinked = (opened ?? linkWords).has(link.low) && (opened !== undefined || first.day !== null);
  if (!isLinked && !link.dashed) return null;
  const second = endAt(words, isLinked ? behindLeads(words, first.next + 1) : first.next, first.day !== null);
  const range = second === null ? null : spanBetween(first, second, today);
  return second === null || range === null ? null : { range, relative: false, next: second.next };
}

/** A date, a year, or the day alone that shares the month of the other end. */
function endAt(
  words: readonly Word[],
  at: number,
  mayBeDay: boolean,
): (DateParts & { readonly next: number }) | null {
  if (words[at] === undefined) return null;
  const date = dateAt(words, at);
  if (date !== null) return date;
  const { low } = words[at]!;
  if (isYear(low)) return { year: Number(low), month: null, day: null, next: at + 1 };
  const day = mayBeDay ? dayNumberAt(words[at]) : null;
  if (day === null) return null;
  // `May 3-5, 2024` names the year of both behind the second.
  const year = isYear(words[at + 1]?.low ?? "") ? Number(words[at + 1]?.low) : null;
  return { year, month: null, day, next: year === null ? at + 1 : at + 2 };
}

/** `since May`, `before 2026-03-01`. */
function sidedAt(words: readonly Word[], at: number, today: string): Read | null {
  const side = sideWords.get(words[at]?.low ?? "");
  if (side === undefined || agoAt(words, at, today) !== null) return null;
  const time = timeAt(words, at + 1, today, true);
  if (time === null) return null;
  return { ...time, range: sided(time.range, side) };
}

/** `between A and B`, `from A to B`, where neither is spelled by its month. */
function betweenAt(words: readonly Word[], at: number, today: string): Read | null {
  const links = rangeWords.get(words[at]?.low ?? "");
  if (links === undefined) return null;
  const first = timeAt(words, at + 1, today, true);
  if (first === null || !links.has(words[first.next]?.low ?? "")) return null;
  const second = timeAt(words, first.next + 1, today, true);
  if (second === null) return null;
  const relative = first.relative && second.relative;
  const [from, to] = [first.range.from, second.range.to];
  // `from Friday to Monday`, asked on a Saturday, begins a week before the last Friday.
  const isEarlier = relative && from !== null && to !== null && from > to;
  return { range: { from: isEarlier ? addDays(from, -7) : from, to }, relative, next: second.next };
}
