/** FrontmatterSplice: frontmatter edits that change the lines of one key and no other byte. */

import { limits } from "../../base/limits.js";
import { eolOf, lineAfter } from "../../base/lines.js";
import { err, ok, type Result } from "../../base/result.js";
import { isTooDeep, isValueMap, sameValue, type ValueMap, withValueAt } from "../decode.js";
import {
  type Frontmatter,
  printAs,
  printIn,
  printKey,
  printText,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlPair,
  type YamlScalar,
  type YamlValue,
} from "./print.js";
import { lookup, readFrontmatter, valueOf } from "./scan.js";

interface Refused {
  readonly says: string;
  readonly hint: string;
}

/**
 * The text with the value at `path` set. A value that is there is replaced where it stands, in its quoting style and with
 * its comments; a new key goes to the end of its map; missing maps on the way are made. The result scans back to exactly
 * the expected values, or it is an error.
 */
export function setKey(
  text: string,
  frontmatter: Frontmatter,
  path: readonly string[],
  value: YamlValue,
): Result<string, Refused> {
  if (isTooDeep(value)) {
    return err({
      says: `The value of “${path.join(".")}” is nested more than ${limits.frontmatterDepthMax} deep.`,
      hint: "Move the detail into the body.",
    });
  }
  const { root, inner, loose } = frontmatter;
  // What lines without one key that is read may be nobody can say, and a key below them may make them what no reader takes.
  const isNoMap = root.pairs.length === 0 && loose?.some(({ start }) => start < inner.end) === true;
  if (isNoMap || isOpaque(frontmatter, path)) return err(notOurs(path));
  const before = valueOf(frontmatter.root) as ValueMap;
  const expected = withValueAt(before, path, value);
  if (expected === null) return err(noMap(path));
  if (sameValue(before, expected)) return ok(text);
  if (frontmatter.language === "toml") return err(toml(path));
  const changed = mergeMaps(text, frontmatter, path, value);
  if (changed !== null) return ok(changed);
  const options = setOptions({ text, frontmatter, eol: eolOf(text) }, path, value);
  return firstThatScans(options, { text, frontmatter, expected, path });
}

/** The text without the key at `path`; a nested map that loses its last key stays as `{}`. An absent key changes nothing. */
export function removeKey(text: string, frontmatter: Frontmatter, path: readonly string[]): Result<string, Refused> {
  if (isOpaque(frontmatter, path)) return err(notOurs(path));
  const key = path.at(-1);
  if (key === undefined || lookup(frontmatter.root, path) === null) return ok(text);
  if (frontmatter.language === "toml") return err(toml(path));
  const expected = withValueAt(valueOf(frontmatter.root) as ValueMap, path, undefined);
  const site: Site = { text, frontmatter, eol: eolOf(text) };
  const parent = pairAt(frontmatter, path.slice(0, -1));
  const map = parent === null ? frontmatter.root : parent.value;
  if (map.kind !== "map" || expected === null) return err(noMap(path));
  const options = [...removePair(site, map, key), ...(parent === null ? [] : replaceOptions(site, parent, {}))];
  return firstThatScans(options, { text, frontmatter, expected, path });
}

/**
 * The text with a new frontmatter block, behind a byte order mark and before the body, which stays as it is. The caller
 * scans the result: a body that itself opens with a block of keys between fences makes it a refused double block.
 */
export function addFrontmatter(text: string, pairs: readonly (readonly [string, YamlValue])[]): string {
  const eol = eolOf(text);
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const lines = pairs.map(([key, value]) => `${printKey(key)}: ${printIn(value, "block")}${eol}`);
  return `${mark}---${eol}${lines.join("")}---${eol}${text.slice(mark.length)}`;
}

/** A map set over a map changes key by key, so that comments and the order of the keys that stay survive. */
function mergeMaps(text: string, frontmatter: Frontmatter, path: readonly string[], value: YamlValue): string | null {
  const node = lookup(frontmatter.root, path);
  if (!isValueMap(value) || node?.kind !== "map" || node.pairs.length === 0) return null;
  const known = valueOf(node) as ValueMap;
  const steps: (readonly [string, YamlValue | undefined])[] = [
    ...Object.entries(value),
    ...Object.keys(known).flatMap((key) => (Object.hasOwn(value, key) ? [] : [[key, undefined] as const])),
  ];
  let current = text;
  for (const [key, item] of steps) {
    const scanned = readFrontmatter("", current);
    if (!scanned.ok || scanned.value === null) return null;
    const at = [...path, key];
    const next =
      item === undefined ? removeKey(current, scanned.value, at) : setKey(current, scanned.value, at, item);
    if (!next.ok) return null;
    current = next.value;
  }
  return current;
}

