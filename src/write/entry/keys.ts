/** Keys: frontmatter values read, compared, merged and written by key path, and the version that goes up with each commit of a page with one. */

import type { Instant } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { isValueMap, sameValue } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { lookup, readFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { addFrontmatter, setKey } from "../../page/frontmatter/splice.js";
import { readMeta } from "../../page/meta.js";
import type { Refusal } from "../../rules/refusal.js";

/** undefined where the key is absent; a page without frontmatter has no keys. */
export function readValue(
  path: string,
  text: string,
  key: readonly string[],
): Result<YamlValue | undefined, Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  if (scanned.value === null) return ok(undefined);
  const node = lookup(scanned.value.root, key);
  if (node?.kind === "opaque") {
    const says = `“${key.join(".")}” of ${path} stands there in a form that is not read: ${node.says}`;
    return err({ reason: "MALFORMED", says, hint: "Correct it by hand; what it says then can be changed." });
  }
  return ok(node === null ? undefined : valueOf(node));
}

export function writeValue(
  path: string,
  text: string,
  key: readonly string[],
  value: YamlValue,
): Result<string, Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  if (scanned.value === null) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `${path} has no frontmatter, so it has no keys to change.`,
      hint: `Add frontmatter with: pagefile adopt ${shellWord(path)}`,
    });
  }
  const { foreign } = readMeta(path, scanned.value, () => 0);
  if (key[0] !== undefined && foreign.includes(key[0])) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${key[0]}” of ${path} holds what Pagefile does not read, and so what may be another program's.`,
      hint: "Change it by hand, or give that program's value another key.",
    });
  }
  const set = setKey(text, scanned.value, key, value);
  return set.ok ? ok(set.value) : err({ reason: "MALFORMED", ...set.error });
}

/** Frontmatter with these keys, for a file that has none; in one that has some, only the missing keys are added. */
export function addKeys(
  path: string,
  text: string,
  pairs: readonly (readonly [string, YamlValue])[],
): Result<string, Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  if (scanned.value === null) return ok(addFrontmatter(text, pairs));
  let current = text;
  for (const [name, value] of pairs) {
    const now = readFrontmatter(path, current);
    if (now.ok && now.value !== null && lookup(now.value.root, [name]) !== null) continue;
    const written = writeValue(path, current, [name], value);
    if (!written.ok) return written;
    current = written.value;
  }
  return ok(current);
}

/** Union of lists, merge of maps; a different scalar is a refusal, because a merge never overwrites (paper Appendix A). */
export function mergeValues(
  name: string,
  current: YamlValue | undefined,
  added: YamlValue,
): Result<YamlValue, Refusal> {
  if (current === undefined || current === null || sameValue(current, added)) return ok(added);
  if (Array.isArray(current) && Array.isArray(added)) {
    return ok([...current, ...added.filter((item) => !current.some((kept) => sameValue(kept, item)))]);
  }
  if (isValueMap(current) && isValueMap(added)) {
    const merged: { [key: string]: YamlValue } = { ...current };
    for (const [key, value] of Object.entries(added)) {
      const next = mergeValues(`${name}.${key}`, current[key], value);
      if (!next.ok) return next;
      merged[key] = next.value;
    }
    return ok(merged);
  }
  return err({
    reason: "DESTRUCTIVE_OP",
    says: `“${name}” is ${JSON.stringify(current)} already; a merge adds and never overwrites.`,
    hint: `To change it, name the version you saw: pagefile set PAGE ${name} VALUE --base VERSION`,
  });
}

// Bump: the version goes up and the time moves, in a page that keeps them.

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
    // Who writes a day alone is given a day, not the second of it.
    const time = /^\d{4}-\d{2}-\d{2}$/.test(`${values.updated}`) ? now.slice(0, 10) : now;
    const next = key === "updated" ? time : typeof values.version === "number" ? values.version + 1 : null;
    if (values[key] === undefined || next === null) continue;
    const set = setKey(text, scanned.value, [key], next);
    if (!set.ok) return err({ reason: "MALFORMED", ...set.error });
    text = set.value;
  }
  return ok(text);
}
