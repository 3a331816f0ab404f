/**
 * Time: the days a question speaks of, explicit or measured from today, read word by word in each of the forms people give them. Days are
 * `YYYY-MM-DD`, counted in UTC.
 */

// TimeRead: one time at one place of a question, by each of the forms people give it.

interface Word {
  readonly text: string;
  readonly low: string;
  readonly start: number;
  readonly end: number;
}

interface Read {
  readonly range: DayRange;
  readonly relative: boolean;
  /** Index of the first word behind it. */
  readonly next: number;
}

/** Words before it: `led` where they said that a time comes; `named` where a bare name of a month is then surely one. */
interface Lead {
  readonly led: boolean;
  readonly named: boolean;
}

/** The time whose first word is at `at`; null where none is. */
function timeOfWords(words: readonly Word[], at: number, today: string, { led, named }: Lead): Read | null {
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

// TimeWide: days as Chinese and Japanese name them, where no spaces part the words.

/** A word, the unit it names and how many units back; the longest word that fits decides. */
const words: readonly (readonly [word: string, unit: Unit, back: number])[] = [
  ["前天", "day", 2],
  ["昨天", "day", 1],
  ["昨晚", "day", 1],
  ["今天", "day", 0],
  ["今晚", "day", 0],
  ["一昨日", "day", 2],
  ["昨日", "day", 1],
  ["今日", "day", 0],
  ["上个星期", "week", 1],
  ["上個星期", "week", 1],
  ["上星期", "week", 1],
  ["上周", "week", 1],
  ["上週", "week", 1],
  ["先週", "week", 1],
  ["这周", "week", 0],
  ["這週", "week", 0],
  ["本周", "week", 0],
  ["本週", "week", 0],
  ["今週", "week", 0],
  ["上个月", "month", 1],
  ["上個月", "month", 1],
  ["先月", "month", 1],
  ["这个月", "month", 0],
  ["這個月", "month", 0],
  ["本月", "month", 0],
  ["今月", "month", 0],
  ["前年", "year", 2],
  ["去年", "year", 1],
  ["昨年", "year", 1],
  ["今年", "year", 0],
];

const longestFirst = [...words].sort((a, b) => b[0].length - a[0].length);

/** Behind a number: `三天前` with digits, `3日前`. */
const agoUnits: readonly (readonly [suffix: string, unit: Unit])[] = [
  ["天前", "day"],
  ["日前", "day"],
  ["周前", "week"],
  ["週間前", "week"],
  ["个月前", "month"],
  ["個月前", "month"],
  ["か月前", "month"],
  ["ヶ月前", "month"],
  ["年前", "year"],
];

interface WideTime {
  readonly range: DayRange;
  readonly end: number;
}

/** The time that begins at `at`; null where none does. */
function wideTimeAt(text: string, at: number, today: string): WideTime | null {
  for (const [word, unit, back] of longestFirst) {
    if (text.startsWith(word, at)) return { range: unitBack(today, unit, back), end: at + word.length };
  }
  const number = digitsAt(text, at);
  if (number === null) return null;
  for (const [suffix, unit] of agoUnits) {
    if (text.startsWith(suffix, number.end) && number.value <= 1000)
      return { range: unitBack(today, unit, number.value), end: number.end + suffix.length };
  }
  return wideDate(text, number, today);
}

/** `2026年11月20日`, `2026年11月`, `2026年`, `11月20日`. */
function wideDate(text: string, first: Digits, today: string): WideTime | null {
  if (text.charAt(first.end) === "年" && first.value >= 1000 && first.value <= 9999) {
    const month = digitsAt(text, first.end + 1);
    if (month === null || text.charAt(month.end) !== "月" || month.value < 1 || month.value > 12)
      return { range: months(first.value, 0, 12), end: first.end + 1 };
    return dayIn(text, first.value, month);
  }
  if (text.charAt(first.end) !== "月" || first.value < 1 || first.value > 12) return null;
  const year = Number(today.slice(0, 4));
  const past = first.value > Number(today.slice(5, 7)) ? year - 1 : year;
  return dayIn(text, past, first);
}

function dayIn(text: string, year: number, month: Digits): WideTime {
  const day = digitsAt(text, month.end + 1);
  const suffix = day === null ? "" : text.charAt(day.end);
  const whole = day === null || (suffix !== "日" && suffix !== "号") ? null : dayOf(year, month.value, day.value);
  return whole === null || day === null
    ? { range: months(year, month.value - 1, 1), end: month.end + 1 }
    : { range: { from: whole, to: whole }, end: day.end + 1 };
}

interface Digits {
  readonly value: number;
  readonly end: number;
}

function digitsAt(text: string, at: number): Digits | null {
  let end = at;
  while (end - at < 5 && isDigit(text.charCodeAt(end))) end += 1;
  return end === at || isDigit(text.charCodeAt(at - 1)) ? null : { value: Number(text.slice(at, end)), end };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

// Time: the days a question speaks of, explicit or measured from today, read word by word.

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

// TimeWords: how people name days, in English and German: words as data.

/** Month counted from 1, by name; `may`, `march`, `mai`, `sept` and their like are told apart from other words by what stands beside them. */
const monthNames: ReadonlyMap<string, number> = numbered([
  ["january", "jan", "januar", "jänner"],
  ["february", "feb", "februar"],
  ["march", "mar", "märz"],
  ["april", "apr"],
  ["may", "mai"],
  ["june", "jun", "juni"],
  ["july", "jul", "juli"],
  ["august", "aug"],
  ["september", "sep", "sept"],
  ["october", "oct", "oktober", "okt"],
  ["november", "nov"],
  ["december", "dec", "dezember", "dez"],
]);

/** Names that are common words, too: they count only beside a number or behind a word that leads to a time. */
const ambiguousMonths: ReadonlySet<string> = new Set(["may", "march", "mar", "jan", "dec", "jun", "sep"]);

/** Monday is 1. */
const weekdayNames: ReadonlyMap<string, number> = numbered([
  ["monday", "mondays", "montag"],
  ["tuesday", "tuesdays", "dienstag"],
  ["wednesday", "wednesdays", "mittwoch"],
  ["thursday", "thursdays", "donnerstag"],
  ["friday", "fridays", "freitag"],
  ["saturday", "saturdays", "samstag", "sonnabend"],
  ["sunday", "sundays", "sonntag"],
]);

/** Days back from today. */
const dayWords: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tonight", 0],
  ["yesterday", 1],
  ["heute", 0],
  ["gestern", 1],
  ["vorgestern", 2],
]);

