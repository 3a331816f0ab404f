/** Rehome: entries of a MEMORY.md that is too long and that are facts of the user's person or of the tools, to the files that are theirs. */

import type { Entry } from "../page/body.js";
import { bodyStartOf, outline } from "../page/outline.js";
import { isUntrusted } from "../writeback/origin/origin.js";
import type { Homes } from "./choose.js";
import type { CurateInput } from "./curate.js";
import { bare } from "./promote.js";
import { linesIn, type PruneInput } from "./prune.js";
import { owningFile } from "./stable.js";
import { thresholds } from "./thresholds.js";

/** What goes to one file. */
export interface Rehomed {
  readonly into: string;
  /** In the order of the page they leave. */
  readonly digests: readonly string[];
}

export interface RehomeInput extends Pick<Homes, "userIn" | "toolsIn" | "hasRoom">, Pick<CurateInput, "originOf"> {
  /** The page they leave, before tonight's promotions. */
  readonly memory: Pick<PruneInput, "text" | "addedLines" | "settled" | "isPinned"> & { readonly path: string };
  /** Characters that tonight's promotions add to a page. */
  readonly addedChars: (page: string) => number;
}

/** As few as make the page short enough, the upper ones first, and no more than a night may take out of a page. */
export function rehomed(input: RehomeInput): readonly Rehomed[] {
  const { text, addedLines } = input.memory;
  const { entries } = outline(text, bodyStartOf(text));
  const most = Math.floor(entries.length * thresholds.trimmedShareMax);
  const found = new Map<string, string[]>();
  const chars = new Map<string, number>();
  let left = linesIn(text) + addedLines;
  let moved = 0;
  for (const entry of entries) {
    if (left <= thresholds.memoryLinesMax || moved >= most) break;
    const into = homeOf(entry, input);
    if (into === null) continue;
    const size = (chars.get(into) ?? input.addedChars(into)) + entry.end - entry.start + 1;
    if (!input.hasRoom(into, size)) continue;
    chars.set(into, size);
    found.set(into, [...(found.get(into) ?? []), entry.digest]);
    moved += 1;
    left -= 1;
  }
  return [...found].map(([into, digests]) => ({ into, digests }));
}

/** Of one line, because what hangs below a statement is about where it stands. What came from strangers stays where it was put. */
function homeOf(entry: Entry, { memory, userIn, toolsIn, originOf }: RehomeInput): string | null {
  const said = memory.text.slice(entry.start, entry.end);
  const isOneLine = entry.kind === "bullet" && !said.includes("\n");
  if (!isOneLine || !memory.settled.has(entry.digest) || memory.isPinned(entry)) return null;
  if (isUntrusted(originOf({ path: memory.path, digest: entry.digest, day: null }, entry.tags))) return null;
  const file = owningFile({ text: bare(said), tags: entry.tags }, userIn?.names ?? []);
  return file === "user" ? (userIn?.page ?? null) : file === "tools" ? toolsIn : null;
}
