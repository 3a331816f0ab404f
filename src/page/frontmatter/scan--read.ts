/** Read: frontmatter as people and other programs write it: what the strict scanner refuses stays opaque under its key, and the rest is read. */

import { err, ok, type Result } from "../../base/result--result.js";
import type { Finding } from "../page--finding.js";
import { blockMap } from "./block--block.js";
import { blockKey } from "./block--key.js";
import type { Frontmatter, LooseLines, Span, YamlOpaque, YamlPair } from "./print--frontmatter.js";
import { type Fences, findFences, secondBlockAt } from "./scan.js";
import { isOpen } from "./scan--open.js";
import { refusedCharacter, scanFrontmatter } from "./scan--scan.js";
import { readToml } from "./scan--toml.js";
import { isBreakOrBlank } from "./text--character.js";
import { type Cursor, nextContent } from "./text--cursor.js";

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
  const counts = new Map<string, number>();
  for (const { key } of pairs) counts.set(key, (counts.get(key) ?? 0) + 1);
  return pairs.map((pair): YamlPair => {
    const { key, value } = pair;
    if (counts.get(key) === 1) return pair;
    const { start, end } = value;
    const says = `The key “${key}” stands twice.`;
    return { ...pair, value: { kind: "opaque", start, end, text: text.slice(start, end), says, certain: false } };
  });
}
