/** Query: what a question is understood as. */

import { expect, test } from "vitest";
import { intentOf, parseQuery, type Query } from "../../src/recall/plan.js";

const today = "2026-11-21";

function parsed(text: string): Query {
  const query = parseQuery(text, today);
  if (!query.ok) throw new Error(query.error.says);
  return query.value;
}

test.each([
  ["aisle seat", "lookup"],
  ["what is the seat rule?", "fact"],
  ["when did Alice visit?", "event"],
  ["what did we decide last time", "event"],
  ["what did we decide about hotels?", "decision"],
  ["when did we decide on hotels?", "event"],
  ["which hotel was chosen", "decision"],
  ["did we book the hotel?", "event"],
  ["wann wurde das entschieden", "event"],
  ["我们决定住哪家酒店", "decision"],
  ["why did we choose REST", "why"],
  ["how do I deploy the site", "how"],
  ["which seat do I prefer", "preference"],
  ["what are we working on right now", "state"],
  ["my average heart rate yesterday", "measure"],
  ["warum haben wir REST gewählt", "why"],
  ["昨天的心率是多少", "measure"],
  ["我喜欢什么座位", "preference"],
  ["src/recall/plan.ts", "lookup"],
  // A cue inside a longer word is none.
  ["likelihood table", "lookup"],
])("%s: %s", (text, intent) => {
  expect(intentOf(text)).toBe(intent);
});

test.each([
  ["When did Alice meet Bob Stone in Lisbon?", ["Alice", "Bob Stone", "Lisbon"]],
  ["what does `parseQuery` in src/recall/query.ts do", ["parseQuery", "src/recall/query.ts"]],
  ['the phrase "morning flights" and “aisle seat”', ["morning flights", "aisle seat"]],
  ["max_tokens, v2 and ada@example.org", ["max_tokens", "v2", "ada@example.org"]],
  ["Where is Ann's bike? Ann knows.", ["Ann"]],
  ["in May 2026 we met Eve", ["Eve"]],
  ["what about it", []],
  ['an unclosed "quote stays text', []],
])("names in %s", (text, wanted) => {
  expect(parsed(text).entities).toEqual(wanted);
});

test("what was read as a time is not looked for in pages, but its month, year and unit, and only where it was read so", () => {
  expect(parsed("deploys last week").text).toBe("deploys");
  expect(parsed("deploys last week").days).toEqual({ from: "2026-11-09", to: "2026-11-15" });
  expect(parsed("deploys on 2026-11-12").text).toBe("deploys");
  expect(parsed("20 crates between 10 and 20 September").text).toBe("20 crates  September");
  expect(parsed("20 crates for 10 people").text).toBe("20 crates for 10 people");
  expect(parsed("first week of September 2025").text).toBe("week September 2025");
});

test.each([
  ["when did we first meet Bob?", "first"],
  ["the last time the pump failed", "latest"],
  ["most recent release", "latest"],
  ["when did we last meet in May?", "latest"],
  ["Wann waren wir zum ersten Mal dort?", "first"],
  ["la dernière fois", "latest"],
  ["la primera vez en Lisboa", "first"],
  ["上次去医院", "latest"],
  ["初めて会ったのはいつ", "first"],
  ["what happened in the first week of September?", null],
  ["when was the call last week?", null],
  ["the last page of the contract", null],
  ["her first name", null],
])("the order that %s asks for is %s", (text, order) => {
  expect(parsed(text).order).toBe(order);
});

test("the name of a day alone is looked for with the day", () => {
  expect(parsed("yesterday").text).toBe("yesterday 2026-11-20");
});

test.each(["what about yesterday", "what happened yesterday?", "was haben wir gestern gemacht?"])(
  "%s asks for the day itself, by the name that a log has",
  (text) => expect(parsed(text).text).toBe("2026-11-20"),
);

