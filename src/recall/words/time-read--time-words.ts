/** TimeWords: how people name days, in English and German: words as data, read by `time`. */

import type { Unit } from "./time-read--time-spans.js";

/** Month counted from 1, by name; `may`, `march`, `mai`, `sept` and their like are told apart from other words by what stands beside them. */
export const monthNames: ReadonlyMap<string, number> = numbered([
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
export const ambiguousMonths: ReadonlySet<string> = new Set(["may", "march", "mar", "jan", "dec", "jun", "sep"]);

/** Monday is 1. */
export const weekdayNames: ReadonlyMap<string, number> = numbered([
  ["monday", "mondays", "montag"],
  ["tuesday", "tuesdays", "dienstag"],
  ["wednesday", "wednesdays", "mittwoch"],
  ["thursday", "thursdays", "donnerstag"],
  ["friday", "fridays", "freitag"],
  ["saturday", "saturdays", "samstag", "sonnabend"],
  ["sunday", "sundays", "sonntag"],
]);

/** Days back from today. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tonight", 0],
  ["yesterday", 1],
  ["heute", 0],
  ["gestern", 1],
  ["vorgestern", 2],
]);

export const unitNames: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...(["day", "days", "tag", "tage", "tagen"] as const).map((name) => [name, "day"] as const),
  ...(["week", "weeks", "woche", "wochen"] as const).map((name) => [name, "week"] as const),
  ...(["month", "months", "monat", "monate", "monaten", "monats"] as const).map((name) => [name, "month"] as const),
  ...(["quarter", "quarters", "quartal"] as const).map((name) => [name, "quarter"] as const),
  ...(["year", "years", "jahr", "jahre", "jahren", "jahres"] as const).map((name) => [name, "year"] as const),
]);

/** Units back that a word before a unit means: `last week`, `this month`. */
export const backWords: ReadonlyMap<string, number> = new Map([
  ...["last", "previous", "past", "letzte", "letzten", "letzter", "letztes", "vorige", "vorigen", "voriges"].map(
    (word) => [word, 1] as const,
  ),
  ...["vergangene", "vergangenen", "vergangenes"].map((word) => [word, 1] as const),
  ...["this", "current", "diese", "diesen", "dieser", "dieses"].map((word) => [word, 0] as const),
]);

/** Numbers that are written as words. */
export const numberWords: ReadonlyMap<string, number> = numbered([
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
export const sideWords: ReadonlyMap<string, "since" | "until" | "after" | "before"> = new Map([
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
export const leadWords: ReadonlySet<string> = new Set(
  "in on during of at im am from around about early mid late vom von den dem der the".split(" "),
);

function numbered(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
}
