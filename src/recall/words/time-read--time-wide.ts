/** TimeWide: days as Chinese and Japanese name them, where no spaces part the words. */

import { type DayRange, dayOf } from "./time-read--time-days.js";
import { months, type Unit, unitBack } from "./time-read--time-spans.js";

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

export interface WideTime {
  readonly range: DayRange;
  readonly end: number;
}

/** The time that begins at `at`; null where none does. */
export function wideTimeAt(text: string, at: number, today: string): WideTime | null {
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
