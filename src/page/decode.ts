/**
 * Decode: bytes to text and back without losing one, characters that nobody sees, and frontmatter values without places, the conflicts that a page
 * keeps among them.
 */

import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import { compareText, strictTextIn, textIn } from "../base/text.js";
import type { YamlValue } from "./frontmatter/print.js";
import type { Finding, FindingCode } from "./page.js";

const encoder = new TextEncoder();

/**
 * The text of a page file. A byte order mark stays as U+FEFF at offset 0, so that offsets into the text are places in the
 * file. Refuses files over `limits.pageBytesMax`, UTF-16, NUL bytes and invalid UTF-8 (with the line of the first bad byte).
 */
export function decodePage(path: string, bytes: Uint8Array): Result<string, Finding> {
  if (bytes.length > limits.pageBytesMax) {
    return refuse(path, 0, "page_too_large", {
      says: `The file has ${bytes.length} bytes; at most ${limits.pageBytesMax} are read as a page.`,
      hint: "Split it into smaller pages, or move it out of the memory root.",
    });
  }
  if (looksLikeUtf16(bytes)) {
    return refuse(path, 1, "encoding_invalid", {
      says: "The file is encoded as UTF-16; a page is UTF-8.",
      hint: "Save it again as UTF-8.",
    });
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    return refuse(path, lineOfByte(bytes, nul), "nul_byte", {
      says: `Byte ${nul} of the file is NUL; a page is text.`,
      hint: "Remove the byte, or move the file out of the memory root if it is not text.",
    });
  }
  const text = strictTextIn(bytes);
  if (text !== null) return ok(text);
  const bad = firstInvalidByte(bytes);
  return refuse(path, lineOfByte(bytes, bad), "encoding_invalid", {
    says: `Byte ${bad} of the file (0x${(bytes[bad] ?? 0).toString(16).padStart(2, "0")}) is not valid UTF-8.`,
    hint: "Save the file again as UTF-8.",
  });
}

/** The bytes of a text; the inverse of `decodePage` for every text it gave. */
export function encodePage(text: string): Uint8Array {
  return encoder.encode(text);
}

function refuse(
  path: string,
  line: number,
  code: FindingCode,
  words: { readonly says: string; readonly hint: string },
): Result<string, Finding> {
  return err({ code, severity: "error", path, line, ...words });
}

/** A UTF-16 byte order mark, or a NUL in every second byte of the beginning, as UTF-16 without a mark has for Latin text. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return true;
  const sampled = Math.min(bytes.length, 64) & ~1;
  if (sampled < 4) return false;
  return alternates(bytes, sampled, 0) || alternates(bytes, sampled, 1);
}

function alternates(bytes: Uint8Array, length: number, nulAt: 0 | 1): boolean {
  for (let i = 0; i < length; i++) if ((bytes[i] === 0) !== (i % 2 === nulAt)) return false;
  return true;
}

/** 1-based. */
function lineOfByte(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (bytes[i] === 0x0a) line++;
  return line;
}

/** Where the first ill-formed sequence begins: what is read in its place is no character of the file. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  for (const character of textIn(bytes)) {
    const spelled = encodePage(character);
    if (spelled.some((byte, i) => bytes[at + i] !== byte)) return at;
    at += spelled.length;
  }
  return at;
}

// Invisible: characters that show nothing or reorder what is shown, with their code points and lines, where no script needs them.

interface Invisible {
  /** `U+202E`. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** What it can do: hide or reorder words, tell of a wrong encoding, or nothing by itself. */
  readonly weight: "hiding" | "broken" | "pasted";
}

/** C0 and C1 without tab and line ends, zero-width and bidirectional characters, and the two blocks of plane 14. */
const suspect: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/gu;

/** In order; a byte order mark that opens the file is none. A character that its neighbors call for is none either. */
export function findInvisible(text: string, most: number): readonly Invisible[] {
  const found: Invisible[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(suspect)) {
    const at = match.index;
    const code = match[0].codePointAt(0) ?? 0;
    if ((at === 0 && code === 0xfeff) || isCalledFor(text, at, code)) continue;
    for (let next = text.indexOf("\n", counted); next >= 0 && next < at; next = text.indexOf("\n", counted)) {
      line += 1;
      counted = next + 1;
    }
    const weight = weightOf(text, at, code);
    found.push({ name: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, line, weight });
    if (found.length === most) break;
  }
  return found;
}

/** Zero-width characters in a row spell what nobody sees, and one within a word hides that word; beside words they are left by pasting. */
function weightOf(text: string, at: number, code: number): Invisible["weight"] {
  if (code >= 0x80 && code < 0xa0) return "broken";
  if (!harmless.test(String.fromCodePoint(code))) return "hiding";
  const isWithin = wordEnd.test(text.slice(Math.max(0, at - 2), at)) && wordStart.test(text.slice(at + 1, at + 3));
  return isWithin || inRow.test(text.slice(Math.max(0, at - rowMin + 1), at + rowMin)) ? "hiding" : "pasted";
}

const rowMin = 4;
const wordEnd: RegExp = /[\p{L}\p{N}]$/u;
const wordStart: RegExp = /^[\p{L}\p{N}]/u;
/** Zero-width spaces, joiners and marks, separators of lines, a byte order mark in the middle, and a selector that varies nothing. */
const harmless: RegExp = /^(?:[\u200b\u200c\u200e\u200f\u2028\u2029\u2060\ufeff]|\u200d|[\ufe00-\ufe0f])$/;
const inRow: RegExp = /(?:[\u200b\u200c\u200e\u200f\u2060\ufeff]|\u200d|[\ufe00-\ufe0f]){4}/;

