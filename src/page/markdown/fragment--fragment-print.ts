/** Fragment printer: Markdown nodes as text in one style, with as few escapes as reading the same back allows. */

import type { ListItem, Nodes, RootContent, Text } from "mdast";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { limits } from "../../base/limits.js";
import { rememberByText } from "../../base/memo-cache.js";
import { withoutTail } from "../../base/text--text.js";
import { entryTags } from "../entry-digest.js";
import { isClosedHtml } from "./blocks--html-block.js";
import { printPlain } from "./blocks--plain.js";
import { nestedAtMost } from "./tangle.js";
import { parseTree, walk } from "./tangle--tree.js";

/** How text nodes print: as they are, with only marks such as `[human]` left alone, or all escaped. */
type Care = "raw" | "marks" | "escaped";

/** A top-level block, and the significance tags its source has. */
interface Block {
  readonly node: RootContent;
  readonly tags: readonly string[];
}

/** Nodes take far more room than their text. */
const blocksCharsMax = 65_536;
/** Printing takes the cube of the depth; a list has two nodes a level. */
const nodesDeepMax = 2 * limits.containersMax + 50;

/** Markdown as it was given, in this program's style, without a line end at the end. Expects LF. */
export function printMarkdown(source: string): string {
  return printPlain(source) ?? printParsed(source);
}

/** The same, whatever it is. */
export function printParsed(source: string): string {
  const blocks = shape(source);
  if (blocks.length === 0) return "";
  const first = print(blocks, leastCare(blocks));
  // Markdown that only reads the same after one more round (entities at the edge of emphasis) is printed from there.
  const again = shape(first);
  return again.length === 0 ? first : print(again, leastCare(again));
}

/** Whether every line is a `- ` bullet or belongs to one. */
export function isListOnly(printed: string): boolean {
  return printed.startsWith("- ") && printed.split("\n").every((line) => /^(?:- |-\r?$|[ \t]|\r?$)/.test(line));
}

/** One paragraph is a bullet; HTML that nothing closes is text, or it would swallow the page behind it. */
function shape(source: string): readonly Block[] {
  const blocks = blocksIn(source).map(({ node, tags }): Block => {
    if (node.type !== "html") return { node, tags };
    // Its indentation is part of the node and would make it part of a list item above.
    if (isClosedHtml(node.value)) return { node: { ...node, value: node.value.replace(/^ +/, "") }, tags };
    return { node: { type: "paragraph", children: [{ type: "text", value: node.value }] }, tags };
  });
  const [only] = blocks;
  if (blocks.length !== 1 || only?.node.type !== "paragraph" || isTable(source)) return blocks;
  const item: ListItem = { type: "listItem", spread: false, children: [only.node] };
  return [{ node: { type: "list", ordered: false, spread: false, start: null, children: [item] }, tags: only.tags }];
}

/** Printing reads again what it has printed, and begins anew from there; nothing changes a node. */
const blocksIn: (source: string) => readonly Block[] = rememberByText(blocksCharsMax, (source) => {
  const tree = parseTree(source, 0);
  const shallow = nestedAtMost(source);
  return tree.blocks.map((node) => {
    const place = { start: tree.startOf(node), end: tree.endOf(node) };
    const asRead = shallow.slice(place.start, place.end);
    const asGiven = source.slice(place.start, place.end);
    if (asRead === asGiven && !isDeeper(node, nodesDeepMax)) return { node, tags: entryTags(source, node, tree) };
    const at = node.type === "code" ? asRead.indexOf(node.value) : -1;
    // Printed from its nodes it would take minutes, or hold what stood in for its marks; as code it keeps every character.
    if (node.type !== "code" || at < 0) return { node: { type: "code", value: asGiven }, tags: [] };
    return { node: { ...node, value: asGiven.slice(at, at + node.value.length) }, tags: [] };
  });
});

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
  let cares: readonly Care[] = blocks.map((): Care => "raw");
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
  for (const [i, { node, tags }] of blocks.entries()) {
    for (const part of walk(node)) blockOf.set(part, { care: cares[i] ?? "escaped", tags });
  }
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
        if (care === "raw") return node.value;
        const escape = (text: string): string => state.safe(text, info);
        return care === "escaped" ? escape(node.value) : withMarks(node.value, tags, escape);
      },
    },
  };
  return withoutTail(toMarkdown({ type: "root", children: blocks.map((block) => block.node) }, options), "\n");
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
  return JSON.stringify(a, withoutPlace) === JSON.stringify(b, withoutPlace);
}

/** Places differ, and so does whether a list has blank lines between its items, which changes no entry. */
function withoutPlace(key: string, value: unknown): unknown {
  return key === "position" || key === "spread" || value === null ? undefined : value;
}
