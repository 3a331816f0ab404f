/** Prune: what of a page that is too long may leave it tonight, as few entries as are enough, each by the rule that lets it go. */

import type { Entry } from "../../page/markdown/blocks--body.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { thresholds } from "../thresholds.js";
import { type LeaveInput, type Leaving, leavingFrom } from "./leave--leave.js";

export interface PruneInput extends LeaveInput {
  /** Why this text is too long for the page, in words; null where it is not. */
  readonly isOver: (text: string) => string | null;
  /** What tonight's promotions add to the page before it is trimmed. */
  readonly added: string;
}

export interface Pruned {
  /** Why the page is too long; null where nothing was looked for. */
  readonly over: string | null;
  readonly leaving: readonly Leaving[];
  /** Whether it is short enough once all of them are gone. */
  readonly isEnough: boolean;
}

/** Everything the buffer holds, but for rules between entries, which say nothing. */
export function clearedFrom(text: string, isPinned: (entry: Entry) => boolean): readonly string[] {
  const { entries } = outline(text, bodyStartOf(text));
  return entries.filter((entry) => entry.kind !== "rule" && !isPinned(entry)).map(({ digest }) => digest);
}

export function linesIn(text: string): number {
  const body = text.slice(bodyStartOf(text)).trim();
  return body === "" ? 0 : body.split("\n").length;
}

/** In the order of the rules, never more than a quarter of the page a night, and nothing at all where the page is short enough. */
export function prune(input: PruneInput): Pruned {
  const { text, added, isOver } = input;
  const over = isOver(text + added);
  if (over === null) return { over, leaving: [], isEnough: true };
  const { entries } = outline(text, bodyStartOf(text));
  const most = Math.floor(entries.length * thresholds.trimmedShareMax);
  const leaving: Leaving[] = [];
  let left = text;
  let count = 0;
  for (const each of leavingFrom(input)) {
    if (isOver(left + added) === null) break;
    if (count + each.lines.length > most) continue;
    count += each.lines.length;
    leaving.push(each);
    left = without(text, entries, leaving);
  }
  return { over, leaving, isEnough: isOver(left + added) === null };
}

function without(text: string, entries: readonly Entry[], leaving: readonly Leaving[]): string {
  const gone = new Map(leaving.map(({ digest, repeated }) => [digest, repeated]));
  const seen = new Set<string>();
  let left = "";
  let at = 0;
  for (const { digest, start, end } of entries) {
    const stays = !gone.has(digest) || (gone.get(digest) === true && !seen.has(digest));
    seen.add(digest);
    if (stays) continue;
    left += text.slice(at, start);
    at = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  return left + text.slice(at);
}
