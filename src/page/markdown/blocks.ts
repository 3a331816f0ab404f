/**
 * Blocks: the headings and entries of a body, each where it lies. A body is read piece by piece, and a plain piece is read without a Markdown
 * parser.
 */

import type { RootContent } from "mdast";
import { limits } from "../../base/limits.js";
import { rememberByKey, rememberByText } from "../../base/memo-cache.js";
import { withoutTail } from "../../base/text.js";
import { codeDigest, entryDigest, entryTags, plainEntry, plainTags } from "../entry-digest.js";
import { isBlankText } from "../frontmatter/text.js";
import { fenceEnd, type LineBlock, lineBlocks } from "./line-blocks.js";
import { parseTree, plainText, type Tree } from "./tree.js";

// Pieces: the blocks of a body, read piece by piece, so that a line more costs that line and a plain line costs no parser.

type PlainEntry = ReturnType<typeof plainEntry>;

/**
 * What the parser finds in the whole body. It is cut above each `- ` item and `# ` heading that begins in the first column: such a
 * line ends every paragraph, list and quote above it (an item that begins with another marker is left to the parser, whose idea of
 * what continues an empty one depends on what stood above). Only what reaches over lines of any kind (HTML, fences that are not in the
 * first column) or says something about other places (definitions) could tell otherwise, and a body in which one of those may be is
 * read whole. `once` as in `outline`.
 */
export function blocksByPiece(body: string, asked: "again" | "once" = "again"): readonly Block[] {
  return blocksWith(asked === "once" ? once : again, body);
}

/** A block without a name: digests are most of what a look at a plain line costs. */
type Unnamed = Extract<Block, { heading: unknown }> | { readonly entry: Omit<NamedEntry, "digest"> };
type NamedEntry = Extract<Block, { entry: unknown }>["entry"];

/** The same for whoever asks what the blocks are, and not which. */
export function unnamedByPiece(body: string): readonly Unnamed[] {
  return blocksWith(unnamed, body);
}

function blocksWith(names: Names, body: string): readonly Block[] {
  const pieces = piecesOf(body);
  if (pieces === null) return parseBlocks(body, 0);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.length;
    const blocks = plainPiece(piece, names) ?? parsePiece(piece);
    return at === 0 ? blocks : blocks.map((block) => movedBy(at, block));
  });
}

/** All of the body, cut where the parser begins anew whatever stood above; null where that cannot be told by a look at the lines. */
export function piecesOf(body: string): readonly string[] | null {
  if (reachesFar(body)) return null;
  const pieces: string[] = [];
  let from = 0;
  for (let start = 0; start < body.length; ) {
    const lineFeed = body.indexOf("\n", start);
    let end = lineFeed < 0 ? body.length : lineFeed;
    if (body.startsWith("```", start)) {
      end = fenceEnd(body, start, end);
      if (end < 0) return null;
    } else if (start > from && beginsAnew(body, start)) {
      pieces.push(body.slice(from, start));
      from = start;
    }
    start = end + 1;
  }
  return [...pieces, body.slice(from)];
}

