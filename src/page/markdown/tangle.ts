/** Tangle: what of a Markdown text would cost its parser far more than its length is worth, told by a look at its lines. */

import { limits } from "../../base/limits.js";

/**
 * Whether a parser that looks for emphasis, links, code and tags within lines would take long: for a mark that may end something it
 * looks back over all marks of the block. Nor may one block hold so many that what they nest would be too deep for a call stack.
 * A block is told by the lines that surely begin one; where that leaves a doubt it goes on.
 */
export function isTangled(text: string): boolean {
  let cost = 0;
  let most = 0;
  let runs = 0;
  let before = lineFeed;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (before === lineFeed && beginsBlock(text, at)) {
      cost += runs ** 2;
      most = Math.max(most, runs);
      runs = 0;
    }
    if (isMark(code) && (code !== before || isBracket(code))) runs++;
    before = code;
  }
  return Math.max(most, runs) > limits.markupRunsMax || cost + runs ** 2 > limits.markupCostMax;
}

/**
 * The text with as many characters, in which no line stands in more quotes and lists than `limits.containersMax`: the marks of
 * further ones are letters. Two columns of blanks count as one, since that is the least a list is indented by.
 */
export function nestedAtMost(text: string): string {
  let kept = "";
  let keptTo = 0;
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    for (const mark of tooDeep(text, start)) {
      kept += text.slice(keptTo, mark.start) + "x".repeat(mark.end - mark.start);
      keptTo = mark.end;
    }
  }
  return keptTo === 0 ? text : kept + text.slice(keptTo);
}

interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The marks at the beginning of a line that open a quote or an item within too many others. */
function tooDeep(text: string, start: number): readonly Mark[] {
  const marks: Mark[] = [];
  let rule: number | null = null;
  let at = start;
  let blanks = 0;
  let depth = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === space || code === tab) {
      blanks += code === tab ? 4 : 1;
      at++;
      continue;
    }
    const end = markEnd(text, at, code);
    if (end === at) return marks;
    if (isBullet(code)) rule ??= ruleStart(text, at);
    if (rule !== null && at >= rule) return marks;
    depth++;
    if (depth + Math.max(0, blanks - depth) / 2 > limits.containersMax) marks.push({ start: at, end });
    at = end;
  }
}

/** Behind the mark of a quote or an item; `at` where none is. */
function markEnd(text: string, at: number, code: number): number {
  if (code === greaterThan) return at + 1;
  if (isBullet(code)) return endsWord(text, at + 1) ? at + 1 : at;
  let end = at;
  while (end < at + numberCharsMax && isDigit(text.charCodeAt(end))) end++;
  const closing = text.charCodeAt(end);
  return end > at && (closing === period || closing === parenthesis) && endsWord(text, end + 1) ? end + 1 : at;
}

/** Where the line that `at` is in begins to hold one bullet and blanks alone: from there it is a thematic break, and no items. */
function ruleStart(text: string, at: number): number {
  const lineEnd = nextLine(text, at);
  let mark: number | null = null;
  let start = lineEnd;
  for (let i = lineEnd - 1; i >= at; i--) {
    const code = text.charCodeAt(i);
    if (isBullet(code)) mark ??= code;
    if (code === mark) start = i;
    else if (!endsWord(text, i)) break;
  }
  return start;
}

/** A blank line, a bullet or a heading, which no paragraph above goes on through. */
function beginsBlock(text: string, at: number): boolean {
  let content = at;
  while (content < at + 4 && text.charCodeAt(content) === space) content++;
  const code = text.charCodeAt(content);
  if (code === lineFeed || code === carriageReturn || Number.isNaN(code)) return true;
  if (content === at + 4) return false;
  if (isBullet(code)) return text.charCodeAt(content + 1) === space && !endsWord(text, content + 2);
  let hashes = content;
  while (hashes <= content + 6 && text.charCodeAt(hashes) === hash) hashes++;
  return hashes > content && hashes <= content + 6 && text.charCodeAt(hashes) === space;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === space || code === tab || code === lineFeed || code === carriageReturn || Number.isNaN(code);
}

function isMark(code: number): boolean {
  return code === asterisk || code === underscore || code === backtick || isBracket(code);
}

function isBracket(code: number): boolean {
  return code === openBracket || code === closeBracket || code === lessThan;
}

function isBullet(code: number): boolean {
  return code === dash || code === asterisk || code === plus;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const numberCharsMax = 9;
const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const hash = 35;
const parenthesis = 41;
const asterisk = 42;
const plus = 43;
const dash = 45;
const period = 46;
const lessThan = 60;
const greaterThan = 62;
const openBracket = 91;
const closeBracket = 93;
const underscore = 95;
const backtick = 96;
