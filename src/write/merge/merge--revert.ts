/** Revert: a text with one earlier change taken back and everything since kept; a real clash is a refusal. */

import { diff3Merge } from "node-diff3";
import type { Instant } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result--result.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import type { Refusal } from "../../rules/reason.js";
import { readValue, writeValue } from "../entry/keys.js";
import { bump } from "../entry/keys--bump.js";
import { mergePages } from "./merge.js";

export interface Reversion {
  /** What the commit left; null where it removed the file. */
  readonly from: string | null;
  /** What it found; null where it made the file. */
  readonly to: string | null;
}

export function revertText(
  path: string,
  text: string | null,
  edit: Reversion,
  now: Instant,
): Result<string | null, Refusal> {
  const { from, to } = edit;
  if (from === null) return text === null || text === to ? ok(to) : err(clash(path));
  if (text === null) return to === null ? ok(null) : err(clash(path));
  const base = alignKept(path, from, text);
  if (to === null) return base === text ? ok(null) : err(clash(path));
  const back = alignKept(path, to, text);
  const merged = diff3Merge(lines(text), lines(base), lines(back), { excludeFalseConflicts: true });
  const clashes = merged.some((region) => region.conflict !== undefined);
  const joined = clashes ? byEntries(path, base, text, back) : merged.flatMap((region) => region.ok ?? []).join("");
  return joined === null ? err(clash(path)) : bump(path, text, ok(joined), now);
}

/** Lines that touch clash though the entries on them do not, as when one was appended right behind the other. */
function byEntries(path: string, base: string, text: string, back: string): string | null {
  const merged = mergePages(path, base, text, back);
  if (!merged.ok || merged.value.conflicts.length > 0 || merged.value.notes.length > 0) return null;
  return merged.value.text;
}

/** The keys that every commit moves would clash every time: they take the current text's values before the merge. */
function alignKept(path: string, text: string, current: string): string {
  let aligned = text;
  for (const key of ["version", "updated"]) {
    const value = readValue(path, current, [key]);
    const own = readValue(path, aligned, [key]);
    if (!value.ok || !own.ok || value.value === undefined || own.value === undefined) continue;
    const written = writeValue(path, aligned, [key], value.value as YamlValue);
    if (written.ok) aligned = written.value;
  }
  return aligned;
}

/** Lines with their line ends, so that joining them gives the text back. */
function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function clash(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `What the commit changed in ${path} was changed again since; taking it back would undo more than that commit.`,
    hint: "Look at both with: pagefile log and pagefile diff; then edit by hand or write a new patch.",
  };
}
