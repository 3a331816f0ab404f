/** Gold: what a person judged of entries and findings, kept by place and digest; their words are read from the workspace itself. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lineOf } from "./workspaces.js";

/** `never` may never leave MEMORY.md, `promote` belongs into it, `not` does not. */
export interface Entry {
  readonly workspace: string;
  readonly path: string;
  readonly line: number;
  readonly digest: string;
  readonly verdict: "never" | "promote" | "not";
  readonly why: string;
}

export interface Judged {
  readonly workspace: string;
  readonly path: string | null;
  readonly line: number;
  readonly check: string;
  readonly verdict: "true" | "false";
}

export interface Gold {
  readonly half: string;
  readonly entries: readonly (Entry & { readonly text: string })[];
  readonly findings: readonly Judged[];
  /** Entries whose line is not what was judged: another version of the data. */
  readonly stale: number;
}

const mark = /^(?:>|[-*+](?=\s)|\d+[.)](?=\s)|#{1,6}(?=\s)|\[[ xX]\](?=\s))\s*/;

/** `undefined` where nothing of the workspace was judged. */
export function goldOf(folder: string, workspace: string, root: string): Gold | undefined {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
  for (const half of new Set(files.map((name) => name.split("-")[0] ?? ""))) {
    const of = <T extends { workspace: string }>(kind: string): readonly T[] =>
      rowsOf<T>(join(folder, `${half}-${kind}.jsonl`)).filter((row) => row.workspace === workspace);
    const judged = of<Entry>("entries");
    const findings = of<Judged>("findings");
    if (judged.length + findings.length === 0) continue;
    const entries = judged.flatMap((entry) => {
      const text = lineOf(root, entry.path, entry.line);
      return text !== undefined && digestOf(text) === entry.digest ? [{ ...entry, text }] : [];
    });
    return { half, entries, findings, stale: judged.length - entries.length };
  }
  return undefined;
}

/** The words of a line without the marks that open it. */
export function wordsOf(line: string): string {
  let text = line.normalize("NFC").trim();
  for (let next = text.replace(mark, ""); next !== text; next = text.replace(mark, "")) text = next;
  return text.replace(/\s+/g, " ").trim();
}

export function digestOf(line: string): string {
  return createHash("sha256").update(wordsOf(line)).digest("hex").slice(0, 12);
}

function rowsOf<T>(file: string): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
