/** Remark: what a page can be read with and should not have: a compressed text of another body, characters nobody sees, long comments. */

import { digest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import { findLongComments } from "../page/comments.js";
import type { Finding } from "../page/finding.js";
import { findInvisible } from "../page/invisible.js";
import type { SaidMeta } from "./facts.js";

/** Warnings only: a stale compressed text is not used. Fields a type lacks are the audit's business, not every reader's. */
export function remarksOn(path: string, meta: SaidMeta, body: string): readonly Finding[] {
  if (meta.compressed == null || meta.compressedOf === digest(body)) return [];
  const says =
    meta.compressedOf == null
      ? "“compressed:” does not say which body it is of, so it is not used."
      : "“compressed:” is of an earlier body, so it is not used.";
  const hint = `Write it anew with “compressed_of: ${digest(body)}”, or remove both.`;
  return [{ code: "compressed_stale", severity: "warning", path, line: 0, says, hint }];
}

/** A page that is full of them is told about its first ones. */
const invisibleMax = 20;

/** Warnings: such a page is not refused, because text is pasted from everywhere; a reader has to be able to find them. */
export function invisibleRemarks(path: string, text: string): readonly Finding[] {
  return findInvisible(text, invisibleMax).map(({ name, line }) => ({
    code: "invisible_character",
    severity: "warning",
    path,
    line,
    says: `${name} stands here: nobody sees it, and it can hide or reorder words.`,
    hint: "Remove it, unless you know what it is for.",
  }));
}

/** Warnings: a prompt holds the comments of a page in full, and a reader of the rendered page sees none of them. */
export function commentRemarks(path: string, text: string, bodyStart: number): readonly Finding[] {
  return findLongComments(text, bodyStart).map(({ line, chars }) => ({
    code: "comment_long",
    severity: "warning",
    path,
    line,
    says: `An HTML comment of ${chars} characters begins here: no viewer shows it, and a prompt with the full page holds it.`,
    hint: `Write it as text, or cut it to ${limits.commentCharsMax} characters.`,
  }));
}
