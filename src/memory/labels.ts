/**
 * OriginLabels: which texts came from strangers and which of them a person approved, read from the trailers of all commits, and who counts as a
 * person or as an agent there.
 */

import { shortDigest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import { parseTrailers } from "../git/history.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { type Origin, origins } from "../page/page.js";
import { isPerson } from "./actor.js";
import type { SaidMeta } from "./facts.js";

/** A label in any commit lowers, an approval in any commit raises: the order of commits and of merges does not matter. */
export interface OriginLabels {
  /** The label of a text that nobody approved; null for what the user or an agent wrote, and for what a person approved. */
  readonly untrusted: (item: string) => Origin | null;
  /** The least trusted label of all that was ever sent to the page and not approved. */
  readonly ofPage: (id: string) => Origin | null;
  readonly isApproved: (item: string) => boolean;
  /** Changes whenever an answer could; "" where nothing is labeled. */
  readonly version: string;
  /** Commits that might label something more are missing here, as in a shallow clone. */
  readonly isCut: boolean;
}

/** What the trailers of commits say, as plain data that goes through JSON: item, origin, page; and the approved items. */
export interface OriginSum {
  readonly labels: readonly (readonly [item: string, origin: Origin, page: string])[];
  readonly approved: readonly string[];
}

export const emptySum: OriginSum = { labels: [], approved: [] };

/** Adds what one commit message says. An approval counts only from a commit whose actor is a person. */
export function sumWith(known: OriginSum | null, messages: readonly string[]): OriginSum {
  const sum = known ?? emptySum;
  const labels = [...sum.labels];
  const approved = [...sum.approved];
  for (const message of messages) {
    if (!message.includes("Pagefile-Label: ") && !message.includes("Pagefile-Approved: ")) continue;
    const trailers = parseTrailers(message);
    for (const line of labelsIn(message)) {
      const [word, page = "", ...items] = line.split(" ");
      // A word that is no origin is one that a later version knows: it is not trusted meanwhile.
      const origin = origins.find((candidate) => candidate === word) ?? "web";
      if (isUntrusted(origin)) for (const item of items) labels.push([item, origin, page]);
    }
    const actors = trailers["Pagefile-Actor"] ?? [];
    if (actors.length !== 1 || !isPerson(actors[0] ?? "")) continue;
    for (const line of trailers["Pagefile-Approved"] ?? []) approved.push(...line.split(" "));
  }
  return { labels, approved };
}

/** A label only lowers: one in the middle of a squashed message, indented or not, counts like a trailer. */
function labelsIn(message: string): readonly string[] {
  const name = "Pagefile-Label: ";
  const lines = message.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
}

/** What `these` say and `those` do not. */
export function beyond(these: OriginSum, those: OriginSum): OriginSum {
  if (these.labels.length + these.approved.length === 0) return emptySum;
  const name = (label: OriginSum["labels"][number]): string => label.join(" ");
  const known = new Set(those.labels.map(name));
  const approved = new Set(those.approved);
  return {
    labels: these.labels.filter((label) => !known.has(name(label))),
    approved: these.approved.filter((item) => !approved.has(item)),
  };
}

export function joined(these: OriginSum, those: OriginSum): OriginSum {
  const more = beyond(those, these);
  if (more.labels.length + more.approved.length === 0) return these;
  return { labels: [...these.labels, ...more.labels], approved: [...these.approved, ...more.approved] };
}

export function labelsFrom(sum: OriginSum, isCut = false): OriginLabels {
  const approved = new Set(sum.approved);
  const items = new Map<string, Origin>();
  const pages = new Map<string, Origin>();
  for (const [item, origin, page] of sum.labels) {
    if (approved.has(item)) continue;
    items.set(item, leastTrusted([origin, items.get(item) ?? "user"]));
    pages.set(page, leastTrusted([origin, pages.get(page) ?? "user"]));
  }
  return {
    untrusted: (item) => items.get(item) ?? null,
    ofPage: (id) => pages.get(id) ?? null,
    isApproved: (item) => approved.has(item),
    version: items.size === 0 ? "" : `${sum.labels.length}.${sum.approved.length}`,
    isCut,
  };
}

// OriginItems: the pieces of text that carry an origin: entries by digest, frontmatter values by key and value.

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

// OriginLines: labels and approvals as the lines of trailers that `labelsFrom` reads back.

/** Written by neither the user nor the user's own agent. */
export function isUntrusted(origin: Origin): boolean {
  return origins.indexOf(origin) > origins.indexOf("agent");
}

export function leastTrusted(labels: readonly Origin[]): Origin {
  return origins[Math.max(0, ...labels.map((label) => origins.indexOf(label)))] ?? "web";
}

/** `web travel-mornings 0f3a… 77be…`, in lines that stay readable in `git log`. */
export function labelLines(origin: Origin, page: string, items: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < items.length; at += itemsALine)
    lines.push(`${origin} ${page} ${items.slice(at, at + itemsALine).join(" ")}`);
  return lines;
}

const itemsALine = 12;

/** Items alone, in lines of the same length. */
export function itemLines(items: readonly string[]): readonly string[] {
  return labelLines("user", "-", items).map((line) => line.slice("user - ".length));
}
