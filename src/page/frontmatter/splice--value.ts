/** Value edits: one value replaced where it stands, as close to its old form as the new value allows. */

import { sameValue } from "../decode--value.js";
import { printAs, printIn, printText } from "./print.js";
import type { YamlList, YamlNode, YamlPair, YamlScalar, YamlValue } from "./print--frontmatter.js";
import { valueOf } from "./scan--scan.js";
import { colonEnd, lineAfter, lineStart, type Site } from "./splice--site.js";

const indentStep = 2;

/** Texts to try in this order; the last says the value on the key's own line. */
export function replaceOptions(site: Site, pair: YamlPair, value: YamlValue): readonly string[] {
  const old = pair.value;
  const options: string[] = [];
  if (Array.isArray(value) && value.length > 0 && old.kind === "list" && old.items.length > 0) {
    options.push(...(old.flow ? flowListOptions(site, old, value) : [blockListOption(site, old, value)]));
  } else if (typeof value === "string" && old.kind === "scalar") {
    options.push(...scalarOptions(site, pair, old, value));
  }
  for (const context of ["block", "flow"] as const) options.push(oneLine(site, pair, printIn(value, context)));
  return options;
}

function scalarOptions(site: Site, pair: YamlPair, old: YamlScalar, value: string): readonly string[] {
  const { text, eol } = site;
  if (old.style !== "literal" && old.style !== "folded") {
    return (["block", "flow"] as const).map((context) => oneLine(site, pair, printAs(old.style, value, context)));
  }
  const parentIndent = pair.keySpan.start - lineStart(text, pair.keySpan.start);
  const printed = printText(old.style, value, {
    indent: textIndent(text, old) ?? parentIndent + indentStep,
    parentIndent,
    eol,
  });
  return printed === null ? [] : [replace(text, old.start, old.end, printed)];
}

/** The column a block text's lines begin in; null when it has none. */
function textIndent(text: string, old: YamlScalar): number | null {
  const header = /^[|>][-+]?([1-9])/.exec(text.slice(old.start, old.start + 3));
  if (header !== null) return null;
  for (let at = lineAfter(text, old.start); at < old.end; at = lineAfter(text, at)) {
    const indent = text.slice(at, lineAfter(text, at)).search(/[^ \r\n]/);
    if (indent >= 0) return indent;
  }
  return null;
}

/** A block list or map goes away with its lines; a comment behind the key's colon stays behind the new value. */
function oneLine(site: Site, pair: YamlPair, printed: string): string {
  const { text } = site;
  const { value: old } = pair;
  if (old.start === old.end) return replace(text, old.start, old.end, ` ${printed}`);
  if (old.kind === "scalar" || old.kind === "opaque" || old.flow) return replace(text, old.start, old.end, printed);
  const colon = colonEnd(text, pair);
  const keyLineEnd = text.indexOf("\n", colon);
  const commentEnd = text[keyLineEnd - 1] === "\r" ? keyLineEnd - 1 : keyLineEnd;
  return `${text.slice(0, colon)} ${printed}${text.slice(colon, commentEnd)}${text.slice(old.end)}`;
}

/** Items that stay keep their text; items at the end are added behind the last one, which keeps a list of several lines. */
function flowListOptions(site: Site, old: YamlList, value: readonly YamlValue[]): readonly string[] {
  const { text } = site;
  const last = old.items.at(-1);
  const options: string[] = [];
  const added = value.slice(old.items.length);
  if (last !== undefined && commonStart(old.items, value) === old.items.length) {
    const printed = added.map((item) => `, ${printIn(item, "flow")}`).join("");
    options.push(replace(text, last.end, last.end, printed));
  }
  const unused = [...old.items];
  const printed = value.map((item) => {
    const index = unused.findIndex((node) => sameValue(valueOf(node), item));
    const [node] = index < 0 ? [] : unused.splice(index, 1);
    const raw = node === undefined ? "" : text.slice(node.start, node.end);
    return raw === "" || raw.includes("\n") ? printIn(item, "flow") : raw;
  });
  const pad = text[old.start + 1] === " " ? " " : "";
  options.push(replace(text, old.start, old.end, `[${pad}${printed.join(", ")}${pad}]`));
  return options;
}

/** Only the lines of the items that differ; the items before and behind them keep their bytes and comments. */
function blockListOption(site: Site, old: YamlList, value: readonly YamlValue[]): string {
  const { text, eol } = site;
  const { items } = old;
  const head = commonStart(items, value);
  const tail = commonEnd(items.slice(head), value.slice(head));
  const gone = items.slice(head, items.length - tail);
  const added = value.slice(head, value.length - tail);
  const [only] = gone;
  if (only?.kind === "scalar" && gone.length === 1 && added.length === 1 && typeof added[0] === "string") {
    const oneLiner = only.style !== "literal" && only.style !== "folded" && only.start < only.end;
    if (oneLiner) return replace(text, only.start, only.end, printAs(only.style, added[0], "block"));
  }
  const column = old.start - lineStart(text, old.start);
  const first = items[head];
  const lastItem = items.at(-1) ?? old;
  const start = first === undefined ? lineAfter(text, lastItem.end) : dashLine(text, first, column);
  const lastGone = gone.at(-1);
  const end = lastGone === undefined ? start : lineAfter(text, lastGone.end);
  const lines = added.map((item) => `${" ".repeat(column)}- ${printIn(item, "block")}${eol}`);
  return replace(text, start, end, lines.join(""));
}

/** The start of the line that holds an item's dash; the item's value may begin on a later line. */
function dashLine(text: string, item: YamlNode, column: number): number {
  let start = lineStart(text, item.start);
  while (start > 0 && (text[start + column] !== "-" || text.slice(start, start + column).trim() !== "")) {
    start = lineStart(text, start - 1);
  }
  return start;
}

function commonStart(items: readonly YamlNode[], value: readonly YamlValue[]): number {
  const differs = items.findIndex((item, i) => i >= value.length || !sameValue(valueOf(item), value[i]));
  return differs < 0 ? items.length : differs;
}

function commonEnd(items: readonly YamlNode[], value: readonly YamlValue[]): number {
  let count = 0;
  for (; count < Math.min(items.length, value.length); count++) {
    const item = items[items.length - 1 - count];
    if (item === undefined || !sameValue(valueOf(item), value[value.length - 1 - count])) break;
  }
  return count;
}

function replace(text: string, start: number, end: number, printed: string): string {
  return text.slice(0, start) + printed + text.slice(end);
}
