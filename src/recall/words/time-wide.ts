/**
 * TimeWide: days as Chinese and Japanese name them, where no spaces part the words: the longest word that fits decides, and what stands behind a time
 * says its part, the end of a range, or the side that stays open.
 */

import { addDays } from "../../base/ids.js";
import {
  type DateParts,
  type DayRange,
  lastWeekday,
  oneDay,
  partOf,
  type Span,
  type SpanPart,
  spanBetween,
  spanOf,
  type Unit,
  unitBack,
} from "./calendar.js";

export interface WideTime {
  readonly range: DayRange;
  readonly end: number;
}

/** The time that begins at `at`; null where none does. */
export function wideTimeAt(text: string, at: number, today: string): WideTime | null {
  const time = relativeAt(text, at, today) ?? agoAt(text, at, today) ?? rangeAt(text, at, today);
  return time === null ? null : withSide(text, time);
}

const units: readonly (readonly [unit: Unit, back: number, words: string])[] = [
  ["day", 2, "前天 一昨日 おととい"],
  ["day", 1, "昨天 昨晚 昨日"],
  ["day", 0, "今天 今晚 今日"],
  ["week", 2, "上上周 先々週"],
  ["week", 1, "上个星期 上個星期 上个礼拜 上星期 上礼拜 上周 上週 先週"],
  ["week", 0, "这个星期 这星期 这周 這週 本周 本週 今週"],
  ["month", 1, "上个月 上個月 先月"],
  ["month", 0, "这个月 這個月 本月 今月"],
  ["year", 2, "前年"],
  ["year", 1, "去年 昨年"],
  ["year", 0, "今年"],
];

const relativeWords = longestFirst(
  units.flatMap(([unit, back, words]) => words.split(" ").map((word) => [word, { unit, back }] as const)),
);

const weekendWords = longestFirst([
  ["上个周末", 1],
  ["上周末", 1],
  ["先週末", 1],
  ["这个周末", 0],
  ["这周末", 0],
  ["今週末", 0],
  ["周末", 0],
  ["週末", 0],
] as const);

/** Behind a week that was named, or alone: the day of that name. */
const weekdayMarks = "一二三四五六日";
const weekdayMarksJapanese = "月火水木金土日";

function relativeAt(text: string, at: number, today: string): WideTime | null {
  const recent = text.startsWith("最近", at) && !text.startsWith("最近一次", at) && !text.startsWith("最近の", at);
  if (recent) return { range: { from: addDays(today, -14), to: today }, end: at + 2 };
  const free = wordAt(text, at, weekendWords);
  if (free !== null) return { range: unitBack(today, "weekend", free.value), end: free.end };
  const word = wordAt(text, at, relativeWords);
  if (word === null) return weekdayAt(text, at, today);
  const { unit, back } = word.value;
  const range = unitBack(today, unit, back);
  const day = unit === "week" ? dayOfWeek(text, word.end) : null;
  if (day !== null) return { range: oneDay(addDays(range.from, day.value)), end: day.end };
  return withPart(text, { range, end: word.end });
}

/** `周二`, `星期二`, `火曜日` alone are the last one that has come. */
function weekdayAt(text: string, at: number, today: string): WideTime | null {
  const lead = ["星期", "礼拜", "周", "週"].find((word) => text.startsWith(word, at));
  if (lead === undefined && text.charAt(at + 1) !== "曜") return null;
  if (["每", "毎"].includes(text.charAt(at - 1))) return null;
  const day = dayOfWeek(text, at + (lead?.length ?? 0));
  return day === null ? null : { range: oneDay(lastWeekday(today, day.value + 1, 0)), end: day.end };
}

/** 0 for Monday. */
function dayOfWeek(text: string, from: number): Counted | null {
  const at = text.charAt(from) === "の" ? from + 1 : from;
  if (text.charAt(at + 1) === "曜") {
    const value = weekdayMarksJapanese.indexOf(text.charAt(at));
    return value < 0 ? null : { value, end: text.charAt(at + 2) === "日" ? at + 3 : at + 2 };
  }
  const char = text.charAt(at) === "天" ? "日" : text.charAt(at);
  const value = char === "" ? -1 : weekdayMarks.indexOf(char);
  return value < 0 || at !== from ? null : { value, end: at + 1 };
}

/** Behind a number: `三天前`, `3日前`. */
const agoUnits: readonly (readonly [suffix: string, unit: Unit])[] = [
  ["天前", "day"],
  ["天之前", "day"],
  ["日前", "day"],
  ["周前", "week"],
  ["个星期前", "week"],
  ["週間前", "week"],
  ["个月前", "month"],
  ["個月前", "month"],
  ["か月前", "month"],
  ["ヶ月前", "month"],
  ["年前", "year"],
];

