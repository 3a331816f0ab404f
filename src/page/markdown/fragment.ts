/** Fragment: new Markdown for a page, printed once as entries and set in at the end of a section. */

import { limits } from "../../base/limits.js";
import { rememberByText } from "../../base/memo-cache.js";
import { assert } from "../../base/result--assert.js";
import { isBlankText } from "../frontmatter/text--character.js";
import type { Entry, Outline } from "./blocks--body.js";
import { isClosedHtml } from "./blocks--html-block.js";
import { isListOnly, printMarkdown } from "./fragment--fragment-print.js";
import { isInsertion } from "./fragment--insertion.js";
import { outline } from "./outline.js";

/**
 * What a user or agent wrote, as entries: one paragraph becomes a `- ` bullet, all else stays what it is. Marks such as
 * `[human]` and `[[page]]` stay as written. No line end at the end; printing twice gives the same.
 */
export function printFragment(markdown: string, eol: "\n" | "\r\n"): string {
  const source = markdown.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const printed = printOnce(source);
  return eol === "\n" ? printed : printed.replaceAll("\n", eol);
}

/** A patch is tried on several texts, in several rounds, and is printed alike in each. */
const printOnce: (source: string) => string = rememberByText(limits.outlinedCharsMax, printMarkdown);

/**
 * The text with a printed fragment at the end of the section `at.slug`, or of the body. Adds the line ends and blank lines
 * that Markdown needs around it and changes no other byte. Behind a block that is never closed (a code fence, an HTML
 * comment) nothing can be said; there the fragment goes before that block. What comes out is read again: null where no place
 * leaves every heading and entry what it was and takes the fragment in as what it is.
 */
export function insertFragment(
  text: string,
  at: { readonly slug: string | null },
  fragment: string,
  before: Outline,
): string | null {
  if (fragment === "") return text;
  const span = spanOf(text, at.slug, before);
  const place = placeIn(text, span, before);
  const above = placeAboveLast(text, span, before);
  const places = [place, { ...place, previous: null, needsGap: true }, ...(above === null ? [] : [above])];
  for (const candidate of places) {
    const after = insertAt(text, candidate, fragment);
    if (isInsertion(before, outline(after, before.bodyStart), outline(fragment, 0), at.slug)) return after;
  }
  return null;
}

function insertAt(text: string, place: Place, fragment: string): string {
  const eol = fragment.includes("\r\n") || text.slice(0, text.indexOf("\n") + 1).endsWith("\r\n") ? "\r\n" : "\n";
  const before = text.slice(0, place.offset);
  const after = text.slice(place.offset);
  const printed = keepOut(after, continueList(text, place.previous, fragment));
  const joint = before === "" || before === "\ufeff" || before.endsWith("\n") ? "" : eol;
  const gap = place.needsGap && !continues(text, place.previous, printed) ? eol : "";
  const nextLine = after.slice(0, after.indexOf("\n") + 1 || after.length);
  const close = isBlankText(nextLine) ? "" : eol;
  return `${before}${joint}${gap}${printed}${eol}${close}${after}`;
}

interface Place {
  /** The start of a line, or the end of a text whose last line has no line end. */
  readonly offset: number;
  /** The entry right before the place; null behind a heading and at the beginning of a body. */
  readonly previous: Entry | null;
  readonly needsGap: boolean;
}

function spanOf(
  text: string,
  slug: string | null,
  outline: Outline,
): { readonly start: number; readonly end: number } {
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  if (slug === null) return { start: Math.max(mark, outline.bodyStart), end: text.length };
  const heading = outline.headings.find((candidate) => candidate.slug === slug);
  assert(heading !== undefined, "a fragment goes into a section that its outline has");
  return { start: heading.start, end: heading.sectionEnd };
}

