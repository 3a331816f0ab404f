/** Remark: what a page can be read with and should not have: a compressed text of another body, characters nobody sees, long comments. */

import { digest } from "../base/digest--digest.js";
import { limits } from "../base/limits.js";
import { findLongComments } from "../page/compress--comments.js";
import { findInvisible } from "../page/decode--invisible.js";
import type { Finding } from "../page/page--finding.js";
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

/** Of a page that is full of them the first ones are looked at. */
const invisibleMax = 1000;
const linesShown = 5;

/**
 * One remark a page, at the first of the kind that weighs most. No page is refused for them, because text is pasted from everywhere: spaces
 * without width are what pasting leaves, and no more than a note until several stand in a row, as hidden words do.
 */
export function invisibleRemarks(path: string, text: string): readonly Finding[] {
  const found = findInvisible(text, invisibleMax);
  const worst = weights.find((weight) => found.some((each) => each.weight === weight));
  if (worst === undefined) return [];
  const own = found.filter(({ weight }) => weight === worst);
  const names = [...new Set(own.map(({ name }) => name))].slice(0, linesShown).join(", ");
  const lines = [...new Set(own.map(({ line }) => line))];
  const more = lines.length > linesShown ? ` and ${lines.length - linesShown} more` : "";
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, linesShown).join(", ")}${more}`;
  const { what, hint } = told[worst];
  const severity = worst === "pasted" ? "note" : "warning";
  const says = `Nobody sees what stands in ${where} (${names}): ${what}`;
  return [{ code: "invisible_character", severity, path, line: lines[0] ?? 0, says, hint }];
}

const weights = ["hiding", "broken", "pasted"] as const;

const told: Readonly<Record<(typeof weights)[number], { readonly what: string; readonly hint: string }>> = {
  hiding: { what: "it can hide or reorder words.", hint: "Remove it, unless you know what it is for." },
  broken: {
    what: "such control characters stay where text was read in the wrong encoding.",
    hint: "Bring back the text as it was, or remove them.",
  },
  pasted: {
    what: "pasted text often holds such characters.",
    hint: "They do no harm alone; remove them if you like.",
  },
};

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
