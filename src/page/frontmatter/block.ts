/** Flow collections: `[a, b]` and `{ a: 1 }`, which may span lines as long as they stay indented. */

import { limits } from "../../base/limits.js";
import { readyKey, seenBefore } from "./block--key.js";
import type { YamlList, YamlMap, YamlNode, YamlPair } from "./print--frontmatter.js";
import { absent, scalar } from "./text.js";
import { isBreakOrBlank, isFlowIndicator } from "./text--character.js";
import { type Cursor, fail } from "./text--cursor.js";

interface Place {
  /** Continuation lines begin at this column or further right. */
  readonly minColumn: number;
  /** How many collections are open, this one included. */
  readonly depth: number;
}

/** At `[` or `{`; moves behind the closing bracket. Checks the depth before it descends, so no input overflows the stack. */
export function flowCollection(cursor: Cursor, place: Place): YamlList | YamlMap | null {
  if (place.depth > limits.frontmatterDepthMax) return failDepth(cursor, cursor.at);
  return cursor.text.charCodeAt(cursor.at) === 0x5b ? flowList(cursor, place) : flowMap(cursor, place);
}

export function failDepth(cursor: Cursor, at: number): null {
  return fail(
    cursor,
    at,
    `Lists and maps are nested more than ${limits.frontmatterDepthMax} deep.`,
    "Move the detail into the body.",
    "frontmatter_too_deep",
  );
}

function flowList(cursor: Cursor, place: Place): YamlList | null {
  const start = cursor.at++;
  const items: YamlNode[] = [];
  if (!skipSpace(cursor, place)) return null;
  while (cursor.text.charCodeAt(cursor.at) !== 0x5d) {
    const item = flowValue(cursor, place);
    if (item === null) return null;
    items.push(item);
    if (!separator(cursor, place, 0x5d)) return null;
  }
  cursor.at++;
  return { kind: "list", flow: true, start, end: cursor.at, items };
}

function flowMap(cursor: Cursor, place: Place): YamlMap | null {
  const start = cursor.at++;
  const pairs: YamlPair[] = [];
  const seen: { names: Set<string> | null } = { names: null };
  if (!skipSpace(cursor, place)) return null;
  while (cursor.text.charCodeAt(cursor.at) !== 0x7d) {
    const pair = flowPair(cursor, place);
    if (pair === null) return null;
    if (seenBefore(cursor, pairs, seen, pair)) return null;
    pairs.push(pair);
    if (!separator(cursor, place, 0x7d)) return null;
  }
  cursor.at++;
  return { kind: "map", flow: true, start, end: cursor.at, pairs };
}

function flowPair(cursor: Cursor, place: Place): YamlPair | null {
  const { text } = cursor;
  const first = text.charCodeAt(cursor.at);
  const name = scalar(cursor, "flow");
  if (name === null) return null;
  const keyEnd = cursor.at;
  let code = text.charCodeAt(cursor.at);
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(++cursor.at);
  const colon = cursor.at;
  const next = text.charCodeAt(colon + 1);
  const adjacent = (first === 0x22 || first === 0x27) && colon === keyEnd;
  if (code !== 0x3a || !(adjacent || isBreakOrBlank(next) || isFlowIndicator(next))) {
    return fail(
      cursor,
      name.start,
      "A map in braces has an entry that is not “key: value”.",
      "Write { key: value, other: value }.",
    );
  }
  if (!readyKey(cursor, name)) return null;
  cursor.at = colon + 1;
  if (!skipSpace(cursor, place)) return null;
  const after = text.charCodeAt(cursor.at);
  const value = after === 0x2c || after === 0x7d ? absent(colon + 1) : flowValue(cursor, place);
  return value === null ? null : { key: name.text, keySpan: { start: name.start, end: name.end }, value };
}

function flowValue(cursor: Cursor, place: Place): YamlNode | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code !== 0x5b && code !== 0x7b) return scalar(cursor, "flow");
  return flowCollection(cursor, { minColumn: place.minColumn, depth: place.depth + 1 });
}

/** Over a comma, or up to the closing bracket. */
function separator(cursor: Cursor, place: Place, closing: number): boolean {
  if (!skipSpace(cursor, place)) return false;
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === closing) return true;
  if (code === 0x2c) {
    cursor.at++;
    return skipSpace(cursor, place);
  }
  const bracket = closing === 0x5d ? "]" : "}";
  fail(
    cursor,
    cursor.at,
    `“,” or “${bracket}” was expected.`,
    "Separate entries with commas, close the bracket, and quote values that hold brackets, commas, colons or span lines.",
  );
  return false;
}

/** Over blanks, line ends and comments to the next character of the collection. */
function skipSpace(cursor: Cursor, place: Place): boolean {
  const { text, end } = cursor;
  let lineStart = -1;
  for (let i = cursor.at; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x20 || code === 0x0d) continue;
    if (code === 0x0a) {
      lineStart = i + 1;
      continue;
    }
    if (code === 0x09) continue;
    if (code === 0x23 && (i === lineStart || isBreakOrBlank(text.charCodeAt(i - 1)))) {
      i = text.indexOf("\n", i) - 1;
      continue;
    }
    cursor.at = i;
    return lineStart < 0 || staysIndented(cursor, lineStart, place);
  }
  fail(cursor, cursor.at, "A bracket is not closed before the frontmatter ends.", "Close it with ] or }.");
  return false;
}

/** A closing bracket may stand in the column of the key it closes, as many people write it. */
function staysIndented(cursor: Cursor, lineStart: number, place: Place): boolean {
  const { text, at } = cursor;
  if (text.slice(lineStart, at).includes("\t")) {
    fail(
      cursor,
      lineStart,
      "The line is indented with a tab; YAML indents with spaces.",
      "Replace the tab with spaces.",
    );
    return false;
  }
  const closes = text.charCodeAt(at) === 0x5d || text.charCodeAt(at) === 0x7d;
  if (at - lineStart >= place.minColumn - (closes ? 1 : 0)) return true;
  fail(cursor, at, "A line inside brackets is indented less than its key.", "Indent it further than the key.");
  return false;
}
