/**
 * Truncate: the part of each file that a harness puts into its prompt, to the UTF-16 code unit. What every version of a harness loads and where it
 * cuts is data of its profile, and what is cut is told by spans and by pinned entries.
 */

import { lineAt } from "../base/lines.js";
import { clip, headOf } from "../base/text.js";
import type { Cut, LoadRules } from "./profile.js";

/** UTF-16 offsets into the file's text, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Truncated {
  /** What the prompt holds, with the harness's own marker. */
  readonly content: string;
  readonly cut: boolean;
  /** Which parts of the file are in it, in order; space at the end of a file counts as kept where the harness trims it. */
  readonly kept: readonly Span[];
}

/** `room` is what the total leaves for this file, in the unit of the total; null where there is none. */
export function truncate(name: string, text: string, cut: Cut, room: number | null): Truncated {
  const within = (max: number): number => (room === null ? max : Math.max(1, Math.min(max, room)));
  switch (cut.kind) {
    case "whole":
      return whole(text, text);
    case "prefix":
      return cutPrefix(text, cut);
    case "bytes":
      return prefix(text, withinBytes(text, within(cut.max)));
    case "policy": {
      const trimmed = text.trimEnd();
      const max = within(cut.max);
      return trimmed.length <= max ? whole(text, trimmed) : cutPolicy(name, trimmed, max);
    }
    case "middle": {
      const trimmed = text.trimEnd();
      const max = within(cut.max);
      if (trimmed.length <= max) return whole(text, trimmed);
      return cut.markerFirst
        ? cutMarkerFirst(name, trimmed, max, cut.shares)
        : cutPlain(name, trimmed, max, cut.shares, room);
    }
  }
}

type Shares = Extract<Cut, { kind: "middle" }>["shares"];

function whole(text: string, content: string): Truncated {
  return { content, cut: false, kept: [{ start: 0, end: text.length }] };
}

/** The cut of early 2026: shares of the cap, the marker on top, so what is loaded may be longer than shares say, and halve a pair. */
function cutPlain(name: string, text: string, max: number, shares: Shares, room: number | null): Truncated {
  const head = Math.floor(max * shares.head);
  const tail = Math.floor(max * shares.tail);
  const content = [text.slice(0, head), marker(name, head, tail, text.length), text.slice(text.length - tail)].join(
    "\n",
  );
  const kept = [
    { start: 0, end: head },
    { start: text.length - tail, end: text.length },
  ].filter(({ start, end }) => end > start);
  if (room === null || content.length <= room) return { content, cut: true, kept };
  // Clamped to the total from its end, so the tail goes first.
  const clamped = room <= 3 ? headOf(content, room) : `${headOf(content, room - 1)}…`;
  const gone = content.length - (clamped.length - (room <= 3 ? 0 : 1));
  const tailLeft = Math.max(0, tail - gone);
  const tailStart = text.length - tail;
  return {
    content: clamped,
    cut: true,
    kept: [
      { start: 0, end: Math.min(head, clamped.length) },
      { start: tailStart, end: tailStart + tailLeft },
    ].filter(({ start, end }) => end > start),
  };
}

function marker(name: string, head: number, tail: number, size: number): string {
  return `\n[...truncated, read ${name} for full content...]\n…(truncated ${name}: kept ${head}+${tail} chars of ${size})…\n`;
}

const leastText = 16;

/** Marker and separators are taken off the room first; what is left is shared. */
function cutMarkerFirst(name: string, text: string, max: number, shares: Shares): Truncated {
  const long = max - marker(name, 0, 0, text.length).length - 2 >= leastText;
  const mark = (head: number, tail: number): string =>
    long ? marker(name, head, tail, text.length) : `[…truncated ${head}+${tail}/${text.length}]`;
  const gaps = (head: number, tail: number): number => (long ? Number(head > 0) + Number(tail > 0) : 0);
  const size = (head: number, tail: number): number => head + tail + mark(head, tail).length + gaps(head, tail);
  let head = 0;
  let tail = 0;
  // The marker names the counts, whose digits take room themselves: a few rounds settle it.
  for (let round = 0; round < 3; round++) {
    const room = Math.max(0, max - mark(head, tail).length - gaps(head, tail));
    const next = [Math.floor(room * shares.head), Math.floor(room * shares.tail)] as const;
    const settled = next[0] === head && next[1] === tail;
    [head, tail] = next;
    if (settled) break;
  }
  while (size(head, tail) > max && head + tail > 0) {
    const over = size(head, tail) - max;
    if (tail > 0) tail = Math.max(0, tail - over);
    else head = Math.max(0, head - over);
  }
  if (head + tail === 0 && size(1, 0) <= max) head = 1;
  const first = headOf(text, head);
  const start = safeFrom(text, text.length - tail);
  const parts = [first, mark(head, tail), text.slice(start)].filter((part) => part !== "");
  const content = parts.join(long ? "\n" : "");
  const kept = [
    { start: 0, end: first.length },
    { start, end: text.length },
  ].filter((span) => span.end > span.start);
  return content.length <= max
    ? { content, cut: true, kept }
    : { content: headOf(content, max), cut: true, kept: kept.slice(0, first.length > 0 ? 1 : 0) };
}

