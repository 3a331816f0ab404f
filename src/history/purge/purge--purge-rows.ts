/** PurgeRows: where rows of series on disk hold what is purged; other programs write those files, and no purge does. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { type Cut, cutSpans } from "./cut--cut.js";

/** `path:line`, in the order of the listing, but for files that are `rewritten`. A file that cannot be read is named whole, with why. */
export function rowsHolding(memory: Memory, cut: Cut, rewritten: readonly string[]): Outcome<readonly string[]> {
  const files = memory.series;
  // A row is no entry: what it can hold is a text, or a secret.
  if (files === undefined || (cut.spans.length === 0 && !cut.secrets)) return ok([]);
  const listed = files.list();
  if (!listed.ok) return listed;
  const found: string[] = [];
  for (const { path } of [...listed.value.hot, ...listed.value.cold]) {
    if (rewritten.includes(path)) continue;
    let line = 0;
    const read = files.lines(path, (bytes) => {
      line += 1;
      const text = bytes === null ? "" : decoder.decode(bytes);
      if (cutSpans(text, cut) !== text) found.push(`${path}:${line}`);
    });
    if (!read.ok) found.push(`${path} (${read.error.says})`);
  }
  return ok(found);
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder();

/** The sentence for a person; null where nothing is left to do by hand. */
export function sayRows(found: readonly string[]): string | null {
  if (found.length === 0) return null;
  const more = found.length > namedMax ? ` and ${found.length - namedMax} more` : "";
  return `Rows of a series are in no commit and are not rewritten; take these out by hand: ${found.slice(0, namedMax).join(", ")}${more}.`;
}

const namedMax = 5;
