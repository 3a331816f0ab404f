/**
 * FrontmatterText: where the frontmatter scanner stands, and the values it reads there: plain, quoted, literal and folded ones, typed by the
 * closed list of this format.
 */

import type { FindingCode } from "../page.js";
import type { YamlScalar, YamlStyle } from "./print.js";

/** An absent value: an empty span right behind the colon or the dash. */
export function absent(at: number): YamlScalar {
  return { kind: "scalar", style: "plain", start: at, end: at, text: "", value: null };
}

/** A quoted or plain value at the cursor, which moves to its end. In flow, `,[]{}` and `: ` end a plain value. */
export function scalar(cursor: Cursor, context: "block" | "flow"): YamlScalar | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === 0x22) return doubleQuoted(cursor);
  if (code === 0x27) return singleQuoted(cursor);
  return plain(cursor, context);
}

const refusals: Readonly<Record<string, string>> = {
  "&": "an anchor (&)",
  "*": "an alias (*)",
  "!": "a tag (!)",
  "?": "a complex key (? )",
  "%": "a directive (%)",
  "@": "the reserved character @",
  "`": "the reserved character `",
  "|": "a block text (|)",
  ">": "a block text (>)",
  "-": "a list item (- )",
  ":": "an empty key",
  "#": "a comment without a space before it",
};

/** False, with a trouble, when no plain value may begin at the cursor. */
export function mayBeginPlain(cursor: Cursor, context: "block" | "flow"): boolean {
  const { text, at } = cursor;
  const code = text.charCodeAt(at);
  if (code === 0x2d || code === 0x3a || code === 0x3f) {
    const next = text.charCodeAt(at + 1);
    if (!isBreakOrBlank(next) && !(context === "flow" && isFlowIndicator(next))) return true;
  } else if (!isFlowIndicator(code) && !"&*!%@`|>#\"'".includes(text.charAt(at))) return true;
  const what = refusals[text.charAt(at)];
  fail(
    cursor,
    at,
    what === undefined
      ? `A value may not begin with ${text.charAt(at)} here.`
      : `There is ${what} where a value was expected.`,
    "Frontmatter is a closed subset of YAML: write the value out, in quotes if it begins with this character.",
    "&*!%?".includes(text.charAt(at)) ? "frontmatter_refused" : "frontmatter_invalid",
  );
  return false;
}

function plain(cursor: Cursor, context: "block" | "flow"): YamlScalar | null {
  if (!mayBeginPlain(cursor, context)) return null;
  const { text, at: start } = cursor;
  const inFlow = context === "flow";
  let end = start;
  let i = start;
  for (; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) break;
    if (code === 0x20 || code === 0x09) continue;
    if (code === 0x23 && end !== i) break;
    if (code === 0x3a) {
      const next = text.charCodeAt(i + 1);
      if (isBreakOrBlank(next) || (inFlow && isFlowIndicator(next))) {
        if (inFlow) break;
        return fail(
          cursor,
          i,
          "A plain value holds a colon followed by a space, which begins a map.",
          "Put the value in quotes.",
        );
      }
    } else if (inFlow && isFlowIndicator(code)) break;
    end = i + 1;
  }
  cursor.at = end;
  const content = text.slice(start, end);
  return { kind: "scalar", style: "plain", start, end, text: content, value: typed(content) };
}

/** `true`, `false`, `null`, `~` and decimal numbers that a double holds exactly; everything else is the text itself. */
function typed(content: string): string | number | boolean | null {
  const code = content.charCodeAt(0);
  if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return typedNumber(content);
  if (content === "true") return true;
  if (content === "false") return false;
  return content === "null" || content === "~" ? null : content;
}

/** 15 significant digits survive the way through a double; a longer number stays text rather than change. */
const exactDigits = 15;

function typedNumber(content: string): string | number {
  if (content.length > exactDigits + 2 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(content)) return content;
  const value = Number(content);
  if (value === 0) return 0;
  const digits = content.length - (content.includes("-") ? 1 : 0) - (content.includes(".") ? 1 : 0);
  return digits <= exactDigits || Number.isSafeInteger(value) ? value : content;
}

