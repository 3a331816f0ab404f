/** FrontmatterBlock: the collections of frontmatter, by indentation or in brackets, and the keys that make a line an entry of a map. */

import { limits } from "../../base/limits.js";
import type { YamlList, YamlMap, YamlNode, YamlPair, YamlScalar } from "./print.js";
import {
  absent,
  blockText,
  type Cursor,
  endLine,
  fail,
  isBreakOrBlank,
  isFlowIndicator,
  mayBeginPlain,
  nextContent,
  scalar,
} from "./text.js";

// Flow collections: `[a, b]` and `{ a: 1 }`, which may span lines as long as they stay indented.

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

function failDepth(cursor: Cursor, at: number): null {
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
  const seen = new Set<string>();
  if (!skipSpace(cursor, place)) return null;
  while (cursor.text.charCodeAt(cursor.at) !== 0x7d) {
    const pair = flowPair(cursor, place);
    if (pair === null) return null;
    if (seenBefore(cursor, seen, pair)) return null;
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
  fail(cursor, cursor.at, "A bracket is not closed.", "Close it with ] or }.");
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

// Block collections: maps and lists by indentation, down to the limit of depth.

/** At the first key, in column `indent`; moves to the first content that is not of the map. `depth` counts this map. */
export function blockMap(cursor: Cursor, indent: number, depth: number): YamlMap | null {
  const start = cursor.at;
  if (depth > limits.frontmatterDepthMax) return failDepth(cursor, start);
  const pairs: YamlPair[] = [];
  const seen = new Set<string>();
  let end = start;
  while (cursor.column === indent) {
    const name = blockKey(cursor);
    if (name === null) return null;
    const key = { key: name.text, keySpan: { start: name.start, end: name.end } };
    if (seenBefore(cursor, seen, key)) return null;
    const value = mapValue(cursor, indent, depth);
    if (value === null) return null;
    end = value.end;
    pairs.push({ ...key, value });
  }
  if (cursor.column > indent) return failIndent(cursor);
  return cursor.trouble === null ? { kind: "map", flow: false, start, end, pairs } : null;
}

/** Behind a key's colon. */
function mapValue(cursor: Cursor, indent: number, depth: number): YamlNode | null {
  const { text } = cursor;
  const colonEnd = cursor.at;
  if (!isLineDone(cursor)) return lineValue(cursor, indent, depth);
  cursor.at = text.indexOf("\n", cursor.at) + 1;
  nextContent(cursor);
  if (cursor.column > indent) return nestedValue(cursor, indent, depth);
  if (cursor.column === indent && isDash(cursor)) return blockList(cursor, indent, depth + 1);
  return cursor.trouble === null ? absent(colonEnd) : null;
}

/** At a dash in column `indent`; ends at the first line in that column that is no item, which the caller judges. */
function blockList(cursor: Cursor, indent: number, depth: number): YamlList | null {
  const { text } = cursor;
  const start = cursor.at;
  if (depth > limits.frontmatterDepthMax) return failDepth(cursor, start);
  const items: YamlNode[] = [];
  let end = start;
  while (cursor.column === indent && isDash(cursor)) {
    const dash = cursor.at++;
    let item: YamlNode | null;
    if (isLineDone(cursor)) {
      cursor.at = text.indexOf("\n", cursor.at) + 1;
      nextContent(cursor);
      if (cursor.column > indent) item = nestedValue(cursor, indent, depth);
      else item = cursor.trouble === null ? absent(dash + 1) : null;
    } else if (text.slice(dash, cursor.at).includes("\t")) {
      return fail(
        cursor,
        dash + 1,
        "A list item is indented with a tab; YAML indents with spaces.",
        "Replace the tab with a space.",
      );
    } else {
      cursor.column = indent + cursor.at - dash;
      item = itemValue(cursor, indent, depth);
    }
    if (item === null) return null;
    end = item.end;
    items.push(item);
  }
  if (cursor.column > indent) return failIndent(cursor);
  return cursor.trouble === null ? { kind: "list", flow: false, start, end, items } : null;
}

/** A value on its own lines below its key or dash. */
function nestedValue(cursor: Cursor, parentIndent: number, depth: number): YamlNode | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === 0x7c || code === 0x3e) {
    return fail(
      cursor,
      cursor.at,
      "A block text's header stands on a line of its own.",
      "Put | or > behind the key's colon.",
    );
  }
  return itemValue(cursor, parentIndent, depth);
}

/** A map, a list or a single value that begins in `cursor.column`. */
function itemValue(cursor: Cursor, parentIndent: number, depth: number): YamlNode | null {
  if (isDash(cursor)) return blockList(cursor, cursor.column, depth + 1);
  const code = cursor.text.charCodeAt(cursor.at);
  const bracket = code === 0x5b || code === 0x7b;
  if (!bracket && beginsWithKey(cursor)) return blockMap(cursor, cursor.column, depth + 1);
  return lineValue(cursor, parentIndent, depth);
}

