/** Block collections: maps and lists by indentation, down to the limit of depth. */

import { limits } from "../../base/limits.js";
import { failDepth, flowCollection } from "./block.js";
import { beginsWithKey, blockKey, seenBefore } from "./block--key.js";
import type { YamlList, YamlMap, YamlNode, YamlPair } from "./print--frontmatter.js";
import { absent, scalar } from "./text.js";
import { isBreakOrBlank } from "./text--character.js";
import { type Cursor, endLine, fail, nextContent } from "./text--cursor.js";
import { blockText } from "./text--text.js";

/** At the first key, in column `indent`; moves to the first content that is not of the map. `depth` counts this map. */
export function blockMap(cursor: Cursor, indent: number, depth: number): YamlMap | null {
  const start = cursor.at;
  if (depth > limits.frontmatterDepthMax) return failDepth(cursor, start);
  const pairs: YamlPair[] = [];
  const seen: { names: Set<string> | null } = { names: null };
  let end = start;
  while (cursor.column === indent) {
    const name = blockKey(cursor);
    if (name === null) return null;
    const key = { key: name.text, keySpan: { start: name.start, end: name.end } };
    if (seenBefore(cursor, pairs, seen, key)) return null;
    const value = mapValue(cursor, indent, depth);
    if (value === null) return null;
    end = value.end;
    pairs.push({ key: key.key, keySpan: key.keySpan, value });
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
    if (text !== null) nextContent(cursor);
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
