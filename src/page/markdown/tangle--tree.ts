/** Tree: a page's body as Markdown nodes with offsets into the file's text. */

import type { Nodes, PhrasingContent, RootContent } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { rememberByText } from "../../base/memo-cache.js";
import { assert } from "../../base/result--assert.js";
import { isTangled, nestedAtMost } from "./tangle.js";
import { coarseBlocks } from "./tangle--coarse.js";
import { isCostly } from "./tangle--line-cost.js";

export interface Tree {
  /** Top-level blocks at or behind the body's start. */
  readonly blocks: readonly RootContent[];
  /** Offsets of a node in the text: the parser does not count a byte order mark. */
  readonly startOf: (node: Nodes) => number;
  readonly endOf: (node: Nodes) => number;
}

type Parse = (text: string) => { readonly children: readonly RootContent[] };
const parsers = new Map<string, Parse>();

/**
 * `bodyStart` is 0 for a text without frontmatter, whose first `---` is then a thematic break. Of a tangled text the blocks are what
 * they are and what they hold is text, and of one that takes long for its lines alone tell them; quotes and lists within too many others are paragraphs.
 */
export function parseTree(text: string, bodyStart: number): Tree {
  const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const whole = (): readonly RootContent[] => (bodyStart > shift ? parsed(text, true) : parsedBody(text));
  const children = isCostly(text) ? coarseBlocks(text.slice(shift), Math.max(0, bodyStart - shift)) : whole();
  const startOf = (node: Nodes): number => offset(node, "start") + shift;
  const endOf = (node: Nodes): number => offset(node, "end") + shift;
  return { blocks: children.filter((node) => node.type !== "yaml" && startOf(node) >= bodyStart), startOf, endOf };
}

function parsed(text: string, hasFrontmatter: boolean): readonly RootContent[] {
  return parserFor(hasFrontmatter, isTangled(text))(nestedAtMost(text)).children;
}

/** Each fidelity of a page, its comments and its entries are read from the same tree, which nobody changes. */
const parsedBody = rememberByText(1 << 19, (text) => parsed(text, false), 4_096);

/** Every node below and including `node`, in the order of the text. */
export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

/** What a reader sees of inline nodes, white space collapsed. */
export function plainText(nodes: readonly PhrasingContent[]): string {
  return nodes.map(visible).join("").replace(/\s+/g, " ").trim();
}

function visible(node: PhrasingContent): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  if (node.type === "break") return " ";
  return "children" in node ? node.children.map(visible).join("") : "";
}

/** What stands within a line; without them a parser finds blocks alone. */
const inline = [
  "attention",
  "autolink",
  "codeText",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
] as const;

function parserFor(hasFrontmatter: boolean, blocksOnly: boolean): Parse {
  const name = `${hasFrontmatter} ${blocksOnly}`;
  const known = parsers.get(name);
  if (known !== undefined) return known;
  const processor = unified().use(remarkParse);
  if (hasFrontmatter) processor.use(remarkFrontmatter, ["yaml"]);
  if (blocksOnly) {
    const { micromarkExtensions = [] } = processor.data();
    processor.data({ micromarkExtensions: [...micromarkExtensions, { disable: { null: [...inline] } }] });
  }
  const frozen = processor.freeze();
  const parse: Parse = (source) => frozen.parse(source);
  parsers.set(name, parse);
  return parse;
}

function offset(node: Nodes, edge: "start" | "end"): number {
  const at = node.position?.[edge].offset;
  assert(at !== undefined, "a parsed node knows its place");
  return at;
}
