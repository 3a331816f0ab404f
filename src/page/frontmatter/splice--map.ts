/** Map edits: a new pair at the end of its map, and a pair taken out, in block and in flow style. */

import { printIn, printKey } from "./print.js";
import type { YamlMap, YamlPair, YamlValue } from "./print--frontmatter.js";
import { colonEnd, lineAfter, lineStart, type Site } from "./splice--site.js";

const indentStep = 2;

/** `path` below `map`, which has no pair of its first key. Gives the texts to try. */
export function insertPair(site: Site, map: YamlMap, path: readonly string[], value: YamlValue): readonly string[] {
  const { text, frontmatter } = site;
  const last = map.pairs.at(-1);
  if (map.flow) {
    const pair = path.reduceRight(
      (inner, key, i) => flowPair(key, inner, i === path.length - 1),
      printIn(value, "flow"),
    );
    if (last !== undefined) return [insert(text, last.value.end, `, ${pair}`)];
    return [`${text.slice(0, map.start)}{ ${pair} }${text.slice(map.end)}`];
  }
  const first = map.pairs[0];
  const column = first === undefined ? 0 : first.keySpan.start - lineStart(text, first.keySpan.start);
  const at = last === undefined ? frontmatter.inner.end : lineAfter(text, last.value.end);
  return [insert(text, at, printLines(site, path, value, column))];
}

/** `path` as new lines below a pair that has no value yet. */
export function insertBelow(
  site: Site,
  pair: YamlPair,
  path: readonly string[],
  value: YamlValue,
): readonly string[] {
  const { text } = site;
  const column = pair.keySpan.start - lineStart(text, pair.keySpan.start) + indentStep;
  return [insert(text, lineAfter(text, colonEnd(text, pair)), printLines(site, path, value, column))];
}

/** Without the pair of `key`: its lines in block style, its entry and one comma in flow style. */
export function removePair(site: Site, map: YamlMap, key: string): readonly string[] {
  const { text } = site;
  const index = map.pairs.findIndex((pair) => pair.key === key);
  const pair = map.pairs[index];
  if (pair === undefined) return [];
  if (!map.flow) return [cut(text, lineStart(text, pair.keySpan.start), lineAfter(text, pair.value.end))];
  const next = map.pairs[index + 1];
  const previous = map.pairs[index - 1];
  if (next !== undefined) return [cut(text, pair.keySpan.start, next.keySpan.start)];
  return [cut(text, previous?.value.end ?? pair.keySpan.start, pair.value.end)];
}

function flowPair(key: string, inner: string, innermost: boolean): string {
  return `${printKey(key)}: ${innermost ? inner : `{ ${inner} }`}`;
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

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}