function quoted(start: number, end: number, style: YamlStyle, text: string): YamlScalar {
  return { kind: "scalar", style, start, end, text, value: text };
}

function singleQuoted(cursor: Cursor): YamlScalar | null {
  const { text, at: start } = cursor;
  let i = start + 1;
  let doubled = false;
  for (; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) return failUnclosed(cursor, start);
    if (code !== 0x27) continue;
    if (text.charCodeAt(i + 1) !== 0x27) break;
    doubled = true;
    i++;
  }
  cursor.at = i + 1;
  const raw = text.slice(start + 1, i);
  return quoted(start, i + 1, "single", doubled ? raw.replaceAll("''", "'") : raw);
}

function doubleQuoted(cursor: Cursor): YamlScalar | null {
  const { text, at: start } = cursor;
  let content = "";
  let copied = start + 1;
  for (let i = start + 1; ; ) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) return failUnclosed(cursor, start);
    if (code === 0x22) {
      cursor.at = i + 1;
      return quoted(start, i + 1, "double", content + text.slice(copied, i));
    }
    if (code !== 0x5c) {
      i++;
      continue;
    }
    const escaped = readEscape(text, i);
    if (escaped === null) {
      return fail(
        cursor,
        i,
        `“\\${text.charAt(i + 1).trim()}” is no escape of YAML 1.2.`,
        "Double the backslash, or use single quotes.",
      );
    }
    content += text.slice(copied, i) + escaped.text;
    i = escaped.end;
    copied = i;
  }
}

