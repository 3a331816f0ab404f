/** Splice: frontmatter edits that change the lines of one key and no other byte. */

import { limits } from "../../base/limits.js";
import { err, ok, type Result } from "../../base/result--result.js";
import { isTooDeep, isValueMap, sameValue, type ValueMap, withValueAt } from "../decode--value.js";
import { printIn, printKey } from "./print.js";
import type { Frontmatter, YamlPair, YamlValue } from "./print--frontmatter.js";
import { readFrontmatter } from "./scan--read.js";
import { lookup, valueOf } from "./scan--scan.js";
import { insertBelow, insertPair, removePair } from "./splice--map.js";
import { eolOf, type Site } from "./splice--site.js";
import { replaceOptions } from "./splice--value.js";

export { printValue } from "./print.js";

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
  if (isOpaque(frontmatter, path)) return err(notOurs(path));
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
  if (path.length === 0 || lookup(frontmatter.root, path) === null) return ok(text);
  if (frontmatter.language === "toml") return err(toml(path));
  const expected = withValueAt(valueOf(frontmatter.root) as ValueMap, path, undefined);
  if (expected === null) return err(noMap(path));
  const site: Site = { text, frontmatter, eol: eolOf(text) };
  const parent = pairAt(frontmatter, path.slice(0, -1));
  const map = parent === null ? frontmatter.root : parent.value;
  const key = path.at(-1);
  if (map.kind !== "map" || key === undefined) return err(noMap(path));
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
    ...Object.entries(value).filter(([key, item]) => !Object.hasOwn(known, key) || !sameValue(known[key], item)),
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
      const below = map.flow || pair.value.start < pair.value.end ? [] : insertBelow(site, pair, rest, value);
      return [...below, ...replaceOptions(site, pair, nest(rest, value))];
    }
    map = pair.value;
  }
  return [];
}

function nest(path: readonly string[], value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((inner, key) => ({ [key]: inner }), value);
}

function pairAt(frontmatter: Frontmatter, path: readonly string[]): YamlPair | null {
  const key = path.at(-1);
  const holder = lookup(frontmatter.root, path.slice(0, -1));
  if (key === undefined || holder?.kind !== "map") return null;
  return holder.pairs.find((pair) => pair.key === key) ?? null;
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
    says: `“${path[0]}” stands there in a form that is not read, and so it is not written over.`,
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
