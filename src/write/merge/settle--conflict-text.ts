/** Conflict text: the conflicts a page keeps, read from its text and written back into it. */

import { err, ok, type Result } from "../../base/result--result.js";
import type { Conflict } from "../../page/decode--conflict.js";
import { conflictsKey, printConflicts, readConflicts } from "../../page/decode--conflict-list.js";
import { readFrontmatter } from "../../page/frontmatter/scan--read.js";
import { lookup, valueOf } from "../../page/frontmatter/scan--scan.js";
import { addFrontmatter, removeKey, setKey } from "../../page/frontmatter/splice.js";
import type { Refusal } from "../../rules/reason.js";

/** Empty where the page keeps none. */
export function conflictsIn(path: string, text: string): Result<readonly Conflict[], Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  const node = scanned.value === null ? null : lookup(scanned.value.root, [conflictsKey]);
  const conflicts = readConflicts(node === null ? undefined : valueOf(node));
  if (conflicts !== null) return ok(conflicts);
  return err({
    reason: "MALFORMED",
    says: `“${conflictsKey}:” of ${path} is not a list that a merge wrote.`,
    hint: "Take the key out by hand when everything in it is settled.",
  });
}

/**
 * The text with exactly these conflicts. A file without frontmatter gets a block for them, which goes again with the last of
 * them. Refused where frontmatter cannot hold them.
 */
export function withConflicts(path: string, text: string, conflicts: readonly Conflict[]): Result<string, Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  const block = scanned.value;
  if (block === null) return conflicts.length === 0 ? ok(text) : begun(path, text, conflicts);
  if (conflicts.length === 0 && lookup(block.root, [conflictsKey]) === null) return ok(text);
  if (conflicts.length === 0 && block.root.pairs.length === 1) {
    return ok(text.slice(0, block.span.start) + text.slice(block.span.end));
  }
  const written =
    conflicts.length === 0
      ? removeKey(text, block, [conflictsKey])
      : setKey(text, block, [conflictsKey], printConflicts(conflicts));
  return written.ok ? written : err({ reason: "SIZE_LIMIT", ...written.error });
}

function begun(path: string, text: string, conflicts: readonly Conflict[]): Result<string, Refusal> {
  const added = addFrontmatter(text, [[conflictsKey, printConflicts(conflicts)]]);
  const read = conflictsIn(path, added);
  const scanned = readFrontmatter(path, added);
  const end = scanned.ok ? (scanned.value?.span.end ?? 0) : 0;
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (read.ok && read.value.length === conflicts.length && added.slice(end) === body) return ok(added);
  return err({
    reason: "SIZE_LIMIT",
    says: `What the versions of ${path} say differently does not fit into its frontmatter.`,
    hint: "Settle it by hand, or take one side with: pagefile resolve",
  });
}
