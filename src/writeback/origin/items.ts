/** OriginItems: the pieces of text that carry an origin: entries by digest, frontmatter values by key and value. */

import { digest, shortDigest } from "../../base/digest.js";
import { stableJson } from "../../base/json.js";
import { printFragment } from "../../page/fragment.js";
import { bodyStartOf, outline } from "../../page/outline.js";
import type { SaidMeta } from "../../table/facts.js";
import type { Patch } from "../patch.js";

const itemChars = 16;

/** What the patch brings; a move brings nothing. */
export function itemsOfPatch(patch: Patch): readonly string[] {
  switch (patch.op) {
    case "create":
      return [...keyItems("title", patch.title), ...fieldItems(patch.fields), ...entryItems(patch.value)];
    case "append":
      return entryItems(patch.value);
    case "merge":
      return [...fieldItems(patch.fields), ...patch.entries.flatMap(entryItems)];
    case "set_with_version":
      return keyItems(patch.key, patch.value);
    default:
      return [];
  }
}

/** Of a text's body: its entries and headings in order, each with the span it stands in. */
export function itemsOfBody(text: string): readonly BodyItem[] {
  const map = outline(text, bodyStartOf(text));
  const headings = map.headings.map(({ title, start, end }) => ({ item: headingItem(title), start, end }));
  const entries = map.entries.map(({ digest, start, end }) => ({ item: digest, start, end }));
  return [...headings, ...entries].sort((a, b) => a.start - b.start);
}

export interface BodyItem {
  readonly item: string;
  readonly start: number;
  readonly end: number;
}

/** A title, a field or a compressed text reaches a prompt just as an entry does. */
export function itemsOfMeta(meta: SaidMeta): readonly string[] {
  const { title, compressed, fields = {}, sections = {} } = meta;
  const own = [...keyItems("title", title), ...keyItems("compressed", compressed), ...fieldItems(fields)];
  const parts = Object.values(sections).flatMap((section) => [
    ...keyItems("title", section.title),
    ...fieldItems(section.fields),
  ]);
  return [...own, ...parts];
}

function entryItems(markdown: string): readonly string[] {
  return markdown.trim() === "" ? [] : itemsOfBody(printFragment(markdown, "\n")).map(({ item }) => item);
}

function fieldItems(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => keyItems(`fields.${name}`, value));
}

/** One for each leaf, because a merge unites lists and maps. */
function keyItems(key: string, value: unknown): readonly string[] {
  if (value == null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((item) => keyItems(key, item));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, item]) => keyItems(`${key}.${name}`, item));
  return [valueItem(key, value)];
}

/** What a heading is called where it carries an origin. */
export function headingItem(title: string): string {
  return valueItem("heading", title);
}

function valueItem(key: string, value: unknown): string {
  return shortDigest(`${key}=${stableJson(value)}`, itemChars);
}

/** What a refused patch is called, so that a person can approve it. */
export function patchKey(patch: Patch): string {
  return patch.id ?? digest(stableJson(patch));
}