/** A scalar, a block text or a flow collection that begins on this line. */
function lineValue(cursor: Cursor, parentIndent: number, depth: number): YamlNode | null {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === 0x7c || code === 0x3e) {
    const text = blockText(cursor, parentIndent);
    if (text !== null) nextContent(cursor, "block text");
    return cursor.trouble === null ? text : null;
  }
  const value =
    code === 0x5b || code === 0x7b
      ? flowCollection(cursor, { minColumn: parentIndent + 1, depth: depth + 1 })
      : scalar(cursor, "block");
  return value !== null && endLine(cursor) ? value : null;
}

/** Moves over blanks; true when the line ends there or a comment begins. */
function isLineDone(cursor: Cursor): boolean {
  const { text } = cursor;
  const from = cursor.at;
  let code = text.charCodeAt(cursor.at);
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(++cursor.at);
  return code === 0x0a || code === 0x0d || (code === 0x23 && cursor.at > from);
}

function isDash(cursor: Cursor): boolean {
  return cursor.text.charCodeAt(cursor.at) === 0x2d && isBreakOrBlank(cursor.text.charCodeAt(cursor.at + 1));
}

function failIndent(cursor: Cursor): null {
  return fail(
    cursor,
    cursor.at,
    "The line is indented further than the entries around it.",
    "Align it; a plain value that spans lines is written as a block text (key: >) or in quotes on one line.",
  );
}

// Keys: finds the colon that makes a line an entry of a map, and refuses the keys this format does not have.

const keyCharsMax = 256;

/** Whether the line's content at the cursor begins with `key:`; does not move. */
function beginsWithKey(cursor: Cursor): boolean {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code !== 0x22 && code !== 0x27) return plainKeyColon(cursor) >= 0;
  const start = cursor.at;
  const found = scalar(cursor, "block");
  const colon = found === null ? -1 : colonAfterBlanks(cursor.text, cursor.at);
  cursor.at = start;
  return colon >= 0;
}

/** The key of a block map's entry as a scalar; moves behind the colon. */
export function blockKey(cursor: Cursor): YamlScalar | null {
  const { text, at: start } = cursor;
  const code = text.charCodeAt(start);
  if (code === 0x22 || code === 0x27) {
    const name = scalar(cursor, "block");
    if (name === null) return null;
    const colon = colonAfterBlanks(text, cursor.at);
    if (colon < 0) return failNoColon(cursor, start);
    cursor.at = colon + 1;
    return readyKey(cursor, name) ? name : null;
  }
  if (!mayBeginPlain(cursor, "block")) return null;
  const colon = plainKeyColon(cursor);
  if (colon < 0) return failNoColon(cursor, start);
  let end = colon;
  while (isBreakOrBlank(text.charCodeAt(end - 1))) end--;
  const name = text.slice(start, end);
  cursor.at = colon + 1;
  const key: YamlScalar = { kind: "scalar", style: "plain", start, end, text: name, value: name };
  return readyKey(cursor, key) ? key : null;
}

/** Refuses merge keys and keys no reader would look up; false with a trouble. */
function readyKey(cursor: Cursor, key: YamlScalar): boolean {
  if (key.text === "<<") {
    fail(cursor, key.start, "There is a merge key (<<).", "Write the merged keys out.", "frontmatter_refused");
    return false;
  }
  if (key.end - key.start <= keyCharsMax) return true;
  fail(
    cursor,
    key.start,
    `A key has more than ${keyCharsMax} characters.`,
    "Shorten it, or quote the text if it is a value.",
  );
  return false;
}

/** Whether a pair of this key is there already, which is a trouble. */
function seenBefore(cursor: Cursor, seen: Set<string>, { key, keySpan }: Omit<YamlPair, "value">): boolean {
  const isTwice = seen.has(key);
  seen.add(key);
  const says = `The key “${key}” stands twice in one map.`;
  if (isTwice) fail(cursor, keySpan.start, says, "Keep one of the two.", "key_duplicate");
  return isTwice;
}

/** Offset of the first colon followed by a blank or a line end, outside a comment; -1 when the line has none. */
function plainKeyColon(cursor: Cursor): number {
  const { text } = cursor;
  for (let i = cursor.at; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3a && isBreakOrBlank(text.charCodeAt(i + 1))) return i;
    if (code === 0x0a || code === 0x0d) return -1;
    if (code === 0x23 && isBreakOrBlank(text.charCodeAt(i - 1))) return -1;
  }
}

function colonAfterBlanks(text: string, at: number): number {
  let i = at;
  let code = text.charCodeAt(i);
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(++i);
  return code === 0x3a && isBreakOrBlank(text.charCodeAt(i + 1)) ? i : -1;
}

function failNoColon(cursor: Cursor, at: number): null {
  return fail(
    cursor,
    at,
    "The line is not “key: value”.",
    "Write a key, a colon and a space; a value that spans lines is a block text (key: |) or in quotes on one line.",
  );
}
