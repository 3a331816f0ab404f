/** Plain: Markdown without markup, read and printed without a parser: paragraphs, `- ` items and headings of words and short code. */

import { withoutTail } from "../../base/text--text.js";

/** A block where it stands in a text, each in whole lines; `content` is without the marker of its first line. */
export type PlainBlock = Placed & ({ readonly kind: "bullet" | "paragraph" } | Heading);

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

interface Heading {
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
const markup = /[\\`*<\t\r\0\v\f\ufeff]|\]\(|\]:|!\[|&#?[A-Za-z0-9]+;|_(?![A-Za-z0-9])/;

/** Whether a line is words and code and nothing else, whatever lines of that kind stand around it. */
function isPlain(line: string): boolean {
  if (!line.includes("`")) return isOpening(line) && (!special.test(line) || !markup.test(line));
  if (/ {2}|[\t\r\0\v\f\ufeff]/.test(line)) return false;
  const words = line.replace(code, "(");
  return isOpening(words) && !markup.test(words);
}
