/** PurgePage: one version of a file, of a record or of a message as it reads without what is purged. */

import type { PageId } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { factsOf } from "../../memory/facts.js";
import { archiveIndexPath, isPageFile, type Profile } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table--name.js";
import { bodyStartOf, sectionSpans } from "../../page/markdown/outline.js";
import { type Cut, cutJson, cutSpans, cutText, purgeMark } from "./cut--cut.js";

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
  return path
    .split("/")
    .map((part) => cutSpans(part, cut))
    .join("/");
}

/** A refused patch, or what became of one. Poison goes with its whole record, which could be tried again; a secret is blanked. */
export function cutRecord(bytes: Uint8Array, cut: Cut): Uint8Array | null {
  const text = textOf(bytes);
  const value = text === null ? undefined : parse(text);
  if (text === null || value === undefined) return text === null ? bytes : encode(cutSpans(text, cut), text, bytes);
  const { value: kept, hit } = cutJson(value, cut);
  if (!hit) return bytes;
  return cut.secrets ? new TextEncoder().encode(`${stableJson(kept)}\n`) : null;
}

/** A log of JSON lines; a line that tells of a page or source that goes is dropped, any other one is blanked. */
export function cutLog(text: string, cut: Cut): string {
  const lines = text.split("\n").flatMap((line) => {
    const value = line === "" ? undefined : parse(line);
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
interface Renames {
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
  const lines = message.split("\n");
  const going = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("Pagefile-From: ") && cut.paths.has(line.slice(15).trim())) going.add(at);
    if (line.startsWith("Pagefile-Page: ") && cut.pages.has(line.slice(15, line.lastIndexOf("@")))) going.add(at);
    if (line.startsWith("Pagefile-Op: ") && cut.pages.has(line.slice(13).split(" ")[1] ?? "")) going.add(at);
  }
  return going.size === 0 ? message : lines.filter((_, at) => !going.has(at)).join("\n");
}

function withoutListed(text: string, paths: ReadonlySet<string>): string {
  const names = [...paths].map((path) => path.slice(path.lastIndexOf("/") + 1));
  const kept = text
    .split("\n")
    .filter((line) => !(line.startsWith("- [") && names.some((name) => namesFile(line, name))));
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

const strict: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** null for what is no text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function encode(now: string, was: string, bytes: Uint8Array): Uint8Array {
  return now === was ? bytes : new TextEncoder().encode(now);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
