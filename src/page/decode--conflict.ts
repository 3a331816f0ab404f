/** Conflict: what two versions of a page said differently, kept in its frontmatter until somebody settles it. */

import { stableJson } from "../base/json.js";
import { compareText } from "../base/text--order.js";
import { sameValue } from "./decode--value.js";
import type { YamlValue } from "./frontmatter/print--frontmatter.js";

/** What was ours when they met comes first; the rest is theirs. There are two or more. */
export type Conflict =
  /** One of the values stands at `key`. */
  | { readonly kind: "key"; readonly key: readonly string[]; readonly values: readonly YamlValue[] }
  /** All of them stand in the body: digests of entries, or headings as `## Title`. */
  | { readonly kind: "entry"; readonly entries: readonly string[] };

/** `fields.prefers`, or the entry that was ours. */
export function nameOf(conflict: Conflict): string {
  return conflict.kind === "key" ? conflict.key.join(".") : (conflict.entries[0] ?? "");
}

/** Whether both are about the same alternatives, whoever had which. */
export function sameConflict(a: Conflict, b: Conflict): boolean {
  if (a.kind === "entry") return b.kind === "entry" && sameSet(a.entries, b.entries);
  return b.kind === "key" && sameValue(a.key, b.key) && sameSet(a.values, b.values);
}

function sameSet(a: readonly YamlValue[], b: readonly YamlValue[]): boolean {
  const sorted = (values: readonly YamlValue[]): string[] =>
    values.map((value) => stableJson(value)).sort(compareText);
  return sameValue(sorted(a), sorted(b));
}
