/**
 * Fragment: new Markdown for a page, printed once as entries in one style and set in at the end of a section, where the text around it must still
 * say all that it said.
 */

import type { ListItem, Nodes, RootContent, Text } from "mdast";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { limits } from "../../base/limits.js";
import { closesFence, fenceMark } from "../../base/lines.js";
import { rememberByText } from "../../base/memo-cache.js";
import { assert } from "../../base/result.js";
import { withoutTail } from "../../base/text.js";
import { isBlankText } from "../frontmatter/text.js";
import { type Entry, entryTags, isClosedHtml, type Outline } from "./blocks.js";
import { type BodyPart, inOrderOf, outline } from "./outline.js";
import { nestedAtMost, parseTree, type Tree, walk } from "./tree.js";

// Fragment printer: blocks in one style, their words as they were given wherever that reads back the same.

/**
 * How the words of a block print: as they were given, so that `lib/*_spec.rb` and `__init__.py` stay what they are although Markdown reads emphasis
 * in them; with only marks such as `[human]` left alone; or all escaped.
 */
type Care = "given" | "marks" | "escaped";

/** A top-level block, and the significance tags its source has. */
interface Block {
  readonly node: RootContent;
  readonly tags: readonly string[];
  /** The source of its words with what marks them up, of each paragraph and heading. */
  readonly given: ReadonlyMap<Nodes, string>;
}

/** Nodes take far more room than their text. */
const blocksCharsMax = 65_536;
/** Printing takes the cube of the depth; a list has two nodes a level. */
const nodesDeepMax = 2 * limits.containersMax + 50;

/** Markdown as it was given, in this program's style, without a line end at the end. Expects LF. */
function printMarkdown(source: string): string {
  const blocks = shape(source);
  if (blocks.length === 0) return "";
  const first = print(blocks, leastCare(blocks));
  // Markdown that only reads the same after one more round (entities at the edge of emphasis) is printed from there.
  const again = shape(first);
  return again.length === 0 ? first : print(again, leastCare(again));
}

/** Whether every line is a `- ` bullet or belongs to one. */
function isListOnly(printed: string): boolean {
  return printed.startsWith("- ") && printed.split("\n").every((line) => /^(?:- |-\r?$|[ \t]|\r?$)/.test(line));
}

/** One paragraph is a bullet; HTML that nothing closes is text, or it would swallow the page behind it. */
function shape(source: string): readonly Block[] {
  const blocks = blocksIn(source).map((block): Block => {
    const { node } = block;
    if (node.type !== "html") return block;
    // Its indentation is part of the node and would make it part of a list item above.
    if (isClosedHtml(node.value)) return { ...block, node: { ...node, value: node.value.replace(/^ +/, "") } };
    return { ...block, node: { type: "paragraph", children: [{ type: "text", value: node.value }] } };
  });
  const [only] = blocks;
  if (blocks.length !== 1 || only?.node.type !== "paragraph" || isTable(source)) return blocks;
  const item: ListItem = { type: "listItem", spread: false, children: [only.node] };
  return [{ ...only, node: { type: "list", ordered: false, spread: false, start: null, children: [item] } }];
}

/** Printing reads again what it has printed, and begins anew from there; nothing changes a node. */
const blocksIn: (source: string) => readonly Block[] = rememberByText(blocksCharsMax, (source) => {
  const tree = parseTree(source, 0);
  const shallow = nestedAtMost(source);
  return tree.blocks.map((node) => {
    const place = { start: tree.startOf(node), end: tree.endOf(node) };
    const asRead = shallow.slice(place.start, place.end);
    const asGiven = source.slice(place.start, place.end);
    if (asRead === asGiven && !isDeeper(node, nodesDeepMax))
      return { node, tags: entryTags(source, node, tree), given: givenIn(source, node, tree) };
    const at = node.type === "code" ? asRead.indexOf(node.value) : -1;
    // Printed from its nodes it would take minutes, or hold what stood in for its marks; as code it keeps every character.
    if (node.type !== "code" || at < 0) return { node: { type: "code", value: asGiven }, tags: [], given: new Map() };
    return { node: { ...node, value: asGiven.slice(at, at + node.value.length) }, tags: [], given: new Map() };
  });
});

