/**
 * PurgeCut: what is to be gone from every version of everything, and one version of a file, a record or a message as it reads without it. All of
 * it is pure.
 */

import type { PageId } from "../../base/ids.js";
import { parseJson, stableJson } from "../../base/json.js";
import { strictTextIn } from "../../base/text.js";
import { factsOf } from "../../memory/facts.js";
import { archiveIndexPath, isPageFile, type Profile } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table.js";
import { bodyStartOf, outline, sectionSpans } from "../../page/markdown/outline.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { digestsOf } from "../../write/entry/entries.js";

/** The file's new bytes, the very same where nothing is in it; null where the whole file goes. `path` is below the root. */
export function cutFile(path: string, bytes: Uint8Array, cut: Cut, profile: Profile): Uint8Array | null {
  const text = textOf(bytes);
  if (text === null) return bytes;
  if (!isPageFile(path)) return encode(cutSpans(text, cut), text, bytes);
  if (cut.pages.size > 0 && cut.pages.has(idOf(path, bytes, profile))) return null;
  const listed = path === archiveIndexPath ? withoutListed(text, cut.paths) : text;
  return encode(cutText(withoutSections(path, listed, bytes, { cut, profile }), cut), text, bytes);
}

/** As frontmatter says it, or the path. */
function idOf(path: string, bytes: Uint8Array, profile: Profile): PageId {
  return factsOf(path, bytes, profile).meta.id ?? idFromPath(path);
}

/** A path without secrets in it. */
export function cutName(path: string, cut: Cut): string {
  const parts = path.split("/").map((part) => cutSpans(part, cut));
  return parts.join("/");
}

/** A refused patch, or what became of one. Poison goes with its whole record, which could be tried again; a secret is blanked. */
export function cutRecord(bytes: Uint8Array, cut: Cut): Uint8Array | null {
  const text = textOf(bytes);
  const value = text === null ? undefined : parseJson(text);
  if (text === null || value === undefined) return text === null ? bytes : encode(cutSpans(text, cut), text, bytes);
  const { value: kept, hit } = cutJson(value, cut);
  if (!hit) return bytes;
  return cut.secrets ? new TextEncoder().encode(`${stableJson(kept)}\n`) : null;
}

/** A log of JSON lines; a line that tells of a page or source that goes is dropped, any other one is blanked. */
export function cutLog(text: string, cut: Cut): string {
  const lines = text.split("\n").flatMap((line) => {
    const value = line === "" ? undefined : parseJson(line);
    if (value === undefined) return [cutSpans(line, cut)];
    // A label of a text that goes: its digest tells of a short text what it was.
    if (isEntryLabel(value, cut)) return [];
    const { value: kept, hit } = cutJson(value, cut);
    if (!hit) return [line];
    return cut.secrets ? [stableJson(kept)] : [];
  });
  return lines.join("\n");
}

function isEntryLabel(value: unknown, { entries }: Cut): boolean {
  const item = typeof value === "object" && value !== null ? (value as { readonly item?: unknown }).item : null;
  return typeof item === "string" && entries.has(item);
}

/** What else changed its name with the rewrite: objects by any part of their id, files by their path. */
export interface Renames {
  readonly object: (hex: string) => string | null;
  readonly paths: readonly (readonly [from: string, to: string])[];
}

/** Trailers that name a page that went go with it; ids of objects and paths become those of the new history. */
export function cutMessage(message: string, cut: Cut, renames: Renames): string {
  let text = withoutClaims(message, cut);
  for (const [id, title] of cut.titles) if (text.includes(`(${id})`)) text = text.replaceAll(title, purgeMark);
  for (const [from, to] of renames.paths) if (text.includes(from)) text = text.replaceAll(from, to);
  const named = text.replace(/[0-9a-f]{7,64}/g, (hex) => renames.object(hex) ?? hex);
  const [subject = "", ...rest] = named.split("\n");
  return [cutSubject(subject, cut), ...rest].map((line) => cutSpans(line, cut)).join("\n");
}