const unitNames: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...(["day", "days", "tag", "tage", "tagen"] as const).map((name) => [name, "day"] as const),
  ...(["week", "weeks", "woche", "wochen"] as const).map((name) => [name, "week"] as const),
  ...(["month", "months", "monat", "monate", "monaten", "monats"] as const).map((name) => [name, "month"] as const),
  ...(["quarter", "quarters", "quartal"] as const).map((name) => [name, "quarter"] as const),
  ...(["year", "years", "jahr", "jahre", "jahren", "jahres"] as const).map((name) => [name, "year"] as const),
]);

/** Units back that a word before a unit means: `last week`, `this month`. */
const backWords: ReadonlyMap<string, number> = new Map([
  ...["last", "previous", "past", "letzte", "letzten", "letzter", "letztes", "vorige", "vorigen", "voriges"].map(
    (word) => [word, 1] as const,
  ),
  ...["vergangene", "vergangenen", "vergangenes"].map((word) => [word, 1] as const),
  ...["this", "current", "diese", "diesen", "dieser", "dieses"].map((word) => [word, 0] as const),
]);

/** Numbers that are written as words. */
const numberWords: ReadonlyMap<string, number> = numbered([
  ["a", "an", "one", "ein", "einen", "einem", "einer", "eine"],
  ["two", "couple", "zwei"],
  ["three", "few", "drei"],
  ["four", "vier"],
  ["five", "fünf"],
  ["six", "sechs"],
  ["seven", "sieben"],
  ["eight", "acht"],
  ["nine", "neun"],
  ["ten", "zehn"],
]);

/** What a word before a time makes of it: the side that stays open. */
const sideWords: ReadonlyMap<string, "since" | "until" | "after" | "before"> = new Map([
  ["since", "since"],
  ["seit", "since"],
  ["until", "until"],
  ["till", "until"],
  ["bis", "until"],
  ["after", "after"],
  ["nach", "after"],
  ["before", "before"],
]);

/** Words that lead to a time and say nothing more of it. */
const leadWords: ReadonlySet<string> = new Set(
  "in on during of at im am from around about early mid late vom von den dem der the".split(" "),
);

function numbered(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
}

// TimeSpans: weeks, months, quarters and years as spans of days, and whether two spans meet.

type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The whole unit that lies `back` units before the one `today` is in: 0 is this one. Weeks begin on Monday. */
function unitBack(today: string, unit: Unit, back: number): DayRange {
  if (unit === "day") return oneDay(addDays(today, -back));
  if (unit === "week") {
    const from = addDays(today, -weekday(today) - 7 * back);
    return { from, to: addDays(from, 6) };
  }
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  if (unit === "year") return months(year - back, 0, 12);
  if (unit === "quarter") return months(year, Math.floor(month / 3) * 3 - 3 * back, 3);
  return months(year, month - back, 1);
}

/** `count` whole months from a month counted from 0, which may lie outside the year. */
function months(year: number, month: number, count: number): DayRange {
  const from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const to = new Date(Date.UTC(year, month + count, 0)).toISOString().slice(0, 10);
  return { from, to };
}

/** Whether they have a day in common. */
export function overlaps(a: DayRange, b: DayRange): boolean {
  const startsInTime = a.from === null || b.to === null || a.from <= b.to;
  return startsInTime && (a.to === null || b.from === null || a.to >= b.from);
}

// TimeDays: calendar days as `YYYY-MM-DD`, counted in UTC.

/** Both ends included; null on a side that is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

const msPerDay = 86_400_000;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10);
}

/** 0 for Monday to 6 for Sunday. */
function weekday(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
}

function oneDay(day: string): DayRange {
  return { from: day, to: day };
}

/** null for a day that no calendar has. `month` is counted from 1. */
function dayOf(year: number, month: number, day: number): string | null {
  const made = new Date(Date.UTC(year, month - 1, day));
  const same = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  return same && year >= 1000 && year <= 9999 ? made.toISOString().slice(0, 10) : null;
}
