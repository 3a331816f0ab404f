/** ToolFilePage: the page behind a file of the memory tool, and whose word it takes to change it. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import { bodyStartOf, outline } from "../page/outline.js";
import type { PageEntry } from "../table/entry.js";
import { guardText } from "./guard-text.js";
import { guardOrigin } from "./origin/guard.js";
import type { AppendPatch, PatchEnvelope } from "./patch.js";
import { guardPage, guardProvenance } from "./policy.js";
import type { Refusal } from "./reason.js";
import { guardScope } from "./scope-guard.js";
import { isToolPage } from "./tool-file-guard.js";
import { isPinned } from "./trim.js";
import type { Ground } from "./validate.js";

/** The page of a file that is one of the memory's, with the word of every guard that an append to it passes; null for any other file; those that end in .md are named in the trailers all the same. */
export function guardedPage(draft: AppendPatch, path: PagePath, ground: Ground): Result<PageEntry | null, Refusal> {
  const refusal =
    guardText(draft) ??
    guardProvenance(draft, ground.table) ??
    guardOrigin(draft, ground, "own") ??
    guardScope(draft, ground);
  if (refusal !== null) return err(refusal);
  return isToolPage(path, ground) ? guardPage(draft, ground.table) : ok(null);
}

/** What is pinned hard is the user's to take back. */
export function guardPinned(
  page: PageEntry | null,
  { from, to }: { readonly from: string; readonly to: string },
  { origin }: PatchEnvelope,
  ground: Ground,
): Refusal | null {
  if (page === null || origin === "user") return null;
  const kept = new Set(outline(to, bodyStartOf(to)).entries.map(({ digest }) => digest));
  const lost = outline(from, bodyStartOf(from)).entries.filter(({ digest }) => !kept.has(digest));
  const pinned = lost.find((entry) => isPinned(page, entry, ground));
  if (pinned === undefined) return null;
  return {
    reason: "POLICY_VIOLATION",
    says: `The entry ${pinned.digest} of ${page.path} is pinned hard; only the user may say that it was wrong.`,
    hint: "Add a line of your own instead, and let the user change the pinned one.",
  };
}
