/** Compress: a body cut down to headings, tagged entries and first sentences; every word of it is the page's own. */

import { firstSentence } from "./compress.js";
import { unnamedByPiece } from "./markdown/blocks.js";
import type { Entry, Heading } from "./markdown/blocks--body.js";

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
