/** LineBlocks: the blocks of a text told by how its lines begin, whatever markup stands within them; null where a parser must tell. */

import { hidesTags } from "../entry-digest.js";

/** In whole lines; `content` is without the marker of its first line. */
export type LineBlock = Placed & (Worded | Code | Heading | Rule);

interface Placed {
  readonly start: number;
  readonly end: number;
}

interface Worded {
  readonly kind: "bullet" | "paragraph";
  readonly content: string;
  /** Its paragraphs in order, and in how many items each stands besides its own. */
  readonly paragraphs: readonly { readonly depth: number; readonly text: string }[];
}

interface Code {
  readonly kind: "code";
  readonly language: string;
  readonly value: string;
}

interface Rule {
  readonly kind: "rule";
  readonly line: string;
}

interface Heading {
  readonly kind: "heading";
  readonly depth: number;
  readonly line: string;
}

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
  readonly kind: Worded["kind"];
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
  if (marked === null) return wordsGoOn(walk, { start, end, indent, words });
  const number = marked[1] ?? null;
  const isBelowWords = walk.open?.kind === "paragraph" && !walk.isBlank;
  // A number other than 1 interrupts no words.
  if (isBelowWords && indent === 0 && number !== null && number !== "1")
    return wordsGoOn(walk, { start, end, indent, words: rest });
  const at = start + indent + marked[0].length;
  return indent === 0
    ? itemBegins(walk, { start, end, at, number })
    : number === null && itemBelow(walk, { end, at, indent, offset: indent + marked[0].length });
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

interface Words {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly words: string;
}

function wordsGoOn(walk: Walk, { start, end, indent, words }: Words): boolean {
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

interface Item {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** Of an ordered item, as it is written. */
  readonly number: string | null;
}

/** What a number does below an item of another kind is the parser's to say. */
function itemBegins(walk: Walk, { start, end, at, number }: Item): boolean {
  const isOrdered = number !== null;
  const isNext = walk.open?.kind === "bullet" && walk.isOrdered;
  const isFirst = walk.open?.kind === "paragraph" && (walk.isBlank || number === "1");
  if (isOrdered && walk.open !== null && !isNext && !isFirst) return false;
  if (!closed(walk)) return false;
  const paragraphs = [{ depth: 0, text: walk.text.slice(at, end) }];
  walk.open = { kind: "bullet", start, contentStart: at, end, paragraphs };
  walk.offsets.push(at - start);
  walk.isOrdered = isOrdered;
  return true;
}

interface Below {
  readonly end: number;
  readonly at: number;
  readonly indent: number;
  readonly offset: number;
}

function itemBelow(walk: Walk, { end, at, indent, offset }: Below): boolean {
  const { open, offsets } = walk;
  if (open?.kind !== "bullet" || walk.isBlank) return false;
  while (offsets.length > 0 && indent < offsets.at(-1)!) offsets.pop();
  const above = offsets.at(-1);
  if (above === undefined || indent - above > 3) return false;
  open.paragraphs.push({ depth: offsets.length, text: walk.text.slice(at, end) });
  open.end = end;
  offsets.push(offset);
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
export function fenceEnd(text: string, start: number, end: number): number {
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