function agoAt(text: string, at: number, today: string): WideTime | null {
  const number = numberAt(text, at);
  if (number === null) return null;
  for (const [suffix, unit] of agoUnits) {
    if (text.startsWith(suffix, number.end) && number.value <= 1000)
      return { range: unitBack(today, unit, number.value), end: number.end + suffix.length };
  }
  return null;
}

interface Dated extends DateParts {
  readonly end: number;
}

/** `2026年11月20日`, `2026年11月`, `2026年`, `11月20日`; with `bare` also `20日`, and its number alone before a sign for “to”. */
function dateAt(text: string, at: number, bare: boolean): Dated | null {
  const first = numberAt(text, at);
  if (first === null) return null;
  if (text.charAt(first.end) === "年" && first.value >= 1000 && first.value <= 9999) {
    const date = monthDayAt(text, numberAt(text, first.end + 1));
    return date === null
      ? { year: first.value, month: null, day: null, end: first.end + 1 }
      : { ...date, year: first.value };
  }
  const date = monthDayAt(text, first);
  if (date !== null) return date;
  const isDay = bare && first.value >= 1 && first.value <= 31 && isDayMark(text.charAt(first.end));
  return isDay ? { year: null, month: null, day: first.value, end: first.end + 1 } : null;
}

function monthDayAt(text: string, month: Counted | null): Dated | null {
  if (month === null || text.charAt(month.end) !== "月" || month.value < 1 || month.value > 12) return null;
  const day = numberAt(text, month.end + 1);
  const marked = day !== null && isDayMark(text.charAt(day.end));
  if (day !== null && day.value >= 1 && day.value <= 31 && (marked || linkAt(text, day.end) !== null))
    return { year: null, month: month.value, day: day.value, end: marked ? day.end + 1 : day.end };
  return { year: null, month: month.value, day: null, end: month.end + 1 };
}

function isDayMark(char: string): boolean {
  return char === "日" || char === "号" || char === "號";
}

const links = ["から", "到", "至", "～", "〜", "~", "-", "–", "—"];

/** The place behind a word or sign for “to”; null where none stands there. */
function linkAt(text: string, at: number): number | null {
  const from = text.charAt(at) === " " ? at + 1 : at;
  const link = links.find((word) => text.startsWith(word, from));
  if (link === undefined) return null;
  const end = from + link.length;
  return text.charAt(end) === " " ? end + 1 : end;
}

/** `9月10日から20日まで`, `9月10号到20号`, `9月10-20日`, `5月上旬`; or one date. */
function rangeAt(text: string, at: number, today: string): WideTime | null {
  const first = dateAt(text, at, false);
  if (first === null) return text.charAt(at) === "月" ? bareMonthPart(text, at, today) : bareThird(text, at, today);
  const link = linkAt(text, first.end);
  const last = link === null ? null : dateAt(text, link, first.day !== null);
  const between = last === null ? null : spanBetween(first, last, today);
  if (last !== null && between !== null) return { range: between, end: last.end };
  const span = spanOf(first, today);
  if (span === null) {
    const month = spanOf({ ...first, day: null }, today);
    return month === null ? null : { range: month, end: first.end };
  }
  if (first.day !== null) return { range: span, end: first.end };
  return withPart(text, { range: span, end: first.end }, first.year === null ? today : null);
}

const parts = longestFirst(
  (
    [
      [{ by: "third", at: 0 }, "上旬 初め 初旬 初 头 の初め"],
      [{ by: "third", at: 1 }, "中旬 中ごろ 中頃 半ば"],
      [{ by: "third", at: 2 }, "下旬 末 底 終わり"],
      [{ by: "week", at: 0 }, "第一周 第1周 第一个星期 第一週 第1週 最初の週"],
      [{ by: "week", at: 1 }, "第二周 第2周 第二个星期 第二週 第2週"],
      [{ by: "week", at: 2 }, "第三周 第3周 第三个星期 第三週 第3週"],
      [{ by: "week", at: 3 }, "第四周 第4周 第四个星期 第四週 第4週"],
      [{ by: "week", at: -1 }, "最后一周 最後一週 最后一个星期 最後の週 最終週"],
      [{ by: "half", at: 0 }, "上半月 前半"],
      [{ by: "half", at: 1 }, "下半月 後半"],
    ] as const
  ).flatMap(([part, words]) => words.split(" ").map((word): readonly [string, SpanPart] => [word, part])),
);