/** `append: the first words of an entry… (id)`; a subject that is too long has lost its end. */
function cutSubject(subject: string, cut: Cut): string {
  for (const gist of cut.gists) {
    const at = subject.indexOf(`: ${gist}`);
    const after = subject.slice(at + 2 + gist.length);
    if (at >= 0 && (after === "" || after === "…" || after.startsWith(" (")))
      return `${subject.slice(0, at + 2)}${purgeMark}${after}`;
  }
  if (!subject.endsWith("…")) return subject;
  const at = subject.lastIndexOf(": ") + 2;
  const tail = subject.slice(at, -1);
  const from = [...cut.gists, ...cut.spans, ...cut.titles.map(([, title]) => title)];
  return tail.length >= 8 && from.some((text) => text.startsWith(tail))
    ? `${subject.slice(0, at)}${purgeMark}`
    : subject;
}

function withoutClaims(message: string, cut: Cut): string {
  if (cut.pages.size === 0) return message;
  const goes = (line: string): boolean =>
    (line.startsWith("Pagefile-From: ") && cut.paths.has(line.slice(15).trim())) ||
    (line.startsWith("Pagefile-Page: ") && cut.pages.has(line.slice(15, line.lastIndexOf("@")))) ||
    (line.startsWith("Pagefile-Op: ") && cut.pages.has(line.slice(13).split(" ")[1] ?? ""));
  const kept = message.split("\n").filter((line) => !goes(line));
  return kept.join("\n");
}

function withoutListed(text: string, paths: ReadonlySet<string>): string {
  const names = [...paths].map((path) => path.slice(path.lastIndexOf("/") + 1));
  const goes = (line: string): boolean => line.startsWith("- [") && names.some((name) => namesFile(line, name));
  const kept = text.split("\n").filter((line) => !goes(line));
  return kept.join("\n");
}

/** In a link or behind `from`, and not as the end of another name: `a.md` is not `extra.md`. */
function namesFile(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0 && at < line.length; at = line.indexOf(name, at + 1)) {
    const next = line.charAt(at + name.length);
    if ("/( ".includes(line.charAt(at - 1)) && (next === ")" || next.trim() === "")) return true;
  }
  return false;
}

function withoutSections(path: string, text: string, bytes: Uint8Array, by: { cut: Cut; profile: Profile }): string {
  const slugs = [...by.cut.pages].filter((id) => id.includes("#"));
  if (slugs.length === 0) return text;
  const id = idOf(path, bytes, by.profile);
  const spans = sectionSpans(text, bodyStartOf(text)).filter(({ slug }) => slugs.includes(`${id}#${slug}`));
  return [...spans].reverse().reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), text);
}

/** null for what is no text. */
function textOf(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : strictTextIn(bytes);
}

function encode(now: string, was: string, bytes: Uint8Array): Uint8Array {
  return now === was ? bytes : new TextEncoder().encode(now);
}

export interface Cut {
  /** Digests of entries. */
  readonly entries: ReadonlySet<string>;
  /** Ids of pages that go whole; `file#slug` is a section. */
  readonly pages: ReadonlySet<string>;
  /** Where those pages were in any version. */
  readonly paths: ReadonlySet<string>;
  /** Their titles, which commit messages repeat beside the id. */
  readonly titles: readonly (readonly [id: string, title: string])[];
  /** What the subject of a commit repeats of a purged entry. */
  readonly gists: readonly string[];
  /** Texts of purged entries and values, which go wherever they stand word for word; longest first. */
  readonly spans: readonly string[];
  /** Evidence that a patch may not rest on, e.g. `url:…` or `page:…`. */
  readonly sources: ReadonlySet<string>;
  /** Everything that is found as a secret goes too. */
  readonly secrets: boolean;
}

/** Stands where a purged text stood inside another one; opens no YAML list and is no secret itself. */
const purgeMark = "REDACTED";

