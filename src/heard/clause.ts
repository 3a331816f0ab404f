/**
 * Clause: the sentences of a person's own words, and the pieces of a sentence that may stand for themselves.
 *
 * People put a thank-you, an order and a rule into one sentence, with a comma or an “and” between them. Whether two pieces are one statement
 * is decided by what each of them is (`statement.ts`); this file only finds where a sentence may be cut.
 */

import { gap, type Span } from "./own-words.js";
import { quoted } from "./sign.js";

export interface Sentence extends Span {
  /** What ends it: `?`, `!`, or something else. */
  readonly stop: string;
}

/**
 * A stop counts where a blank or another stop follows, since paths and numbers hold dots too; a blank between two Chinese or Japanese words is
 * one, for who types them without stops; and so are words with which people go over to something else.
 */
const ends =
  /[.!?…](?=[\s.!?…"”»)\]\uE000\uE001\u3040-\u9fff]|$)|[。！？\n]|\uE000+|;(?=\s)|[；](?=.)|\s[-–—]{1,2}\s|[→⇒]|(?<=[\u3041-\u9fff]) +(?=[\u3041-\u9fff])|\s\d{1,2}[.)]\s(?=\S)|(?:(?<comma>,\s?)|\s)(?:(?<and>and|und|et|y|e)\s)?(?<turn>btw|by the way|oh and|also|one more thing|from now on|going forward|außerdem|ausserdem|übrigens|ab jetzt|ab sofort|au fait|désormais|à partir de maintenant|además|por cierto|a partir de ahora|além disso|a partir de agora)(?=[\s:,])|[，、](?<solid>顺便说|顺便提|另外|还有|对了|以后(?!的)|今后(?!的)|あと|それと|それから|ちなみに|今後(?!の))/gi;
const abbreviation =
  /(?:^|[\s(])(?:e\.?g|i\.?e|etc|vs|mr|mrs|ms|dr|st|prof|approx|incl|z\.? ?b|bzw|ca|d\.? ?h|usw|inkl|evtl|ggf|p\.? ?ex|p\.? ?ej|sr|sra|mm?e?|n[o°]|[A-Z]|\d{1,3})$/i;
const abbreviationChars = 12;

export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const add = (end: number, stop: string): void => {
    const span = trimmed(text, { start, end });
    if (span !== null) found.push({ ...span, stop: stop === "?" && wantsAssent(text, span) ? "" : stop });
    else if (stop === "?" && found.length > 0 && text.slice(found.at(-1)!.end, end).trim().length <= 2) {
      found[found.length - 1] = { ...found.at(-1)!, stop };
    }
  };
  const isNumbered = /(?:^|\s)1[.)]\s.{1,400}\s2[.)]\s/.test(text.slice(0, listCharsMax));
  ends.lastIndex = 0;
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    const { index } = match;
    const mark = match[0].trim();
    if (mark === "→" || mark === "⇒") continue;
    if (/^[-–—]+$/.test(mark) && index - start < 2) continue;
    if (mark === "." && abbreviation.test(text.slice(Math.max(start, index - abbreviationChars), index))) continue;
    if (match[0] === "\n" && isWrapped(text, start, index)) continue;
    const isNumber = /^\d/.test(mark);
    const isTurn = isNumber || isTurnOf(match);
    if (isNumber ? !isNumbered : isTurn && !turnsAt(text, start, match)) continue;
    add(index, isTurn ? "" : mark === "？" ? "?" : mark === "！" ? "!" : mark);
    start = isTurn ? index + 1 : index + match[0].length;
  }
  add(text.length, "");
  return found;
}

const listCharsMax = 4_000;

/** A line that an editor broke where it was full, and that goes on in the next. */
function isWrapped(text: string, start: number, index: number): boolean {
  const line = text.slice(Math.max(start, text.lastIndexOf("\n", index - 1) + 1), index);
  return (
    line.length >= wrappedCharsMin && /[^.!?:;…]$/.test(line) && /^[a-zà-öø-ÿ]/.test(text.slice(index + 1, index + 2))
  );
}

const wrappedCharsMin = 60;

function isTurnOf({ groups }: RegExpExecArray): boolean {
  return groups?.turn !== undefined || groups?.solid !== undefined;
}

/** “…, and from now on …”, “… btw the …”: something else begins, where both sides say something. */
function turnsAt(text: string, start: number, { index, 0: said, groups }: RegExpExecArray): boolean {
  const before = text.slice(Math.max(start, index - turnChars), index);
  const after = text.slice(index + said.length, index + said.length + turnChars);
  const turn = groups?.turn?.toLowerCase();
  if (turn === undefined) return before.length > 2 && /^[^，。！？]{3}/.test(after);
  if (!/\S\s+\S/.test(before) || !/^[:,]?\s*\S+\s+\S/.test(after)) return false;
  if (turn === "also") return alsoBegins.test(after);
  if (groups?.comma !== undefined || groups?.and !== undefined) return true;
  return surely.has(turn) && !/^[\s,]*(?:so|and|but|,)/i.test(after);
}

