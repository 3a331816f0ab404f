/**
 * MergeHead: the frontmatter of two versions of a page made one, key by key, each by the rule it has, as splices of a text that is there, and what
 * a merge gives.
 */

import { stableJson } from "../../base/json.js";
import { err, ok, type Result } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { conflictsKey, isValueMap, sameValue, type ValueMap } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { readFrontmatter, scanFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { removeKey, setKey } from "../../page/frontmatter/splice.js";
import { readMeta } from "../../page/meta.js";
import { fidelities, origins, pins, scopes } from "../../page/page.js";

type Maybe = YamlValue | undefined;

interface Three {
  readonly base: Maybe;
  readonly ours: Maybe;
  readonly theirs: Maybe;
}

/** Which side wins where both changed a key, and where the remarks go. */
export interface KeyContext {
  readonly newer: "ours" | "theirs";
  readonly notes: MergeNote[];
  readonly conflicts: MergeConflict[];
  /** The keys whose conflict was open in the base and was settled since. */
  readonly settled?: readonly SettledKey[];
}

export interface SettledKey {
  readonly key: readonly string[];
  /** Whether ours, or theirs, settled it. */
  readonly ours: boolean;
  readonly theirs: boolean;
}

/** The merged value of a top-level key; undefined takes the key out. */
export function mergeKey(key: string, three: Three, context: KeyContext): Maybe {
  const ruled = byRule(key, three);
  return ruled === null ? threeWay([key], three, context) : ruled.value;
}

/** The newer frontmatter: by version, then by `updated`, then by a spelling that does not depend on who is "ours". */
export function newerSide(ours: ValueMap, theirs: ValueMap): "ours" | "theirs" {
  const order =
    numberOf(ours.version) - numberOf(theirs.version) ||
    timeOf(ours.updated) - timeOf(theirs.updated) ||
    compareText(stableJson(ours), stableJson(theirs));
  return order >= 0 ? "ours" : "theirs";
}

/** null where the key, or a value that does not fit it, has no rule of its own. */
function byRule(key: string, three: Three): { readonly value: Maybe } | null {
  const { base, ours, theirs } = three;
  switch (key) {
    case "version":
      if (typeof ours !== "number" || typeof theirs !== "number") return null;
      return { value: Math.max(ours, theirs) + (ours !== base && theirs !== base ? 1 : 0) };
    case "updated":
      return ordered(ours, theirs, (a, b) => timeOf(b) - timeOf(a));
    case "created":
      return ordered(ours, theirs, (a, b) => timeOf(a) - timeOf(b));
    case "origin":
      return leastTrusted(ours, theirs);
    case "pin":
      return changedByBoth(three) ? ranked(pins, ours, theirs) : null;
    // Who may read a page is never widened by merging.
    case "scope":
      return changedByBoth(three) ? ranked(scopes, ours, theirs) : null;
    case "audience":
      return changedByBoth(three) ? ranked(["shared", "private"], ours, theirs) : null;
    case "min_fidelity":
      return changedByBoth(three) ? ranked(fidelities, ours, theirs) : null;
    case "tags":
      return Array.isArray(ours) && Array.isArray(theirs) ? { value: union(three, "removable") } : null;
    case "provenance":
      return Array.isArray(ours) && Array.isArray(theirs) ? { value: union(three, "kept") } : null;
    default:
      return null;
  }
}

function threeWay(path: readonly string[], three: Three, context: KeyContext): Maybe {
  const { base, ours, theirs } = three;
  const name = path.join(".");
  if (sameValue(ours, theirs)) return ours;
  // The value that the base happens to have was one of those to choose from: who chose it has said something, too.
  const apart = settledApart(path, three, context);
  if (!apart && sameValue(base, theirs)) return ours;
  if (!apart && sameValue(base, ours)) return theirs;
  if (isValueMap(ours) && isValueMap(theirs)) return mergeMaps(path, { base, ours, theirs }, context);
  if (ours === undefined || theirs === undefined) {
    context.notes.push({
      code: "key_kept",
      says: `“${name}” was removed on one side and changed on the other; it stays.`,
    });
    return ours ?? theirs;
  }
  const kept = context.newer;
  // A program makes these two again from the body, so nobody has to choose.
  if (name === "compressed" || name === "compressed_of") {
    context.notes.push({ code: "variant_replaced", says: `“${name}” is that of the newer side and may be stale.` });
  } else context.conflicts.push({ kind: "key", key: path, kept, ours, theirs });
  return kept === "ours" ? ours : theirs;
}

/** Whether each side settled the conflict about this key, or changed the value after all. */
function settledApart(path: readonly string[], { base, ours, theirs }: Three, { settled = [] }: KeyContext): boolean {
  const known = settled.find(({ key }) => sameValue(key, path));
  if (known === undefined) return false;
  return (known.ours || !sameValue(base, ours)) && (known.theirs || !sameValue(base, theirs));
}

function mergeMaps(
  path: readonly string[],
  { base, ours, theirs }: { readonly base: Maybe; readonly ours: ValueMap; readonly theirs: ValueMap },
  context: KeyContext,
): ValueMap {
  const old = isValueMap(base) ? base : {};
  const merged: { [key: string]: YamlValue } = Object.create(null);
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const three = { base: own(old, key), ours: own(ours, key), theirs: own(theirs, key) };
    const value = threeWay([...path, key], three, context);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Never reads what a prototype has: `constructor` is a key like any other. */
function own(map: ValueMap, key: string): Maybe {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * Ours in their order, then what theirs adds. What one side took out of the base is out where it is `removable`; grounds
 * are never taken out.
 */
function union({ base, ours, theirs }: Three, taking: "removable" | "kept"): readonly YamlValue[] {
  return unitedLists(taking === "kept" ? [] : listOf(base), [listOf(ours), listOf(theirs)], sameValue);
}

/** Each once, ours in their order first; what one side took out of the base is out. */
export function unitedLists<T>(
  base: readonly T[],
  [ours, theirs]: readonly [readonly T[], readonly T[]],
  isSame: (a: T, b: T) => boolean,
): readonly T[] {
  const has = (list: readonly T[], item: T): boolean => list.some((each) => isSame(each, item));
  const merged: T[] = [];
  for (const item of [...ours, ...theirs]) {
    const isOut = has(base, item) && !(has(ours, item) && has(theirs, item));
    if (!isOut && !has(merged, item)) merged.push(item);
  }
  return merged;
}

function listOf(value: Maybe): readonly YamlValue[] {
  return Array.isArray(value) ? value : [];
}

function changedByBoth({ base, ours, theirs }: Three): boolean {
  return !sameValue(base, ours) && !sameValue(base, theirs);
}

/** A label cannot be raised, nor taken off, by merging: where only one side has one, it stands. */
function leastTrusted(ours: Maybe, theirs: Maybe): { readonly value: Maybe } | null {
  if (ours === undefined || theirs === undefined) return { value: ours ?? theirs };
  return ranked(origins, ours, theirs);
}

/** Whichever stands later in the list. */
function ranked(order: readonly string[], ours: Maybe, theirs: Maybe): { readonly value: Maybe } | null {
  const [a, b] = [order.indexOf(String(ours)), order.indexOf(String(theirs))];
  return a < 0 || b < 0 ? null : { value: a >= b ? ours : theirs };
}

/** The first by `compare`; two spellings of one instant are settled by their text. */
function ordered(
  ours: Maybe,
  theirs: Maybe,
  compare: (a: Maybe, b: Maybe) => number,
): { readonly value: Maybe } | null {
  if (!Number.isFinite(timeOf(ours)) || !Number.isFinite(timeOf(theirs))) return null;
  const order = compare(ours, theirs) || compareText(String(ours), String(theirs));
  return { value: order <= 0 ? ours : theirs };
}

function timeOf(value: Maybe): number {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

function numberOf(value: Maybe): number {
  return typeof value === "number" ? value : 0;
}

/** A page's frontmatter block, fences included; `text` is empty and `keys` null where it has none. */
interface Head {
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
  settled: readonly SettledKey[] = [],
): Result<MergeOutcome, MergeRefusal> {
  const { base, ours, theirs } = heads;
  if (ours.keys === null || theirs.keys === null) return ok(oneSided(heads));
  const old: ValueMap = base.keys ?? {};
  const [was, mine, yours] = [own(old, "id"), own(ours.keys, "id"), own(theirs.keys, "id")];
  const bothNamed = mine !== undefined && yours !== undefined && !sameValue(mine, yours);
  // One side may rename a page; two names that nobody had before are two pages.
  if (bothNamed && !sameValue(was, mine) && !sameValue(was, yours)) {
    const keepOne = `keep one there with pagefile resolve ${path} --ours|--theirs, and write the other anew.`;
    return err({
      says: `${path} is page “${String(mine)}” on our side and “${String(yours)}” on theirs.`,
      hint:
        was === undefined
          ? `Two pages took one path: ${keepOne}`
          : `Where both sides renamed the file, its old path is ended by: git rm ${path}. Where it is still there: ${keepOne}`,
    });
  }
  const notes: MergeNote[] = [];
  const conflicts: MergeConflict[] = [];
  const context = { newer: newerSide(ours.keys, theirs.keys), notes, conflicts, settled };
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

// Outcome: what a merge of two versions of a page gives: one text, what was settled on the way, what a person must settle.

/**
 * A real disagreement. Of a key the merged text holds the kept value, of an entry both texts, one after the other; the rest
 * stands in the text's own `conflicts:`.
 */
export type MergeConflict =
  | {
      readonly kind: "key";
      readonly key: readonly string[];
      readonly kept: "ours" | "theirs";
      readonly ours: YamlValue;
      readonly theirs: YamlValue;
    }
  | {
      readonly kind: "entry";
      /** Digest of the entry both sides edited, as the base had it; the first alternative where they settled a conflict differently. */
      readonly digest: string;
      /** Digests of what each side made of it. */
      readonly entries: readonly [ours: string, theirs: string];
      readonly ours: string;
      readonly theirs: string;
    };

/** Something settled by a rule that a person may want to know; it needs nobody. */
export interface MergeNote {
  readonly code: "edit_kept" | "key_kept" | "heading_kept" | "variant_replaced" | "side_taken";
  readonly says: string;
}

export interface MergeOutcome {
  readonly text: string;
  readonly notes: readonly MergeNote[];
  readonly conflicts: readonly MergeConflict[];
}

/** No text was made: the inputs are no versions of one page, or no safe text holds both. */
export interface MergeRefusal {
  readonly says: string;
  readonly hint: string;
}
