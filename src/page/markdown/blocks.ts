/**
 * Blocks: the headings and entries of a body, each where it lies. A body is read piece by piece, and a plain piece is read without a Markdown
 * parser.
 */

import type { Code, InlineCode, Nodes, RootContent } from "mdast";
import { shortDigest } from "../../base/digest.js";
import { limits } from "../../base/limits.js";
import { rememberByText } from "../../base/memo-cache.js";
import { parseTree, plainText, type Tree, walk } from "./tree.js";

// Pieces: the blocks of a body, read piece by piece, so that a line more costs that line and a plain line costs no parser.

/**
 * What the parser finds in the whole body. It is cut above each `- ` item and `# ` heading that begins in the first column: such a
 * line ends every paragraph, list and quote above it (an item that begins with another marker is left to the parser, whose idea of
 * what continues an empty one depends on what stood above). Only what reaches over lines of any kind (HTML, fences that are not in the
 * first column) or says something about other places (definitions) could tell otherwise, and a body in which one of those may be is
 * read whole. `unnamed` entries may have an empty digest, which is most of what a look at a plain line costs.
 */
export function blocksByPiece(body: string, asked: "named" | "unnamed" = "named"): readonly Block[] {
  const pieces = piecesOf(body);
  if (pieces === null) return parseBlocks(body, 0);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.length;
    const blocks = plainPiece(piece, asked === "named") ?? parsePiece(piece);
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

/** What most pieces are costs no parser. */
function plainPiece(piece: string, isNamed: boolean): readonly Block[] | null {
  const blocks: Block[] = [];
  for (const block of lineBlocks(piece) ?? []) {
    const made = madeOf(block, isNamed);
    if (made === null) return null;
    blocks.push(made);
  }
  return blocks.length > 0 || piece.trim() === "" ? blocks : null;
}

function madeOf(block: LineBlock, isNamed: boolean): Block | null {
  const { kind, start, end } = block;
  if (kind === "code") {
    const digest = isNamed ? codeDigest(block.language, block.value) : "";
    return { entry: { kind, start, end, digest, tags: [] } };
  }
  if (kind !== "heading") {
    const content = kind === "rule" ? block.line : block.content;
    const said = isNamed ? plainEntry(content) : { digest: "", tags: plainTags(content) };
    return { entry: { kind, start, end, ...said } };
  }
  const title = titleOf(block.line);
  return title === null ? null : { heading: { depth: block.depth, title, start, end } };
}

/** Of a line that is a heading whatever else stands there; null where a parser must tell. */
export function titleOf(line: string): string | null {
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

// LineBlocks: the blocks of a piece told by how its lines begin, whatever markup stands within them; null where a parser must tell.

/** In whole lines; `content` is without the marker of its first line. */
export type LineBlock = { readonly start: number; readonly end: number } & (
  | {
      readonly kind: "bullet" | "paragraph";
      readonly content: string;
      /** Its paragraphs in order, and in how many items each stands besides its own. */
      readonly paragraphs: readonly { readonly depth: number; readonly text: string }[];
    }
  | { readonly kind: "code"; readonly language: string; readonly value: string }
  | { readonly kind: "heading"; readonly depth: number; readonly line: string }
  | { readonly kind: "rule"; readonly line: string }
);

/**
 * What a parser finds. Expects LF, and no definitions. A line is known by its first characters: words go on with the paragraph above, in
 * an item too; a marker begins an item, below another one where it stands under its words; a fence in the first column ends all above it.
 * No word of a line is read, but for what hides marks from the names of entries: code that does not end in its line.
 */
export function lineBlocks(text: string): readonly LineBlock[] | null {
  const walk: Walk = { text, blocks: [], open: null, offsets: [], isOrdered: false, isBlank: false };
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (start === end) {
      walk.isBlank = true;
      start = end + 1;
      continue;
    }
    const next = text.startsWith("```", start) ? fenced(walk, start, end) : lined(walk, start, end) ? end : -1;
    if (next < 0) return null;
    walk.isBlank = false;
    start = next + 1;
  }
  return closed(walk) ? walk.blocks : null;
}

interface Walk {
  readonly text: string;
  readonly blocks: LineBlock[];
  /** The paragraph or item that the next line may go on with. */
  open: Open | null;
  /** Where the words of each open item begin in their line, the outermost first. */
  readonly offsets: number[];
  /** Whether the open item's marker is a number. */
  isOrdered: boolean;
  isBlank: boolean;
}

interface Open {
  readonly kind: "bullet" | "paragraph";
  readonly start: number;
  readonly contentStart: number;
  end: number;
  readonly paragraphs: { readonly depth: number; text: string }[];
}

/** What begins no block; numbers that no point follows, and marks that only emphasis begins with. */
const opening = /^(?:[A-Za-z("'[|@$%&!:;,./?{`]|\*{1,2}[^\s*]|_{1,2}[^\s_]|\d+(?![\d.)])|(?!\s)[\u0080-\uffff])/;
const rule = /^(?:-{3,}|\*{3,}|_{3,})$/;
const marker = /^(?:[-*+]|(\d{1,9})[.)]) (?! )/;
const code = /(?<!`)`(?! )[^`[]+(?<! )`(?!`)/g;

function lined(walk: Walk, start: number, end: number): boolean {
  const line = walk.text.slice(start, end);
  const rest = line.trimStart();
  const indent = line.length - rest.length;
  if (rest.startsWith("#")) return indent === 0 && headed(walk, start, line);
  if (rule.test(line)) return ruled(walk, start, line);
  const marked = marker.exec(rest);
  const words = marked === null ? rest : rest.slice(marked[0].length);
  if (!opening.test(words) || words.startsWith("```") || !endsCode(words)) return false;
  if (marked === null) return continueWords(walk, { start, end, indent }, words);
  const number = marked[1] ?? null;
  const isBelowWords = walk.open?.kind === "paragraph" && !walk.isBlank;
  // A number other than 1 interrupts no words.
  if (isBelowWords && indent === 0 && number !== null && number !== "1")
    return continueWords(walk, { start, end, indent }, rest);
  const at = start + indent + marked[0].length;
  return indent === 0
    ? openItem(walk, { start, end, indent }, at, number)
    : number === null && nestItem(walk, { start, end, indent }, at);
}

function headed(walk: Walk, start: number, line: string): boolean {
  const depth = line.search(/[^#]/);
  if (depth < 1 || depth > 6 || line.charAt(depth) !== " " || line.slice(depth).trim() === "") return false;
  if (!closed(walk)) return false;
  walk.blocks.push({ kind: "heading", depth, line, start, end: start + line.length });
  return true;
}

/** Right below words it may underline them. */
function ruled(walk: Walk, start: number, line: string): boolean {
  if (walk.open !== null && !walk.isBlank) return false;
  if (!closed(walk)) return false;
  walk.blocks.push({ kind: "rule", line, start, end: start + line.length });
  return true;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
}

function continueWords(walk: Walk, { start, end, indent }: Line, words: string): boolean {
  const { open } = walk;
  if (open !== null && !walk.isBlank) {
    open.end = end;
    open.paragraphs.at(-1)!.text += `\n${words}`;
    return true;
  }
  if (indent > 0 || !closed(walk)) return false;
  walk.open = { kind: "paragraph", start, contentStart: start, end, paragraphs: [{ depth: 0, text: words }] };
  return true;
}

/** `at`: where its words begin. The parser alone says what a number does below an item of another kind. */
function openItem(walk: Walk, { start, end }: Line, at: number, number: string | null): boolean {
  const isNext = walk.open?.kind === "bullet" && walk.isOrdered;
  const isFirst = walk.open?.kind === "paragraph" && (walk.isBlank || number === "1");
  if (number !== null && walk.open !== null && !isNext && !isFirst) return false;
  if (!closed(walk)) return false;
  const paragraphs = [{ depth: 0, text: walk.text.slice(at, end) }];
  walk.open = { kind: "bullet", start, contentStart: at, end, paragraphs };
  walk.offsets.push(at - start);
  walk.isOrdered = number !== null;
  return true;
}

function nestItem(walk: Walk, { start, end, indent }: Line, at: number): boolean {
  const { open, offsets } = walk;
  if (open?.kind !== "bullet" || walk.isBlank) return false;
  while (offsets.length > 0 && indent < offsets.at(-1)!) offsets.pop();
  const above = offsets.at(-1);
  if (above === undefined || indent - above > 3) return false;
  open.paragraphs.push({ depth: offsets.length, text: walk.text.slice(at, end) });
  open.end = end;
  offsets.push(at - start);
  return true;
}

/** The end of its last line; -1 where the parser must tell. */
function fenced(walk: Walk, start: number, end: number): number {
  const { text } = walk;
  const last = fenceEnd(text, start, end);
  if (last < 0 || !closed(walk)) return -1;
  const language = text.slice(start, end).replaceAll("`", "").trim();
  const value = text.slice(end + 1, Math.max(end + 1, text.lastIndexOf("\n", last - 1)));
  walk.blocks.push({ kind: "code", language, value, start, end: last });
  return last;
}

/** Where the last line of a block of code ends whose first line is this, in the first column; -1 where a parser must tell. */
function fenceEnd(text: string, start: number, end: number): number {
  const marks = /^(`{3,})[A-Za-z0-9_+-]* *$/.exec(text.slice(start, end))?.[1];
  if (marks === undefined) return -1;
  for (let at = end + 1; at < text.length; ) {
    const lineFeed = text.indexOf("\n", at);
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, lineEnd);
    if (/^ {0,3}`{3,}[ \t]*$/.test(line) && line.trim().length >= marks.length) return lineEnd;
    at = lineEnd + 1;
  }
  return -1;
}

/** False where it holds a mark that may or may not be a tag. */
function closed(walk: Walk): boolean {
  const { text, blocks, open } = walk;
  walk.open = null;
  walk.offsets.length = 0;
  walk.isOrdered = false;
  if (open === null) return true;
  const { kind, start, contentStart, end, paragraphs } = open;
  const content = text.slice(contentStart, end);
  blocks.push({ kind, start, end, content, paragraphs });
  return !hidesTags(content);
}

function endsCode(words: string): boolean {
  if (!words.includes("`")) return true;
  return !/[ \t]{2}|[\t\\<]/.test(words) && !words.replace(code, "(").includes("`");
}

// Blocks: the top-level headings and entries of a body as a Markdown parser finds them, each where it lies.

export interface FoundHeading {
  readonly depth: number;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

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

// Entry digest: names an entry by what it says, so that a changed marker, indentation or line break keeps its name.

const digestChars = 16;
/** A ticked box reads `[x]` wherever it stands, in an item or in text on its way to become one. */
const checkbox = "x";

/**
 * Digest of the entry's normalized text: no bullet marker, runs of white space as one space, code as it is with LF. `end` is
 * the entry's, which may lie before that of its node.
 */
function entryDigest(text: string, entry: { readonly node: Nodes; readonly end: number }, tree: Tree): string {
  return shortDigest(normalized(text, entry.node, entry.end, tree), digestChars);
}

/** `[word]` marks in the node's text, in order, each once; links, code, `mcp[cli]`, wiki links and checkboxes are none. */
export function entryTags(text: string, node: Nodes, tree: Tree): readonly string[] {
  const tags = new Set<string>();
  for (const part of textsIn(node)) addTags(tags, text, tree.startOf(part), tree.endOf(part));
  return [...tags];
}

/** What may be a tag: a word in brackets, but for one that an address follows, which is none whatever a parser makes of it. */
const bracketed = /\[[a-z][a-z0-9-]*\](?!\()/;

/** Whether something there looks like a tag and may be part of a link, code or HTML. */
function hidesTags(content: string): boolean {
  return bracketed.test(content) && /[`<]|\]\(/.test(content);
}

/** What the two above say of an entry of text, whose code has no runs of white space and whose tags nothing hides. */
export function plainEntry(content: string): { readonly digest: string; readonly tags: readonly string[] } {
  return { digest: shortDigest(collapse(content).trim(), digestChars), tags: plainTags(content) };
}

export function plainTags(content: string): readonly string[] {
  if (!content.includes("[")) return [];
  const tags = new Set<string>();
  addTags(tags, content, 0, content.length);
  return [...tags];
}

/** The digest of code in a fence in the first column. */
function codeDigest(language: string, value: string): string {
  return shortDigest(codeText({ type: "code", lang: language, value }).trim(), digestChars);
}

function addTags(tags: Set<string>, text: string, start: number, end: number): void {
  for (const match of text.slice(start, end).matchAll(/\[([a-z][a-z0-9-]*)\]/g)) {
    const at = start + match.index;
    const next = text.charAt(at + match[0].length);
    const before = text.charAt(at - 1);
    const isLink = /[\w[\\]/.test(before) || next === "]" || next === "(" || next === ":";
    const word = match[1] ?? "";
    if (!isLink && word !== checkbox && tags.size < limits.tagsMax) tags.add(word);
  }
}

function normalized(text: string, node: Nodes, end: number, tree: Tree): string {
  let at = node.type === "listItem" ? afterMarker(text, tree.startOf(node)) : tree.startOf(node);
  let out = "";
  for (const part of walk(node)) {
    if (part.type !== "code" && part.type !== "inlineCode") continue;
    out += collapse(text.slice(at, tree.startOf(part))) + codeText(part);
    at = tree.endOf(part);
  }
  return (out + collapse(text.slice(at, end))).trim();
}

/** Behind a list item's marker and the blanks after it. */
function afterMarker(text: string, start: number): number {
  const marker = /^(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(text.slice(start, start + 32));
  return start + (marker?.[0].length ?? 0);
}

function codeText(code: Pick<Code, "type" | "lang" | "value"> | InlineCode): string {
  const value = code.value.replaceAll("\r\n", "\n");
  return code.type === "inlineCode" ? `\`${value}\`` : `\n${code.lang ?? ""}\n${value}\n`;
}

function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, " ");
}

function* textsIn(node: Nodes): Generator<Nodes> {
  if (node.type === "text") yield node;
  else if ("children" in node && node.type !== "link" && node.type !== "linkReference") {
    for (const child of node.children) yield* textsIn(child);
  }
}