/** Any text: spans and secrets replaced, entries of the digests taken out whole. The same string where nothing was found. */
export function cutText(text: string, cut: Cut): string {
  const kept = cut.entries.size === 0 ? text : withoutEntries(text, cut.entries);
  return cutSpans(kept, cut);
}

/** Spans and secrets alone. */
export function cutSpans(text: string, cut: Cut): string {
  let current = text;
  for (const span of cut.spans) if (current.includes(span)) current = current.replaceAll(span, purgeMark);
  return cut.secrets ? blanked(current) : current;
}

/**
 * Every string of a JSON value, keys too, and whether anything in it rests on what is purged: names a page that goes, or a
 * source that is not to be believed.
 */
export function cutJson(value: unknown, cut: Cut): { readonly value: unknown; readonly hit: boolean } {
  if (typeof value === "string") {
    const names = cut.pages.has(value) || cut.sources.has(value) || cut.paths.has(value);
    const text = cutText(value, cut);
    return { value: text, hit: names || text !== value };
  }
  if (typeof value !== "object" || value === null) return { value, hit: false };
  let hit = false;
  const each = (item: unknown): unknown => {
    const inner = cutJson(item, cut);
    hit ||= inner.hit;
    return inner.value;
  };
  if (Array.isArray(value)) return { value: value.map(each), hit };
  const entries = Object.entries(value).map(([key, item]) => {
    const keyed = cut.secrets && typeof item === "string" && isKeyed(key, item);
    hit ||= keyed;
    return [each(key), keyed ? purgeMark : each(item)];
  });
  return { value: Object.fromEntries(entries), hit };
}

/** Without the entries of these digests; every other entry keeps its own, whatever stood around the ones that go. */
function withoutEntries(text: string, digests: ReadonlySet<string>): string {
  const found = outline(text, bodyStartOf(text)).entries;
  const going = found.filter((entry) => digests.has(entry.digest));
  if (going.length === 0) return text;
  const rest = found.filter((entry) => !digests.has(entry.digest)).map((entry) => entry.digest);
  for (const stand of ["", "\n", "\n<!-- -->\n\n"]) {
    const kept = spliced(text, going, stand);
    const now = digestsOf(kept);
    if (rest.every((digest) => now.has(digest)) && ![...now].some((digest) => digests.has(digest))) return kept;
  }
  // No way was found that leaves the others as they were: what is purged goes all the same.
  return spliced(text, going, "\n");
}

function spliced(
  text: string,
  going: readonly { readonly start: number; readonly end: number }[],
  stand: string,
): string {
  let kept = "";
  let done = 0;
  for (const { start, end } of going) {
    let after = end;
    if (text.startsWith("\r\n", after)) after += 2;
    else if (text[after] === "\n") after += 1;
    const before = kept + text.slice(done, start);
    // Two blank lines would be left where the entry stood between two.
    const blank = before.endsWith("\n\n") && stand === "" && text[after] === "\n" ? 1 : 0;
    kept = before + stand;
    done = after + blank;
  }
  return kept + text.slice(done);
}

/** Line by line inside a secret that is split over lines, because a line break may be what YAML needs. */
function blanked(text: string): string {
  let current = text;
  // What is left when one is gone can be put together into another; each round takes at least one away.
  for (let round = 0; round < 8; round += 1) {
    const secrets = findSecrets(current);
    if (secrets.length === 0) return current;
    let shown = "";
    let done = 0;
    for (const { start, end } of secrets) {
      const breaks = current.slice(start, end).replace(/[^\r\n]+/g, "");
      shown += current.slice(done, start) + purgeMark + breaks;
      done = end;
    }
    current = shown + current.slice(done);
  }
  return current;
}

function isKeyed(key: string, item: string): boolean {
  const line = `${key}: ${JSON.stringify(item)}`;
  return findSecrets(line).some((secret) => secret.end > key.length);
}