const anew = /- (?:[^\s\d>#=*+-]|\*\*[^\s*]|\d+[^\d.)\s])|#{1,6} /y;

function beginsAnew(body: string, start: number): boolean {
  anew.lastIndex = start;
  return anew.test(body);
}

/** Also lone carriage returns, marks, lines of blanks and tabs before words, which make columns and line ends a matter for the parser. */
function reachesFar(body: string): boolean {
  return (
    /[\r\0\v\f\ufeff]|~~~|\]:|[^\n`]`{3}/.test(body) || /(?:^|\n)(?:[ >*+.)#\d-]*[<\t]|[ \t]+(?:\n|$))/.test(body)
  );
}

const parsePiece: (piece: string) => readonly Block[] = rememberByText(limits.outlinedCharsMax, (piece) =>
  parseBlocks(piece, 0),
);

/** What a patch leaves of a text is mostly lines that were looked at just before it. */
const entriesMax = 2_048;
const remembered = rememberByKey<PlainEntry>(limits.outlinedCharsMax, (_, content) => content.length, entriesMax);
const knownEntry = (content: string): PlainEntry => remembered(content, () => plainEntry(content));

/** How entries are told from one another. */
interface Names {
  readonly entryOf: (content: string) => PlainEntry;
  readonly codeOf: (language: string, value: string) => string;
}

const again: Names = { entryOf: knownEntry, codeOf: codeDigest };
const once: Names = { entryOf: plainEntry, codeOf: codeDigest };
const unnamed: Names = { entryOf: (content) => ({ digest: "", tags: plainTags(content) }), codeOf: () => "" };

/** What most pieces are costs no parser. */
function plainPiece(piece: string, names: Names): readonly Block[] | null {
  const blocks: Block[] = [];
  for (const block of lineBlocks(piece) ?? []) {
    const made = madeOf(block, names);
    if (made === null) return null;
    blocks.push(made);
  }
  return blocks.length > 0 || piece.trim() === "" ? blocks : null;
}

function madeOf(block: LineBlock, { entryOf, codeOf }: Names): Block | null {
  const { start, end } = block;
  if (block.kind === "code")
    return { entry: { kind: "code", start, end, digest: codeOf(block.language, block.value), tags: [] } };
  if (block.kind === "rule") return { entry: { kind: "rule", start, end, ...entryOf(block.line) } };
  if (block.kind !== "heading") return { entry: { kind: block.kind, start, end, ...entryOf(block.content) } };
  const title = titleOf(block.line);
  return title === null ? null : { heading: { depth: block.depth, title, start, end } };
}

/** Of a line that is a heading whatever else stands there. */
function titleOf(line: string): string | null {
  const content = line.slice(line.indexOf(" "));
  if (!/[\\`*_<>&#[\]!]/.test(content)) return content.replace(/\s+/g, " ").trim();
  const [only, ...others] = headingsIn(line, parseTree(line, 0));
  return only === undefined || others.length > 0 ? null : only.title;
}

function movedBy(chars: number, block: Block): Block {
  if ("heading" in block) {
    const { heading } = block;
    return { heading: { ...heading, start: heading.start + chars, end: heading.end + chars } };
  }
  const { entry } = block;
  return { entry: { ...entry, start: entry.start + chars, end: entry.end + chars } };
}

// Heading scan: the headings of a plain body without parsing Markdown; gives up where only a parser can tell.

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

// Plain: Markdown without markup, read and printed without a parser: paragraphs, `- ` items and headings of words and short code.

/** A block where it stands in a text, each in whole lines; `content` is without the marker of its first line. */
type PlainBlock = Placed & ({ readonly kind: "bullet" | "paragraph" } | PlainHeading);

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

interface PlainHeading {
  readonly kind: "heading";
  readonly depth: number;
}

/**
 * What a parser finds in the text; null where it has to be asked. A blank line, an item and a heading end what stands above them; a
 * line of words goes on with a paragraph, and what it is right below an item is left to the parser.
 */
export function plainBlocks(text: string): readonly PlainBlock[] | null {
  const blocks: PlainBlock[] = [];
  let open: PlainBlock["kind"] | null = null;
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const block = start === end ? null : blockIn(text.slice(start, end), start);
    if (start < end && block === null) return null;
    if (block?.kind === "paragraph" && open === "bullet") return null;
    if (block?.kind === "paragraph" && open === "paragraph") {
      const first = blocks.pop()!;
      blocks.push({ ...first, end, content: text.slice(first.start, end) });
    } else if (block !== null) blocks.push(block);
    open = block?.kind ?? null;
    start = end + 1;
  }
  return blocks;
}

/** The text in this program's style, without a line end at the end; null where the printer has to be asked. Expects LF. */
export function printPlain(text: string): string | null {
  const blocks = plainBlocks(text);
  if (blocks === null || blocks.some(({ content }) => content.includes(" \n"))) return null;
  const [only] = blocks;
  if (blocks.length === 1 && only?.kind === "paragraph") return `- ${trimmed(only).replaceAll("\n", "\n  ")}`;
  return blocks.map((block, at) => gapAbove(blocks, at) + lineOf(block)).join("");
}

function lineOf(block: PlainBlock): string {
  const content = trimmed(block);
  if (block.kind === "heading") return `${"#".repeat(block.depth)} ${content}`;
  return block.kind === "bullet" ? `- ${content}` : content;
}

function trimmed({ content }: PlainBlock): string {
  return withoutTail(content, " ");
}

/** The items of a list stand line below line, unless there is a blank line anywhere between them. */
function gapAbove(blocks: readonly PlainBlock[], at: number): string {
  if (at === 0) return "";
  const isItem = (i: number): boolean => blocks[i]?.kind === "bullet";
  if (!isItem(at) || !isItem(at - 1)) return "\n\n";
  let first = at;
  while (isItem(first - 1)) first--;
  for (let i = first + 1; isItem(i); i++) if (blocks[i]!.start > blocks[i - 1]!.end + 1) return "\n\n";
  return "\n";
}

function blockIn(line: string, start: number): PlainBlock | null {
  const end = start + line.length;
  if (line.startsWith("- ")) {
    const content = line.slice(2);
    return isPlain(content) ? { kind: "bullet", start, end, content } : null;
  }
  if (!line.startsWith("#")) return isPlain(line) ? { kind: "paragraph", start, end, content: line } : null;
  const depth = line.search(/[^#]/);
  const content = line.slice(depth + 1);
  const isHeading = depth > 0 && depth <= 6 && line.charAt(depth) === " " && !/[`#]/.test(content);
  return isHeading && isPlain(content) ? { kind: "heading", depth, start, end, content } : null;
}

/** Code between single backticks that is kept to the letter: no blanks at its ends, and no tags in it. */
const code = /(?<!`)`(?! )[^`[]+(?<! )`(?!`)/g;

/** What begins no block, and no white space that a parser would drop; the letters of most lines first, which cost less to look for. */
function isOpening(line: string): boolean {
  return /^[A-Za-z("'“‘„«]/.test(line) || /^\p{L}/u.test(line);
}

const special = /[\\`*<_&!\]\t\r\0\v\f\ufeff]/;

/** A bracket that is a link's or an image's, a character by its name, a `_` that may end emphasis (before a letter none can). */
const plainMarkup = /[\\`*<\t\r\0\v\f\ufeff]|\]\(|\]:|!\[|&#?[A-Za-z0-9]+;|_(?![A-Za-z0-9])/;

/** Whether a line is words and code and nothing else, whatever lines of that kind stand around it. */
function isPlain(line: string): boolean {
  if (!line.includes("`")) return isOpening(line) && (!special.test(line) || !plainMarkup.test(line));
  if (/ {2}|[\t\r\0\v\f\ufeff]/.test(line)) return false;
  const words = line.replace(code, "(");
  return isOpening(words) && !plainMarkup.test(words);
}

// Blocks: the top-level headings and entries of a body as a Markdown parser finds them, each where it lies.

/** A heading, or an entry that does not know yet what it stands under. */
export type Block =
  | { readonly heading: FoundHeading }
  | { readonly entry: Pick<Entry, "kind" | "start" | "end" | "digest" | "tags"> };

/** In the order of the text. */
export function parseBlocks(text: string, bodyStart: number): readonly Block[] {
  const tree = parseTree(text, bodyStart);
  const headings = headingsIn(text, tree);
  const nodes = tree.blocks.flatMap((block): readonly RootContent[] =>
    block.type === "list" ? block.children : [block],
  );
  let nextHeading = 0;
  return nodes.flatMap((node, i): readonly Block[] => {
    if (node.type === "heading") {
      const heading = headings[nextHeading++];
      return heading === undefined ? [] : [{ heading }];
    }
    const end = Math.min(tree.endOf(node), nextItemStart(text, tree, nodes[i + 1]));
    const entry = {
      kind: kindOfBlock(node),
      start: lineStart(text, tree.startOf(node)),
      end: lineEnd(text, end),
      digest: entryDigest(text, { node, end }, tree),
      tags: entryTags(text, node, tree),
    };
    return [{ entry }];
  });
}

/** The parser lets an item that ends in an open code fence reach over the marker of the next item. */
function nextItemStart(text: string, tree: Tree, next: RootContent | undefined): number {
  return next?.type === "listItem" ? lineStart(text, tree.startOf(next)) : text.length;
}

/** With their places, and titles as a reader sees them. */
export function headingsIn(text: string, tree: Tree): readonly FoundHeading[] {
  const found: FoundHeading[] = [];
  for (const [i, block] of tree.blocks.entries()) {
    if (block.type !== "heading") continue;
    const before = tree.blocks[i - 1];
    // The parser lets an underlined heading begin at the definitions right above it.
    const least = before?.type === "definition" ? text.indexOf("\n", tree.endOf(before)) + 1 : 0;
    found.push({
      depth: block.depth,
      title: plainText(block.children),
      start: lineStart(text, Math.max(tree.startOf(block), least)),
      end: lineEnd(text, tree.endOf(block)),
    });
  }
  return found;
}

function kindOfBlock(node: RootContent): EntryKind {
  switch (node.type) {
    case "listItem":
      return "bullet";
    case "blockquote":
      return "quote";
    case "thematicBreak":
      return "rule";
    case "paragraph":
    case "code":
    case "html":
      return node.type;
    default:
      return "other";
  }
}

export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return offset === 0 || (start === 0 && text.charCodeAt(0) === 0xfeff) ? Math.min(offset, start + 1) : start;
}

/** The end of the line's content: behind the last character that is no line end. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && (text[at - 1] === "\n" || text[at - 1] === "\r")) at--;
  const lineFeed = text.indexOf("\n", at);
  if (lineFeed < 0) return text.length;
  return text[lineFeed - 1] === "\r" && lineFeed > at ? lineFeed - 1 : lineFeed;
}

// Body: what an outline says of a page's Markdown: its headings, its entries and their places.

export type EntryKind = "bullet" | "paragraph" | "code" | "quote" | "html" | "rule" | "other";

/** A top-level heading. Offsets are UTF-16 units into the file's text, ends exclusive. */
export interface Heading {
  readonly depth: number;
  /** Plain text, without markup. */
  readonly title: string;
  /** Unique within the file. */
  readonly slug: string;
  /** Where the heading's line begins. */
  readonly start: number;
  /** End of the heading's last line, its line end excluded. */
  readonly end: number;
  /** Where the next heading of this or a lesser depth begins; the end of the text when there is none. */
  readonly sectionEnd: number;
}

/** A top-level list item with all below it, or another top-level block. It covers whole lines. */
export interface Entry {
  readonly kind: EntryKind;
  readonly start: number;
  /** End of its last line, the line end excluded. */
  readonly end: number;
  /** 16 hex digits over the text without bullet marker and layout; see `entryDigest`. */
  readonly digest: string;
  /** The words of `[word]` marks, in order, each once. */
  readonly tags: readonly string[];
  /** Slug of the `##` heading it stands under; null before the first and under a later `#`. */
  readonly section: string | null;
  /** Depth of the nearest heading above it; 0 when there is none. */
  readonly depth: number;
}

export interface Outline {
  /** Where the body begins: behind the frontmatter, or 0. */
  readonly bodyStart: number;
  readonly headings: readonly Heading[];
  readonly entries: readonly Entry[];
}

/** A `##` section: from its heading to the next heading of depth 1 or 2, or the end. */
export interface SectionSpan {
  readonly slug: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

// HTML block: whether a block of HTML ends by itself or swallows all that follows it.

/** HTML blocks that only their own end closes (CommonMark 4.6, kinds 1 to 5); the others end at a blank line. */
export function isClosedHtml(source: string): boolean {
  const html = source.trimStart();
  const opening = /^<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i.exec(html);
  if (opening === null) return true;
  const [whole, raw, comment, instruction, data] = opening;
  if (raw !== undefined) return /<\/(?:script|pre|style|textarea)>/i.test(html);
  // `<!-->` closes itself, so the search begins inside the opening's dashes.
  if (comment !== undefined) return html.includes("-->", 2);
  return html.includes(instruction !== undefined ? "?>" : data !== undefined ? "]]>" : ">", whole.length);
}
