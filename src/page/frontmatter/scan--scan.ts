/** Scan: the strict reader of frontmatter, a closed subset of YAML in which nothing is executed, expanded or guessed. */

import { limits } from "../../base/limits.js";
import { err, ok, type Result } from "../../base/result--result.js";
import type { Finding } from "../page--finding.js";
import { flowCollection } from "./block.js";
import { blockMap } from "./block--block.js";
import type { Frontmatter, YamlMap, YamlNode, YamlValue } from "./print--frontmatter.js";
import { type Fences, findFences, secondBlockAt } from "./scan.js";
import { type Cursor, endLine, nextContent, type Trouble } from "./text--cursor.js";

/** Control characters, a byte order mark inside the file, and carriage returns that end no line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
export const refusedCharacter: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]|\r(?!\n)/;

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
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < trouble.at; at = text.indexOf("\n", at + 1)) line++;
  const { code, says, hint } = trouble;
  return { code, severity: "error", path, line, says, hint };
}
