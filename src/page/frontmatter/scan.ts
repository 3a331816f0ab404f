/**
 * FrontmatterScan: the strict reader of frontmatter, a closed subset of YAML in which nothing is executed, expanded or guessed. What it refuses is
 * read key by key and stays opaque; TOML is read and never written.
 */

import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { limits } from "../../base/limits.js";
import { lineAt } from "../../base/lines.js";
import { err, ok, type Result, tally } from "../../base/result.js";
import { isTooDeep } from "../decode.js";
import type { Finding } from "../page.js";
import { blockKey, blockMap, flowCollection } from "./block.js";
import type { Frontmatter, LooseLines, Span, YamlMap, YamlNode, YamlOpaque, YamlPair, YamlValue } from "./print.js";
import { type Cursor, endLine, isBreakOrBlank, nextContent, type Trouble } from "./text.js";

// Fences: where frontmatter begins and ends, and the openings that are refused.

interface Fences {
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
  return /^[ \t]*\r?$/.test(line);
}

// Read: frontmatter as people and other programs write it: what the strict scanner refuses stays opaque under its key, and the rest is read.

/**
 * As `scanFrontmatter` reads it where that reads it. Otherwise key by key: each key's lines are scanned alone, and those that are refused
 * become an opaque value. What stands twice is opaque both times; behind a quote or bracket that nothing closes every value is, because
 * it may be part of that text. A finding where not even the keys can be told.
 */
export function readFrontmatter(path: string, text: string): Result<Frontmatter | null, Finding> {
  const scanned = scanFrontmatter(path, text);
  if (scanned.ok) return scanned;
  const fences = findFences(text);
  if (fences === null) return ok(null);
  if (!("code" in fences) && fences.language === "toml") return ok(readToml(text, fences));
  if ("code" in fences) {
    // A line of dashes above prose is a thematic break.
    return fences.code === "frontmatter_unclosed" && !opensWithKey(text, fences.at) ? ok(null) : scanned;
  }
  // What stands between git's marks is nobody's.
  const isMarked = /^(?:<{7}|>{7})(?:[ \t\r]|$)/m.test(text.slice(fences.inner.start, fences.inner.end));
  const isClosed = isMarked || scanned.error.code === "frontmatter_too_long";
  return isClosed ? err(scanned.error) : ok(keyByKey(text, fences));
}

function opensWithKey(text: string, at: number): boolean {
  const lines = text.slice(at, at + 4096).split("\n", 32);
  const first = lines.slice(1).find((line) => line.trim() !== "" && !line.startsWith("#"));
  return first !== undefined && /^[ \t]*["']?[\w-][^:]{0,60}:(?:\s|$)/.test(first);
}

function keyByKey(text: string, { span, inner }: Fences): Frontmatter {
  const pairs: YamlPair[] = [];
  const loose: LooseLines[] = [];
  let torn: string | null = null;
  for (const block of blocksIn(text, inner)) {
    const { pair, says } = strictly(text, block);
    if (pair !== null && torn === null) {
      pairs.push(pair);
      continue;
    }
    const why: string = torn ?? says;
    const opaque = opaquePair(text, block, { says: why, certain: torn === null });
    if (opaque === null) loose.push({ ...block, says: why });
    else pairs.push(opaque);
    if (isOpen(text.slice(opaque?.value.start ?? block.start, block.end)))
      torn = "A quote or bracket above it is never closed, so this may be part of that text.";
  }
  const second = secondBlockAt(text, span.end);
  if (second >= 0) {
    const says = "A second frontmatter block stands right behind the first; it is read as text.";
    loose.push({ start: second, end: second, says });
  }
  const root = {
    kind: "map",
    flow: false,
    start: inner.start,
    end: inner.end,
    pairs: onlyOnce(text, pairs),
  } as const;
  return { span, inner, root, ...(loose.length === 0 ? {} : { loose }) };
}

/** The lines of each key: from one that begins as far left as the first, and is no item or closing bracket, to the next. */
function blocksIn(text: string, inner: Span): readonly Span[] {
  const starts: number[] = [];
  let base = -1;
  for (let at = inner.start; at < inner.end; at = text.indexOf("\n", at) + 1) {
    let i = at;
    while (text.charCodeAt(i) === 0x20) i++;
    const letter = text.charAt(i);
    if (letter === "\n" || letter === "\r" || letter === "#") continue;
    if (base < 0) base = i - at;
    const goesOn =
      letter === "\t" ||
      letter === "]" ||
      letter === "}" ||
      (letter === "-" && isBreakOrBlank(text.charCodeAt(i + 1)));
    if (starts.length === 0 || (i - at <= base && !goesOn)) starts.push(at);
  }
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? inner.end }));
}

