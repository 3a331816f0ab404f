/** Merge pages: a page's two versions and what they come from, made one text that keeps their conflicts as data. */

import { err, ok, type Result } from "../../base/result--result.js";
import type { Conflict } from "../../page/decode--conflict.js";
import { readFrontmatter } from "../../page/frontmatter/scan--read.js";
import { mergeBodies } from "./body.js";
import { headOf, mergeHeads } from "./head--merge-head.js";
import type { MergeConflict, MergeOutcome, MergeRefusal } from "./head--outcome.js";
import { mergeRecords } from "./merge--record.js";
import { conflictsIn, withConflicts } from "./settle--conflict-text.js";

const mark = "\ufeff";

/**
 * `base` is null where the two versions have none. A side that changed nothing gives the other side's bytes. Otherwise the
 * text has our byte order mark and line ends. Refused where frontmatter does not scan, the ids differ, no text holds every
 * entry, or the frontmatter cannot hold the conflicts; then both versions are to be kept as they are.
 */
export function mergePages(
  path: string,
  base: string | null,
  ours: string,
  theirs: string,
): Result<MergeOutcome, MergeRefusal> {
  if (ours === theirs || base === theirs) return ok({ text: ours, notes: [], conflicts: [] });
  if (base === ours) return ok({ text: theirs, notes: [], conflicts: [] });
  const eol = eolOf(ours) ?? eolOf(theirs) ?? "\n";
  const [o, a, b] = [base ?? "", ours, theirs].map((text) => spelled(text, eol)) as [string, string, string];
  const [oldHead, ourHead, theirHead] = [headOf(path, o), headOf(path, a), headOf(path, b)];
  if (!oldHead.ok) return oldHead;
  if (!ourHead.ok) return ourHead;
  if (!theirHead.ok) return theirHead;
  const head = mergeHeads(path, { base: oldHead.value, ours: ourHead.value, theirs: theirHead.value });
  if (!head.ok) return head;
  const bodies = {
    base: o.slice(oldHead.value.text.length),
    ours: a.slice(ourHead.value.text.length),
    theirs: b.slice(theirHead.value.text.length),
  };
  const body = mergeBodies(path, bodies, eol);
  if (!body.ok) return body;
  const joined = head.value.text + body.value.text;
  if (!keepsHead(path, joined, head.value.text)) return err(secondBlock(path));
  const conflicts = [...head.value.conflicts, ...body.value.conflicts];
  const text = withRecord(path, joined, {
    versions: { base: o, ours: a, theirs: b },
    bodies: { ...bodies, merged: body.value.text },
    fresh: conflicts.map(recordOf),
  });
  if (!text.ok) return text;
  return ok({
    text: (ours.startsWith(mark) ? mark : "") + text.value,
    notes: [...head.value.notes, ...body.value.notes],
    conflicts,
  });
}

function recordOf(conflict: MergeConflict): Conflict {
  if (conflict.kind === "entry") return { kind: "entry", entries: conflict.entries };
  return { kind: "key", key: conflict.key, values: [conflict.ours, conflict.theirs] };
}

interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

function withRecord(
  path: string,
  text: string,
  parts: {
    readonly versions: Versions;
    readonly bodies: Versions & { readonly merged: string };
    readonly fresh: readonly Conflict[];
  },
): Result<string, MergeRefusal> {
  const { base, ours, theirs } = parts.versions;
  const [old, mine, yours] = [conflictsIn(path, base), conflictsIn(path, ours), conflictsIn(path, theirs)];
  if (!old.ok) return old;
  if (!mine.ok) return mine;
  if (!yours.ok) return yours;
  const records = { base: old.value, ours: mine.value, theirs: yours.value, fresh: parts.fresh };
  return withConflicts(path, text, mergeRecords(records, parts.bodies));
}

function keepsHead(path: string, text: string, head: string): boolean {
  const scanned = readFrontmatter(path, text);
  return scanned.ok && (scanned.value === null) === (head === "");
}

function secondBlock(path: string): MergeRefusal {
  return {
    says: `The merged text of ${path} would open with another frontmatter block.`,
    hint: "Merge the page by hand.",
  };
}

/** Without the mark, every line end as ours has it. */
function spelled(text: string, eol: string): string {
  const bare = text.startsWith(mark) ? text.slice(mark.length) : text;
  return eolOf(bare) === eol ? bare : bare.replaceAll("\r\n", "\n").replaceAll("\n", eol);
}

/** The line end of the first line; null for a text of one line. */
function eolOf(text: string): "\n" | "\r\n" | null {
  const lineFeed = text.indexOf("\n");
  if (lineFeed < 0) return null;
  return text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}