function failUnclosed(cursor: Cursor, start: number): null {
  return fail(
    cursor,
    start,
    "A quoted value is not closed on its line.",
    "Close the quote on the same line; for longer text use a block text (key: |).",
  );
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

/** What the escape at `at` (a backslash) stands for and where it ends; null when there is no such escape. */
function readEscape(text: string, at: number): { readonly text: string; readonly end: number } | null {
  const letter = text.charAt(at + 1);
  const short = shortEscapes.get(letter);
  if (short !== undefined) return { text: short, end: at + 2 };
  const digits = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
  const end = at + 2 + digits;
  const hex = text.slice(at + 2, end);
  if (!/^[0-9a-fA-F]+$/.test(hex)) return null;
  const codePoint = Number.parseInt(hex, 16);
  return codePoint > 0x10ffff ? null : { text: String.fromCodePoint(codePoint), end };
}

// Block texts: literal `|` and folded `>` values with their chomping and indentation indicators.

interface Header {
  readonly style: "literal" | "folded";
  readonly chomp: "clip" | "strip" | "keep";
  /** 0 when the first line with content decides. */
  readonly indent: number;
}

interface Line {
  readonly text: string;
  readonly end: number;
}

/** At `|` or `>`; `parentIndent` is the column of the map or list it is a value of. Moves to the line after it. */
export function blockText(cursor: Cursor, parentIndent: number): YamlScalar | null {
  const start = cursor.at;
  const header = readHeader(cursor);
  if (header === null) return null;
  const headerEnd = cursor.at;
  cursor.at = cursor.text.indexOf("\n", cursor.at) + 1;
  const lines = readLines(cursor, parentIndent, header);
  if (lines === null) return null;
  let filled = lines.length;
  while (filled > 0 && lines[filled - 1]?.text === "") filled--;
  if (header.indent > 0 && lines.some((line) => line.text !== "" && line.text.trim() === "")) {
    const says =
      "A block text with an indentation number holds a line of spaces, which readers of YAML take for different things.";
    return fail(cursor, start, says, "Remove the spaces from the blank line, or put the text in quotes.");
  }
  const contents = lines.slice(0, filled).map((line) => line.text);
  const body = header.style === "literal" ? contents.join("\n") : fold(contents);
  const text = body + chomped(header, filled > 0, lines.length - filled);
  // Kept blank lines belong to the value; under the other rules they are white space between two keys.
  const last = header.chomp === "keep" ? lines.at(-1) : lines[filled - 1];
  return { kind: "scalar", style: header.style, start, end: last?.end ?? headerEnd, text, value: text };
}

function chomped(header: Header, hasContent: boolean, blankLines: number): string {
  if (header.chomp === "keep") return "\n".repeat(blankLines + (hasContent ? 1 : 0));
  return header.chomp === "clip" && hasContent ? "\n" : "";
}

/** Leaves the cursor behind the header's last character, its comment included. */
function readHeader(cursor: Cursor): Header | null {
  const { text } = cursor;
  const style = text.charCodeAt(cursor.at) === 0x7c ? "literal" : "folded";
  let chomp: Header["chomp"] = "clip";
  let indent = 0;
  let i = cursor.at + 1;
  for (; ; i++) {
    const letter = text.charAt(i);
    if ((letter === "+" || letter === "-") && chomp === "clip") chomp = letter === "+" ? "keep" : "strip";
    else if (letter >= "1" && letter <= "9" && indent === 0) indent = Number(letter);
    else break;
  }
  const lineFeed = text.indexOf("\n", i);
  const rest = text.slice(i, lineFeed);
  const afterBlanks = rest.replace(/^[ \t\r]+/, "");
  if (!isBreakOrBlank(text.charCodeAt(i)) || (afterBlanks !== "" && !afterBlanks.startsWith("#"))) {
    return fail(
      cursor,
      i,
      "A block text's header is followed by other text.",
      "Begin the text on the next line, or quote a value that begins with | or >.",
    );
  }
  cursor.at = i + rest.trimEnd().length;
  return { style, chomp, indent };
}

/** The lines below the header with their indentation taken off; stops at the first line indented less. */
function readLines(cursor: Cursor, parentIndent: number, header: Header): readonly Line[] | null {
  const { text, end } = cursor;
  const lines: Line[] = [];
  let indent = header.indent === 0 ? -1 : parentIndent + header.indent;
  let widest = { spaces: 0, at: 0 };
  while (cursor.at < end) {
    const lineStart = cursor.at;
    const lineFeed = text.indexOf("\n", lineStart);
    const lineEnd = text.charCodeAt(lineFeed - 1) === 0x0d && lineFeed > lineStart ? lineFeed - 1 : lineFeed;
    let i = lineStart;
    while (text.charCodeAt(i) === 0x20) i++;
    const spaces = i - lineStart;
    const blank = i === lineEnd;
    if (blank && (indent < 0 || spaces < indent)) {
      if (spaces > widest.spaces) widest = { spaces, at: lineStart };
      lines.push({ text: "", end: lineEnd });
    } else {
      if (indent < 0) {
        if (spaces <= parentIndent) break;
        indent = spaces;
        if (widest.spaces > indent) {
          const says = "A blank line at the beginning of a block text is longer than the text's indentation.";
          return fail(cursor, widest.at, says, "Remove the spaces from the blank line.");
        }
      }
      if (spaces < indent) break;
      lines.push({ text: text.slice(lineStart + indent, lineEnd), end: lineEnd });
    }
    cursor.at = lineFeed + 1;
  }
  return lines;
}

/** Joins the lines of a paragraph with spaces; lines that are indented further keep their breaks (YAML 1.2, 8.1.3). */
function fold(lines: readonly string[]): string {
  let folded = "";
  let blankLines = 0;
  let previous: "none" | "text" | "indented" = "none";
  for (const line of lines) {
    if (line === "") {
      blankLines++;
      continue;
    }
    const indented = line.startsWith(" ") || line.startsWith("\t");
    if (previous === "none") folded += "\n".repeat(blankLines);
    else if (indented || previous === "indented") folded += "\n".repeat(blankLines + 1);
    else folded += blankLines === 0 ? " " : "\n".repeat(blankLines);
    folded += line;
    blankLines = 0;
    previous = indented ? "indented" : "text";
  }
  return folded;
}

// Cursor: where the frontmatter scanner stands, how it moves from line to line, and the first trouble it met.

export interface Trouble {
  readonly code: FindingCode;
  /** UTF-16 offset into the text. */
  readonly at: number;
  readonly says: string;
  readonly hint: string;
}

/** Carries the trouble instead of throwing: making an exception costs more than scanning a page. */
export interface Cursor {
  readonly text: string;
  /** Where the closing fence's line begins; the character before it is a line feed, or the inner text is empty. */
  readonly end: number;
  at: number;
  /** Column of the content at `at` after `nextContent`; -1 at the end. */
  column: number;
  trouble: Trouble | null;
}

/** Notes the first trouble and gives null, so that a scanner can `return fail(…)`. */
export function fail(
  cursor: Cursor,
  at: number,
  says: string,
  hint: string,
  code: FindingCode = "frontmatter_invalid",
): null {
  cursor.trouble ??= { code, at, says, hint };
  cursor.column = -1;
  return null;
}

/**
 * From the start of a line to the first character of the next line that has content, over blank lines and comments.
 * Sets `column`, to -1 at the end and on trouble. A line of blanks may hold a tab, but for one below a block text, where YAML has it for neither.
 */
export function nextContent(cursor: Cursor, below: "value" | "block text" = "value"): void {
  const { text, end } = cursor;
  let lineStart = cursor.at;
  while (lineStart < end) {
    let i = lineStart;
    while (text.charCodeAt(i) === 0x20) i++;
    const code = text.charCodeAt(i);
    if (code === 0x0a) lineStart = i + 1;
    else if (code === 0x0d) lineStart = i + 2;
    else if (code === 0x23) lineStart = text.indexOf("\n", i) + 1;
    else if (code === 0x09) {
      const lineEnd = text.indexOf("\n", i);
      if (below === "block text" || !/^[ \t]*\r?$/.test(text.slice(i, lineEnd))) {
        fail(cursor, i, "The line is indented with a tab; YAML indents with spaces.", "Replace the tab with spaces.");
        return;
      }
      lineStart = lineEnd + 1;
    } else {
      cursor.at = i;
      cursor.column = i - lineStart;
      if (cursor.column === 0 && isDocumentMarker(text, i)) refuseDocument(cursor);
      return;
    }
  }
  cursor.at = end;
  cursor.column = -1;
}

/** After a value: blanks and a comment to the end of the line, then on to the next content. False on trouble. */
export function endLine(cursor: Cursor): boolean {
  const { text } = cursor;
  let i = cursor.at;
  let code = text.charCodeAt(i);
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(++i);
  if (code === 0x0a) cursor.at = i + 1;
  else if (code === 0x0d) cursor.at = i + 2;
  else if (code === 0x23 && i > cursor.at) cursor.at = text.indexOf("\n", i) + 1;
  else {
    fail(
      cursor,
      i,
      `Text follows a value that is complete: ${excerpt(text, i)}`,
      "Quote the whole value, or put a space before a comment's #.",
    );
    return false;
  }
  nextContent(cursor);
  return cursor.trouble === null;
}

/** A few characters of the line at `at`, for a message. */
function excerpt(text: string, at: number): string {
  const lineEnd = text.indexOf("\n", at);
  const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd).trim();
  return line.length > 40 ? `“${line.slice(0, 40)}…”.` : `“${line}”.`;
}

function isDocumentMarker(text: string, at: number): boolean {
  return (text.startsWith("...", at) || text.startsWith("---", at)) && isBreakOrBlank(text.charCodeAt(at + 3));
}

function refuseDocument(cursor: Cursor): void {
  fail(
    cursor,
    cursor.at,
    "The frontmatter holds a document marker; it is one YAML document, closed by a line of three dashes.",
    "Remove the marker, or close the frontmatter with ---.",
    "frontmatter_refused",
  );
}

// Character: the classes of characters by which YAML and Markdown are read; no other space of Unicode is white space to them.

/** A space, a tab, or the end of a line. */
export function isBreakOrBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** One of `,[]{}`. */
export function isFlowIndicator(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

/** Nothing but spaces, tabs and line ends. */
export function isBlankText(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}