/** The one pair of these lines as the strict scanner reads it, or why it does not. */
function strictly(text: string, { start, end }: Span): { readonly pair: YamlPair | null; readonly says: string } {
  if (refusedCharacter.test(text.slice(start, end)))
    return { pair: null, says: "It holds a character that YAML text does not." };
  const cursor: Cursor = { text, end, at: start, column: -1, trouble: null };
  nextContent(cursor);
  const map = cursor.trouble === null ? blockMap(cursor, cursor.column, 1) : null;
  const pair = map !== null && cursor.at >= end && map.pairs.length === 1 ? map.pairs[0] : undefined;
  return { pair: pair ?? null, says: cursor.trouble?.says ?? "The line does not belong to the map above it." };
}

/** The key with the rest of its lines as they are; null where no key can be told. */
function opaquePair(
  text: string,
  { start, end }: Span,
  why: Pick<YamlOpaque, "says" | "certain">,
): (YamlPair & { value: YamlOpaque }) | null {
  const cursor: Cursor = { text, end, at: start, column: -1, trouble: null };
  nextContent(cursor);
  const key = cursor.trouble === null ? blockKey(cursor) : null;
  if (key === null) return null;
  const said = text.slice(cursor.at, end);
  const from = cursor.at + (said.length - said.trimStart().length);
  const to = cursor.at + said.trimEnd().length;
  const at = { start: to <= cursor.at ? cursor.at : from, end: Math.max(to, cursor.at) };
  const value: YamlOpaque = { kind: "opaque", ...at, text: text.slice(at.start, at.end), ...why };
  return { key: key.text, keySpan: { start: key.start, end: key.end }, value };
}

function onlyOnce(text: string, pairs: readonly YamlPair[]): readonly YamlPair[] {
  const counts = tally(pairs.map(({ key }) => key));
  return pairs.map((pair): YamlPair => {
    const { key, value } = pair;
    if (counts.get(key) === 1) return pair;
    const { start, end } = value;
    const says = `The key “${key}” stands twice.`;
    return { ...pair, value: { kind: "opaque", start, end, text: text.slice(start, end), says, certain: false } };
  });
}

/** Control characters, a byte order mark inside the file, and carriage returns that end no line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const refusedCharacter: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]|\r(?!\n)/;

/**
 * The frontmatter of a page's text; null when it has none. `path` is only for the finding. The finding names the line.
 * Keys, values and spans refer to the text as it is; nothing in it is resolved.
 */
export function scanFrontmatter(path: string, text: string): Result<Frontmatter | null, Finding> {
  const fences = findFences(text);
  if (fences === null) return ok(null);
  const scanned = "code" in fences ? fences : fences.language === "toml" ? noYaml(fences) : scanBetween(text, fences);
  return "code" in scanned ? err(findingAt(path, text, scanned)) : ok(scanned);
}

function noYaml({ span }: Fences): Trouble {
  return {
    code: "frontmatter_refused",
    at: span.start,
    says: "The frontmatter is TOML, which Pagefile reads and does not write.",
    hint: "Change it by hand, or write it as YAML between lines of three dashes.",
  };
}

/** The value without its places; maps have no prototype, so `__proto__` is a key like any other. */
export function valueOf(node: YamlNode): YamlValue {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "opaque") return node.text;
  if (node.kind === "list") return node.items.map(valueOf);
  const map: { [key: string]: YamlValue } = Object.create(null);
  for (const { key, value } of node.pairs) map[key] = valueOf(value);
  return map;
}

/** The node at the end of a path of keys; null where there is none. */
export function lookup(root: YamlMap, path: readonly string[]): YamlNode | null {
  let node: YamlNode = root;
  for (const key of path) {
    if (node.kind !== "map") return null;
    const pair: { readonly value: YamlNode } | undefined = node.pairs.find((candidate) => candidate.key === key);
    if (pair === undefined) return null;
    node = pair.value;
  }
  return node;
}

function scanBetween(text: string, fences: Fences): Frontmatter | Trouble {
  const { span, inner } = fences;
  const tooLong = lengthTrouble(text, inner.start, inner.end);
  if (tooLong !== null) return tooLong;
  const content = text.slice(inner.start, inner.end);
  const bad = content.search(refusedCharacter);
  if (bad >= 0) {
    const code = content.charCodeAt(bad).toString(16).padStart(4, "0").toUpperCase();
    return invalid(
      inner.start + bad,
      `The frontmatter holds the character U+${code}, which YAML text does not.`,
      "Remove it.",
    );
  }
  const second = secondBlockAt(text, span.end);
  if (second >= 0) {
    return {
      code: "frontmatter_double",
      at: second,
      says: "A second frontmatter block stands right behind the first.",
      hint: "Merge its keys into the first block and remove it.",
    };
  }
  const cursor: Cursor = { text, end: inner.end, at: inner.start, column: -1, trouble: null };
  nextContent(cursor);
  const root = cursor.trouble === null ? scanRoot(cursor, inner.start) : null;
  if (cursor.trouble !== null) return cursor.trouble;
  if (root === null || cursor.at < inner.end) {
    return invalid(cursor.at, "The line does not belong to the map above it.", "Align it with the other keys.");
  }
  return { span, inner, root };
}