/** Texts to try, the one nearest to what is there first. */
function setOptions(site: Site, path: readonly string[], value: YamlValue): readonly string[] {
  let map = site.frontmatter.root;
  for (let i = 0; i < path.length; i++) {
    const pair = map.pairs.find((candidate) => candidate.key === path[i]);
    if (pair === undefined) return insertPair(site, map, path.slice(i), value);
    if (i === path.length - 1) return replaceOptions(site, pair, value);
    if (pair.value.kind !== "map") {
      const rest = path.slice(i + 1);
      return [...insertBelow(site, pair, rest, value), ...replaceOptions(site, pair, nest(rest, value))];
    }
    map = pair.value;
  }
  return [];
}

function nest(path: readonly string[], value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((inner, key) => ({ [key]: inner }), value);
}

function pairAt(frontmatter: Frontmatter, path: readonly string[]): YamlPair | null {
  const holder = lookup(frontmatter.root, path.slice(0, -1));
  return holder?.kind === "map" ? (holder.pairs.find(({ key }) => key === path.at(-1)) ?? null) : null;
}

/** Never returns a text that does not scan back to what was asked for, with the body where it was. */
function firstThatScans(
  options: readonly string[],
  wanted: {
    readonly text: string;
    readonly frontmatter: Frontmatter;
    readonly expected: YamlValue;
    readonly path: readonly string[];
  },
): Result<string, Refused> {
  const { text, frontmatter, expected, path } = wanted;
  let trouble: string = "its map cannot take it";
  for (const option of options) {
    const scanned = readFrontmatter("", option);
    if (!scanned.ok) trouble = scanned.error.says;
    else if (
      scanned.value !== null &&
      option.length - scanned.value.span.end === text.length - frontmatter.span.end
    ) {
      const isSame =
        sameValue(valueOf(scanned.value.root), expected) && unreadIn(scanned.value) === unreadIn(frontmatter);
      if (isSame) return ok(option);
    }
  }
  return err({
    says: `“${path.join(".")}” cannot be written so that it reads back unchanged: ${trouble}`,
    hint: "Use a string, a decimal number, true, false, null, or short lists and maps of them; put longer text into the body.",
  });
}

/** Its bytes are somebody's who writes otherwise than this format reads. */
function isOpaque({ root }: Frontmatter, [name]: readonly string[]): boolean {
  return root.pairs.some(({ key, value }) => key === name && value.kind === "opaque");
}

function unreadIn({ root, loose }: Frontmatter): number {
  return root.pairs.filter(({ value }) => value.kind === "opaque").length + (loose?.length ?? 0);
}

function notOurs(path: readonly string[]): Refused {
  return {
    says: `“${path[0]}” is not written: what stands in its place is in a form that is not read.`,
    hint: "Correct it by hand; what it says then can be changed.",
  };
}

function toml(path: readonly string[]): Refused {
  return {
    says: `“${path.join(".")}” would stand in frontmatter that is TOML, which Pagefile reads and does not write.`,
    hint: "Change it by hand, or write the frontmatter as YAML between lines of three dashes.",
  };
}

function noMap(path: readonly string[]): Refused {
  return {
    says: `“${path.join(".")}” leads through a value that is no map.`,
    hint: "Name a key of the frontmatter, or remove the value that is in the way.",
  };
}

// Value edits: one value replaced where it stands, as close to its old form as the new value allows.

const indentStep = 2;

/** Texts to try in this order; the last says the value on the key's own line. */
function replaceOptions(site: Site, pair: YamlPair, value: YamlValue): readonly string[] {
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
  if (/[1-9]/.test(text.slice(old.start, old.start + 3))) return null;
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
  const end = old.items.at(-1)?.end ?? old.end;
  const added = value.slice(old.items.length).map((item) => `, ${printIn(item, "flow")}`);
  const unused = [...old.items];
  const printed = value.map((item) => {
    const index = unused.findIndex((node) => sameValue(valueOf(node), item));
    const [node] = index < 0 ? [] : unused.splice(index, 1);
    const raw = node === undefined ? "" : text.slice(node.start, node.end);
    return raw === "" || raw.includes("\n") ? printIn(item, "flow") : raw;
  });
  const pad = text[old.start + 1] === " " ? " " : "";
  return [
    replace(text, end, end, added.join("")),
    replace(text, old.start, old.end, `[${pad}${printed.join(", ")}${pad}]`),
  ];
}