/** The source of each line of words, without what a list or a quote puts in front of its further lines. */
function givenIn(source: string, block: Nodes, { startOf, endOf }: Tree): Block["given"] {
  const given = new Map<Nodes, string>();
  for (const node of walk(block)) {
    if (node.type !== "paragraph" && node.type !== "heading") continue;
    const [first, last] = [node.children[0], node.children.at(-1)];
    if (first === undefined || last === undefined) continue;
    given.set(node, source.slice(startOf(first), endOf(last)).replace(/\n[ \t>]+/g, "\n"));
  }
  return given;
}

function asGiven<T extends Nodes>(node: T, given: Block["given"]): T {
  if (!("children" in node)) return node;
  const value = given.get(node);
  const children =
    value === undefined ? node.children.map((child) => asGiven(child, given)) : [{ type: "text", value }];
  return { ...node, children };
}

function isDeeper(node: Nodes, levels: number): boolean {
  return levels === 0 || ("children" in node && node.children.some((child) => isDeeper(child, levels - 1)));
}

/** A table of GitHub's Markdown is a paragraph to this parser, and no bullet. */
function isTable(source: string): boolean {
  const [header = "", delimiter = ""] = source.trim().split("\n");
  return header.includes("|") && delimiter.includes("-") && /^[ \t|:-]+$/.test(delimiter);
}

/** For each block the least care that reads back as the same block with the same tags. */
function leastCare(blocks: readonly Block[]): readonly Care[] {
  let cares: readonly Care[] = blocks.map((): Care => "given");
  for (const next of ["marks", "escaped"] as const) {
    const back = blocksIn(print(blocks, cares));
    const isSame = back.length === blocks.length && back.every((block, i) => sameBlock(block, blocks[i]));
    if (isSame) break;
    if (back.length !== blocks.length) cares = cares.map(() => next);
    else cares = cares.map((care, i) => (sameBlock(back[i], blocks[i]) ? care : next));
  }
  return cares;
}

function print(blocks: readonly Block[], cares: readonly Care[]): string {
  const blockOf = new Map<Nodes, { readonly care: Care; readonly tags: readonly string[] }>();
  const children = blocks.map(({ node, tags, given }, i) => {
    const care = cares[i] ?? "escaped";
    const printed = care === "given" ? asGiven(node, given) : node;
    for (const part of walk(printed)) blockOf.set(part, { care, tags });
    return printed;
  });
  const options: Options = {
    bullet: "-",
    bulletOther: "*",
    emphasis: "_",
    fences: true,
    listItemIndent: "one",
    rule: "*",
    handlers: {
      text: (node: Text, _parent, state, info) => {
        const { care, tags } = blockOf.get(node) ?? { care: "escaped", tags: [] };
        if (care === "given") return node.value;
        const escape = (text: string): string => state.safe(text, info);
        return care === "escaped" ? escape(node.value) : withMarks(node.value, tags, escape);
      },
    },
  };
  return withoutTail(toMarkdown({ type: "root", children }, options), "\n");
}

/** Brackets that stand in for those of marks while the rest is escaped; the first pair that the text does not have. */
const standIns: readonly (readonly [string, string])[] = [
  ["⟦", "⟧"],
  ["⦃", "⦄"],
  ["⦗", "⦘"],
];

