/** Outline: where the headings and entries of a body lie, by the offsets of a Markdown parser; it prints nothing. */

import { limits } from "../../base/limits.js";
import { rememberByText } from "../../base/memo-cache.js";
import { readFrontmatter } from "../frontmatter/scan.js";
import { isBlankText } from "../frontmatter/text.js";
import { slugger } from "../page.js";
import {
  type Block,
  blocksByPiece,
  type Entry,
  type EntryKind,
  type FoundHeading,
  type Heading,
  headingsIn,
  lineEnd,
  lineStart,
  type Outline,
  parseBlocks,
  piecesOf,
  type SectionSpan,
  titleOf,
} from "./blocks.js";
import { parseTree, walk } from "./tree.js";

export type { Entry } from "./blocks.js";

/** `bodyStart` is the end of the frontmatter's span, 0 where there is none. */
export function outline(text: string, bodyStart: number): Outline {
  // Where a text begins with a byte order mark the parser leaves that out; behind the frontmatter it is text.
  if (bodyStart > 0 && text.charCodeAt(bodyStart) === byteOrderMark)
    return arranged(parseBlocks(text, bodyStart), bodyStart, text.length);
  return movedBy(bodyStart, outlineBody(text.slice(bodyStart)));
}

const byteOrderMark = 0xfeff;

/**
 * A patch looks at the same text several times, a flush of twenty a hundred times, and parsing is most of what it costs. The
 * frontmatter is left out, because every patch gives it another version and another time above a body that stays.
 */
const outlineBody: (body: string) => Outline = rememberByText(limits.outlinedCharsMax, (body) =>
  arranged(blocksByPiece(body), 0, body.length),
);

function movedBy(chars: number, { bodyStart, headings, entries }: Outline): Outline {
  return {
    bodyStart: bodyStart + chars,
    headings: headings.map((heading) => ({
      ...heading,
      start: heading.start + chars,
      end: heading.end + chars,
      sectionEnd: heading.sectionEnd + chars,
    })),
    entries: entries.map((entry) => ({ ...entry, start: entry.start + chars, end: entry.end + chars })),
  };
}

/** Headings with their slugs and sections, entries with what they stand under. */
function arranged(blocks: readonly Block[], bodyStart: number, textEnd: number): Outline {
  const headings = slugged(
    blocks.flatMap((block) => ("heading" in block ? [block.heading] : [])),
    textEnd,
  );
  const entries: Entry[] = [];
  let above: Heading | null = null;
  let section: string | null = null;
  let nextHeading = 0;
  for (const block of blocks) {
    if ("entry" in block) {
      entries.push({ ...block.entry, section, depth: above?.depth ?? 0 });
      continue;
    }
    above = headings[nextHeading++] ?? null;
    if (above !== null && above.depth <= 2) section = above.depth === 2 ? above.slug : null;
  }
  return { bodyStart, headings, entries };
}

/** The `##` sections in order. Parses only where a look at the lines leaves a doubt. */
export function sectionSpans(text: string, bodyStart: number): readonly SectionSpan[] {
  if (!mayHaveSections(text, bodyStart)) return [];
  const headings = slugged(quickly(text, bodyStart), text.length);
  return headings
    .filter((heading) => heading.depth === 2)
    .map(({ slug, title, start, sectionEnd }) => ({ slug, title, start, end: sectionEnd }));
}

/** Where the body begins; 0 for a text without frontmatter, or with one that is refused. */
export function bodyStartOf(text: string): number {
  const scanned = readFrontmatter("", text);
  return scanned.ok && scanned.value !== null ? scanned.value.span.end : 0;
}

/** The title of the `#` heading a body opens with; null when it opens with something else. */
export function firstHeading(text: string, bodyStart: number): string | null {
  const opening = openingLines(text, bodyStart);
  const hashed = /^ {0,3}#{1,6}(?:[ \t\r\n]|$)/.test(opening);
  if (!hashed && !/\n {0,3}=+[ \t]*(?:\r?\n|\r?$)/.test(opening)) return null;
  const lines = hashed ? opening.slice(0, lineEnd(opening, 1)) : opening;
  // What a bracket says depends on definitions anywhere in the text.
  const parses = lines.includes("[");
  const first = parses ? headingsIn(text, parseTree(text, bodyStart))[0] : quickly(lines, 0)[0];
  if (first === undefined || first.depth !== 1 || first.title === "") return null;
  const above = parses ? text.slice(bodyStart, first.start).replace("\ufeff", "") : lines.slice(0, first.start);
  return isBlankText(above) ? first.title : null;
}

/** Where a byte order mark stands behind the frontmatter, the parser alone says what it is to the line. */
function quickly(text: string, bodyStart: number): readonly FoundHeading[] {
  if (bodyStart > 0 && text.charCodeAt(bodyStart) === byteOrderMark)
    return headingsIn(text, parseTree(text, bodyStart));
  const body = text.slice(bodyStart);
  let start = bodyStart;
  return (piecesOf(body) ?? [body]).flatMap((piece) => {
    const at = start;
    start += piece.length;
    const found = lineHeadings(piece) ?? parsedHeadings(piece);
    return found.map((heading) => ({ ...heading, start: heading.start + at, end: heading.end + at }));
  });
}

