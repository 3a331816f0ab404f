/** LeaveTwice: entries of a page that say what another of them says, where both speak of the same; one of them stays. */

import type { Entry, Heading } from "../../page/markdown/blocks--body.js";
import { isGeneral, openAt } from "../audit/checks--claim-subject.js";
import { significance } from "../thresholds.js";
import { isToKeep } from "./leave.js";

export interface Twice {
  readonly stays: Entry;
  /** Copies of one text, in the order of the page. */
  readonly going: readonly Entry[];
  /** The same to the digest; else in other marks. */
  readonly isExact: boolean;
}

interface Asked {
  readonly text: string;
  readonly today: string;
  readonly headings: readonly Heading[];
  readonly entries: readonly Entry[];
}

/** Steps of a numbered list repeat themselves on purpose, and so do labels above lists. */
export function firstCopies(asked: Asked): readonly Twice[] {
  const { text, entries } = asked;
  const comparable = entries.filter((entry) => isStatement(text.slice(entry.start, entry.end), entry));
  const counts = new Map<string, number>();
  for (const { digest } of entries) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  const groups = new Map<string, Entry[]>();
  for (const entry of comparable) {
    const key = `${contextOf(entry, asked)}\n${sameIn(text.slice(entry.start, entry.end))}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const found: Twice[] = [];
  for (const group of groups.values()) {
    const copies = byDigest(group);
    for (const [digest, [first, ...others]] of copies) {
      // A copy that stands where it says something else is no copy, and a cut could not tell them apart.
      if (first === undefined || counts.get(digest) !== others.length + 1) continue;
      if (others.length > 0) found.push({ stays: first, going: others, isExact: true });
    }
    const firsts = [...copies.values()].flatMap((all) => (all.length === 1 ? all : []));
    const all = [...copies.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
    const stays = all.reduce((best, entry) => (weightOf(entry) > weightOf(best) ? entry : best), all[0]!);
    for (const entry of firsts)
      if (entry !== stays && !isToKeep(entry, asked)) found.push({ stays, going: [entry], isExact: false });
  }
  return found;
}

function byDigest(entries: readonly Entry[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  for (const entry of entries) found.set(entry.digest, [...(found.get(entry.digest) ?? []), entry]);
  return found;
}

const charactersMin = 8;

function isStatement(markdown: string, { kind }: Entry): boolean {
  if (kind !== "bullet" && kind !== "paragraph") return false;
  const plain = markdown.trim();
  if (/^\d{1,9}[.)]\s/.test(plain) || /[:：][*_]*$/.test(plain)) return false;
  return !/^\*\*[^*]+\*\*$/.test(plain) && sameIn(markdown).length >= charactersMin;
}

/** Whom it speaks of where its own words do not say: headings that name somebody, and the paragraph above its list. */
function contextOf(entry: Entry, { headings, entries, text }: Asked): string {
  const open = openAt(headings, entry.start);
  const titles = open.flatMap(({ title }) => (isGeneral(title) ? [] : [title]));
  const from = open.at(-1)?.start ?? -1;
  const above = entries.slice(0, entries.indexOf(entry)).findLast(({ kind }) => kind !== "bullet");
  const lead = entry.kind === "bullet" && above !== undefined && above.start > from ? above : null;
  return [...titles, lead === null ? "" : text.slice(lead.start, lead.end)].join("\n");
}

/** The words and everything that may change them; without emphasis, tags, articles, case and the last point. */
function sameIn(markdown: string): string {
  return markdown
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*(?:[-*+])\s+/, "")
    .replace(/ ?\[[a-z][a-z0-9-]{0,39}\](?![(:[])/g, "")
    .replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/(?<![\p{L}\p{N}'’-])(?:the|an|a)\s+/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.。]$/, "");
}

function weightOf({ tags }: Entry): number {
  return tags.reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
}
