/** EntryName: which entry of a page a person means: by its number, by digits of its digest, or by words that stand in it alone. */

import { err, ok, type Result } from "../../base/result--result.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Entry } from "../../page/markdown/blocks--body.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/reason.js";

/** An entry with its number: from 1, in the order in which the page holds them. A section counts its own. */
export interface NumberedEntry {
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
