/** Cut: a text without the entries named, every other block as it was; what is cut must stand elsewhere in the same commit. */

import { err, ok, type Result } from "../../base/result--result.js";
import type { Entry, Heading, Outline } from "../../page/markdown/blocks--body.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/reason.js";

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
