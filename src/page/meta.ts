/**
 * Meta: the keys of frontmatter this program knows, typed. Unknown ones are remarked and left alone, and a page whose scope, audience, origin or
 * pin nobody can read is held to the narrowest.
 */

import { globProblem } from "../base/glob.js";
import { type Instant, type PageId, parseInstant, parsePageId } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { conflictsKey, readConflicts, type ValueMap } from "./decode.js";
import type { Frontmatter, YamlMap, YamlNode } from "./frontmatter/print.js";
import { valueOf } from "./frontmatter/scan.js";
import {
  type Fidelity,
  type Finding,
  type FindingCode,
  fidelities,
  type Origin,
  origins,
  type PageType,
  type Pin,
  pageTypes,
  pins,
  type Scope,
  scopes,
} from "./page.js";

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
  readonly trigger: Trigger | null;
}

/** When a page is asked for by itself: any of these is enough. */
export interface Trigger {
  /** Words or phrases of a prompt. */
  readonly words: readonly string[];
  /** Patterns of files that tools touched, as `.gitignore` has them. */
  readonly paths: readonly string[];
  /** Days as `2026-12-01`: from that one on, and on that one. */
  readonly from: string | null;
  readonly on: string | null;
}

/** What `sections:` overrides for one section. */
interface SectionMeta {
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
  trigger: null,
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Keys of harnesses and other tools that mean nothing here and are no mistake. */
const foreignKeys: ReadonlySet<string> = new Set("name read_when globs alwaysApply metadata license".split(" "));

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

/** What the value of each key is read as. */
const readers: { readonly [F in keyof PageMeta]: (value: YamlNode, key: string, reader: Reader) => PageMeta[F] } = {
  id: (value, _key, reader) => readId(value, reader),
  type: (value, key, reader) => reader.oneOf(key, value, pageTypes),
  title: (value, key, reader) => reader.words(key, value, limits.titleCharsMax),
  scope: (value, key, reader) => reader.oneOf(key, value, scopes),
  pin: (value, key, reader) => reader.oneOf(key, value, pins),
  version: (value, key, reader) => reader.positive(key, value),
  created: (value, key, reader) => reader.parsed(key, value, parseInstant, instantLike),
  updated: (value, key, reader) => reader.parsed(key, value, parseInstant, instantLike),
  origin: (value, key, reader) => reader.oneOf(key, value, origins),
  tags: (value, key, reader) => reader.texts(key, value, limits.tagsMax),
  provenance: (value, key, reader) => reader.texts(key, value, Number.POSITIVE_INFINITY),
  fields: (value, key, reader) => readFields(key, value, reader),
  compressed: (value, key, reader) => reader.text(key, value, limits.compressedCharsMax),
  compressedOf: (value, key, reader) => reader.parsed(key, value, parseDigest, "sha256: and 64 hex digits"),
  minFidelity: (value, key, reader) => reader.oneOf(key, value, fidelities),
  status: (value, key, reader) => reader.line(key, value, limits.titleCharsMax),
  audience: (value, key, reader) => reader.oneOf(key, value, ["private", "shared"]),
  sections: (value, key, reader) => readSections(key, value, reader),
  summary: (value, key, reader) => reader.words(key, value),
  trigger: (value, key, reader) => readTrigger(key, value, reader),
};

const instantLike = "a date such as 2026-11-20T21:40:12Z";

/** By the key as frontmatter spells it. */
const fieldOfKey: ReadonlyMap<string, keyof PageMeta> = new Map(
  Object.keys(emptyMeta).map((field) => [field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`), field]),
) as ReadonlyMap<string, keyof PageMeta>;

const knownKeys: ReadonlySet<string> = new Set([...fieldOfKey.keys(), "description", conflictsKey]);

/** False for a key that is not known. */
function readKey(meta: Mutable<PageMeta>, key: string, value: YamlNode, reader: Reader): boolean {
  const field = fieldOfKey.get(key);
  if (field !== undefined) (meta[field] as unknown) = readers[field](value, key, reader);
  else if (key !== conflictsKey) return false;
  else if (readConflicts(valueOf(value)) === null) reader.refuse(key, value, "the list that a merge wrote");
  return true;
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

/** One that says nothing that could come about is none. */
function readTrigger(key: string, value: YamlNode, reader: Reader): Trigger | null {
  if (value.kind !== "map")
    return reader.refuse(key, value, `a map such as { words: [deploy] }, with ${triggerKeys}`);
  const trigger: Mutable<Trigger> = { words: [], paths: [], from: null, on: null };
  for (const { key: name, keySpan, value: said } of value.pairs) {
    const full = `${key}.${name}`;
    if (isAbsent(said)) continue;
    if (name === "words") trigger.words = reader.texts(full, said, limits.triggersMax).filter(isSaid);
    else if (name === "paths")
      trigger.paths = reader
        .texts(full, said, limits.triggersMax)
        .filter((glob) => isPattern(full, said, glob, reader));
    else if (name === "from" || name === "on")
      trigger[name] = reader.parsed(full, said, dayFrom, "a day such as 2026-12-01");
    else reader.unknown(full, keySpan.start);
  }
  const { words, paths, from, on } = trigger;
  if (words.length + paths.length > 0 || from !== null || on !== null) return trigger;
  return reader.refuse(key, value, `one of ${triggerKeys}`);
}

const triggerKeys = "words, paths, from and on";

function isSaid(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= limits.titleCharsMax;
}

function isPattern(name: string, value: YamlNode, glob: string, reader: Reader): boolean {
  const problem = globProblem(glob);
  if (problem !== null) reader.refuse(name, value, `patterns of files; “${shortened(glob)}” ${problem}`);
  return problem === null;
}

function dayFrom(text: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

function readSection(name: string, map: YamlMap, reader: Reader): SectionMeta {
  const section: Mutable<SectionMeta> = { type: null, title: null, pin: null, minFidelity: null, fields: {} };
  for (const { key, keySpan, value } of map.pairs) {
    const full = `${name}.${key}`;
    if (isAbsent(value)) continue;
    const field = fieldOfKey.get(key);
    if (field !== undefined && isOfSection(field)) (section[field] as unknown) = readers[field](value, full, reader);
    else reader.unknown(full, keySpan.start);
  }
  return section;
}

function isOfSection(field: keyof PageMeta): field is keyof SectionMeta {
  return ["type", "title", "pin", "minFidelity", "fields"].includes(field);
}

function isAbsent(value: YamlNode): boolean {
  return value.kind === "scalar" && (value.value === null || value.text === "");
}

// Reader: takes typed values out of frontmatter nodes and keeps a finding for each that does not fit.

class Reader {
  readonly #path: string;
  readonly #lineOf: (offset: number) => number;
  readonly #findings: Finding[] = [];
  /** Those that close the page to somebody. */
  readonly #narrowing = new Set<Finding>();
  readonly #unknown: string[] = [];
  readonly #unread: { readonly key: string; readonly at: number; readonly says: string }[] = [];
  /** Keys of ours whose values are not: whoever writes leaves them alone. */
  readonly foreign: string[] = [];
  #unknownAt = 0;

  constructor(path: string, lineOf: (offset: number) => number) {
    this.#path = path;
    this.#lineOf = lineOf;
  }

  /** The scalar's text, whatever type YAML would give it. */
  text(key: string, value: YamlNode, charsMax: number = Number.POSITIVE_INFINITY): string | null {
    if (value.kind !== "scalar") return this.refuse(key, value, "text");
    if (value.text.length > charsMax) return this.refuse(key, value, `at most ${charsMax} characters`);
    return value.text;
  }

  /** Words for people, that no rule hangs on: also those that strict YAML refuses, such as `a: b` without quotes. */
  words(key: string, value: YamlNode, charsMax?: number): string | null {
    const said = value.kind === "opaque" && value.certain ? plainWords(value.text) : null;
    if (said !== null && said.length <= (charsMax ?? said.length)) return said;
    return charsMax === undefined ? this.text(key, value) : this.line(key, value, charsMax);
  }

  /** A text of one line that is not empty. */
  line(key: string, value: YamlNode, charsMax: number): string | null {
    const text = this.text(key, value, charsMax);
    if (text === null) return null;
    if (text.trim() === "" || text.trimEnd().includes("\n")) return this.refuse(key, value, "one line of text");
    return text.trim();
  }

  oneOf<T extends string>(key: string, value: YamlNode, allowed: readonly T[]): T | null {
    const found = value.kind === "scalar" ? allowed.find((candidate) => candidate === value.text) : undefined;
    return found ?? this.refuse(key, value, `one of ${allowed.join(", ")}`);
  }

  /** A whole number of 1 or more. */
  positive(key: string, value: YamlNode): number | null {
    const number = value.kind === "scalar" && /^\d+$/.test(value.text) ? value.value : null;
    if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
    return this.refuse(key, value, "a whole number of 1 or more");
  }

  parsed<T>(key: string, value: YamlNode, parse: (text: string) => T | null, expected: string): T | null {
    const found = value.kind === "scalar" ? parse(value.text) : null;
    return found ?? this.refuse(key, value, expected);
  }

  /** A list of texts; one text stands for a list of one. An empty item says nothing, and one that is no text spoils no other. */
  texts(key: string, value: YamlNode, itemsMax: number): readonly string[] {
    const items = value.kind === "list" ? value.items : [value];
    const texts: string[] = [];
    let strange: YamlNode | null = null;
    for (const item of items) {
      if (item.kind !== "scalar") strange ??= item;
      else if (item.text !== "") texts.push(item.text);
    }
    if (strange !== null) this.refuse(key, strange, "a list of texts");
    if (texts.length > itemsMax) this.refuse(key, value, `at most ${itemsMax} items`);
    return texts.slice(0, itemsMax);
  }

  map(key: string, value: YamlNode): YamlMap | null {
    return value.kind === "map" ? value : this.refuse(key, value, "a map");
  }

  refuse(key: string, value: YamlNode, expected: string, code: FindingCode = "value_invalid"): null {
    const isText = value.kind === "scalar" || value.kind === "opaque";
    const found = isText ? `“${shortened(value.text)}”` : `a ${value.kind}`;
    const name = key.split(".")[0] ?? key;
    if (!ownNames.has(name) && !this.foreign.includes(name)) this.foreign.push(name);
    const says = `“${key}” is ${found}; Pagefile reads ${expected} there, so it is left as it is and not gone by.`;
    const hint = `Nothing has to be done where “${key}” is another program's.`;
    const finding = this.#warning(code, value.start, says, hint);
    this.#findings.push(finding);
    if (narrowingKeys.has(name)) this.#narrowing.add(finding);
    return null;
  }

  /** A key that is none of ours and could not be read either. */
  unread(key: string, at: number, says: string): void {
    this.#unread.push({ key, at, says });
  }

  unknown(key: string, at: number): void {
    if (this.#unknown.length === 0) this.#unknownAt = at;
    this.#unknown.push(key);
  }

  /**
   * All findings; the unknown keys as one, and those that were not read. In frontmatter that says nothing of ours another program's keys
   * are no mistake, and there is nothing to be done about them, but for what may have said who is to see or trust the page.
   */
  done(isOurs: boolean, mayNarrow: boolean): readonly Finding[] {
    const unread = this.#unreadFinding();
    const others = [...this.#findings, ...this.#unknownFinding()];
    if (isOurs) return [...others, ...unread];
    const told = others.map((finding) => (this.#narrowing.has(finding) ? finding : asNote(finding)));
    return [...told, ...(mayNarrow ? unread : unread.map(asNote))];
  }

  #unreadFinding(): readonly Finding[] {
    const [first] = this.#unread;
    if (first === undefined) return [];
    const keys = [...new Set(this.#unread.map(({ key }) => shortened(key)))].join(", ");
    const says = `Not read and kept as it is: ${keys}. ${first.says}`;
    const hint = "Nothing has to be done where the program that it is for reads it.";
    return [this.#warning("frontmatter_invalid", first.at, says, hint)];
  }

  #unknownFinding(): readonly Finding[] {
    if (this.#unknown.length === 0) return [];
    const says = `Unknown frontmatter keys, kept as they are: ${this.#unknown.map(shortened).join(", ")}.`;
    const hint = "Check the spelling; what belongs to the page alone goes under “fields:”.";
    return [this.#warning("key_unknown", this.#unknownAt, says, hint)];
  }

  #warning(code: FindingCode, at: number, says: string, hint: string): Finding {
    return { code, severity: "warning", path: this.#path, line: this.#lineOf(at), says, hint };
  }
}

/** What is not read of these has a consequence. */
const narrowingKeys: ReadonlySet<string> = new Set(["scope", "audience", "origin", "pin"]);

function asNote(finding: Finding): Finding {
  return { ...finding, severity: "note" };
}

/** Nobody else has keys of these names. */
const ownNames: ReadonlySet<string> = new Set(
  "compressed compressed_of min_fidelity provenance fields sections conflicts".split(" "),
);

/** A text without quotes, brackets or other marks that mean something else, its lines as one; null for anything that has them. */
function plainWords(raw: string): string | null {
  const said = raw.replace(/\s+/g, " ").trim();
  return said === "" || /^["'[\]{}&*!|>%@`#<-]/.test(said) || / #/.test(said) ? null : said;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

// MetaNarrow: what a page is held to where its frontmatter speaks of who may see or trust it in a way that nobody can read.

/**
 * The safe side of each: a scope or an audience closes the page to a group, and a scope that names a narrow one is that; an origin is the
 * least trusted; a pin pins nothing. Lines whose key nobody can tell may have been any of them.
 */
function narrow(meta: Mutable<PageMeta>, { root, loose }: Frontmatter, foreign: readonly string[]): void {
  if (loose !== undefined || foreign.includes("scope") || foreign.includes("audience")) meta.audience = "private";
  if (foreign.includes("scope")) meta.scope = narrowestNamed(root.pairs.filter(({ key }) => key === "scope"));
  if (foreign.includes("origin")) meta.origin = "web";
  // A type may pin by itself; the place of a file that has none goes on to pin it.
  if (foreign.includes("pin") && meta.type !== null) meta.pin = "none";
}

/** “Local”, `[session]` and `!x local` mean what they say; “local government” is a subject of somebody's. */
function narrowestNamed(pairs: readonly { readonly value: YamlNode }[]): Scope | null {
  const named = pairs.flatMap(({ value }) => wordsOf(value));
  const narrow = scopes.filter((scope) => (scope === "session" || scope === "local") && named.includes(scope));
  return narrow.at(-1) ?? null;
}

function wordsOf(value: YamlNode): readonly string[] {
  if (value.kind === "list") return value.items.flatMap(wordsOf);
  if (value.kind === "map") return value.pairs.flatMap((pair) => [pair.key.toLowerCase(), ...wordsOf(pair.value)]);
  const words = value.text.toLowerCase().match(/[a-z]+/g) ?? [];
  const isOurs = words.every((word) => scopes.some((scope) => scope === word));
  return value.kind === "opaque" || isOurs ? words : [];
}
