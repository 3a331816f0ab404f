/** Merge key: one value of frontmatter from three versions, by the rule its key has. */

import { stableJson } from "../../base/json.js";
import { compareText } from "../../base/text--order.js";
import { isValueMap, sameValue, type ValueMap } from "../../page/decode--value.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import { fidelities, origins, pins, scopes } from "../../page/page--page.js";
import type { MergeConflict, MergeNote } from "./head--outcome.js";

type Maybe = YamlValue | undefined;

export interface Three {
  readonly base: Maybe;
  readonly ours: Maybe;
  readonly theirs: Maybe;
}

/** Which side wins where both changed a key, and where the remarks go. */
export interface KeyContext {
  readonly newer: "ours" | "theirs";
  readonly notes: MergeNote[];
  readonly conflicts: MergeConflict[];
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
  if (sameValue(ours, theirs) || sameValue(base, theirs)) return ours;
  if (sameValue(base, ours)) return theirs;
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
export function own(map: ValueMap, key: string): Maybe {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * Ours in their order, then what theirs adds. What one side took out of the base is out where it is `removable`; grounds
 * are never taken out.
 */
function union({ base, ours, theirs }: Three, taking: "removable" | "kept"): readonly YamlValue[] {
  const [old, a, b] = [listOf(base), listOf(ours), listOf(theirs)];
  const has = (list: readonly YamlValue[], item: YamlValue): boolean => list.some((each) => sameValue(each, item));
  const merged: YamlValue[] = [];
  for (const item of [...a, ...b]) {
    const removed = taking === "removable" && has(old, item) && !(has(a, item) && has(b, item));
    if (!removed && !has(merged, item)) merged.push(item);
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
