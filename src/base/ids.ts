/** Ids: names and instants that were parsed once and are trusted from then on; the clock, and the local day of an instant. */

import { limits } from "./limits.js";
import type { Brand } from "./result.js";

/** `[a-z0-9][a-z0-9-]{0,63}`, or `<file id>#<section slug>` for a section page. */
export type PageId = Brand<string, "PageId">;
/** A path below the memory root, `/` between components, no `.` or `..`. */
export type PagePath = Brand<string, "PagePath">;
/** A git object id: 40 (sha1) or 64 (sha256) lower-case hex digits. */
export type Oid = Brand<string, "Oid">;
/** An instant as ISO 8601 in UTC with a `Z`, to the second: `2026-11-20T21:40:12Z`. */
export type Instant = Brand<string, "Instant">;

const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function parsePageId(text: string): PageId | null {
  const hash = text.indexOf("#");
  if (hash < 0) return idPattern.test(text) ? (text as PageId) : null;
  const file = text.slice(0, hash);
  const slug = text.slice(hash + 1);
  if (!idPattern.test(file) || slug.length === 0 || slug.length > limits.slugCharsMax) return null;
  return /^[\p{L}\p{N}_-]+$/u.test(slug) ? (text as PageId) : null;
}

export function sectionId(file: PageId, slug: string): PageId {
  return `${file}#${slug}` as PageId;
}

export function parseOid(text: string): Oid | null {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? (text as Oid) : null;
}

/** An instant that is spelled as we spell it, on a day that every month has: the common case, at a tenth of the price of a Date. */
const canonicalInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Accepts ISO 8601 with an offset; gives UTC to the second. */
export function parseInstant(text: string): Instant | null {
  if (canonicalInstant.test(text)) return text as Instant;
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/.test(text)) return null;
  if (!isDay(text.slice(0, 10))) return null;
  const ms = Date.parse(text);
  if (!Number.isFinite(ms)) return null;
  return `${new Date(ms).toISOString().slice(0, 19)}Z` as Instant;
}

/** The log of a day: `memory/2026-11-20.md`, `memory/2026-11-20-flights.md`. */
export const logName: RegExp = /^memory\/(\d{4}-\d{2}-\d{2})(?:[-.][^/]*)?\.md$/;

/** Whether a calendar has the day: a Date takes the 30th of February for the 2nd of March. */
export function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day);
}

const reservedNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** What joins two pictures to one: nobody sees it, and nobody takes the name for another. */
const pictureJoiner = /(?<=\p{ExtPict}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{ExtPict})/gu;
const hiddenCodePoints = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

/**
 * A path that stays below the root on every operating system. Refuses `..`, absolute and drive paths, UNC, NUL, alternate
 * data streams, reserved Windows names, trailing dots and spaces, and everything some file system reads as `.git`. What Windows alone cannot
 * keep, such as `Why?.md`, leads nowhere else either: a person may call a page so.
 */
export function parsePagePath(text: string): PagePath | null {
  if (text.length === 0 || text.length > limits.pathCharsMax) return null;
  const parts = text.split("/");
  return parts.every(isSafeComponent) ? (text as PagePath) : null;
}

/** A path for a page that an agent names: also one that every operating system can keep. */
export function parseNewPath(text: string): PagePath | null {
  return /[*?"<>|]/.test(text) ? null : parsePagePath(text);
}

/** `name` inside `folder` (null for the root): checks the new component only, the folder was parsed before. */
export function childPath(folder: PagePath | null, name: string): PagePath | null {
  const path = folder === null ? name : `${folder}/${name}`;
  return path.length <= limits.pathCharsMax && !name.includes("/") && isSafeComponent(name)
    ? (path as PagePath)
    : null;
}

/** What most names are, told by one look: too long for a name that some system reserves. */
const plainComponent = /^[A-Za-z0-9][\w-]{5,99}(?:\.md)?$/;

function isSafeComponent(part: string): boolean {
  if (part === "" || part === "." || part === "..") return false;
  if (plainComponent.test(part)) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u001f\u007f\\:]/.test(part) || hiddenCodePoints.test(part.replace(pictureJoiner, ""))) return false;
  if (/[. ]$/.test(part) || reservedNames.test(part)) return false;
  if (/^(?:\.git|git~\d+)$/i.test(part)) return false;
  const bytesAtMost = part.length * 3;
  return bytesAtMost <= limits.pathComponentBytesMax || utf8Length(part) <= limits.pathComponentBytesMax;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

// Zone: the local day and minute of an instant, by which days are named.

/** What the clocks of a place show. */
export interface LocalTime {
  /** `2026-11-21`. */
  readonly day: string;
  /** Since midnight, 0 to 1439. */
  readonly minute: number;
}

/** A time zone, as data of the machine: what its clocks show at an instant. */
export type Zone = (at: Instant) => LocalTime;

// CalendarDay: the one rule by which logs, reports, nights and corrections name a day: what the clocks of the place show.

/** The day that a place's clocks show, which every log and report of a day is named by. */
export function dayAt(zone: Zone, at: Instant): string {
  return zone(at).day;
}

export const dayMs = 86_400_000;

/** Of days as `YYYY-MM-DD`: the day so many days after one. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

// Clock: the only source of now.

export interface Clock {
  now(): Instant;
}
