/** Merge driver: git's three files of a path made one; needs no memory, no repository and no network. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { decodePage, encodePage } from "../page/decode.js";
import type { MergeConflict, MergeNote } from "../write/merge/head--outcome.js";
import { mergePages } from "../write/merge/merge.js";

/** Files as git names them: relative to where it starts the driver. */
export interface MergeFiles {
  readonly read: (file: string) => Outcome<{ readonly oid: Oid; readonly bytes: Uint8Array }>;
  /** Atomically, and only while the file still holds `before`. */
  readonly replace: (file: string, before: Oid, bytes: Uint8Array) => Promise<Outcome<void>>;
}

export interface DriverRequest {
  /** git's %O, %A, %B and %P. An empty base is that of a page both sides added. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
}

export interface DriverAnswer {
  readonly path: string;
  /** `conflicted`: merged, and the page keeps what is to be settled as data. `untouched`: our file is as it was. */
  readonly result: "merged" | "conflicted" | "untouched";
  /** Why nothing was merged; null where something was. */
  readonly why: string | null;
  readonly hint: string | null;
  readonly notes: readonly MergeNote[];
  readonly conflicts: readonly MergeConflict[];
}

/** Fails only where a file cannot be read or written; what is no page is `untouched`, and git marks the path unmerged. */
export async function mergeDriver(
  files: MergeFiles,
  { base, ours, theirs, path }: DriverRequest,
): Promise<Outcome<DriverAnswer>> {
  const texts: string[] = [];
  let before: Oid | null = null;
  for (const file of [base, theirs, ours]) {
    const read = files.read(file);
    if (!read.ok) return read;
    const decoded = decodePage(path, read.value.bytes);
    if (!decoded.ok) return ok(untouched(path, decoded.error));
    texts.push(decoded.value);
    before = read.value.oid;
  }
  const [old = "", yours = "", mine = ""] = texts;
  const merged = mergePages(path, old === "" ? null : old, mine, yours);
  if (!merged.ok) return ok(untouched(path, merged.error));
  const { text, notes, conflicts } = merged.value;
  const bytes = encodePage(text);
  // A text that is no page any more, by its size, is not worth having.
  const readable = decodePage(path, bytes);
  if (!readable.ok) return ok(untouched(path, readable.error));
  if (text !== mine && before !== null) {
    const written = await files.replace(ours, before, bytes);
    if (!written.ok) return written;
  }
  const result = conflicts.length === 0 ? "merged" : "conflicted";
  return ok({ path, result, why: null, hint: null, notes, conflicts });
}

function untouched(path: string, why: { readonly says: string; readonly hint: string }): DriverAnswer {
  return { path, result: "untouched", why: why.says, hint: why.hint, notes: [], conflicts: [] };
}
