/** Heading scan: the headings of a plain body without parsing Markdown; gives up where only a parser can tell. */

import { withoutTail } from "../../base/text--text.js";
import { isBlankText } from "../frontmatter/text--character.js";

export interface FoundHeading {
  readonly depth: number;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** Markup that changes what a title reads as. */
const markup = /[\\`*_<>&#\t]/;

/**
 * Top-level headings from `from` on. null where the answer needs a parser: HTML other than comments, fences or headings that
 * are indented, underlined headings, titles with brackets, which depend on definitions elsewhere. `titleOf` reads the title
 * of one heading line with other markup. A line that begins in the first column ends every list and quote above it, so that
 * the rest can be read line by line. Parsing a page costs a hundred times as much, and opening a repository asks every page.
 */
export function scanHeadings(
  text: string,
  from: number,
  titleOf: (line: string) => string | null,
): readonly FoundHeading[] | null {
  const headings: FoundHeading[] = [];
  let fence: Fence | null = null;
  let underText = false;
  let at = from;
  while (at < text.length) {
    const lineFeed = text.indexOf("\n", at);
    let lineEnd = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, text[lineEnd - 1] === "\r" && lineEnd > at ? lineEnd - 1 : lineEnd);
    if (line.includes("\r")) return null;
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
    } else if (isBlankText(line)) {
      underText = false;
    } else {
      const kind = kindOf(line, underText);
      if (kind === "unclear") return null;
      if (kind === "heading") {
        const heading = headingOf(line, at, titleOf);
        if (heading === null) return null;
        headings.push(heading);
      } else if (kind === "fence") fence = fenceOf(line);
      else if (kind === "comment") lineEnd = commentEnd(text, at);
      underText = kind === "text";
    }
    at = lineEnd + 1;
  }
  return headings;
}

type Kind = "heading" | "fence" | "comment" | "text" | "other" | "unclear";

function kindOf(line: string, underText: boolean): Kind {
  const content = line.trimStart();
  const indent = line.length - content.length;
  const first = content.charAt(0);
  if (line.slice(0, indent).includes("\t")) return "#<`~=-".includes(first) ? "unclear" : "text";
  if (indent > 3) return "text";
  if (first === "<") return line.startsWith("<!--") ? "comment" : "unclear";
  if (content.startsWith("```") || content.startsWith("~~~")) {
    const clear = indent === 0 && (first === "~" || !content.replace(/^`+/, "").includes("`"));
    return clear ? "fence" : "unclear";
  }
  if ((first === "=" || first === "-") && isUnderline(content, first)) {
    if (underText) return "unclear";
    // An empty item or a thematic break: neither can be underlined.
    return first === "-" && withoutTail(content, " \t").length !== 2 ? "other" : "text";
  }
  if (first !== "#") return "text";
  const hashes = content.search(/[^#]/);
  if (hashes < 0) return content.length > 6 ? "text" : "unclear";
  if (hashes > 6) return "text";
  if (content.charAt(hashes) === "\t") return "unclear";
  if (content.charAt(hashes) !== " ") return "text";
  return indent > 0 ? "unclear" : "heading";
}

function headingOf(line: string, start: number, titleOf: (line: string) => string | null): FoundHeading | null {
  const depth = line.indexOf(" ");
  const source = line.slice(depth).trim();
  if (source === "" || source.includes("[")) return null;
  const title = markup.test(source) ? titleOf(line) : source.replace(/\s+/g, " ");
  return title === null ? null : { depth, title, start, end: start + line.length };
}

/** End of the line that closes the comment at `at`; the end of the text when nothing does. */
function commentEnd(text: string, at: number): number {
  const close = text.indexOf("-->", at + 2);
  const lineFeed = close < 0 ? -1 : text.indexOf("\n", close);
  return lineFeed < 0 ? text.length : lineFeed;
}

function isUnderline(content: string, mark: string): boolean {
  return isBlankText(content.replaceAll(mark, ""));
}

function fenceOf(line: string): Fence {
  const mark = line.charAt(0);
  let length = 0;
  while (line.charAt(length) === mark) length++;
  return { mark, length };
}

function closes(line: string, fence: Fence): boolean {
  const content = line.trimStart();
  if (line.length - content.length > 3 || !content.startsWith(fence.mark.repeat(fence.length))) return false;
  return isBlankText(content.replaceAll(fence.mark, ""));
}