/** Behind the last block of the span, on the line below it. */
function placeIn(text: string, span: { readonly start: number; readonly end: number }, outline: Outline): Place {
  const inside = (block: { readonly start: number }): boolean => block.start >= span.start && block.start < span.end;
  const entries = outline.entries.filter(inside);
  const heading = outline.headings.findLast(inside);
  const last = entries.at(-1);
  if (last !== undefined && swallowsWhatFollows(text, last)) return placeAboveLast(text, span, outline)!;
  const end = Math.max(last?.end ?? -1, heading?.end ?? -1);
  if (end < 0) return { offset: span.start, previous: null, needsGap: false };
  const lineFeed = text.indexOf("\n", end);
  return {
    offset: lineFeed < 0 ? text.length : lineFeed + 1,
    previous: last !== undefined && last.end === end ? last : null,
    needsGap: true,
  };
}

/** Before the last entry of the span; null where it has none. */
function placeAboveLast(
  text: string,
  span: { readonly start: number; readonly end: number },
  { entries, headings }: Outline,
): Place | null {
  const inside = (block: { readonly start: number }): boolean => block.start >= span.start && block.start < span.end;
  const [before, last] = [undefined, ...entries.filter(inside)].slice(-2);
  if (last === undefined) return null;
  const heading = headings.findLast((one) => inside(one) && one.start < last.start);
  const previous = before !== undefined && before.start > (heading?.start ?? -1) ? before : null;
  const somethingAbove = heading !== undefined || before !== undefined;
  const needsGap = somethingAbove && !endsWithBlankLine(text.slice(0, last.start));
  return { offset: last.start, previous, needsGap };
}

function endsWithBlankLine(text: string): boolean {
  return /\n[ \t]*\r?\n$/.test(text.slice(-256));
}

/** A code fence or an HTML block that runs to the end because nothing closes it. */
function swallowsWhatFollows(text: string, entry: Entry): boolean {
  const source = text.slice(entry.start, entry.end);
  if (entry.kind === "html") return !isClosedHtml(source);
  if (entry.kind !== "code") return false;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  if (fence === undefined) return false;
  const lastLine = source
    .slice(source.lastIndexOf("\n") + 1)
    .replace(/^ {0,3}/, "")
    .trimEnd();
  const closes =
    source.includes("\n") && lastLine.startsWith(fence) && lastLine.replaceAll(fence.charAt(0), "") === "";
  return !closes;
}

/** A bullet goes right below a bullet; below an ordered item only another ordered item does. */
function continues(text: string, previous: Entry | null, printed: string): boolean {
  if (previous?.kind !== "bullet") return false;
  const above = markerOf(text.slice(previous.start, previous.end));
  const below = markerOf(printed);
  return below === "-" || below === "*" || below === "+" ? true : below !== "" && above === below;
}

/** `-`, `*`, `+`, `.` or `)`: what decides whether two items are of one list; empty when no item begins here. */
function markerOf(source: string): string {
  const marker = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:[ \t\r\n]|$)/.exec(source);
  return marker?.[1] ?? marker?.[2] ?? "";
}

/** New bullets take the marker of the list they go below, so that they become part of it. */
function continueList(text: string, previous: Entry | null, fragment: string): string {
  const above = previous?.kind === "bullet" ? markerOf(text.slice(previous.start, previous.end)) : "";
  if ((above !== "*" && above !== "+") || !isListOnly(fragment)) return fragment;
  return fragment.replace(/^- /gm, `${above} `);
}

/**
 * An indented block behind the place (a heading may stand up to three columns in) would become part of a last item whose text
 * begins no further right; such an item is printed four columns wide.
 */
function keepOut(after: string, printed: string): string {
  const indent = /^(?:[ \t]*\r?\n)*( {0,3})\S/.exec(after)?.[1]?.length ?? 0;
  const lines = printed.split("\n");
  const last = lines.findLastIndex((line) => /^\S/.test(line));
  const marker = /^(?:[-*+]|\d{1,9}[.)]) /.exec(lines[last] ?? "")?.[0] ?? "";
  if (marker === "" || indent < marker.length) return printed;
  const pad = " ".repeat(itemColumns - marker.length);
  return lines
    .map((line, i) => {
      if (i < last || line.trim() === "") return line;
      return i === last ? marker + pad + line.slice(marker.length) : pad + line;
    })
    .join("\n");
}

/** One more than a block may be indented by without being code. */
const itemColumns = 4;
