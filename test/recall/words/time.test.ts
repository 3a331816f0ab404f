/** Time: what people write when they mean a day, measured from a day that is given. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeOf, timesIn } from "../../../src/recall/words/time-read.js";
import { isSuperlinear } from "../../support/growth.js";

/** A Saturday. */
const today = "2026-11-21";

function range(text: string): string {
  const found = rangeOf(timesIn(text, today));
  return found === null ? "none" : `${found.from ?? ""}..${found.to ?? ""}`;
}

test.each([
  ["what did I say on 2026-11-20?", "2026-11-20..2026-11-20"],
  ["notes of 2026/11/20", "2026-11-20..2026-11-20"],
  ["Termin am 20.11.2026", "2026-11-20..2026-11-20"],
  ["everything from 2026-02", "2026-02-01..2026-02-28"],
  ["trips in 2024", "2024-01-01..2024-12-31"],
  ["what happened on 7 May 2023?", "2023-05-07..2023-05-07"],
  ["the meeting on November 20th, 2025", "2025-11-20..2025-11-20"],
  ["in the 3rd of March of 2025", "2025-03-03..2025-03-03"],
  ["what did we ship in May?", "2026-05-01..2026-05-31"],
  ["plans in December", "2025-12-01..2025-12-31"],
  ["on December 3", "2025-12-03..2025-12-03"],
  ["last March", "2026-03-01..2026-03-31"],
  ["on Saturday, December 6", "2025-12-06..2025-12-06"],
  ["on Monday and on 6 December", "2025-12-06..2026-11-16"],
  ["Кого удалили 19 февраля?", "2026-02-19..2026-02-19"],
  ["Co oglądaliśmy w sobotę 6 grudnia?", "2025-12-06..2025-12-06"],
  ["O que fizemos em 3 de março?", "2026-03-03..2026-03-03"],
  ["Che cosa è successo il 5 maggio?", "2026-05-05..2026-05-05"],
  ["what did I do in week 50 of 2021?", "2021-12-13..2021-12-19"],
  ["my plan for 2021-W50", "2021-12-13..2021-12-19"],
  ["Was stand in KW 47 an?", "2026-11-16..2026-11-22"],
  ["Was stand in KW50 an?", "2025-12-08..2025-12-14"],
  ["die Woche 53 2020", "2020-12-28..2021-01-03"],
  ["the week 53 of 2021", "2021-01-01..2021-12-31"],
  ["what comes in week 3 of the course?", "none"],
  ["Wallbox mit 11 kW 3 Phasen", "none"],
  ["the W12 of that car", "none"],
])("explicit: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["what did Maria do last weekend before April 10, 2023?", "2023-04-08..2023-04-09"],
  ["the weekend before Sunday, 9 April 2023", "2023-04-01..2023-04-02"],
  ["the weekend after 8 April 2023", "2023-04-15..2023-04-16"],
  ["the Friday before 20 May 2026", "2026-05-15..2026-05-15"],
  ["the first Friday after 15 May 2026", "2026-05-22..2026-05-22"],
  ["two days before 3 May 2026", "2026-05-01..2026-05-01"],
  ["during the two weeks before 15 May 2026", "2026-05-01..2026-05-14"],
  ["3 weeks after 1 May 2026", "2026-05-19..2026-05-25"],
  ["die Woche vor dem 3. August 2026", "2026-07-27..2026-08-02"],
  ["am Wochenende vor dem 10. April 2023", "2023-04-08..2023-04-09"],
  ["le week-end avant le 10 avril 2023", "2023-04-08..2023-04-09"],
  ["el viernes antes del 20 de mayo de 2026", "2026-05-15..2026-05-15"],
  ["before May 3", "..2026-05-02"],
])("beside a day: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["what did I do today", "2026-11-21..2026-11-21"],
  ["the call yesterday", "2026-11-20..2026-11-20"],
  ["the day before yesterday", "2026-11-19..2026-11-19"],
  ["this week", "2026-11-16..2026-11-22"],
  ["last week's deploys", "2026-11-09..2026-11-15"],
  ["last month", "2026-10-01..2026-10-31"],
  ["last quarter", "2026-07-01..2026-09-30"],
  ["last year", "2025-01-01..2025-12-31"],
  ["last weekend", "2026-11-14..2026-11-15"],
  ["last Friday", "2026-11-20..2026-11-20"],
  ["last Saturday", "2026-11-14..2026-11-14"],
  ["on Monday", "2026-11-16..2026-11-16"],
  ["3 days ago", "2026-11-18..2026-11-18"],
  ["two weeks ago", "2026-11-02..2026-11-08"],
  ["a couple of months ago", "2026-09-01..2026-09-30"],
  ["in the past 3 days", "2026-11-18..2026-11-21"],
  ["last night", "2026-11-20..2026-11-21"],
  ["was war gestern", "2026-11-20..2026-11-20"],
  ["Что было вчера?", "2026-11-20..2026-11-20"],
  ["co robiliśmy wczoraj", "2026-11-20..2026-11-20"],
  ["letzte Woche", "2026-11-09..2026-11-15"],
  ["vor zwei Wochen", "2026-11-02..2026-11-08"],
  ["昨天的会议", "2026-11-20..2026-11-20"],
  ["上周做了什么", "2026-11-09..2026-11-15"],
  ["先月の旅行", "2026-10-01..2026-10-31"],
  ["3天前", "2026-11-18..2026-11-18"],
  ["2026年11月20日の会議", "2026-11-20..2026-11-20"],
  ["2025年11月", "2025-11-01..2025-11-30"],
])("relative: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["since May", "2026-05-01.."],
  ["before 2026-03-01", "..2026-02-28"],
  ["after last month", "2026-11-01.."],
  ["until yesterday", "..2026-11-20"],
  ["between March 2026 and May 2026", "2026-03-01..2026-05-31"],
  ["from Monday to Wednesday", "2026-11-16..2026-11-18"],
  ["since March, before July 2026", "2026-03-01..2026-06-30"],
])("sides: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["between 10 and 20 September", "2026-09-10..2026-09-20"],
  ["what happened between 10 and 20 December?", "2025-12-10..2025-12-20"],
  ["from 3 to 5 May 2024", "2024-05-03..2024-05-05"],
  ["from May 3 to 5", "2026-05-03..2026-05-05"],
  ["May 3-5, 2024", "2024-05-03..2024-05-05"],
  ["10-20 September", "2026-09-10..2026-09-20"],
  ["from 28 August to 3 September", "2026-08-28..2026-09-03"],
  ["from 20 December to 5 January", "2025-12-20..2026-01-05"],
  ["between 15 and 30 November", "2026-11-15..2026-11-30"],
  ["between March and May", "2026-03-01..2026-05-31"],
  ["between 2023 and 2024", "2023-01-01..2024-12-31"],
  ["from Friday to Monday", "2026-11-13..2026-11-16"],
  ["10.–20. September", "2026-09-10..2026-09-20"],
  ["vom 10. bis 20. September", "2026-09-10..2026-09-20"],
  ["zwischen dem 10. und dem 20. September 2025", "2025-09-10..2025-09-20"],
  ["entre le 10 et le 20 septembre", "2026-09-10..2026-09-20"],
  ["du 10 au 20 septembre", "2026-09-10..2026-09-20"],
  ["del 10 al 20 de septiembre", "2026-09-10..2026-09-20"],
  ["entre el 3 y el 5 de mayo de 2024", "2024-05-03..2024-05-05"],
  ["9月10日から20日", "2026-09-10..2026-09-20"],
  ["9月10日から20日までの会議", "2026-09-10..2026-09-20"],
  ["9月10日到20日", "2026-09-10..2026-09-20"],
  ["从9月10号到10月2号", "2026-09-10..2026-10-02"],
  ["2025年12月28日～1月3日", "2025-12-28..2026-01-03"],
])("ranges: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["first week of September", "2026-09-01..2026-09-07"],
  ["the second week of September 2025", "2025-09-08..2025-09-14"],
  ["in the last week of September", "2026-09-24..2026-09-30"],
  ["second half of February", "2026-02-16..2026-02-28"],
  ["early May", "2026-05-01..2026-05-10"],
  ["mid-May", "2026-05-11..2026-05-20"],
  ["late November", "2026-11-21..2026-11-30"],
  ["late December", "2025-12-21..2025-12-31"],
  ["at the end of last month", "2026-10-21..2026-10-31"],
  ["early 2024", "2024-01-01..2024-04-30"],
  ["the week of 5 May", "2026-05-04..2026-05-10"],
  ["Anfang Mai", "2026-05-01..2026-05-10"],
  ["Mitte Mai 2024", "2024-05-11..2024-05-20"],
  ["Ende Mai", "2026-05-21..2026-05-31"],
  ["in der ersten Woche im September", "2026-09-01..2026-09-07"],
  ["début mai", "2026-05-01..2026-05-10"],
  ["fin mai 2024", "2024-05-21..2024-05-31"],
  ["la première semaine de septembre", "2026-09-01..2026-09-07"],
  ["a principios de mayo", "2026-05-01..2026-05-10"],
  ["a finales de mayo", "2026-05-21..2026-05-31"],
  ["la primera semana de septiembre", "2026-09-01..2026-09-07"],
  ["5月上旬", "2026-05-01..2026-05-10"],
  ["5月中旬的会议", "2026-05-11..2026-05-20"],
  ["9月第一周", "2026-09-01..2026-09-07"],
  ["上个月底", "2026-10-21..2026-10-31"],
  ["月初", "2026-11-01..2026-11-10"],
  ["先月末", "2026-10-21..2026-10-31"],
  ["9月の最後の週", "2026-09-24..2026-09-30"],
])("parts: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  ["qu'avons-nous fait hier", "2026-11-20..2026-11-20"],
  ["avant-hier", "2026-11-19..2026-11-19"],
  ["aujourd'hui", "2026-11-21..2026-11-21"],
  ["la semaine dernière", "2026-11-09..2026-11-15"],
  ["mardi dernier", "2026-11-17..2026-11-17"],
  ["il y a trois jours", "2026-11-18..2026-11-18"],
  ["ces 3 derniers jours", "2026-11-18..2026-11-21"],
  ["le 1er mars 2026", "2026-03-01..2026-03-01"],
  ["en mai", "2026-05-01..2026-05-31"],
  ["au mois de mai", "2026-05-01..2026-05-31"],
  ["le week-end dernier", "2026-11-14..2026-11-15"],
  ["ayer", "2026-11-20..2026-11-20"],
  ["el martes pasado", "2026-11-17..2026-11-17"],
  ["la semana pasada", "2026-11-09..2026-11-15"],
  ["hace dos semanas", "2026-11-02..2026-11-08"],
  ["el 5 de mayo de 2024", "2024-05-05..2024-05-05"],
  ["en enero", "2026-01-01..2026-01-31"],
  ["letzten Dienstag", "2026-11-17..2026-11-17"],
  ["am Dienstag letzter Woche", "2026-11-10..2026-11-10"],
  ["last Tuesday", "2026-11-17..2026-11-17"],
  ["上周二", "2026-11-10..2026-11-10"],
  ["三天前", "2026-11-18..2026-11-18"],
  ["先週の火曜日", "2026-11-10..2026-11-10"],
  ["depuis le 5 mai", "2026-05-05.."],
  ["vor dem 5. Mai", "..2026-05-04"],
  ["antes del 5 de mayo", "..2026-05-04"],
  ["desde marzo", "2026-03-01.."],
  ["before 5 May", "..2026-05-04"],
  ["since March", "2026-03-01.."],
  ["5月5日以降", "2026-05-05.."],
  ["5月5日之前", "..2026-05-04"],
])("in other words: %s", (text, wanted) => {
  expect(range(text)).toBe(wanted);
});

