/** Merge head: the frontmatter of two versions of a page made one, key by key, as splices of a text that is there. */

import { err, ok, type Result } from "../../base/result--result.js";
import { conflictsKey } from "../../page/decode--conflict-list.js";
import { sameValue, type ValueMap } from "../../page/decode--value.js";
import { readFrontmatter } from "../../page/frontmatter/scan--read.js";
import { scanFrontmatter, valueOf } from "../../page/frontmatter/scan--scan.js";
import { removeKey, setKey } from "../../page/frontmatter/splice.js";
import { readMeta } from "../../page/meta.js";
import { mergeKey, newerSide, own } from "./head.js";
import type { MergeConflict, MergeNote, MergeOutcome, MergeRefusal } from "./head--outcome.js";

/** A page's frontmatter block, fences included; `text` is empty and `keys` null where it has none. */
export interface Head {
  readonly text: string;
  readonly keys: ValueMap | null;
  /** Keys whose values are opaque: only a hand can merge them. */
  readonly opaque: readonly string[];
}

export function headOf(path: string, text: string): Result<Head, MergeRefusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ says: `${path}: ${scanned.error.says}`, hint: scanned.error.hint });
  if (scanned.value === null) return ok({ text: "", keys: null, opaque: [] });
  const { span, root, loose } = scanned.value;
  const { foreign } = readMeta(path, scanned.value, () => 0);
  const isOurs = root.pairs.some(({ key, value }) => value.kind === "opaque" && foreign.includes(key));
  const strict = loose !== undefined || isOurs ? scanFrontmatter(path, text) : ok(null);
  if (!strict.ok) return err({ says: `${path}: ${strict.error.says}`, hint: strict.error.hint });
  const opaque = root.pairs.flatMap(({ key, value }) => (value.kind === "opaque" ? [key] : []));
  return ok({ text: text.slice(0, span.end), keys: valueOf(root) as ValueMap, opaque });
}

export function mergeHeads(
  path: string,
  heads: { readonly base: Head; readonly ours: Head; readonly theirs: Head },
): Result<MergeOutcome, MergeRefusal> {
  const { base, ours, theirs } = heads;
  if (ours.keys === null || theirs.keys === null) return ok(oneSided(heads));
  const old: ValueMap = base.keys ?? {};
  const [was, mine, yours] = [own(old, "id"), own(ours.keys, "id"), own(theirs.keys, "id")];
  const bothNamed = mine !== undefined && yours !== undefined && !sameValue(mine, yours);
  // One side may rename a page; two names that nobody had before are two pages.
  if (bothNamed && !sameValue(was, mine) && !sameValue(was, yours)) {
    return err({
      says: `${path} is page “${String(mine)}” on our side and “${String(yours)}” on theirs.`,
      hint: `Two pages took one path: keep one there with pagefile resolve ${path} --ours|--theirs, and write the other anew.`,
    });
  }
  const notes: MergeNote[] = [];
  const conflicts: MergeConflict[] = [];
  const context = { newer: newerSide(ours.keys, theirs.keys), notes, conflicts };
  // Where ours left the block alone, theirs is the text with the comments and the order to keep.
  const start = base.text === ours.text ? theirs : ours;
  let text = start.text;
  for (const key of new Set([...Object.keys(ours.keys), ...Object.keys(theirs.keys)])) {
    if (key === conflictsKey) continue;
    const three = { base: own(old, key), ours: own(ours.keys, key), theirs: own(theirs.keys, key) };
    const value = mergeKey(key, three, context);
    if (sameValue(value, own(start.keys ?? {}, key))) continue;
    if ([ours, theirs].some(({ opaque }) => opaque.includes(key))) return err(unwritable(path, key));
    const scanned = readFrontmatter(path, text);
    if (!scanned.ok || scanned.value === null) return err(unwritable(path, key));
    const next =
      value === undefined ? removeKey(text, scanned.value, [key]) : setKey(text, scanned.value, [key], value);
    if (!next.ok) return err(next.error);
    text = next.value;
  }
  return ok({ text, notes, conflicts });
}

/** A block that one side has not: taken out unless the other side changed it, or added by the other side. */
function oneSided({ base, ours, theirs }: { base: Head; ours: Head; theirs: Head }): MergeOutcome {
  const present = ours.keys === null ? theirs : ours;
  if (present.text === base.text) return { text: "", notes: [], conflicts: [] };
  const says = "The frontmatter was removed on one side and changed on the other; it stays.";
  const notes: MergeNote[] = base.keys === null || present.keys === null ? [] : [{ code: "key_kept", says }];
  return { text: present.text, notes, conflicts: [] };
}

function unwritable(path: string, key: string): MergeRefusal {
  return { says: `The merged “${key}” of ${path} does not read back.`, hint: "Merge the page by hand." };
}
