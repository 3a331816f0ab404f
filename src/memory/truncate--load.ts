/** Load: the files that a harness loads by itself, in its order and within its total: what of each is in the prompt and what is not. */

import { type Span, type Truncated, truncate } from "./truncate.js";
import type { LoadRules } from "./truncate--profile-load.js";
import { bytesIn } from "./truncate--truncate-units.js";

export interface LoadedFile {
  readonly path: string;
  /** `dropped`: the total was used up before its turn. */
  readonly state: "whole" | "cut" | "dropped";
  /** Of the file as it is and of what the prompt holds of it, in the rules' unit. */
  readonly size: number;
  readonly loaded: number;
  /** The most this file could have; null where there is no bound. */
  readonly max: number | null;
  /** What is missing, with 1-based lines; empty for `whole`. */
  readonly missing: readonly Missing[];
}

export interface Missing extends Span {
  readonly lines: readonly [first: number, last: number];
}

export interface Loaded {
  readonly unit: "chars" | "bytes";
  readonly files: readonly LoadedFile[];
  /** In all, and the most it may be; null where there is no bound. */
  readonly total: number;
  readonly max: number | null;
}

/** `texts` by path; a path that is not there is not loaded. Byte order marks and line ends count like any character. */
export function loadFiles(rules: LoadRules, texts: ReadonlyMap<string, string>): Loaded {
  const { total } = rules;
  const unit = total?.unit ?? "chars";
  const sizeOf = (text: string): number => (unit === "bytes" ? bytesIn(text) : text.length);
  const files: LoadedFile[] = [];
  let room = total?.max ?? null;
  for (const { path, cut, unless } of rules.files) {
    const text = texts.get(path);
    if (text === undefined || (unless !== undefined && texts.has(unless))) continue;
    const max = cut.kind === "whole" ? null : cut.kind === "prefix" ? cut.bytes : cut.max;
    const size = sizeOf(text);
    const out = room !== null && total !== null && room < total.least;
    const part: Truncated = out ? dropped : truncate(path, text, cut, room);
    // Only the first that does not fit is told apart: all behind it are dropped too, however small.
    if (out) room = 0;
    const missing = missingIn(text, part);
    const loaded = sizeOf(part.content);
    if (room !== null) room = Math.max(0, room - loaded);
    files.push({ path, state: out ? "dropped" : part.cut ? "cut" : "whole", size, loaded, max, missing });
  }
  return { unit, files, total: files.reduce((sum, { loaded }) => sum + loaded, 0), max: total?.max ?? null };
}

const dropped: Truncated = { content: "", cut: true, kept: [] };

function missingIn(text: string, part: Truncated): readonly Missing[] {
  if (!part.cut) return [];
  const missing: Missing[] = [];
  // The harness trims the end of the file, and nobody misses that.
  const end = text.trimEnd().length;
  let at = 0;
  for (const { start, end: stop } of [...part.kept, { start: end, end }]) {
    // A line break between two kept lines is no loss.
    if (start > at && text.slice(at, start).trim() !== "")
      missing.push({ start: at, end: start, lines: [lineAt(text, at), lineAt(text, start - 1)] });
    at = Math.max(at, stop);
  }
  return missing;
}

/** 1-based. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
