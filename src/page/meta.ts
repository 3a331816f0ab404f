/** Meta: the keys of frontmatter this program knows, typed; unknown ones are remarked and left alone. */

import { type Instant, type PageId, parseInstant, parsePageId } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { conflictsKey, readConflicts } from "./decode--conflict-list.js";
import type { ValueMap } from "./decode--value.js";
import type { Frontmatter, YamlMap, YamlNode } from "./frontmatter/print--frontmatter.js";
import { valueOf } from "./frontmatter/scan--scan.js";
import { narrow } from "./meta--meta-narrow.js";
import { ownNames, Reader } from "./meta--meta-reader.js";
import type { Finding } from "./page--finding.js";
import {
  type Fidelity,
  fidelities,
  type Origin,
  origins,
  type PageType,
  type Pin,
  pageTypes,
  pins,
  type Scope,
  scopes,
} from "./page--page.js";

/** What frontmatter says; null, or empty, where it says nothing. Plain data: it goes through JSON and back unchanged. */
export interface PageMeta {
  readonly id: PageId | null;
  readonly type: PageType | null;
  readonly title: string | null;
  readonly scope: Scope | null;
  readonly pin: Pin | null;
  readonly version: number | null;
  readonly created: Instant | null;
  readonly updated: Instant | null;
  readonly origin: Origin | null;
  readonly tags: readonly string[];
  readonly provenance: readonly string[];
  readonly fields: ValueMap;
  readonly compressed: string | null;
  readonly compressedOf: string | null;
  readonly minFidelity: Fidelity | null;
  readonly status: string | null;
  readonly audience: "private" | "shared" | null;
  /** By section slug. */
  readonly sections: Readonly<Record<string, SectionMeta>>;
  /** `summary`, or `description` where there is none. */
  readonly summary: string | null;
}

/** What `sections:` overrides for one section. */
export interface SectionMeta {
  readonly type: PageType | null;
  readonly title: string | null;
  readonly pin: Pin | null;
  readonly minFidelity: Fidelity | null;
  readonly fields: ValueMap;
}

