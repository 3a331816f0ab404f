/** OriginItems: the pieces of text that carry an origin: entries by digest, frontmatter values by key and value. */

import { shortDigest } from "../base/digest--digest.js";
import { stableJson } from "../base/json.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { SaidMeta } from "./facts.js";

const itemChars = 16;

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

export function fieldItems(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => keyItems(`fields.${name}`, value));
}

/** One for each leaf, because a merge unites lists and maps. */
export function keyItems(key: string, value: unknown): readonly string[] {
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