function withMarks(value: string, tags: readonly string[], escape: (text: string) => string): string {
  const pair = standIns.find(([open, close]) => !value.includes(open) && !value.includes(close));
  if (pair === undefined) return escape(value);
  const [open, close] = pair;
  const marked = value.replace(/\[\[[^[\]\n]+\]\]|\[([a-z][a-z0-9-]*|[ xX]|\^[\w-]+)\](?![([:])/g, (mark, word) => {
    const isWord = typeof word === "string" && /^[a-z]/.test(word) && word !== "x";
    return isWord && !tags.includes(word) ? mark : mark.replaceAll("[", open).replaceAll("]", close);
  });
  return escape(marked).replaceAll(open, "[").replaceAll(close, "]");
}

/** The same nodes with the same content and tags, wherever they stand. */
function sameBlock(a: Block | undefined, b: Block | undefined): boolean {
  const says = (block: Block | undefined): string => JSON.stringify([block?.node, block?.tags], withoutPlace);
  return says(a) === says(b);
}

/** Places differ, and so does whether a list has blank lines between its items, which changes no entry. */
function withoutPlace(key: string, value: unknown): unknown {
  return key === "position" || key === "spread" || value === null ? undefined : value;
}

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
  const signed = placeAboveSignature(text, span, before);
  const places = [
    ...(signed === null ? [] : [signed]),
    place,
    { ...place, previous: null, needsGap: true },
    ...(above === null ? [] : [above]),
  ];
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
  // A carriage return at the very end, as of a text that was cut off, is half of a line end.
  const joint = /^\ufeff?$|\n$/.test(before.slice(-2)) ? "" : before.endsWith("\r") ? "\n" : eol;
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

/** `---` and a line or two in italics, as “Last updated by”, close a file: what comes in stands above them. null where there are none. */
function placeAboveSignature(text: string, span: Parameters<typeof placeIn>[1], outline: Outline): Place | null {
  const found = signature.exec(text.slice(Math.max(span.start, span.end - signatureCharsMax), span.end));
  if (found === null || span.end < text.trimEnd().length) return null;
  const end = span.end - found[0].trimStart().length;
  const entries = outline.entries.filter((one) => one.end <= end);
  return placeIn(text, { start: span.start, end }, { ...outline, entries });
}

const signatureCharsMax = 600;
const signature =
  /\n[ \t]*\r?\n(?:-{3,}|\*{3,}|_{3,})[ \t]*\r?\n(?:[ \t]*\r?\n)?(?:([*_])(?![*_ ])[^\n]{1,200}\1[ \t]*(?:\r?\n|$)){1,2}\s*$/;

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
  const fence = fenceMark(source);
  if (fence === null) return false;
  const last = source.lastIndexOf("\n");
  return last < 0 || !closesFence(source.slice(last + 1), fence);
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

// Insertion: whether a text with something put in still says all that it said, block by block.

/**
 * `after` is `before` with the blocks of `added` in one place and nothing else; what was added stands in the section `slug`
 * (anywhere where it is null), and all the rest in the sections where it stood, unless `added` brings headings of its own.
 */
export function isInsertion(before: Outline, after: Outline, added: Outline, slug: string | null): boolean {
  const [was, is, fresh] = [before, after, added].map(inOrderOf) as [Blocks, Blocks, Blocks];
  if (is.length !== was.length + fresh.length) return false;
  const hasHeadings = added.headings.length > 0;
  const says = (one: BodyPart | undefined): string => `${one?.kind} ${one?.says}`;
  const isSame = (a: BodyPart | undefined, b: BodyPart | undefined): boolean =>
    says(a) === says(b) && (hasHeadings || a?.section === b?.section);
  let least = was.length;
  while (least > 0 && isSame(was[least - 1], is[least - 1 + fresh.length])) least -= 1;
  for (let at = 0; at <= was.length && (at === 0 || isSame(was[at - 1], is[at - 1])); at++) {
    if (at < least) continue;
    if (fresh.every((block, i) => says(block) === says(is[at + i])) && isIn(is[at], slug)) return true;
  }
  return false;
}

type Blocks = readonly BodyPart[];

function isIn(first: BodyPart | undefined, slug: string | null): boolean {
  return slug === null || first === undefined || first.section === slug || first.kind === "heading";
}