/** Joiners inside words of scripts that have them and inside emoji, selectors behind what has variants, marks beside Hebrew or Arabic. */
function isCalledFor(text: string, at: number, code: number): boolean {
  const before = characterBefore(text, at);
  if (code >= 0xfe00 && code <= 0xfe0f) return varies.test(before);
  if (code >= 0xe0100) return han.test(before);
  if (code >= 0xe0000) return /[\u{1f3f4}\u{e0020}-\u{e007e}]/u.test(before);
  if (code === 0x200d) return joined.test(before) || pictured.test(before);
  if (code === 0x200c) return joined.test(before);
  if (code === 0x200e || code === 0x200f) return rightToLeft.test(text.slice(Math.max(0, at - nearby), at + nearby));
  return false;
}

const nearby = 40;
const pictured: RegExp = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u;
const varies: RegExp = /[\p{Emoji}\p{Extended_Pictographic}\p{Math}\p{Script=Han}\p{Script=Mongolian}\p{So}]/u;
const han: RegExp = /\p{Script=Han}/u;
const rightToLeft: RegExp = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const joined: RegExp =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
}

// Value: frontmatter values without places, compared and changed along a path of keys.

export interface ValueMap {
  readonly [key: string]: YamlValue;
}

export function isValueMap(value: YamlValue | undefined): value is ValueMap {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Deep equality; the order of a map's keys does not count. */
export function sameValue(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  if (!isValueMap(a) || !isValueMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/**
 * `root` with the value at `path` set, or taken out where `value` is undefined. Missing and empty maps on the way are made.
 * null when something on the way is no map.
 */
export function withValueAt(root: ValueMap, path: readonly string[], value: YamlValue | undefined): ValueMap | null {
  const [key, ...rest] = path;
  if (key === undefined) return null;
  const copy: { [key: string]: YamlValue } = Object.assign(Object.create(null), root);
  if (rest.length === 0) {
    if (value === undefined) delete copy[key];
    else copy[key] = value;
    return copy;
  }
  const inner = copy[key] ?? Object.create(null);
  const changed = isValueMap(inner) ? withValueAt(inner, rest, value) : null;
  if (changed === null) return null;
  copy[key] = changed;
  return copy;
}

/** Whether a value nests deeper than frontmatter may; looks no further than that, however deep it goes. */
export function isTooDeep(value: YamlValue, depthLeft: number = limits.frontmatterDepthMax): boolean {
  if (value === null || typeof value !== "object") return false;
  if (depthLeft === 0) return true;
  return Object.values(value).some((item) => isTooDeep(item, depthLeft - 1));
}

// Conflict list: a page's conflicts as the value of `conflicts:`, and back.

export const conflictsKey = "conflicts";

/** The list under `conflicts:`; null where it is not one that `printConflicts` wrote. */
export function readConflicts(value: YamlValue | undefined): readonly Conflict[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  const conflicts = value.map(readConflict);
  return conflicts.includes(null) ? null : (conflicts as readonly Conflict[]);
}

export function printConflicts(conflicts: readonly Conflict[]): YamlValue {
  return conflicts.map((conflict) => {
    if (conflict.kind === "entry") return { entries: conflict.entries };
    const dotted = conflict.key.some((part) => part.includes("."));
    return { key: dotted ? conflict.key : conflict.key.join("."), values: conflict.values };
  });
}

function readConflict(item: YamlValue): Conflict | null {
  if (!isValueMap(item)) return null;
  const { entries, key, values } = item;
  if (isTexts(entries) && entries.length > 1 && Object.keys(item).length === 1) return { kind: "entry", entries };
  const path = typeof key === "string" ? key.split(".") : isTexts(key) ? key : [];
  if (path.length === 0 || path.includes("") || !Array.isArray(values) || values.length < 2) return null;
  return path[0] === conflictsKey ? null : { kind: "key", key: path, values };
}

function isTexts(value: YamlValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

// Conflict: what two versions of a page said differently, kept in its frontmatter until somebody settles it.

/** What was ours when they met comes first; the rest is theirs. There are two or more. */
export type Conflict =
  /** One of the values stands at `key`. */
  | { readonly kind: "key"; readonly key: readonly string[]; readonly values: readonly YamlValue[] }
  /** All of them stand in the body: digests of entries, or headings as `## Title`. */
  | { readonly kind: "entry"; readonly entries: readonly string[] };

/** `fields.prefers`, or the entry that was ours. */
export function nameOf(conflict: Conflict): string {
  return conflict.kind === "key" ? conflict.key.join(".") : (conflict.entries[0] ?? "");
}

/** Whether both are about the same alternatives, whoever had which. */
export function sameConflict(a: Conflict, b: Conflict): boolean {
  if (a.kind === "entry") return b.kind === "entry" && sameSet(a.entries, b.entries);
  return b.kind === "key" && sameValue(a.key, b.key) && sameSet(a.values, b.values);
}

function sameSet(a: readonly YamlValue[], b: readonly YamlValue[]): boolean {
  const sorted = (values: readonly YamlValue[]): string[] =>
    values.map((value) => stableJson(value)).sort(compareText);
  return sameValue(sorted(a), sorted(b));
}