/** Only the lines of the items that differ; the items before and behind them keep their bytes and comments. */
function blockListOption(site: Site, old: YamlList, value: readonly YamlValue[]): string {
  const { text, eol } = site;
  const { items } = old;
  const head = commonStart(items, value);
  const tail = commonStart(items.slice(head).toReversed(), value.slice(head).toReversed());
  const gone = items.slice(head, items.length - tail);
  const added = value.slice(head, value.length - tail);
  const [only] = gone;
  const [fresh] = added;
  const isOneForOne = gone.length === 1 && added.length === 1;
  if (isOneForOne && only?.kind === "scalar" && only.start < only.end && typeof fresh === "string")
    return replace(text, only.start, only.end, printAs(only.style, fresh, "block"));
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
  const differs = items.findIndex((item, i) => !sameValue(valueOf(item), value[i]));
  return differs < 0 ? items.length : differs;
}

function replace(text: string, start: number, end: number, printed: string): string {
  return text.slice(0, start) + printed + text.slice(end);
}

// Map edits: a new pair at the end of its map, and a pair taken out, in block and in flow style.

/** `path` below `map`, which has no pair of its first key. Gives the texts to try. */
function insertPair(site: Site, map: YamlMap, path: readonly string[], value: YamlValue): readonly string[] {
  const { text, frontmatter } = site;
  const last = map.pairs.at(-1);
  if (map.flow) {
    const pair = path.reduceRight(
      (inner, key, i) => `${printKey(key)}: ${i === path.length - 1 ? inner : `{ ${inner} }`}`,
      printIn(value, "flow"),
    );
    if (last !== undefined) return [replace(text, last.value.end, last.value.end, `, ${pair}`)];
    return [replace(text, map.start, map.end, `{ ${pair} }`)];
  }
  const first = map.pairs[0];
  const column = first === undefined ? 0 : first.keySpan.start - lineStart(text, first.keySpan.start);
  const at = last === undefined ? frontmatter.inner.end : lineAfter(text, last.value.end);
  return [replace(text, at, at, printLines(site, path, value, column))];
}

/** `path` as new lines below a pair that has no value yet. */
function insertBelow(site: Site, pair: YamlPair, path: readonly string[], value: YamlValue): readonly string[] {
  const { text } = site;
  const column = pair.keySpan.start - lineStart(text, pair.keySpan.start) + indentStep;
  const at = lineAfter(text, colonEnd(text, pair));
  return [replace(text, at, at, printLines(site, path, value, column))];
}

/** Without the pair of `key`: its lines in block style, its entry and one comma in flow style. */
function removePair(site: Site, map: YamlMap, key: string): readonly string[] {
  const { text } = site;
  const index = map.pairs.findIndex((pair) => pair.key === key);
  const pair = map.pairs[index];
  if (pair === undefined) return [];
  if (!map.flow) return [replace(text, lineStart(text, pair.keySpan.start), lineAfter(text, pair.value.end), "")];
  const next = map.pairs[index + 1];
  const previous = map.pairs[index - 1];
  if (next !== undefined) return [replace(text, pair.keySpan.start, next.keySpan.start, "")];
  return [replace(text, previous?.value.end ?? pair.keySpan.start, pair.value.end, "")];
}

/** One line a key, each further in than the one before. */
function printLines(site: Site, path: readonly string[], value: YamlValue, column: number): string {
  return path
    .map((key, i) => {
      const pad = " ".repeat(column + i * indentStep);
      return `${pad}${printKey(key)}:${i === path.length - 1 ? ` ${printIn(value, "block")}` : ""}${site.eol}`;
    })
    .join("");
}

// Site: a text under edit, and the lines around an offset in it.

interface Site {
  readonly text: string;
  readonly frontmatter: Frontmatter;
  /** The file's own line end. */
  readonly eol: string;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Right behind a pair's colon. */
function colonEnd(text: string, pair: YamlPair): number {
  return text.indexOf(":", pair.keySpan.end) + 1;
}
