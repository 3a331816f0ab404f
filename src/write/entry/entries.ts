/**
 * Entries: bullets, paragraphs and single lines added to a text once, by digest, found again by what a person calls them, and cut where they stand
 * elsewhere in the same commit.
 */

import { err, ok, type Result } from "../../base/result.js";
import type { PageEntry } from "../../memory/table.js";
import type { Entry, Heading, Outline } from "../../page/markdown/blocks.js";
import { insertFragment, printFragment } from "../../page/markdown/fragment.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/refusal.js";

/** Appends what is not there yet at the end of the section (of the body where `slug` is null). */
export function addEntries(
  path: string,
  text: string,
  slug: string | null,
  markdown: readonly string[],
): Result<string, Refusal> {
  const eol = eolOf(text);
  let current = text;
  for (const piece of markdown) {
    const map = outline(current, bodyStartOf(current));
    if (slug !== null && !map.headings.some((heading) => heading.depth === 2 && heading.slug === slug)) {
      return err({
        reason: "MALFORMED",
        says: `${path} has no section “${slug}” in every version of the file that the patch has to reach.`,
        hint: "Commit the hand edit that added or renamed the section, then try again.",
      });
    }
    const here = map.entries.filter((entry) => slug === null || entry.section === slug);
    const known = { digests: new Set(here.map((entry) => entry.digest)), titles: titlesIn(map, slug) };
    const fresh = withoutKnown(printFragment(piece, eol), known);
    if (fresh === null) continue;
    const next = insertFragment(current, { slug }, fresh, map);
    if (next === null) return err(noPlace(path, slug));
    current = next;
  }
  return ok(current);
}

function noPlace(path: string, slug: string | null): Refusal {
  const where = slug === null ? path : `the section “${slug}” of ${path}`;
  return {
    reason: "MALFORMED",
    says: `Nothing can be added to ${where} without changing how something that stands there reads.`,
    hint: "Look at its end for an HTML block or a code fence that nothing closes, or for a lone carriage return; mend and commit it by hand, then try again.",
  };
}

/** The digests of a text's entries, for the check that none of them vanishes. */
export function digestsOf(text: string): ReadonlySet<string> {
  return new Set(outline(text, bodyStartOf(text)).entries.map((entry) => entry.digest));
}

/** The line at the end of the text, once. */
export function withLine(text: string, line: string): string {
  const eol = eolOf(text);
  if (text.split(/\r?\n/).includes(line)) return text;
  const joint = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${joint}${line}${eol}`;
}

/** Without the lines that equal `line`; every other byte stays. */
export function removeLine(text: string, line: string): string {
  const kept = text.split("\n").filter((found) => found !== line && found !== `${line}\r`);
  return kept.join("\n");
}

/** A fragment without the entries the page has; null when nothing is left. Text under headings stays whole, and a new heading is new. */
function withoutKnown(
  fragment: string,
  known: { readonly digests: ReadonlySet<string>; readonly titles: ReadonlySet<string> },
): string | null {
  const map = outline(fragment, 0);
  const fresh = map.entries.filter((entry) => !known.digests.has(entry.digest));
  const hasNewHeading = map.headings.some((heading) => !known.titles.has(heading.title));
  if (fresh.length === 0 && !hasNewHeading) return null;
  if (fresh.length === map.entries.length || map.headings.length > 0) return fragment;
  const eol = eolOf(fragment);
  // Only bullets stand line below line; a paragraph there would be read as part of the bullet above it.
  const gapAbove = (at: number): string =>
    at === 0 ? "" : fresh[at - 1]?.kind === "bullet" && fresh[at]?.kind === "bullet" ? eol : eol + eol;
  return fresh.map((entry, at) => gapAbove(at) + fragment.slice(entry.start, entry.end)).join("");
}

/** Of the section; of the whole text where `slug` is null. */
function titlesIn({ headings }: Outline, slug: string | null): ReadonlySet<string> {
  const section = headings.find((heading) => heading.depth === 2 && heading.slug === slug);
  const here = headings.filter(
    ({ start }) => section === undefined || (start >= section.start && start < section.sectionEnd),
  );
  return new Set(here.map((heading) => heading.title));
}

function eolOf(text: string): "\n" | "\r\n" {
  const lf = text.indexOf("\n");
  return lf > 0 && text[lf - 1] === "\r" ? "\r\n" : "\n";
}

// EntryName: which entry of a page a person means: by its number, by digits of its digest, or by words that stand in it alone.

/** An entry with its number: from 1, in the order in which the page holds them. A section counts its own. */
interface NumberedEntry {
  readonly number: number;
  readonly entry: Entry;
  /** Its beginning, on one line. */
  readonly says: string;
}

/** Without lines that only part what stands above from what stands below. */
export function numberedEntries(text: string, page: Pick<PageEntry, "slug">): readonly NumberedEntry[] {
  return outline(text, bodyStartOf(text))
    .entries.filter(({ section, kind }) => kind !== "rule" && (page.slug === null || section === page.slug))
    .map((entry, at) => ({ number: at + 1, entry, says: excerpt(text, entry) }));
}

/** Whether a name is a number: such a name is only good for the text that it was read in. */
export function isNumber(asked: string): boolean {
  return /^#?\d{1,5}$/.test(asked.trim());
}

/** Words are looked for in the first line: what was superseded below it is no longer what the entry says. */
export function entryNamed(
  text: string,
  page: Pick<PageEntry, "slug" | "path">,
  asked: string,
): Result<Entry, Refusal> {
  const all = numberedEntries(text, page);
  const words = asked.trim().toLowerCase();
  const number = isNumber(words) ? Number(words.replace("#", "")) : 0;
  const byNumber = all.filter((one) => one.number === number);
  const byDigest = /^[0-9a-f]{6,16}$/.test(words) ? all.filter(({ entry }) => entry.digest.startsWith(words)) : [];
  const byWords = all.filter(({ entry }) =>
    firstLine(text.slice(entry.start, entry.end)).toLowerCase().includes(words),
  );
  const found = [byNumber, byDigest].find(({ length }) => length > 0) ?? (words === "" ? [] : byWords);
  const [first] = found;
  if (first !== undefined && found.length === 1) return ok(first.entry);
  return err({
    reason: "SCHEMA_INVALID",
    says: `“${asked}” names ${found.length === 0 ? "no entry" : `${found.length} entries`} of ${page.path}.`,
    hint: hintFor(found, all.length),
  });
}

const shownMax = 5;

function hintFor(found: readonly NumberedEntry[], among: number): string {
  if (found.length === 0 && among === 0) return "The page holds no entries.";
  if (found.length === 0)
    return "Name one by its number, by words that stand in it alone, or by its digest: pagefile done PAGE lists them, pagefile blame shows digests.";
  const shown = found.slice(0, shownMax).map(({ number, says }) => `${number}: ${says}`);
  const more = found.length > shownMax ? `\n… and ${found.length - shownMax} more` : "";
  return `Name one by its number:\n${shown.join("\n")}${more}`;
}

const excerptCharsMax = 72;

function excerpt(text: string, { start, end }: Entry): string {
  const chars = Array.from(firstLine(text.slice(start, end)).trim());
  if (chars.length <= excerptCharsMax) return chars.join("");
  return `${chars
    .slice(0, excerptCharsMax - 1)
    .join("")
    .trimEnd()}…`;
}

export function firstLine(entry: string): string {
  return entry.split(/\r?\n/, 1)[0] ?? "";
}

// Cut: a text without the entries named, every other block as it was; what is cut must stand elsewhere in the same commit.

export interface Cut {
  /** Entries that are not there are left out: an entry that was changed by hand stays. */
  readonly digests: readonly string[];
  /** Of these all but the first go. */
  readonly repeated?: readonly string[];
  /** `emptied`: headings from `##` down go where nothing is left under them. */
  readonly headings: "keep" | "emptied";
  /** Of entries that say the same, the one to go (from 0); all go when absent. */
  readonly copy?: number;
}

