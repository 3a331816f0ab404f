/** Unread: the files of a memory that are no pages because they could not be read, why, and the text of those that have one. */

import type { Finding } from "../page/page--finding.js";
import type { Memory } from "./memory.js";
import type { Located, Workspace } from "./workspace.js";
import { findingsOf } from "./workspace--findings.js";

/** A file's text under the name that recall gives it, or under its path; null where there is none. */
export function unreadNamed({ memories }: Workspace, name: string): Located | null {
  for (const memory of memories)
    for (const entry of memory.table.unread?.values() ?? [])
      if (entry.id === name || entry.path === name) return { memory, entry, name: entry.id, shadowed: false };
  return null;
}

/** One line a reason, the most frequent first; empty where every note was read. */
export function unreadLines(memory: Memory): readonly string[] {
  const reasons = new Map<string, { readonly said: string; count: number; readonly first: string }>();
  for (const { code, severity, path } of findingsOf(memory)) {
    if (severity !== "error" || !path.endsWith(".md")) continue;
    const said = words[code] ?? code.replaceAll("_", " ");
    const known = reasons.get(said);
    if (known === undefined) reasons.set(said, { said, count: 1, first: path });
    else known.count += 1;
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count);
  const shown = sorted.slice(0, reasonsMax).map(({ said, count, first }) => {
    const rest = count > 1 ? ` and ${count - 1} more` : "";
    return `${count === 1 ? "1 note is" : `${count} notes are`} not read: ${said} (${first}${rest})`;
  });
  const left = sorted.slice(reasonsMax).reduce((sum, { count }) => sum + count, 0);
  return left === 0 ? shown : [...shown, `${left} more are not read for other reasons`];
}

const reasonsMax = 2;

const words: Partial<Record<Finding["code"], string>> = {
  frontmatter_unclosed: "frontmatter that is never closed; recall finds the text alone",
  frontmatter_too_long: "frontmatter that is too long; recall finds the text alone",
  frontmatter_refused: "frontmatter in another language; recall finds the text alone",
  encoding_invalid: "the file is not UTF-8",
  nul_byte: "the file is not text",
  page_too_large: "the file is too large",
  conflict_marker: "git's conflict marks stand in it",
};
