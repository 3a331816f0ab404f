/** Parts: the pages a prompt is made of: files without sections whole, gathering files section by section with their preamble. */

import type { Memory } from "../memory/memory.js";
import type { OpenFile } from "../memory/memory--open-file.js";
import type { PageEntry } from "../memory/table--entry.js";
import { type Representable, type Representations, represent } from "../page/represent--represent.js";

/** `whole`: all of a file's body, sections included; `own`: of a gathering file what stands before its first section. */
export function bodyOf(memory: Memory, entry: PageEntry, file: OpenFile, extent: "whole" | "own"): string {
  const sections = memory.files.get(entry.path)?.data.sections ?? [];
  if (entry.slug !== null) {
    const section = sections.find((candidate) => candidate.slug === entry.slug);
    return section === undefined ? "" : shown(file, section.start, section.end);
  }
  const end = extent === "own" ? (sections[0]?.start ?? file.text.length) : file.text.length;
  return shown(file, file.bodyStart, end);
}

function shown({ text, hidden = [] }: OpenFile, start: number, end: number): string {
  let kept = "";
  let at = start;
  for (const span of hidden) {
    if (span.start < at || span.start >= end) continue;
    kept += text.slice(at, span.start);
    at = Math.min(end, text.startsWith("\n", span.end) ? span.end + 1 : span.end);
  }
  return kept + text.slice(at, end);
}

export function representationsOf(
  memory: Memory,
  entry: PageEntry,
  file: OpenFile,
  extent: "whole" | "own",
): Representations {
  return represent(representable(memory, entry), bodyOf(memory, entry, file, extent));
}

export function representable(memory: Memory, entry: PageEntry): Representable {
  const meta = memory.files.get(entry.path)?.data.meta;
  const own = entry.slug === null ? meta : meta?.sections?.[entry.slug];
  return {
    id: entry.id,
    type: entry.type,
    title: entry.title,
    path: entry.path,
    oid: entry.oid,
    fields: own?.fields ?? {},
    compressed: entry.slug === null ? (meta?.compressed ?? null) : null,
    compressedOf: entry.slug === null ? (meta?.compressedOf ?? null) : null,
  };
}

/** Whether a page says anything of its own: a gathering file's preamble that is only a heading does not. */
export function saysSomething(body: string): boolean {
  return body.split("\n").some((line) => line.trim() !== "" && !/^#{1,6}(?:\s|$)/.test(line.trim()));
}
