/** Rewrite: a text that its writer had read becomes another; a text that is not the one read takes the same change where nothing clashes. */

import type { Instant } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { isPageFile } from "../memory/profile.js";
import type { Refusal } from "../rules/reason.js";
import { bump } from "./entry/keys--bump.js";
import { revertText } from "./merge/merge--revert.js";

export interface RewriteEdit {
  readonly kind: "rewrite";
  /** What the writer had before its eyes: the text on disk. */
  readonly from: string;
  readonly to: string;
}

export function rewriteText(path: string, text: string, edit: RewriteEdit, now: Instant): Result<string, Refusal> {
  const { from, to } = edit;
  if (text === from) return isPageFile(path) ? bump(path, from, ok(to), now) : ok(to);
  // HEAD or the index, beside an edit by hand that nobody committed: what the writer changed there is changed here too.
  const merged = revertText(path, text, { from, to }, now);
  return merged.ok && merged.value !== null ? ok(merged.value) : err(onlyByHand(path));
}

function onlyByHand(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} was edited by hand and not committed, and the change is to those words or right beside them.`,
    hint: "Leave that place alone, or let the person commit the file first (git diff shows the edit).",
  };
}