test.each([
  "we may need a port 2048",
  "wer war hier",
  "between 10 and 20 users",
  "en sept jours",
  "every Monday",
  "fin de semana",
  "el mar y la playa",
  "from 3 to 5 people",
  "when did the work start in the cellar",
  "第一次",
  "the march of progress",
  "version 1.2.3",
  "after the review",
  "a week of rest",
  "seat 12",
  "2026-02-31",
  "",
])("no time: %s", (text) => {
  expect(range(text)).toBe("none");
});

test("a time keeps its place, and whether it is measured from today", () => {
  const text = "deploys last week and on 2026-11-20";
  const told = timesIn(text, today).map(({ start, end, relative }) => [text.slice(start, end), relative]);
  expect(told).toEqual([
    ["last week", true],
    ["on 2026-11-20", false],
  ]);
});

test("any text gives ranges of real days, in order, and takes no longer for repeating itself", () => {
  const word = fc.constantFrom(
    "last",
    "the",
    "May",
    "of",
    "3",
    "weeks",
    "ago",
    "since",
    "2026",
    "and",
    "20th",
    "前",
    "2026年",
    "x",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      for (const { range, start, end } of timesIn(words.join(" "), today)) {
        expect(start).toBeLessThan(end);
        for (const day of [range.from, range.to])
          if (day !== null) expect(new Date(Date.parse(day)).toISOString().slice(0, 10)).toBe(day);
        if (range.from !== null && range.to !== null && words.every((one) => one !== "and"))
          expect(range.from <= range.to).toBe(true);
      }
    }),
  );
  expect(isSuperlinear((text) => timesIn(text, today), "the ", 65_536, 8_192)).toBe(false);
});
