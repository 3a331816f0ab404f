/** Scalars: plain and quoted values of one line, typed by the closed list of this format and no more. */

import type { YamlScalar, YamlStyle } from "./print--frontmatter.js";
import { isBreakOrBlank, isFlowIndicator } from "./text--character.js";
import { type Cursor, fail } from "./text--cursor.js";

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
  // Letters, digits and everything beyond ASCII begin nearly every value.
  if (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code > 0x7f
  )
    return true;
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
