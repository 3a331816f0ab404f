/** Comments: a body without its HTML comments, for every fidelity that is not the whole text. */

import { parseTree, walk } from "./tree.js";

interface Cut {
  readonly start: number;
  readonly end: number;
}

/** A line that held nothing but comments goes as a whole; what looks like a comment inside code stays. */
export function withoutComments(body: string): string {
  if (!body.includes("<!--")) return body;
  const tree = parseTree(body, 0);
  const cuts: Cut[] = [];
  for (const block of tree.blocks) {
    for (const node of walk(block)) {
      if (node.type === "html") cuts.push(...commentsIn(body, tree.startOf(node), tree.endOf(node)));
    }
  }
  let kept = "";
  let at = 0;
  for (const cut of cuts.map((one) => wholeLines(body, one))) {
    if (cut.start < at) continue;
    kept += body.slice(at, cut.start);
    at = cut.end;
  }
  return kept + body.slice(at);
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
