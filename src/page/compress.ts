/** Compress: a body cut down to headings, tagged entries and first sentences, without its HTML comments. Every word of it is the page's own. */

import { type Entry, type Heading, unnamedByPiece } from "./markdown/blocks.js";
import { allComments, type Cut } from "./markdown/outline.js";

// Sentence: where the first sentence of a text ends, with care for abbreviations, decimals, code and CJK.

/** Words that end in a point and end no sentence, without that point. */
const abbreviations: ReadonlySet<string> = new Set(
  "e.g i.e etc vs cf al approx ca nr vol fig sec ch pp ed eds mr mrs ms dr prof st jr sr inc ltd co corp dept est min max jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h bzw usw ggf".split(
    " ",
  ),
);

const wideEnds = "。！？｡";
/** What stands behind the mark that ends a sentence and belongs to it. */
const behindMarks = "\"'”’»)]}*_」』）.!?";

/** A sentence longer than this is cut; it also bounds the work on a text that never ends one. */
const sentenceCharsMax = 2000;

/** The first sentence, its line breaks as spaces; all of the text when it is one. */
export function firstSentence(text: string): string {
  const line = shorten(inOneLine(text.slice(0, sentenceCharsMax * 2)), sentenceCharsMax);
  for (let i = nextMark(line, 0); i >= 0; i = nextMark(line, i + 1)) {
    const character = line.charAt(i);
    if (character === "`") {
      i = codeEnd(line, i);
      continue;
    }
    let end = i + 1;
    while (end < line.length && behindMarks.includes(line.charAt(end))) end++;
    if (endsHere(line, i, end, wideEnds.includes(character))) return line.slice(0, end);
    i = end - 1;
  }
  return line;
}

function inOneLine(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

const marks = /[`.!?。！？｡]/g;

/** Where the next character stands that may end a sentence or begin code; -1 where there is none. */
function nextMark(line: string, from: number): number {
  marks.lastIndex = from;
  return marks.exec(line)?.index ?? -1;
}

/** At most `charsMax` characters, cut at a space where there is one, with an ellipsis. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const space = text.lastIndexOf(" ", charsMax - 1);
  let end = space > charsMax / 2 ? space : charsMax - 1;
  const code = text.charCodeAt(end - 1);
  if (code >= 0xd800 && code <= 0xdbff) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

function endsHere(line: string, mark: number, end: number, wide: boolean): boolean {
  if (end >= line.length) return true;
  if (!wide && line.charAt(end) !== " ") return false;
  // A cut between two emphasis marks, or inside a link, would leave markup that means something else.
  const head = line.slice(0, end);
  if (count(head, "**") % 2 === 1 || count(head, "[") !== count(head, "]") || /\]\([^)]*$/.test(head)) return false;
  if (wide) return true;
  const next = line
    .slice(end + 1)
    .replace(/^["'“‘«([*_`]+/, "")
    .charAt(0);
  if (next !== next.toUpperCase() && next === next.toLowerCase()) return false;
  if (line.charAt(mark) !== ".") return true;
  const word = line.slice(line.lastIndexOf(" ", mark - 1) + 1, mark).replace(/^["'“‘«([*_]+/, "");
  // A single letter is an initial, a bare number at the beginning numbers a list, U.S. is one word.
  if (/^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  if (word.toLowerCase() === "no" && /^\d/.test(next)) return false;
  return !abbreviations.has(word.toLowerCase()) && !(/^\d{1,3}$/.test(word) && mark === word.length);
}

/** The last backtick of a code span that opens at `at`; `at` itself when nothing closes it. */
function codeEnd(line: string, at: number): number {
  let length = 1;
  while (line.charAt(at + length) === "`") length++;
  const close = line.indexOf("`".repeat(length), at + length);
  return close < 0 ? at + length - 1 : close + length - 1;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

// Comments: a body without its HTML comments, for every fidelity that is not the whole text.

/** A line that held nothing but comments goes as a whole; what looks like a comment inside code stays. */
export function withoutComments(body: string): string {
  if (!body.includes("<!--")) return body;
  const cuts = allComments(body, 0);
  let kept = "";
  let at = 0;
  for (const cut of cuts.map((one) => wholeLines(body, one))) {
    if (cut.start < at) continue;
    kept += body.slice(at, cut.start);
    at = cut.end;
  }
  return kept + body.slice(at);
}

function wholeLines(body: string, cut: Cut): Cut {
  let start = cut.start;
  while (isBlank(body.charAt(start - 1))) start--;
  let end = cut.end;
  while (isBlank(body.charAt(end)) || body.charAt(end) === "\r") end++;
  const alone =
    (start === 0 || body.charAt(start - 1) === "\n") && (end === body.length || body.charAt(end) === "\n");
  return alone ? { start, end: Math.min(end + 1, body.length) } : cut;
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

// Compress: a body cut down to headings, tagged entries and first sentences; every word of it is the page's own.

/** Code of up to this many lines stays whole: naming what was left out would take as long. */
const codeLinesKept = 2;

/** Deterministic; never longer than the body. Expects a body without HTML comments. */
export function compressBody(body: string): string {
  let out = "";
  let afterBullet = false;
  for (const block of unnamedByPiece(body)) {
    const text = "heading" in block ? headingText(block.heading) : entryText(body, block.entry);
    if (text === "") continue;
    const isBullet = "entry" in block && block.entry.kind === "bullet";
    if (out !== "") out += afterBullet && isBullet ? "\n" : "\n\n";
    out += text;
    afterBullet = isBullet;
  }
  const whole = body.replaceAll("\r\n", "\n").trim();
  return out.length < whole.length ? out : whole;
}

function headingText(heading: Pick<Heading, "depth" | "title">): string {
  return `${"#".repeat(heading.depth)} ${heading.title}`.trim();
}

function entryText(body: string, entry: Pick<Entry, "kind" | "start" | "end" | "tags">): string {
  const source = body.slice(entry.start, entry.end).replaceAll("\r\n", "\n");
  if (entry.tags.length > 0) return source.trimEnd();
  switch (entry.kind) {
    case "rule":
      return "";
    case "code":
      return shortCode(source);
    case "bullet":
      return shortBullet(source);
    case "quote":
      return `> ${firstSentence(source.replace(/^ {0,3}> ?/gm, ""))}`;
    case "html":
    case "other":
      return source.trimEnd();
    default:
      return firstSentence(source);
  }
}

function shortCode(source: string): string {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  const lines = source.split("\n");
  const inner = fence === undefined ? lines : lines.slice(1, lines.at(-1)?.trim().startsWith(fence) ? -1 : undefined);
  if (inner.length <= codeLinesKept) return source.trimEnd();
  const rest = `…(${inner.length} lines)`;
  if (fence === undefined) return `${inner[0]}\n    ${rest}`;
  return `${lines[0]}\n${inner[0]}\n${rest}\n${fence}`;
}

/** The marker and the first sentence of the item's first paragraph. */
function shortBullet(source: string): string {
  const match = /^ {0,3}((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/.exec(source);
  if (match === null) return source.trimEnd();
  const text = source.slice(match[0].length);
  const paragraph: string[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (
      i > 0 &&
      (line.trim() === "" || /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || /^\s*(?:`{3}|~{3}|>|#)/.test(line))
    )
      break;
    paragraph.push(line);
  }
  return (match[1] ?? "") + firstSentence(paragraph.join("\n"));
}