test.each([
  "what did we do on 26 January 2025?",
  "was haben wir am 26. Januar 2025 gemacht?",
  "qu'avons-nous fait le 26 janvier 2025 ?",
  "¿qué hicimos el 26 de enero de 2025?",
  "o que fizemos em 26 de janeiro de 2025?",
  "cosa abbiamo fatto il 26 gennaio 2025?",
  "co zrobiliśmy 26 stycznia 2025?",
  "что сделали 26 января 2025?",
  "что мы делали 26 января 2025?",
  "2025年1月26日に何をしましたか",
])("%s asks for nothing but the day", (text) => {
  expect(parsed(text)).toMatchObject({ isOfDays: true, text: expect.stringMatching(/^2025-01-26/) });
});

test.each([
  "what did Carla do on 26 January 2025?",
  "what did we decide on 26 January 2025?",
  "что решили 26 января 2025?",
  "what did we do in 2025?",
  "what did we do in June?",
  "was haben wir im Juni gemacht?",
  "the first week of June 2026",
])("%s asks for more than a day, or names it by a word that pages have, too", (text) => {
  expect(parsed(text).isOfDays).toBe(false);
});

test.each([
  ["what is on 26 December?", "2026-12-26"],
  ["what's on the 26th of December?", "2026-12-26"],
  ["when is the dentist on 12 March?", "2027-03-12"],
  ["what's planned for March 12?", "2027-03-12"],
  ["upcoming flights on 3 May", "2027-05-03"],
  ["what will we do on 20 November?", "2027-11-20"],
  ["do we have anything on 26 December?", "2026-12-26"],
  ["is the party on 21 November?", "2026-11-21"],
  ["was steht am 26. Dezember an?", "2026-12-26"],
  ["was ist am 26. Dezember?", "2026-12-26"],
  ["qu'est-ce qui est prévu le 26 décembre ?", "2026-12-26"],
  ["¿qué hay el 26 de diciembre?", "2026-12-26"],
  ["o que temos em 26 de dezembro?", "2026-12-26"],
  ["cosa c'è il 26 dicembre?", "2026-12-26"],
  ["что будет 26 декабря?", "2026-12-26"],
  ["12月26日有什么安排？", "2026-12-26"],
  ["what is on 26 December 2025?", "2025-12-26"],
])("a day without a year is the next one where it is of what comes: %s", (text, day) => {
  expect(parsed(text).days).toEqual({ from: day, to: day });
});

test.each([
  ["what did we do on 26 December?", "2025-12-26"],
  ["what was planned for 26 December?", "2025-12-26"],
  ["was the dentist on 12 March?", "2026-03-12"],
  ["what happened on 26 December?", "2025-12-26"],
  ["was war am 26. Dezember?", "2025-12-26"],
  ["was haben wir am 26. Dezember gemacht?", "2025-12-26"],
  ["qu'avons-nous fait le 26 décembre ?", "2025-12-26"],
  ["¿qué hicimos el 26 de diciembre?", "2025-12-26"],
  ["что мы делали 26 декабря?", "2025-12-26"],
])("and the last one where it is of what was: %s", (text, day) => {
  expect(parsed(text)).toMatchObject({ days: { from: day, to: day }, yearless: [day] });
});

test("a day without a year is either where nothing says which, and its number is looked for beside its month", () => {
  const found = parsed("flights 26 December");
  expect(found.days).toEqual({ from: "2025-12-26", to: "2025-12-26" });
  expect(found.yearless).toEqual(["2025-12-26", "2026-12-26"]);
  expect(found.text).toMatch(/^flights +26 December$/);
  expect(parsed("what happened on 26 December?").text).toBe("2025-12-26 December");
});

test.each(["🚀", "日本", "C++", "é"])("%s alone is a question", (text) => {
  expect(parseQuery(text, today).ok).toBe(true);
});

test.each(["", "   ", "…", "a\0b", "x".repeat(2001)])("what nothing can answer is malformed", (text) => {
  const query = parseQuery(text, today);
  expect(query.ok).toBe(false);
  if (!query.ok) expect(query.error.hint).not.toBe("");
});