export const emptyMeta: PageMeta = {
  id: null,
  type: null,
  title: null,
  scope: null,
  pin: null,
  version: null,
  created: null,
  updated: null,
  origin: null,
  tags: [],
  provenance: [],
  fields: {},
  compressed: null,
  compressedOf: null,
  minFidelity: null,
  status: null,
  audience: null,
  sections: {},
  summary: null,
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Keys of harnesses and other tools that mean nothing here and are no mistake. */
const foreignKeys: ReadonlySet<string> = new Set([
  "name",
  "read_when",
  "globs",
  "alwaysApply",
  "metadata",
  "license",
]);

/**
 * `lineOf` gives the 1-based line of an offset; it is asked only for findings. A value that is none of ours is remarked and reads as
 * absent, or as the narrowest of what it may mean where it says who may see or trust the page. `foreign` are those keys.
 */
export function readMeta(
  path: string,
  frontmatter: Frontmatter,
  lineOf: (offset: number) => number,
): { readonly meta: PageMeta; readonly findings: readonly Finding[]; readonly foreign: readonly string[] } {
  const reader = new Reader(path, lineOf);
  const meta: Mutable<PageMeta> = { ...emptyMeta };
  let description: string | null = null;
  for (const { key, keySpan, value } of frontmatter.root.pairs) {
    if (isAbsent(value)) {
      if (!knownKeys.has(key) && !foreignKeys.has(key)) reader.unknown(key, keySpan.start);
    } else if (key === "description") description = reader.words(key, value);
    else if (readKey(meta, key, value, reader)) continue;
    else if (value.kind === "opaque") reader.unread(key, keySpan.start, value.says);
    else if (!foreignKeys.has(key)) reader.unknown(key, keySpan.start);
  }
  for (const { start, says } of frontmatter.loose ?? []) reader.unread("a line that belongs to no key", start, says);
  const findings = reader.done(isOurs(meta, frontmatter), frontmatter.loose !== undefined);
  narrow(meta, frontmatter, reader.foreign);
  meta.summary ??= description;
  return { meta, findings, foreign: reader.foreign };
}

/** Whether frontmatter was written for this program: it has a value that only ours has, or a key that nobody else has. */
function isOurs({ type, scope, pin, origin, audience }: PageMeta, { root }: Frontmatter): boolean {
  const said = [type, scope, pin, origin, audience].some((value) => value !== null);
  return said || root.pairs.some(({ key }) => ownNames.has(key));
}

const knownKeys: ReadonlySet<string> = new Set([
  ...Object.keys(emptyMeta).filter((key) => key !== "compressedOf" && key !== "minFidelity"),
  "compressed_of",
  "min_fidelity",
  "description",
  conflictsKey,
]);

/** False for a key that is not known. */
function readKey(meta: Mutable<PageMeta>, key: string, value: YamlNode, reader: Reader): boolean {
  switch (key) {
    case "id":
      meta.id = readId(value, reader);
      return true;
    case "type":
      meta.type = reader.oneOf(key, value, pageTypes);
      return true;
    case "title":
      meta.title = reader.words(key, value, limits.titleCharsMax);
      return true;
    case "scope":
      meta.scope = reader.oneOf(key, value, scopes);
      return true;
    case "pin":
      meta.pin = reader.oneOf(key, value, pins);
      return true;
    case "version":
      meta.version = reader.positive(key, value);
      return true;
    case "created":
    case "updated":
      meta[key] = reader.parsed(key, value, parseInstant, "a date such as 2026-11-20T21:40:12Z");
      return true;
    case "origin":
      meta.origin = reader.oneOf(key, value, origins);
      return true;
    case "tags":
      meta.tags = reader.texts(key, value, limits.tagsMax);
      return true;
    case "provenance":
      meta.provenance = reader.texts(key, value, Number.POSITIVE_INFINITY);
      return true;
    default:
      return readLateKey(meta, key, value, reader);
  }
}

function readLateKey(meta: Mutable<PageMeta>, key: string, value: YamlNode, reader: Reader): boolean {
  switch (key) {
    case "fields":
      meta.fields = readFields(key, value, reader);
      return true;
    case "compressed":
      meta.compressed = reader.text(key, value, limits.compressedCharsMax);
      return true;
    case "compressed_of":
      meta.compressedOf = reader.parsed(key, value, parseDigest, "sha256: and 64 hex digits");
      return true;
    case "min_fidelity":
      meta.minFidelity = reader.oneOf(key, value, fidelities);
      return true;
    case "status":
      meta.status = reader.line(key, value, limits.titleCharsMax);
      return true;
    case "audience":
      meta.audience = reader.oneOf(key, value, ["private", "shared"]);
      return true;
    case "sections":
      meta.sections = readSections(key, value, reader);
      return true;
    case "summary":
      meta.summary = reader.words(key, value);
      return true;
    case conflictsKey:
      if (readConflicts(valueOf(value)) === null) reader.refuse(key, value, "the list that a merge wrote");
      return true;
    default:
      return false;
  }
}

function readId(value: YamlNode, reader: Reader): PageId | null {
  const id = value.kind === "scalar" && !value.text.includes("#") ? parsePageId(value.text) : null;
  if (id === null) {
    const expected = "a to z, 0 to 9 and dashes, at most 64 characters, the first no dash";
    reader.refuse("id", value, expected, "id_invalid");
  }
  return id;
}

/** null for what is not `sha256:` and 64 lowercase hex digits. */
export function parseDigest(text: string): string | null {
  return /^sha256:[0-9a-f]{64}$/.test(text) ? text : null;
}

function readFields(key: string, value: YamlNode, reader: Reader): ValueMap {
  return reader.map(key, value) === null ? {} : (valueOf(value) as ValueMap);
}

function readSections(key: string, value: YamlNode, reader: Reader): PageMeta["sections"] {
  const sections: Record<string, SectionMeta> = Object.create(null);
  for (const pair of reader.map(key, value)?.pairs ?? []) {
    const map = isAbsent(pair.value) ? null : reader.map(`${key}.${pair.key}`, pair.value);
    if (map !== null) sections[pair.key] = readSection(`${key}.${pair.key}`, map, reader);
  }
  return sections;
}

function readSection(name: string, map: YamlMap, reader: Reader): SectionMeta {
  const section: Mutable<SectionMeta> = { type: null, title: null, pin: null, minFidelity: null, fields: {} };
  for (const { key, keySpan, value } of map.pairs) {
    const full = `${name}.${key}`;
    if (isAbsent(value)) continue;
    if (key === "type") section.type = reader.oneOf(full, value, pageTypes);
    else if (key === "title") section.title = reader.line(full, value, limits.titleCharsMax);
    else if (key === "pin") section.pin = reader.oneOf(full, value, pins);
    else if (key === "min_fidelity") section.minFidelity = reader.oneOf(full, value, fidelities);
    else if (key === "fields") section.fields = readFields(full, value, reader);
    else reader.unknown(full, keySpan.start);
  }
  return section;
}

function isAbsent(value: YamlNode): boolean {
  return value.kind === "scalar" && (value.value === null || value.text === "");
}
