/** Bump: the version goes up and the time moves, in a page that keeps them. */

import type { Instant } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result--result.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import { readFrontmatter } from "../../page/frontmatter/scan--read.js";
import { valueOf } from "../../page/frontmatter/scan--scan.js";
import { setKey } from "../../page/frontmatter/splice.js";
import { readMeta } from "../../page/meta.js";
import type { Refusal } from "../../rules/reason.js";

/** Only when the text changed; a page without the keys gets none, and a key that holds another program's value keeps it. */
export function bump(
  path: string,
  before: string,
  edited: Result<string, Refusal>,
  now: Instant,
): Result<string, Refusal> {
  if (!edited.ok || edited.value === before) return edited;
  let text = edited.value;
  for (const key of ["version", "updated"] as const) {
    const scanned = readFrontmatter(path, text);
    if (!scanned.ok || scanned.value === null) return ok(text);
    if (readMeta(path, scanned.value, () => 0).foreign.includes(key)) continue;
    const values = valueOf(scanned.value.root) as { readonly [name: string]: YamlValue };
    const next = key === "updated" ? now : typeof values.version === "number" ? values.version + 1 : null;
    if (values[key] === undefined || next === null) continue;
    const set = setKey(text, scanned.value, [key], next);
    if (!set.ok) return err({ reason: "MALFORMED", ...set.error });
    text = set.value;
  }
  return ok(text);
}
