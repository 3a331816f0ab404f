/** Comments: a body without its HTML comments, for every fidelity that is not the whole text, and which of them are long. */

import { limits } from "../base/limits.js";
import { parseTree, walk } from "./markdown/tangle--tree.js";

interface Cut {
  readonly start: number;
  readonly end: number;
}

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

/** A comment longer than `limits.commentCharsMax`, where it begins; the first `limits.commentRemarksMax` of a page. */
export function findLongComments(
  text: string,
  bodyStart: number,
): readonly { readonly line: number; readonly chars: number }[] {
  // Parsing is dear, and hardly a page has one: only where something long looks like a comment the parser is asked.
  if (commentsIn(text, bodyStart, text.length).every(isShort)) return [];
  const long = allComments(text, bodyStart).filter((cut) => !isShort(cut));
  return long.slice(0, limits.commentRemarksMax).map(({ start, end }) => ({
    line: text.slice(0, start).split("\n").length,
    chars: end - start,
  }));
}

function isShort({ start, end }: Cut): boolean {
  return end - start <= limits.commentCharsMax;
}

function allComments(text: string, from: number): readonly Cut[] {
  const tree = parseTree(text, from);
  const cuts: Cut[] = [];
  for (const block of tree.blocks) {
    for (const node of walk(block)) {
      if (node.type === "html") cuts.push(...commentsIn(text, tree.startOf(node), tree.endOf(node)));
    }
  }
  return cuts;
}

function commentsIn(body: string, start: number, end: number): readonly Cut[] {
  const cuts: Cut[] = [];
  let at = body.indexOf("<!--", start);
  while (at >= 0 && at < end) {
    const close = body.indexOf("-->", at + 2);
    const stop = close < 0 || close + 3 > end ? end : close + 3;
    cuts.push({ start: at, end: stop });
    at = body.indexOf("<!--", stop);
  }
  return cuts;
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