function scanRoot(cursor: Cursor, innerStart: number): YamlMap | null {
  if (cursor.column < 0) return { kind: "map", flow: false, start: innerStart, end: innerStart, pairs: [] };
  if (cursor.text.charCodeAt(cursor.at) !== 0x7b) return blockMap(cursor, cursor.column, 1);
  const map = flowCollection(cursor, { minColumn: 1, depth: 1 });
  return map?.kind === "map" && endLine(cursor) ? map : null;
}

function lengthTrouble(text: string, start: number, end: number): Trouble | null {
  const chars = end - start;
  const most = limits.frontmatterBytesMax;
  // A UTF-16 unit takes one to three bytes, so most texts are judged by their length alone.
  if (chars * 3 <= most) return null;
  if (chars <= most && new TextEncoder().encode(text.slice(start, end)).length <= most) return null;
  return {
    code: "frontmatter_too_long",
    at: start,
    says: `The frontmatter has more than ${most} bytes.`,
    hint: "Move the detail into the body.",
  };
}

function invalid(at: number, says: string, hint: string): Trouble {
  return { code: "frontmatter_invalid", at, says, hint };
}

function findingAt(path: string, text: string, trouble: Trouble): Finding {
  const { code, at, says, hint } = trouble;
  return { code, severity: "error", path, line: lineAt(text, at), says, hint };
}

// Toml: frontmatter between lines of three pluses, as Hugo writes it: its keys are read, and no byte of it is ever written.

/** What cannot be read is one stretch of lines that belong to no key, so that the page falls to the safe side and its body is read. */
function readToml(text: string, { span, inner }: Fences): Frontmatter {
  const read = tableIn(text.slice(inner.start, inner.end), inner);
  if (typeof read !== "string") return { span, inner, root: read, language: "toml" };
  const loose = [{ ...inner, says: read }];
  return { span, inner, root: mapOf({}, inner), language: "toml", loose };
}

/** The table, or why there is none. */
function tableIn(inner: string, at: Span): YamlMap | string {
  if (inner.length > limits.frontmatterBytesMax) return "The TOML is too long for frontmatter.";
  try {
    const table = mapOf(parse(inner), at);
    return isTooDeep(valueOf(table)) ? "The TOML is nested too deep." : table;
  } catch {
    // Its own message quotes the file.
    return "It is no TOML.";
  }
}

function mapOf(table: TomlTable, at: Span): YamlMap {
  const pairs = Object.entries(table).map(([key, value]) => ({ key, keySpan: at, value: nodeOf(value, at) }));
  return { ...at, kind: "map", flow: false, pairs };
}

function nodeOf(value: TomlValue, at: Span): YamlNode {
  if (Array.isArray(value)) return { ...at, kind: "list", flow: false, items: value.map((item) => nodeOf(item, at)) };
  const said = value instanceof Date ? value.toISOString() : typeof value === "bigint" ? String(value) : value;
  if (typeof said === "object") return mapOf(said, at);
  return { ...at, kind: "scalar", style: "plain", text: String(said), value: said };
}

// Open: whether a value that was not read begins a quote or bracket that nothing closes, so that what follows may belong to it.

/** A quote or bracket counts where a value begins: at the front, behind a dash or a key, and within brackets behind their marks. */
function isOpen(raw: string): boolean {
  let at = 0;
  for (const line of raw.split("\n")) {
    const front = /^[ \t]*(?:- +)*(?:[^\s"'[\]{}#,][^:\n]*:[ \t]+)?/.exec(line)?.[0] ?? "";
    const begins = at + front.length;
    if ("\"'[{".includes(raw.charAt(begins) || " ") && !isClosed(raw, begins)) return true;
    at += line.length + 1;
  }
  return false;
}

/** Whether something closes the quote or bracket at `at`. */
function isClosed(raw: string, at: number): boolean {
  let depth = 0;
  let mayQuote = true;
  for (let i = at; i < raw.length; i++) {
    const letter = raw.charAt(i);
    if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") depth--;
    else if (mayQuote && (letter === '"' || letter === "'")) {
      i = quoteEnd(raw, i) - 1;
      if (i < 0) return false;
    }
    if (depth === 0) return true;
    if (!/\s/.test(letter)) mayQuote = "[{,:".includes(letter);
  }
  return false;
}

function quoteEnd(raw: string, at: number): number {
  const mark = raw.charAt(at);
  for (let i = at + 1; i < raw.length; i++) {
    const letter = raw.charAt(i);
    if (letter === "\\" && mark === '"') i++;
    else if (letter === mark && mark === "'" && raw.charAt(i + 1) === "'") i++;
    else if (letter === mark) return i + 1;
  }
  return -1;
}
