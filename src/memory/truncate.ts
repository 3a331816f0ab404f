/** Truncate: the part of one file that a harness puts into its prompt, to the UTF-16 code unit, and the spans it was taken from. */

import type { Cut } from "./truncate--profile-load.js";
import { cutPolicy } from "./truncate--truncate-policy.js";
import { bytesIn, headOf, safeFrom } from "./truncate--truncate-units.js";

/** UTF-16 offsets into the file's text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Truncated {
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
      return cutBytes(text, within(cut.max));
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
  const content = [text.slice(0, head), marker(name, head, tail, text.length), tailOf(text, tail)].join("\n");
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

function tailOf(text: string, count: number): string {
  return count === 0 ? "" : text.slice(-count);
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

function cutBytes(text: string, max: number): Truncated {
  return prefix(text, withinBytes(text, max));
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