/** The part of a month or year that is named behind it. `free`, today, where its year was not named: then it is the latest that has begun. */
function withPart(text: string, time: { range: Span; end: number }, free: string | null = null): WideTime {
  const of = "的の".includes(text.charAt(time.end)) && text.charAt(time.end) !== "" ? time.end + 1 : time.end;
  const part = wordAt(text, of, parts);
  const range = part === null ? null : partBegun(time.range, part.value, free);
  return part === null || range === null ? time : { range, end: part.end };
}

/** `月初` and `月末` without a month are of this one. */
function bareMonthPart(text: string, at: number, today: string): WideTime | null {
  const part = ["初", "末", "底"].includes(text.charAt(at + 1)) ? wordAt(text, at + 1, parts) : null;
  if (part === null || isNumeral(text.charAt(at - 1))) return null;
  return { range: partOf(unitBack(today, "month", 0), part.value)!, end: part.end };
}

function bareThird(text: string, at: number, today: string): WideTime | null {
  const part = ["上旬", "中旬", "下旬"].some((word) => text.startsWith(word, at)) ? wordAt(text, at, parts) : null;
  return part === null ? null : { range: partOf(unitBack(today, "month", 0), part.value)!, end: part.end };
}

const sides = longestFirst(
  (
    [
      ["since", "以来 以降 から 起"],
      ["after", "之后 之後 以后 以後 より後"],
      ["until", "まで 为止"],
      ["before", "之前 以前 より前 前"],
    ] as const
  ).flatMap(([side, words]) => words.split(" ").map((word) => [word, side] as const)),
);

function withSide(text: string, time: WideTime): WideTime {
  const side = wordAt(text, time.end, sides);
  if (side === null) return time;
  const { from, to } = time.range;
  if (side.value === "until" && from !== to) return { range: time.range, end: side.end };
  return { range: sided(time.range, side.value), end: side.end };
}

interface Counted {
  readonly value: number;
  readonly end: number;
}

const numerals = "一二三四五六七八九";

/** Digits, or the numerals up to 99; nothing inside of a longer number. */
function numberAt(text: string, at: number): Counted | null {
  const digit = isDigit(text.charCodeAt(at));
  if (!digit && !isNumeral(text.charAt(at))) return null;
  if (digit ? isDigit(text.charCodeAt(at - 1)) : isNumeral(text.charAt(at - 1))) return null;
  let end = at;
  if (digit) {
    while (end - at < 5 && isDigit(text.charCodeAt(end))) end += 1;
    return { value: Number(text.slice(at, end)), end };
  }
  while (end - at < 3 && isNumeral(text.charAt(end))) end += 1;
  const said = text.slice(at, end);
  const ten = said.indexOf("十");
  if (ten < 0) return said.length === 1 ? { value: numeral(said), end } : null;
  const tens = ten === 0 ? 1 : numeral(said.slice(0, ten));
  const ones = ten === said.length - 1 ? 0 : numeral(said.slice(ten + 1));
  return { value: 10 * tens + ones, end };
}

function numeral(char: string): number {
  return char === "两" ? 2 : numerals.indexOf(char) + 1;
}

function isNumeral(char: string): boolean {
  return char !== "" && (char === "十" || char === "两" || numerals.includes(char));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function wordAt<V>(text: string, at: number, words: Words<V>): { readonly value: V; readonly end: number } | null {
  const char = text.charAt(at);
  for (const [word, value] of words)
    if (word.startsWith(char) && text.startsWith(word, at)) return { value, end: at + word.length };
  return null;
}

type Words<V> = readonly (readonly [word: string, value: V])[];

function longestFirst<V>(words: Words<V>): Words<V> {
  return [...words].sort((a, b) => b[0].length - a[0].length);
}

// Shared: what a time has in every writing.

/** That part of a span; where nobody named its year (`free` is today then) and the part has not begun, that of the year before. */
export function partBegun(span: DayRange, part: SpanPart, free: string | null): Span | null {
  const range = partOf(span, part);
  if (range === null || free === null || range.from <= free) return range;
  const [year, month] = [Number(range.from.slice(0, 4)) - 1, Number(span.from!.slice(5, 7))];
  const before = spanOf({ year, month, day: null }, free);
  return (before === null ? null : partOf(before, part)) ?? range;
}

/** What begins or ends with a span, or lies behind it or before. */
export function sided({ from, to }: DayRange, side: "since" | "until" | "after" | "before"): DayRange {
  return {
    since: { from, to: null },
    until: { from: null, to },
    after: { from: to === null ? null : addDays(to, 1), to: null },
    before: { from: null, to: from === null ? null : addDays(from, -1) },
  }[side];
}