export function cutEntries(path: string, text: string, cut: Cut): Result<string, Refusal> {
  const map = outline(text, bodyStartOf(text));
  const named = goingFrom(map.entries, cut);
  const gone = cut.copy === undefined ? named : named.slice(cut.copy, cut.copy + 1);
  if (gone.length === 0) return ok(text);
  const left = map.entries.filter((entry) => !gone.includes(entry));
  const swept = cut.headings === "keep" ? [] : map.headings.filter((heading) => isEmptied(heading, map, left));
  const spans = [...gone, ...swept].sort((a, b) => b.start - a.start);
  const after = spans.reduce(without, text);
  const headings = map.headings.filter((heading) => !swept.includes(heading));
  return saysTheRest(after, left, headings) ? ok(after) : err(entangled(path));
}

/** What a cut takes, in the order of the page. */
export function goingFrom(
  entries: readonly Entry[],
  { digests, repeated = [] }: Pick<Cut, "digests" | "repeated">,
): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ digest }) => {
    const isCopy = seen.has(digest);
    seen.add(digest);
    return digests.includes(digest) || (isCopy && repeated.includes(digest));
  });
}

/** Nothing stands under it or under what it heads, though something did before. */
function isEmptied(heading: Heading, map: Outline, left: readonly Entry[]): boolean {
  const within = ({ start }: Entry): boolean => start >= heading.end && start < heading.sectionEnd;
  return heading.depth > 1 && map.entries.some(within) && !left.some(within);
}

/** Whole lines, and the blank line behind them where another stands before. */
function without(text: string, { start, end }: Pick<Entry, "start" | "end">): string {
  const head = text.slice(0, start);
  const tail = text.slice(end).replace(/^\r?\n/, "");
  const isGapBefore = head === "" || head.endsWith("\n\n") || head.endsWith("\n\r\n");
  return head + (isGapBefore ? tail.replace(/^\r?\n/, "") : tail);
}

function saysTheRest(text: string, entries: readonly Entry[], headings: readonly Heading[]): boolean {
  const map = outline(text, bodyStartOf(text));
  const same = (a: readonly string[], b: readonly string[]): boolean =>
    a.length === b.length && a.every((each, at) => each === b[at]);
  const digests = (all: readonly Entry[]): string[] => all.map(({ digest, section }) => `${section} ${digest}`);
  const titles = (all: readonly Heading[]): string[] => all.map(({ depth, title }) => `${depth} ${title}`);
  return same(digests(map.entries), digests(entries)) && same(titles(map.headings), titles(headings));
}

function entangled(path: string): Refusal {
  return {
    reason: "MALFORMED",
    says: `The entries cannot be taken out of ${path} without changing how the rest of it reads.`,
    hint: "Look for an HTML block or a code fence that nothing closes; mend and commit it by hand, then try again.",
  };
}