function parsedHeadings(body: string): readonly FoundHeading[] {
  return blocksByPiece(body, "unnamed").flatMap((block) => ("heading" in block ? [block.heading] : []));
}

/**
 * Headings as lines: a `#` in the first column begins one wherever it stands outside of code and HTML, whatever block it ends. null where a
 * line may be one by what stands around it, opens HTML, or is an indented fence, which may be within an item.
 */
function lineHeadings(body: string): readonly FoundHeading[] | null {
  if (/[\r\0\v\f\u2028\u2029\ufeff]/.test(body) || doubtful.test(body)) return null;
  const found: FoundHeading[] = [];
  let fence: string | null = null;
  for (const { 0: line, index } of body.matchAll(/^(?:#|`{3}|~{3}| {1,3}[`~]{3}).*$/gm)) {
    const marks = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (marks?.startsWith(fence) && line.trim() === marks) fence = null;
      continue;
    }
    if (marks !== undefined) {
      if (line.startsWith(" ")) return null;
      fence = marks;
      continue;
    }
    const depth = /^#{1,6}(?=[ \t]|$)/.exec(line)?.[0].length;
    if (depth === undefined) continue;
    // What a bracket says depends on definitions anywhere in the text.
    const title = line.charAt(depth) !== " " || (line.includes("[") && body.includes("]:")) ? null : titleOf(line);
    if (title === null) return null;
    found.push({ depth, title, start: index, end: index + line.length });
  }
  return found;
}

/** A line that opens HTML, a heading that is indented, and a line that may underline one. */
const doubtful = /(?:^|\n) {0,3}(?:<| #{1,6}(?:[ \t\n]|$))|[^\s][ \t]*\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

/** From the first line with content to the next blank line. */
function openingLines(text: string, bodyStart: number): string {
  let start = -1;
  let at = text.charCodeAt(bodyStart) === 0xfeff ? bodyStart + 1 : bodyStart;
  while (at < text.length) {
    const lineFeed = text.indexOf("\n", at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const blank = isBlankText(text.slice(at, end));
    if (blank && start >= 0) return text.slice(start, at);
    if (!blank && start < 0) start = at;
    at = end + 1;
  }
  return start < 0 ? "" : text.slice(start);
}

/** Cheap and never wrongly false: a section needs `##`, or a line of dashes under a line of text. */
function mayHaveSections(text: string, bodyStart: number): boolean {
  if (text.includes("##", bodyStart)) return true;
  for (let at = text.indexOf("-", bodyStart); at >= 0; at = text.indexOf("-", lineEnd(text, at) + 1)) {
    const line = text.slice(lineStart(text, at), lineEnd(text, at)).trim();
    if (line.replaceAll("-", "") === "") return true;
  }
  return false;
}

function slugged(found: readonly FoundHeading[], textEnd: number): readonly Heading[] {
  const slug = slugger();
  const ends = new Array<number>(found.length);
  // From the last to the first, `nearest[d]` is the start of the next heading of depth d or less.
  const nearest = new Array<number>(7).fill(textEnd);
  for (let i = found.length - 1; i >= 0; i--) {
    const heading = found[i];
    if (heading === undefined) continue;
    ends[i] = nearest[heading.depth] ?? textEnd;
    nearest.fill(heading.start, heading.depth);
  }
  return found.map((heading, i) => ({ ...heading, slug: slug(heading.title), sectionEnd: ends[i] ?? textEnd }));
}

/** A heading by its depth and words, as it is told from others. */
export function headingName({ depth, title }: Pick<Heading, "depth" | "title">): string {
  return `${"#".repeat(depth)} ${title}`;
}

/** Headings and entries in the order of the text, each with what it says wherever it stands. */
export function inOrderOf({ headings, entries }: Outline): readonly BodyPart[] {
  return [
    ...headings.map((one) => ({ kind: "heading" as const, says: headingName(one), section: null, ...spanOf(one) })),
    ...entries.map((one) => ({ kind: one.kind, says: one.digest, section: one.section, ...spanOf(one) })),
  ].sort((a, b) => a.start - b.start);
}

function spanOf({ start, end }: Pick<Entry, "start" | "end">): Pick<Entry, "start" | "end"> {
  return { start, end };
}

/** `section` is that of an entry; a heading is where it is. */
export interface BodyPart extends Pick<Entry, "start" | "end" | "section"> {
  readonly kind: EntryKind | "heading";
  /** An entry's digest, or a heading's name. */
  readonly says: string;
}

// Comments: where the HTML comments of a text stand, and which of them are long.

export interface Cut {
  readonly start: number;
  readonly end: number;
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

/** In the order of the text; what looks like one inside code is none. */
export function allComments(text: string, from: number): readonly Cut[] {
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

/** How deep a line stands by its mark: a heading by its level, an item below all of them by its indent; null for any other. */
export function depthOf(line: string): number | null {
  const [, signs = null, indent = ""] = /^(?:(#{1,6})\s|(\s*)(?:[-*+]|\d{1,9}[.)])\s)/.exec(line) ?? [
    null,
    null,
    null,
  ];
  return signs === null ? (indent === null ? null : itemDepth + indent.length) : signs.length;
}

const itemDepth = 8;
