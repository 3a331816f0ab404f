/** Entries: bullets, paragraphs and single lines added to a text once, by digest. `trim.ts` finds them again and takes them out. */

import { eolOf } from "../../base/lines.js";
import { err, ok, type Result } from "../../base/result.js";
import type { Outline } from "../../page/markdown/blocks.js";
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
    const fresh = withoutKnown(printFragment(piece, eol), knownIn(map, slug));
    if (fresh === null) continue;
    const next = insertFragment(current, { slug }, fresh, map);
    if (next === null)
      return err({
        reason: "MALFORMED",
        says: `Nothing can be added to ${slug === null ? path : `the section “${slug}” of ${path}`} without changing how something that stands there reads.`,
        hint: "Look at its end for an HTML block or a code fence that nothing closes, or for a lone carriage return; mend and commit it by hand, then try again.",
      });
    current = next;
  }
  return ok(current);
}

/** What of that the section of the text (the text where `slug` is null) has not. */
export function missingEntries(text: string, slug: string | null, markdown: readonly string[]): readonly string[] {
  const known = knownIn(outline(text, bodyStartOf(text)), slug);
  return markdown.flatMap((piece) => withoutKnown(printFragment(piece, eolOf(text)), known) ?? []);
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

interface Known {
  readonly digests: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
}

function knownIn(map: Outline, slug: string | null): Known {
  const here = map.entries.filter((entry) => slug === null || entry.section === slug);
  return { digests: new Set(here.map((entry) => entry.digest)), titles: titlesIn(map, slug) };
}

/** A fragment without the entries the page has; null when nothing is left. Text under headings stays whole, and a new heading is new. */
function withoutKnown(fragment: string, known: Known): string | null {
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

/** What is taken out of a text: every other block stays as it was, and what is cut must stand elsewhere in the same commit. */
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
