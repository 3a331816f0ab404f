/** PlannedRows: a planned file as an answer shows it: the lines that come and the lines that go. */

import type { PlannedFile } from "./plan.js";

export interface FileRow extends Pick<PlannedFile, "path" | "before" | "after"> {
  /** Lines that come and lines that go. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function rowOf({ path, before, after, was, text }: PlannedFile): FileRow {
  const [old, now] = [linesOf(was), linesOf(text)];
  const [had, has] = [new Set(old), new Set(now)];
  return {
    path,
    before,
    after,
    added: now.filter((line) => !had.has(line)),
    removed: old.filter((line) => !has.has(line)),
  };
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== "");
}
