/** Merge pages: a page's two versions and what they come from, made one text without a conflict marker. */

import { err, ok, type Result } from "../../base/result.js";
import { scanFrontmatter } from "../../page/scan.js";
import { mergeBodies } from "./merge-body.js";
import { headOf, mergeHeads } from "./merge-head.js";
import type { MergeOutcome, MergeRefusal } from "./outcome.js";

const mark = "\ufeff";

/**
 * `base` is null where the two versions have none. A side that changed nothing gives the other side's bytes. Otherwise the
 * text has our byte order mark and line ends. Refused where frontmatter does not scan, the ids differ, or no text holds
 * every entry; then both versions are to be kept as they are.
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
  const body = mergeBodies(
    path,
    {
      base: o.slice(oldHead.value.text.length),
      ours: a.slice(ourHead.value.text.length),
      theirs: b.slice(theirHead.value.text.length),
    },
    eol,
  );
  if (!body.ok) return body;
  const text = (ours.startsWith(mark) ? mark : "") + head.value.text + body.value.text;
  const scanned = scanFrontmatter(path, text);
  if (!scanned.ok || (scanned.value === null) !== (head.value.text === "")) {
    return err({
      says: `The merged text of ${path} would open with another frontmatter block.`,
      hint: "Merge the page by hand.",
    });
  }
  return ok({
    text,
    notes: [...head.value.notes, ...body.value.notes],
    conflicts: [...head.value.conflicts, ...body.value.conflicts],
  });
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
