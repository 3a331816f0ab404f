/** Config text: git's configuration syntax, read strictly and without following includes. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { gitFailed } from "../state/fs-calls--failures.js";

/** `section.Subsection.key`, section and key in lower case; the value is null for a key without `=`. */
export interface ConfigLine {
  readonly key: string;
  readonly value: string | null;
}

/** `name` is the file's name, for the message. */
export function parseConfigText(text: string, name: string): Outcome<readonly ConfigLine[]> {
  const cursor: Cursor = { text: text.startsWith("\ufeff") ? text.slice(1) : text, at: 0 };
  const lines: ConfigLine[] = [];
  let section: string | null = null;
  for (;;) {
    skipBlank(cursor);
    if (cursor.at >= cursor.text.length) return ok(lines);
    const start = cursor.at;
    if (cursor.text[cursor.at] === "[") {
      section = readSection(cursor);
      if (section === null) return malformed(cursor.text, start, name, "a section such as [core]");
      continue;
    }
    const key = readKey(cursor);
    if (key === null) return malformed(cursor.text, start, name, "a key");
    const value = readValue(cursor);
    if (value === undefined) return malformed(cursor.text, start, name, "a value with closed quotes");
    lines.push({ key: section === null ? key : `${section}.${key}`, value });
  }
}

interface Cursor {
  readonly text: string;
  at: number;
}

function malformed(text: string, at: number, name: string, expected: string): Outcome<never> {
  const line = text.slice(0, at).split("\n").length;
  return gitFailed(
    `Line ${line} of ${name} is not git configuration: ${expected} was expected.`,
    `Correct line ${line}.`,
  );
}

function skipBlank(cursor: Cursor): void {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const c = text[cursor.at];
    if (c === "#" || c === ";") {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end < 0 ? text.length : end;
    } else if (c === " " || c === "\t" || c === "\n" || c === "\r") cursor.at += 1;
    else return;
  }
}

/** `[core]`, `[remote "Origin"]` or the old `[branch.main]`. */
function readSection(cursor: Cursor): string | null {
  const { text } = cursor;
  let at = cursor.at + 1;
  let name = "";
  while (at < text.length && /[A-Za-z0-9.-]/.test(text[at]!)) {
    name += text[at]!.toLowerCase();
    at += 1;
  }
  if (name === "") return null;
  if (text[at] === "]") {
    cursor.at = at + 1;
    return name;
  }
  while (text[at] === " " || text[at] === "\t") at += 1;
  if (text[at] !== '"') return null;
  at += 1;
  let sub = "";
  while (at < text.length && text[at] !== '"' && text[at] !== "\n") {
    if (text[at] === "\\") at += 1;
    sub += text[at] ?? "";
    at += 1;
  }
  if (text[at] !== '"' || text[at + 1] !== "]") return null;
  cursor.at = at + 2;
  return `${name}.${sub}`;
}

function readKey(cursor: Cursor): string | null {
  const { text } = cursor;
  let at = cursor.at;
  while (at < text.length && /[A-Za-z0-9-]/.test(text[at]!)) at += 1;
  const key = text.slice(cursor.at, at);
  if (!/^[A-Za-z]/.test(key)) return null;
  while (text[at] === " " || text[at] === "\t") at += 1;
  cursor.at = at;
  return key.toLowerCase();
}

/** Git's own idea of a space inside a line; those in front of a value's first character are dropped, on its later lines too. */
const isSpace = (char: string) => char === " " || char === "\t" || char === "\r";

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** The rest of the logical line; undefined where it is malformed, null where there is no `=`. */
function readValue(cursor: Cursor): string | null | undefined {
  const { text } = cursor;
  const c = text[cursor.at];
  if (c === undefined || c === "\n" || (c === "\r" && text[cursor.at + 1] === "\n")) return null;
  if (c !== "=") return undefined;
  let at = cursor.at + 1;
  let value = "";
  let kept = 0;
  let quoted = false;
  for (; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "\n" || (char === "\r" && text[at + 1] === "\n")) {
      if (quoted) return undefined;
      break;
    }
    if (char === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (char === "\\") {
      const step = text[at + 1] === "\r" && text[at + 2] === "\n" ? 2 : 1;
      const next = text[at + step];
      at += step;
      // Spaces in front of a continued line are part of the value.
      if (next === "\n") {
        kept = value.length;
        continue;
      }
      const escaped = next === undefined ? undefined : escapes[next];
      if (escaped === undefined) return undefined;
      value += escaped;
      kept = value.length;
    } else if (!quoted && (char === "#" || char === ";")) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      break;
    } else if (quoted || !isSpace(char)) {
      value += char;
      kept = value.length;
    } else if (value !== "") value += char;
  }
  cursor.at = at;
  return quoted ? undefined : value.slice(0, kept);
}