/** Whole lines from the top, within lines and UTF-8 bytes; one line that is too long by itself is cut between characters. */
function cutPrefix(text: string, { lines, bytes }: Extract<Cut, { kind: "prefix" }>): Truncated {
  let end = 0;
  let left = bytes;
  for (let line = 0; line < lines && end < text.length; line++) {
    const feed = text.indexOf("\n", end);
    const next = feed < 0 ? text.length : feed + 1;
    const need = bytesIn(text.slice(end, next));
    if (need > left) {
      if (line === 0) end = withinBytes(text, bytes);
      break;
    }
    left -= need;
    end = next;
  }
  return prefix(text, end);
}

function prefix(text: string, end: number): Truncated {
  return { content: text.slice(0, end), cut: end < text.length, kept: end === 0 ? [] : [{ start: 0, end }] };
}

/** The UTF-16 offset up to which the text takes at most `max` bytes of UTF-8. */
function withinBytes(text: string, max: number): number {
  let left = max;
  let at = 0;
  for (const character of text) {
    const need = bytesIn(character);
    if (need > left) break;
    left -= need;
    at += character.length;
  }
  return at;
}

// TruncatePolicy: how an instruction file that is too long is loaded: its head, the lines that look like rules, its tail.

const shares = { head: 0.45, digest: 0.35, tail: 0.15 } as const;
const lineMax = 240;

const listed = /^(?:#{1,6}|\s*[-*+]|\s*\d{1,9}[.)])\s+\S/u;
const ruling =
  /\b(?:AGENTS\.md|scoped|required|must|never|do not|before subtree|read scoped|owner|security|secret|credential|test|validation|command|commit|push|github|pr)\b/iu;
const urgent =
  /\b(?:AGENTS\.md|scoped|required|must|never|do not|before subtree|read scoped|security|secret|credential)\b/iu;

interface Line extends Span {
  /** As the digest shows it: on one line, in single spaces, cut to `lineMax`. */
  readonly shown: string;
  /** Whether all of it is shown. */
  readonly entire: boolean;
}

interface Digest {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly omitted: number;
}

/** `text` has no space at its end and is longer than `max`. */
function cutPolicy(name: string, text: string, max: number): Truncated {
  const candidates = candidatesIn(text);
  let head = Math.floor(max * shares.head);
  let tail = Math.floor(max * shares.tail);
  let room = Math.floor(max * shares.digest);
  let digest = digestOf(candidates, room);
  const print = (): string =>
    [
      headOf(text, head),
      `[...truncated, read ${name} for full content...]`,
      digest.text === "" ? "" : `[Policy digest from ${name}]`,
      digest.text,
      digest.omitted === 0 ? "" : `[...${digest.omitted} more policy lines omitted...]`,
      `…(truncated ${name}: kept ${head}+policy ${digest.text.length}+${tail} chars of ${text.length})…`,
      tail === 0 ? "" : text.slice(safeFrom(text, text.length - tail)),
    ]
      .filter((part) => part !== "")
      .join("\n");
  let content = print();
  while (content.length > max && (tail > 0 || head > 1 || room > 0)) {
    const over = content.length - max;
    if (tail > 0) tail = Math.max(0, tail - over);
    else if (head > 1) head = Math.max(1, head - over);
    else {
      room = Math.max(0, room - over);
      digest = digestOf(candidates, room);
    }
    content = print();
  }
  const start = safeFrom(text, text.length - tail);
  const kept: Span[] = [
    { start: 0, end: headOf(text, head).length },
    ...digest.lines.filter((line) => line.entire).map(({ start, end }) => ({ start, end })),
    { start, end: text.length },
  ];
  if (content.length > max) return { content: headOf(content, max), cut: true, kept: kept.slice(0, 1) };
  return { content, cut: true, kept: kept.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start) };
}

/** What looks like a rule, judged by the line as it is shown. */
function candidatesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const content = line.endsWith("\r") ? line.slice(0, -1) : line;
    const flat = content.trim().replace(/\s+/gu, " ");
    const shown = clip(flat, lineMax);
    if (shown !== "" && (listed.test(shown) || ruling.test(shown)))
      lines.push({ start, end: start + content.length, shown, entire: shown === flat });
    start += line.length + 1;
  }
  return lines;
}

/** Urgent lines first, then the others, each where it still fits; printed in the order of the file. */
function digestOf(candidates: readonly Line[], room: number): Digest {
  const chosen = new Set<Line>();
  let used = 0;
  const take = (line: Line): void => {
    const need = line.shown.length + Number(chosen.size > 0);
    if (used + need > room) return;
    chosen.add(line);
    used += need;
  };
  if (room > 0) {
    for (const line of candidates) if (urgent.test(line.shown)) take(line);
    for (const line of candidates) if (!chosen.has(line)) take(line);
  }
  const lines = candidates.filter((line) => chosen.has(line));
  // Without any room the harness names no omission either.
  const omitted = room > 0 ? candidates.length - lines.length : 0;
  return { text: lines.map((line) => line.shown).join("\n"), lines, omitted };
}

// Load: the files that a harness loads by itself, in its order and within its total: what of each is in the prompt and what is not.

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

interface Missing extends Span {
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

// TruncateUnits: cutting and measuring in UTF-16 code units and in UTF-8 bytes, without halving a character.

function bytesIn(text: string): number {
  return encoder.encode(text).length;
}

const encoder: { encode(text: string): Uint8Array } = new TextEncoder();

/** `start`, one later where that would halve a surrogate pair. */
function safeFrom(text: string, start: number): number {
  return headOf(text, start).length < start ? start + 1 : start;
}
