/**
 * Tree: a body as Markdown nodes by the parser, and what of a text would cost that parser far more than its length is worth. Such a text is read
 * by its lines alone.
 */

import type { Heading, List, Nodes, Paragraph, PhrasingContent, RootContent } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { limits } from "../../base/limits.js";
import { lineAfter } from "../../base/lines.js";
import { rememberByText } from "../../base/memo-cache.js";
import { assert } from "../../base/result.js";

/**
 * Whether a parser that looks for emphasis, links, code and tags within lines would take long: for a mark that may end something it
 * looks back over all marks of the block. Nor may one block hold so many that what they nest would be too deep for a call stack.
 * A block is told by the lines that surely begin one; where that leaves a doubt it goes on.
 */
export function isCostlyMarkup(text: string): boolean {
  let cost = 0;
  let most = 0;
  let runs = 0;
  for (const line of text.split("\n")) {
    if (beginsBlock.test(line)) {
      cost += runs ** 2;
      most = Math.max(most, runs);
      runs = 0;
    }
    runs += line.match(marks)?.length ?? 0;
  }
  return Math.max(most, runs) > limits.markupRunsMax || cost + runs ** 2 > limits.markupCostMax;
}

/** A blank line, a bullet or a heading, which no paragraph above goes on through. */
const beginsBlock = /^ {0,4}(?:\r|$)|^ {0,3}(?:[-*+] [^ \t\r]|#{1,6} )/;
const marks = /\*+|_+|`+|[[\]<]/g;

/**
 * The text with as many characters, in which no line stands in more quotes and lists than `limits.containersMax`: the marks of
 * further ones are letters. Two columns of blanks count as one, since that is the least a list is indented by.
 */
export function nestedAtMost(text: string): string {
  let kept = "";
  let keptTo = 0;
  for (let start = 0; start < text.length; start = lineAfter(text, start)) {
    for (const mark of tooDeep(text, start)) {
      kept += text.slice(keptTo, mark.start) + "x".repeat(mark.end - mark.start);
      keptTo = mark.end;
    }
  }
  return keptTo === 0 ? text : kept + text.slice(keptTo);
}

interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The marks at the beginning of a line that open a quote or an item within too many others. */
function tooDeep(text: string, start: number): readonly Mark[] {
  const found: Mark[] = [];
  let rule: number | null = null;
  let blanks = 0;
  let depth = 0;
  for (let at = start; ; ) {
    for (; text[at] === " " || text[at] === "\t"; at++) blanks += text[at] === "\t" ? 4 : 1;
    container.lastIndex = at;
    const mark = container.exec(text)?.[0];
    if (mark === undefined) return found;
    if (isBullet(mark)) rule ??= ruleStart(text, at);
    if (rule !== null && at >= rule) return found;
    depth++;
    const end = at + mark.length;
    if (depth + Math.max(0, blanks - depth) / 2 > limits.containersMax) found.push({ start: at, end });
    at = end;
  }
}

/** The mark of a quote or an item. */
const container = />|(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;

/** Where the line that `at` is in begins to hold one bullet and blanks alone: from there it is a thematic break, and no items. */
function ruleStart(text: string, at: number): number {
  const lineEnd = lineAfter(text, at);
  let mark: string | null = null;
  let start = lineEnd;
  for (let i = lineEnd - 1; i >= at; i--) {
    const letter = text.charAt(i);
    if (isBullet(letter)) mark ??= letter;
    if (letter === mark) start = i;
    else if (!" \t\r\n".includes(letter)) break;
  }
  return start;
}

function isBullet(letter: string): boolean {
  return letter === "-" || letter === "*" || letter === "+";
}

// Tree: a page's body as Markdown nodes with offsets into the file's text.

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
  return parserFor(hasFrontmatter, isCostlyMarkup(text))(nestedAtMost(text)).children;
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
const inline = "attention autolink codeText htmlText labelEnd labelStartImage labelStartLink".split(" ");

function parserFor(hasFrontmatter: boolean, blocksOnly: boolean): Parse {
  const name = `${hasFrontmatter} ${blocksOnly}`;
  const known = parsers.get(name);
  if (known !== undefined) return known;
  const processor = unified().use(remarkParse);
  if (hasFrontmatter) processor.use(remarkFrontmatter, ["yaml"]);
  if (blocksOnly) {
    const { micromarkExtensions = [] } = processor.data();
    processor.data({ micromarkExtensions: [...micromarkExtensions, { disable: { null: inline } }] });
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

// LineCost: whether a Markdown parser would take long for a text's blocks, told by a look at how its lines begin.

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
  while (at < end && isBlank(text[at])) at++;
  if (at === end) return "blank";
  const mark = text[at]!;
  if (mark === "[") return "definition";
  if (mark === ">") return "quote";
  if (mark === "#") return "heading";
  if (mark === "=" || (mark === "-" && text[at + 1] === "-")) return "underline";
  if (isBullet(mark) && isBlank(text[at + 1])) return "bullet";
  return mark >= "0" && mark <= "9" ? "bullet" : "text";
}

/** Each time a quote or a list ends, or a line turns out to be a title, the parser moves all that it has found so far. */
function joinsOf(
  text: string,
  { start, end, kind, before }: { start: number; end: number; kind: Kind; before: string },
): number {
  if (kind === "underline") return 1;
  if (kind === "quote") return (before === "quote" ? 0 : 2) + marksIn(text, start, end);
  if (kind === "bullet") return 8 * marksIn(text, start, end);
  return kind === "text" && before !== "blank" && before !== "heading" && text[start] !== " " ? 0.5 : 0;
}

/** Marks of quotes and items on a line behind its first. */
function marksIn(text: string, start: number, end: number): number {
  let marks = -1;
  for (let at = start; at < Math.min(end, start + marksLooked); at++) {
    const letter = text[at]!;
    if (isBlank(letter)) continue;
    if (letter !== ">" && !(isBullet(letter) && isBlank(text[at + 1]))) break;
    marks++;
  }
  return Math.max(0, marks);
}

function isBlank(letter: string | undefined): boolean {
  return letter === " " || letter === "\t" || letter === "\r";
}

// Coarse: the blocks of a text that a Markdown parser would take minutes for, by its lines alone, as nodes of the same shape.

/** Titles of `#`, items of bullets at the left edge, and paragraphs between blank lines; what they hold is text. */
function coarseBlocks(text: string, from: number): readonly RootContent[] {
  const blocks: RootContent[] = [];
  let open: { start: number; end: number; isItem: boolean } | null = null;
  const close = (): void => {
    if (open !== null)
      blocks.push(open.isItem ? listOf(text, open.start, open.end) : paragraph(text, open.start, open.end));
    open = null;
  };
  for (let start = from; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const next = found < 0 ? text.length : found + 1;
    const end = found > start && text[found - 1] === "\r" ? found - 1 : found < 0 ? text.length : found;
    const depth = depthOf(text, start);
    const isItem = "-*+".includes(text[start] ?? "x") && text[start + 1] === " ";
    if (text.slice(start, end).trim() === "") close();
    else if (depth > 0) {
      close();
      blocks.push(heading(text, { start, end, depth: depth as Heading["depth"] }));
    } else if (isItem || open === null) {
      close();
      open = { start, end, isItem };
    } else (open as { end: number }).end = end;
    start = next;
  }
  close();
  return blocks;
}

/** 0 where the line is no title. */
function depthOf(text: string, start: number): number {
  let depth = 0;
  while (depth < 7 && text[start + depth] === "#") depth++;
  return depth < 7 && text[start + depth] === " " ? depth : 0;
}

function placed(start: number, end: number): NonNullable<RootContent["position"]> {
  // Nobody here asks for lines and columns; counting them would be work for nothing.
  return { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: end } };
}

function paragraph(text: string, start: number, end: number): Paragraph {
  const position = placed(start, end);
  return { type: "paragraph", position, children: [{ type: "text", value: text.slice(start, end), position }] };
}

function heading(
  text: string,
  { start, end, depth }: { readonly start: number; readonly end: number; readonly depth: Heading["depth"] },
): Heading {
  const from = start + depth + 1;
  const children = [{ type: "text" as const, value: text.slice(from, end).trim(), position: placed(from, end) }];
  return { type: "heading", depth, position: placed(start, end), children };
}

function listOf(text: string, start: number, end: number): List {
  const position = placed(start, end);
  const children = [
    {
      type: "listItem" as const,
      spread: false,
      checked: null,
      position,
      children: [paragraph(text, start + 2, end)],
    },
  ];
  return { type: "list", ordered: false, start: null, spread: false, position, children };
}