/** What these begin behind two words is something else, with a comma or without. */
const surely: ReadonlySet<string> = new Set(["btw", "by the way", "oh and", "one more thing"]);
const alsoBegins =
  /^\s(?:we|i|the|our|please|pls|never|always|dont|don't|do not|no|make sure|remember|can you|could you)\s/i;
const turnChars = 60;

/** “never push to main, ok?”: an order, and no question. */
function wantsAssent(text: string, { start, end }: Span): boolean {
  return /[\s,](?:ok|okay|alright|pls|please|ja|klar|bitte|d['’]accord|vale|por favor|beleza)$/i.test(
    text.slice(Math.max(start, end - assentChars), end),
  );
}

const assentChars = 16;

/** Without blanks, marks of lists and brackets around it; null where nothing is left. */
function trimmed(text: string, { start, end }: Span): Span | null {
  let from = start;
  let to = end;
  while (from < to && isBlank(text[from]!)) from += 1;
  while (to > from && isBlank(text[to - 1]!)) to -= 1;
  const mark = /^(?:[-*•]|\d{1,2}[.)]|#{1,6})\s+/.exec(text.slice(from, Math.min(to, from + 12)))?.[0].length ?? 0;
  from += mark;
  while (to > from && /[,;:，、：；\s–—-]/.test(text[to - 1]!)) to -= 1;
  while (from < to && /[,;，、；\s]/.test(text[from]!)) from += 1;
  return to > from && wordish.test(text.slice(from, Math.min(to, from + clauseHeadChars)))
    ? { start: from, end: to }
    : null;
}

const wordish = /[0-9A-Za-z\u00c0-\u1fff\u2c00-\u2dff\u3005-\ud7ff\ud83c-\ud83e\uE001\uf900-\ufdff\uff10-\uff9f]/;
const clauseHeadChars = 4_000;

function isBlank(char: string): boolean {
  return char === gap || char === " " || char === "\n" || /\s/.test(char);
}

const joints =
  /,(?=\s|$)|[，、：；]|:(?=\s)|\s(?:and|so|but|und|also|aber|et|donc|mais|pero|mas|e|y|así que|o sea que|porque)\s/gi;
/** So many at most: a list of a thousand words is one piece. */
const jointsMax = 24;

export interface Piece extends Span {
  /** What stands between it and the piece before: a comma, a word. */
  readonly joint: string;
}

export function piecesOf(text: string, sentence: Span): readonly Piece[] {
  const said = text.slice(sentence.start, sentence.end);
  const found: Piece[] = [];
  let at = 0;
  let joint = "";
  const add = (end: number): void => {
    const span = trimmed(text, { start: sentence.start + at, end: sentence.start + end });
    if (span !== null) found.push({ ...span, joint });
  };
  let count = 0;
  joints.lastIndex = 0;
  for (let match = joints.exec(said); match !== null && count < jointsMax; match = joints.exec(said)) {
    add(match.index);
    at = match.index + match[0].length;
    joint = match[0].trim().toLowerCase();
    // The blank behind a word may be the one before the next.
    joints.lastIndex = /\s$/.test(match[0]) ? at - 1 : at;
    count += 1;
  }
  add(said.length);
  return found;
}

/** Whether a quotation is a text of its own, and not a word that the sentence is about. */
function isText(words: string): boolean {
  return (
    words.length > quoteTextMin &&
    /[.!?。！？…]\s?\S|[.!?。！？]["”»」』]|\s\S+\s\S+\s|[\u3040-\u9fff]{9}/.test(words)
  );
}

const quoteTextMin = 9;

/** Where the quotations of a span are that are texts of their own. */
export function quotedTexts(prompt: string, marked: string, { start, end }: Span): readonly Span[] {
  const said = marked.slice(start, end);
  const found: Span[] = [];
  for (let at = said.indexOf(quoted); at >= 0; at = said.indexOf(quoted, at)) {
    const from = at;
    while (at < said.length && said[at] === quoted) at += 1;
    if (isText(prompt.slice(start + from, start + at))) found.push({ start: start + from, end: start + at });
  }
  return found;
}

/** Without a quoted text in front, or one that a colon introduces: what stands behind it is said about it. */
export function withoutQuoteInFront(prompt: string, marked: string, span: Span): Span | null {
  const [first] = quotedTexts(prompt, marked, span);
  if (first === undefined) return span;
  const lead = marked.slice(span.start, first.start);
  return lead.trim() === "" || /[:：]\s*$/.test(lead) ? trimmed(marked, { start: first.end, end: span.end }) : span;
}
