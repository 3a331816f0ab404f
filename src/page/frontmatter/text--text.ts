/** Block texts: literal `|` and folded `>` values with their chomping and indentation indicators. */

import type { YamlScalar } from "./print--frontmatter.js";
import { isBreakOrBlank } from "./text--character.js";
import { type Cursor, fail } from "./text--cursor.js";

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
