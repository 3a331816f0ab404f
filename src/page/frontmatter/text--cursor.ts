/** Cursor: where the frontmatter scanner stands, how it moves from line to line, and the first trouble it met. */

import type { FindingCode } from "../page--finding.js";
import { isBreakOrBlank } from "./text--character.js";

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
 * Sets `column`, to -1 at the end and on trouble.
 */
export function nextContent(cursor: Cursor): void {
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
      fail(cursor, i, "The line is indented with a tab; YAML indents with spaces.", "Replace the tab with spaces.");
      return;
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
