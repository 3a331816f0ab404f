/** OpenFile: the text of a page's file as the table knows it. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { findFences } from "../page/frontmatter/scan.js";
import type { BodyItem } from "./labels--items.js";
import type { Memory } from "./memory.js";
import type { PageEntry } from "./table--entry.js";

/** The text of one file, read once for all of its pages. */
export interface OpenFile {
  readonly text: string;
  readonly bodyStart: number;
  /** Stretches that no representation shows. */
  readonly hidden?: readonly BodyItem[];
}

export type OpensFile = (memory: Memory, entry: PageEntry) => Outcome<OpenFile | null>;

/** null when the file has gone or changed since the table was built: its offsets and counts are not this text's. */
export function openFile(memory: Memory, entry: PageEntry): Outcome<OpenFile | null> {
  const read = memory.store.read(entry.path);
  if (!read.ok) return read;
  if (read.value === null || read.value.blob.oid !== entry.oid) return ok(null);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.value.blob.bytes);
  return ok({ text, bodyStart: soundBodyStart(text) });
}

/** Where the body of a page of the table begins: its frontmatter was read when it came in, and need not be read to find its end. */
export function soundBodyStart(text: string): number {
  const fences = findFences(text);
  return fences === null || "code" in fences ? 0 : fences.span.end;
}

/** The same for a walk over pages that waits for nothing: a file whose pages stand side by side is read once. */
export function openOnce(): OpensFile {
  let last: { readonly memory: Memory; readonly path: string; readonly file: ReturnType<OpensFile> } | null = null;
  return (memory, entry) => {
    if (last?.memory !== memory || last.path !== entry.path)
      last = { memory, path: entry.path, file: openFile(memory, entry) };
    return last.file;
  };
}
