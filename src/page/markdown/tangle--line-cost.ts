/** LineCost: whether a Markdown parser would take long for a text's blocks, told by a look at how its lines begin. */

import { limits } from "../../base/limits.js";

/** Where it does, blank lines, marks of headings and bullets at the left edge alone tell its blocks. */
export function isCostly(text: string): boolean {
  let lines = 0;
  let joins = 0;
  let before = "";
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const kind = kindOf(text, start, end);
    lines += kind === "definition" ? definitionLines : kind === "text" || kind === "blank" ? 1 : containerLines;
    joins += joinsOf(text, { start, end, kind, before });
    before = kind;
    start = end + 1;
  }
  return lines > limits.markdownLinesMax || joins * lines > limits.markdownJoinsMax;
}

/** What a line that may be a definition, and one in a quote, a list or a heading, costs beside one of a paragraph. */
const definitionLines = 8;
const containerLines = 4;
const marksLooked = 400;

type Kind = "blank" | "definition" | "quote" | "bullet" | "underline" | "heading" | "text";

function kindOf(text: string, start: number, end: number): Kind {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  if (at === end) return "blank";
  const mark = text[at]!;
  if (mark === "[") return "definition";
  if (mark === ">") return "quote";
  if (mark === "#") return "heading";
  if (mark === "=" || (mark === "-" && text[at + 1] === "-")) return "underline";
  if ("-*+".includes(mark) && isBlank(text.charCodeAt(at + 1))) return "bullet";
  return mark >= "0" && mark <= "9" ? "bullet" : "text";
}

/** Each time a quote or a list ends, or a line turns out to be a title, the parser moves all that it has found so far. */
function joinsOf(
  text: string,
  {
    start,
    end,
    kind,
    before,
  }: { readonly start: number; readonly end: number; readonly kind: Kind; readonly before: string },
): number {
  if (kind === "underline") return 1;
  if (kind === "quote") return (before === "quote" ? 0 : 2) + marksIn(text, start, end);
  if (kind === "bullet") return 8 * marksIn(text, start, end);
  return kind === "text" && before !== "blank" && before !== "heading" && text.charCodeAt(start) !== space ? 0.5 : 0;
}

/** Marks of quotes and items on a line behind its first. */
function marksIn(text: string, start: number, end: number): number {
  let marks = -1;
  for (let at = start; at < Math.min(end, start + marksLooked); at++) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) continue;
    if (!">-*+".includes(text[at]!) || !(text[at] === ">" || isBlank(text.charCodeAt(at + 1)))) break;
    marks++;
  }
  return Math.max(0, marks);
}

const space = 32;

function isBlank(code: number): boolean {
  return code === space || code === 9 || code === 13;
}
