/** TimeTerms: the words a day is asked for by, and the words that show that a text speaks of time. */

import type { DaySpan } from "../chunk--chunk.js";
import type { Term } from "./terms.js";
import { stem } from "./terms--stem.js";

const months = "january february march april may june july august september october november december".split(" ");

/** `2023-05-08`, `2023-05`, `2023` and `may`, for both ends. */
export function termsOfDay(days: DaySpan): readonly Term[] {
  const texts = new Set<string>();
  for (const day of [days.from, days.to]) {
    if (day === null) continue;
    const month = months[Number(day.slice(5, 7)) - 1];
    for (const text of [day, day.slice(0, 7), day.slice(0, 4)]) texts.add(text);
    if (month !== undefined) texts.add(stem(month));
  }
  return [...texts].map((text) => ({ text, said: text, stop: false, part: false }));
}

/** What speaks of time is data of the language, not of any question. */
const timeWords = new Set(
  [
    ...months,
    ..."monday tuesday wednesday thursday friday saturday sunday".split(" "),
    ..."yesterday today tonight tomorrow last next ago day week weekend month year morning evening recently since".split(
      " ",
    ),
    ..."januar februar marz mai juni juli oktober dezember".split(" "),
    ..."montag dienstag mittwoch donnerstag freitag samstag sonntag gestern heute morgen woche monat jahr tag seit".split(
      " ",
    ),
    ..."昨日 今日 明日 昨天 今天 明天 去年 今年 来年 上周 下周".split(" "),
  ].map(stem),
);

export function speaksOfTime(terms: readonly Term[]): boolean {
  return terms.some(({ text }) => timeWords.has(text) || (isYear(text.slice(0, 4)) && "-".includes(text.charAt(4))));
}

const askingWords = new Set("when date day month year since until wann datum quand cuando 何时 いつ".split(" "));

/** Whether a question is after a time; of folded words, stop words too. */
export function asksForTime(words: readonly string[]): boolean {
  return words.some((word) => askingWords.has(word)) || words.join("").includes("什么时");
}

function isYear(text: string): boolean {
  return (text.startsWith("19") || text.startsWith("20")) && !Number.isNaN(Number(text));
}
