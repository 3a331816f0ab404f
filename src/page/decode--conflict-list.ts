/** Conflict list: a page's conflicts as the value of `conflicts:`, and back. */

import type { Conflict } from "./decode--conflict.js";
import { isValueMap } from "./decode--value.js";
import type { YamlValue } from "./frontmatter/print--frontmatter.js";

export const conflictsKey = "conflicts";

/** The list under `conflicts:`; null where it is not one that `printConflicts` wrote. */
export function readConflicts(value: YamlValue | undefined): readonly Conflict[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  const conflicts = value.map(readConflict);
  return conflicts.includes(null) ? null : (conflicts as readonly Conflict[]);
}

export function printConflicts(conflicts: readonly Conflict[]): YamlValue {
  return conflicts.map((conflict) => {
    if (conflict.kind === "entry") return { entries: conflict.entries };
    const dotted = conflict.key.some((part) => part.includes("."));
    return { key: dotted ? conflict.key : conflict.key.join("."), values: conflict.values };
  });
}

function readConflict(item: YamlValue): Conflict | null {
  if (!isValueMap(item)) return null;
  const { entries, key, values } = item;
  if (isTexts(entries) && entries.length > 1 && Object.keys(item).length === 1) return { kind: "entry", entries };
  const path = typeof key === "string" ? key.split(".") : isTexts(key) ? key : [];
  if (path.length === 0 || path.includes("") || !Array.isArray(values) || values.length < 2) return null;
  return path[0] === conflictsKey ? null : { kind: "key", key: path, values };
}

function isTexts(value: YamlValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
