/** Value: frontmatter values without places, compared and changed along a path of keys. */

import { limits } from "../base/limits.js";
import type { YamlValue } from "./frontmatter/print--frontmatter.js";

export interface ValueMap {
  readonly [key: string]: YamlValue;
}

export function isValueMap(value: YamlValue | undefined): value is ValueMap {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Deep equality; the order of a map's keys does not count. */
export function sameValue(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  if (!isValueMap(a) || !isValueMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/**
 * `root` with the value at `path` set, or taken out where `value` is undefined. Missing and empty maps on the way are made.
 * null when something on the way is no map.
 */
export function withValueAt(root: ValueMap, path: readonly string[], value: YamlValue | undefined): ValueMap | null {
  const [key, ...rest] = path;
  if (key === undefined) return null;
  const copy: { [key: string]: YamlValue } = Object.assign(Object.create(null), root);
  if (rest.length === 0) {
    if (value === undefined) delete copy[key];
    else copy[key] = value;
    return copy;
  }
  const inner = copy[key] ?? Object.create(null);
  const changed = isValueMap(inner) ? withValueAt(inner, rest, value) : null;
  if (changed === null) return null;
  copy[key] = changed;
  return copy;
}

/** Whether a value nests deeper than frontmatter may; looks no further than that, however deep it goes. */
export function isTooDeep(value: YamlValue, depthLeft: number = limits.frontmatterDepthMax): boolean {
  if (value === null || typeof value !== "object") return false;
  if (depthLeft === 0) return true;
  return Object.values(value).some((item) => isTooDeep(item, depthLeft - 1));
}
