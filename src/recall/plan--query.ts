/** Query: what somebody asks: the words to search, the names in it, the days it speaks of, and what kind of answer it wants. */

import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { Explained } from "./answer.js";
import { type Intent, intentOf } from "./plan--query-intent.js";
import { termsOf } from "./words/terms.js";
import { rangeOf, timesIn } from "./words/time-read--time.js";
import type { DayRange } from "./words/time-read--time-days.js";
import { entitiesIn } from "./words/typo.js";

export interface Query {
  /** As it was asked, white space trimmed. */
  readonly asked: string;
  /** What the index is asked: without the words that measure a time from today, unless there are no others. */
  readonly text: string;
  readonly intent: Intent;
  /** Names, phrases in quotes and identifiers, as they were written. */
  readonly entities: readonly string[];
  /** The days it speaks of; null where it names none. */
  readonly days: DayRange | null;
}

/** `Degraded.what` of a question whose quotes stand nowhere: the search was whole, and asked for less than was meant. */
export const quotedWords = "words in quotes";

/** `today`, as `YYYY-MM-DD`, decides what “yesterday” is. A question that nothing could answer is malformed, and says why. */
export function parseQuery(asked: string, today: string): Result<Query, Explained> {
  const text = asked.trim();
  const wrong = unfit(text);
  if (wrong !== null) return err(wrong);
  const times = timesIn(text, today);
  let searched = "";
  let from = 0;
  for (const { relative, start, end } of times) {
    if (!relative || start < from) continue;
    searched += `${text.slice(from, start)} `;
    from = end;
  }
  searched = (searched + text.slice(from)).trim();
  return ok({
    asked: text,
    text: saysSomething(searched) ? searched : text,
    intent: intentOf(text),
    entities: entitiesIn(text, times),
    days: rangeOf(times),
  });
}

function unfit(text: string): Explained | null {
  if (text === "")
    return {
      says: "The question is empty; words were expected.",
      hint: 'For example: pagefile recall "morning flights"',
    };
  if (text.length > limits.recallQueryCharsMax) {
    const says = `The question has ${text.length} characters; at most ${limits.recallQueryCharsMax} are searched.`;
    return { says, hint: "Ask with the few words that matter." };
  }
  if (text.includes("\0"))
    return { says: "The question holds a NUL character; text was expected.", hint: "Ask in plain words." };
  if (termsOf(text).length > 0) return null;
  const says = "The question holds no letter, number or symbol that a page could be found by.";
  return { says, hint: "Ask with a word of what you look for." };
}

function saysSomething(text: string): boolean {
  return termsOf(text).some((term) => !term.stop);
}
