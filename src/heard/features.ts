/**
 * Features: what a clause shows of its kind, as names: the signs it has, its form, its length, and how it stands to the turn before it.
 *
 * A feature is a class of words or a form and never a word, so that a clause about anything is told by the same ones. What each speaks for
 * stands in `weights.ts`, which was fitted to them: a feature that is changed here says something else there until it is fitted again.
 */

import { addForms, isDenial, isNamed } from "./form.js";
import { ownWordsOf, type Span } from "./own-words.js";
import { type Hit, hitsIn, quoted, type Reading, readingOf, type Sign, type Word, wordsIn } from "./sign.js";

export interface Context {
  readonly prompt: string;
  /** The prompt with its gaps and quotations marked. */
  readonly text: string;
  readonly reading: Reading;
  readonly turn: Turn | null;
  /** Whether nothing was said before it. */
  readonly isOnly: boolean;
}

/** `before` is the agent's turn before the prompt. */
export function contextOf(prompt: string, before: string | null): Context {
  const { text } = ownWordsOf(prompt);
  const turn = before === null ? null : turnOf(before);
  return { prompt, text, reading: readingOf(text), turn, isOnly: true };
}

/** The agent's turn before, as far as a person answers it. */
interface Turn {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly asks: boolean;
}

const turnCharsMax = 4_000;

function turnOf(before: string): Turn {
  const text = before.length > turnCharsMax ? before.slice(-turnCharsMax) : before;
  const said = text.match(wordLike) ?? [];
  return {
    text,
    words: new Set(said.map((word) => word.toLowerCase())),
    asks: /[?？]\s*$/.test(text.slice(-200).trimEnd()) || /[?？]/.test(text.slice(-300)),
  };
}

const wordLike =
  /[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+/g;

const clauseCharsMax = 1_500;

export function featuresOf(
  context: Context,
  span: Span,
  stop: string,
): { features: Set<string>; hits: readonly Hit[]; words: readonly Word[] } {
  const clause = context.text.slice(span.start, Math.min(span.end, span.start + clauseCharsMax));
  const bounds = { start: span.start, end: span.start + clause.length };
  const words = wordsIn(context.reading, bounds);
  const hits = hitsIn(context.reading, bounds);
  const features = new Set<string>(["bias"]);
  const denies = isDenial(clause, words);
  if (denies) features.add("denies");
  for (const { sign, isFirst, start } of hits) {
    // The “no” that answers bans nothing.
    if (denies && start < span.start + denialFront && ambiguous.has(sign)) continue;
    // “As I said” reports nobody else.
    if (sign === "reports" && firstPersons.has(words.findLast(({ end }) => end <= start)?.said ?? "")) continue;
    // “Pull requests go …” is about what looks like an order.
    if (orderly.has(sign) && isNamed(words.filter((word) => word.start >= start).map((word) => word.said))) continue;
    features.add(sign);
    if (isFirst) features.add(`${sign}First`);
  }
  const isSpaced = !/[\u3040-\u9fff]/.test(clause);
  const perWord = /[\u3041-\u30ff]/.test(clause) ? 2.5 : 1.7;
  const size = isSpaced ? words.length : Math.ceil(clause.length / perWord);
  if (!isSpaced) features.add("unspaced");
  if (stop === "?") features.add("asked");
  if (stop === "!") features.add("exclaims");
  if (size <= 2) features.add("tiny");
  else if (size <= 4) features.add("brief");
  if (size > 16) features.add("long");
  if (words.some(({ isOpaque }) => isOpaque)) features.add("code");
  if (clause.includes(quoted)) features.add("quote");
  if (/\d/.test(clause)) features.add("number");
  if (/→|⇒|->|=>/.test(clause)) features.add("arrow");
  if (/,\s|，|、/.test(clause)) features.add("comma");
  if (/[:：]/.test(clause)) features.add("colon");
  const isGerman = context.reading.languages.includes("de");
  if (!isGerman && /[a-zà-öø-ÿ][,']? [A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]/.test(clause)) features.add("name");
  addForms(features, { typed: clause.slice(0, formCharsMax), words, isSpaced, isGerman });
  settleNow(features, hits);
  for (const [one, other] of together) if (features.has(one) && features.has(other)) features.add(`${one}+${other}`);
  if (context.turn !== null) addTurn(features, context.turn, clause, context.isOnly);
  return { features, hits, words };
}

/** A “now” that says that something changed orders nothing. */
function settleNow(features: Set<string>, hits: readonly Hit[]): void {
  const isNow = hits.every(({ sign, said }) => sign !== "once" || nows.has(said.toLowerCase()));
  if (!isNow || !features.has("once") || orders.some((one) => features.has(one))) return;
  if (stated.some((one) => features.has(one))) for (const one of ["once", "onceFirst"]) features.delete(one);
}

const nows: ReadonlySet<string> = new Set(["now", "jetzt", "maintenant", "ahora", "agora", "现在", "今", "今は"]);
const orders = ["tasksFirst", "requestsFirst", "commandForm", "imperativeForm", "infinitiveEnd", "teEnd"];
const stated = ["states", "thirdForm", "passiveForm", "plural", "musts", "definite"];

/** So near to the front is what a denial begins with. */
const denialFront = 6;
const orderly: ReadonlySet<Sign> = new Set(["tasks", "habits"]);
const firstPersons: ReadonlySet<string> = new Set("i we ich wir je j nous yo eu".split(" "));
const ambiguous: ReadonlySet<Sign> = new Set(["bans", "instead", "general", "chats", "asks"]);

/** Signs that mean something else beside each other. */
const together: readonly (readonly [string, string])[] = [
  ["tasksFirst", "once"],
  ["tasksFirst", "standing"],
  ["tasksFirst", "general"],
  ["tasksFirst", "casesFirst"],
  ["requestsFirst", "asked"],
  ["requestsFirst", "asks"],
  ["likes", "cases"],
  ["decides", "ours"],
  ["decides", "states"],
  ["states", "general"],
  ["states", "name"],
  ["bans", "ours"],
  ["general", "definite"],
  ["cases", "standing"],
  ["corrects", "bans"],
  ["tiny", "code"],
  ["musts", "definite"],
  ["musts", "once"],
  ["habitsFirst", "once"],
  ["bansFirst", "once"],
  ["caseBehind", "tasksFirst"],
  ["caseBehind", "habitsFirst"],
  ["casesFirst", "asked"],
  ["amendsFirst", "states"],
  ["amendsFirst", "subject"],
  ["corrects", "asksFirst"],
  ["definite", "passing"],
  ["states", "passing"],
  ["selfFirst", "states"],
  ["standing", "states"],
  ["once", "standing"],
  ["general", "plural"],
  ["asksFirst", "states"],
  ["past", "name"],
];

const formCharsMax = 400;

function addTurn(features: Set<string>, turn: Turn, clause: string, isOnly: boolean): void {
  if (isOnly && turn.asks) features.add("answers");
  const said = (clause.match(wordLike) ?? []).map((word) => word.toLowerCase());
  const shared = said.filter((word) => word.length > 3 && turn.words.has(word));
  if (
    shared.length > 0 ||
    [...turn.words].some(
      (word) => word.length > 1 && /[\u3040-\u9fff]/.test(word) && clause.includes(word.slice(0, 2)),
    )
  )
    features.add("repeats");
  const numbers = said.filter((word) => /^\d+$/.test(word));
  if (numbers.some((number) => !turn.words.has(number)) && /\d/.test(turn.text)) features.add("differs");
}
