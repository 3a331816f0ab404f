/** Conflict remark: what a page still keeps as a conflict, and the marks of a conflict that git left in its text. */

import { nameOf } from "../page/decode--conflict.js";
import { conflictsKey, readConflicts } from "../page/decode--conflict-list.js";
import type { Frontmatter } from "../page/frontmatter/print--frontmatter.js";
import { valueOf } from "../page/frontmatter/scan--scan.js";
import { outline } from "../page/markdown/outline.js";
import type { Finding } from "../page/page--finding.js";

export interface RemarkedText {
  readonly path: string;
  readonly text: string;
  readonly frontmatter: Frontmatter | null;
  /** 1-based line of an offset. */
  readonly lineOf: (offset: number) => number;
}

/** An open conflict is a warning, because the page reads well; text between marks is nobody's, so a marked page is excluded. */
export function conflictRemarks(page: RemarkedText): readonly Finding[] {
  const marked = markedAt(page);
  return marked === null ? openConflicts(page) : [...openConflicts(page), markerRemark(page, marked)];
}

function openConflicts({ path, frontmatter, lineOf }: RemarkedText): readonly Finding[] {
  const pair = frontmatter?.root.pairs.find(({ key }) => key === conflictsKey);
  if (pair === undefined) return [];
  const line = lineOf(pair.keySpan.start);
  return (readConflicts(valueOf(pair.value)) ?? []).map((conflict) => ({
    code: "conflict_open",
    severity: "warning",
    path,
    line,
    says:
      conflict.kind === "key"
        ? `Two versions met that say “${nameOf(conflict)}” differently: ${conflict.values.map(shown).join(" or ")}.`
        : `Two versions met that had edited one entry; ${conflict.entries.length} texts of it stand.`,
    hint: `See them with: pagefile conflicts; settle with: pagefile resolve ${path} --ours, --theirs or --both.`,
  }));
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Where git's marks begin: three kinds of them, in order, and no code that quotes them. */
function markedAt({ text, frontmatter }: RemarkedText): number | null {
  if (!text.includes("<<<<<<<")) return null;
  const bodyStart = frontmatter?.span.end ?? 0;
  const quoted = outline(text, bodyStart).entries.filter(({ kind }) => kind === "code");
  let first: number | null = null;
  let divided = false;
  for (let at = bodyStart; at < text.length; at = lineAfter(text, at)) {
    if (quoted.some(({ start, end }) => start <= at && at < end)) continue;
    if (isMark(text, at, "<<<<<<<")) [first, divided] = [at, false];
    else if (isMark(text, at, "=======")) divided = first !== null;
    else if (divided && isMark(text, at, ">>>>>>>")) return first;
  }
  return null;
}

function isMark(text: string, at: number, mark: string): boolean {
  return text.startsWith(mark, at) && (at + 7 === text.length || " \r\n".includes(text.charAt(at + 7)));
}

function lineAfter(text: string, at: number): number {
  const lineFeed = text.indexOf("\n", at);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

function markerRemark({ path, lineOf }: RemarkedText, at: number): Finding {
  return {
    code: "conflict_marker",
    severity: "error",
    path,
    line: lineOf(at),
    says: "The page has the marks of a merge conflict in it.",
    hint: `Merge it entry by entry with: pagefile resolve ${path}; or edit it by hand.`,
  };
}
