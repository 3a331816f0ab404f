/** Fences: where frontmatter begins and ends, and the openings that are refused. */

import { limits } from "../../base/limits.js";
import type { Span } from "./print--frontmatter.js";
import type { Trouble } from "./text--cursor.js";

export interface Fences {
  readonly span: Span;
  readonly inner: Span;
  /** Between lines of three pluses stands TOML. */
  readonly language?: "toml";
}

/** What readers that run frontmatter, or read it as another language, take behind the opening fence. */
const languages: ReadonlySet<string> = new Set(
  "js javascript cjs mjs ts typescript json json5 coffee coffeescript cson toml yaml yml".split(" "),
);

/** null when the first line (behind an optional byte order mark) is no fence. */
export function findFences(text: string): Fences | Trouble | null {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (text.startsWith("+++", start)) return plusFences(text, start);
  if (!text.startsWith("---", start)) return null;
  const lineFeed = text.indexOf("\n", start);
  const rest = text.slice(start + 3, lineFeed < 0 ? text.length : lineFeed);
  if (!isBlank(rest)) return openingTrouble(rest, start);
  const innerStart = lineFeed < 0 ? text.length : lineFeed + 1;
  const close = closingFence(text, innerStart);
  if (close < 0) {
    return {
      code: "frontmatter_unclosed",
      at: start,
      says: "The frontmatter that opens on the first line is never closed.",
      hint: "Close it with a line of three dashes; if the line is a thematic break, write *** or put a blank line before it.",
    };
  }
  const closeFeed = text.indexOf("\n", close);
  return {
    span: { start, end: closeFeed < 0 ? text.length : closeFeed + 1 },
    inner: { start: innerStart, end: close },
  };
}

/** A line of pluses opens nothing where no other follows, or where what follows is no key and no table. */
function plusFences(text: string, start: number): Fences | null {
  const innerStart = text.indexOf("\n", start) + 1;
  if (innerStart === 0 || !isBlank(text.slice(start + 3, innerStart - 1))) return null;
  const close = firstLineOf(text, innerStart, "+++");
  if (close < 0 || !opensWithToml(text.slice(innerStart, Math.min(close, innerStart + 4096)))) return null;
  const closeFeed = text.indexOf("\n", close);
  return {
    span: { start, end: closeFeed < 0 ? text.length : closeFeed + 1 },
    inner: { start: innerStart, end: close },
    language: "toml",
  };
}

function opensWithToml(inner: string): boolean {
  const first = inner.split("\n", 64).find((line) => !isBlank(line) && !/^[ \t]*#/.test(line));
  return first === undefined || /^[ \t]*(?:["']?[\w.-]{1,60}["']?[ \t]*=|\[)/.test(first);
}

/**
 * Where a second frontmatter block begins behind the first (blank lines between are allowed); -1 when there is none. A body
 * may begin with a thematic break: only an unbroken run of `key:` lines up to another fence is a block.
 */
export function secondBlockAt(text: string, from: number): number {
  let at = from;
  for (;;) {
    const lineFeed = text.indexOf("\n", at);
    if (lineFeed < 0) return -1;
    const line = text.slice(at, lineFeed);
    if (line.startsWith("---") && isBlank(line.slice(3))) return isBlockBehind(text, lineFeed + 1) ? at : -1;
    if (!isBlank(line)) return -1;
    at = lineFeed + 1;
  }
}

/** Whether lines that look like YAML, the first of them a key, run up to a fence. */
function isBlockBehind(text: string, from: number): boolean {
  const window = text.slice(from, from + limits.frontmatterBytesMax);
  let keys = 0;
  for (const line of window.split("\n")) {
    if (line.startsWith("---") && isBlank(line.slice(3))) return keys > 0;
    if (/^[A-Za-z_][\w.-]*:(?:\s|$)/.test(line)) keys++;
    else if (keys === 0 || !/^(?:[ \t]+\S|- |#)/.test(line)) return false;
  }
  return false;
}

/** Offset of the first line of three dashes, or of the three dots that end a YAML document, and blanks; -1 when there is none. */
function closingFence(text: string, from: number): number {
  const dashes = firstLineOf(text, from, "---");
  const dots = firstLineOf(dashes < 0 ? text : text.slice(0, dashes), from, "...");
  if (dots < 0 || dashes < 0) return Math.max(dots, dashes);
  // Keys that go on behind the dots, up to dashes, are keys still: nothing that they say of the page may become its words.
  const behind = text.slice(text.indexOf("\n", dots) + 1, dashes).split("\n");
  return behind.every((line) => isBlank(line) || mayBeYaml.test(line)) ? dashes : dots;
}

const mayBeYaml: RegExp = /^(?:[A-Za-z_][\w.-]*:(?:\s|$)|[ \t]+\S|- |#(?!#* \S))/;

/** Offset of the first line of this mark and blanks alone; -1 when there is none. */
function firstLineOf(text: string, from: number, mark: string): number {
  let at = text.startsWith(mark, from) ? from : text.indexOf(`\n${mark}`, from) + 1;
  while (at > 0) {
    const lineFeed = text.indexOf("\n", at);
    if (isBlank(text.slice(at + mark.length, lineFeed < 0 ? text.length : lineFeed))) return at;
    at = text.indexOf(`\n${mark}`, at) + 1;
  }
  return -1;
}

function openingTrouble(rest: string, at: number): Trouble | null {
  if (rest.startsWith("\r")) {
    const hint = "Save the file with LF or CRLF line ends.";
    return {
      code: "frontmatter_refused",
      at,
      says: "The lines end in bare carriage returns; a page uses LF or CRLF.",
      hint,
    };
  }
  const language = rest.trim().toLowerCase();
  if (!languages.has(language)) return null;
  return {
    code: "frontmatter_refused",
    at,
    says: `The opening fence names a language (${language}); frontmatter is YAML data and is never executed.`,
    hint: "Write the opening line as --- and the values as YAML.",
  };
}

/** Spaces and tabs only; the carriage return of a CRLF may follow. */
function isBlank(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code !== 0x20 && code !== 0x09 && !(code === 0x0d && i === line.length - 1)) return false;
  }
  return true;
}
