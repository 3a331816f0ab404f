/** CheckDrift: statements of the kept memory that say another number, or the opposite, of what the log of their day says. */

import { type AuditFinding, type AuditPage, auditEntries } from "./audit.js";
import { lineAt } from "./load.js";
import { bare } from "./promote.js";
import { coverage, type Words, wordsOf } from "./similar.js";
import { thresholds } from "./thresholds.js";

interface Told {
  readonly path: string;
  readonly said: string;
  readonly words: Words;
}

/** A statement names its days; one that a log of these days bears out, or that no log says anything like, is not told. */
export function checkDrift(pages: readonly AuditPage[]): readonly AuditFinding[] {
  const logs = new Map<string, Told[]>();
  for (const page of pages) {
    const day = dayIn(page.entry.path);
    if (day !== null) logs.set(day, [...(logs.get(day) ?? []), ...toldIn(page)]);
  }
  const lasting = pages.filter(({ entry }) => entry.tier === "hot" && entry.type !== "conversation_segment");
  return lasting.flatMap((page) =>
    auditEntries(page).flatMap(({ start, end }) => {
      const line = page.text.slice(start, end).split("\n", 1)[0] ?? "";
      const told = groundsOf(line).flatMap((day) => logs.get(day) ?? []);
      if (told.length === 0) return [];
      const statement = wordsOf(bare(line));
      if (told.some(({ words }) => coverage(statement, words) >= thresholds.knownOverlap)) return [];
      const other = told.find(({ words }) => isAboutTheSame(statement, words));
      return other === undefined
        ? []
        : [drifted(page.entry.path, lineAt(page.text, start), { line: bare(line), other })];
    }),
  );
}

/** Of a log where it was written, and of one in the archive. */
function dayIn(path: string): string | null {
  return /^(?:memory|archive\/\d{4})\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1] ?? null;
}

function toldIn(page: AuditPage): readonly Told[] {
  const { entry, text } = page;
  return auditEntries(page).map(({ start, end }) => {
    const said = bare(text.slice(start, end));
    return { path: entry.path, said, words: wordsOf(said) };
  });
}

/** The days in the brackets that a promotion prints behind its statement. */
function groundsOf(line: string): readonly string[] {
  const open = line.trimEnd().endsWith(")") ? line.lastIndexOf("(") : -1;
  return open < 0 ? [] : (line.slice(open).match(/\d{4}-\d{2}-\d{2}/g) ?? []);
}

/** Most of the words that are neither number nor negation, with other numbers or negations. */
function isAboutTheSame(a: Words, b: Words): boolean {
  if (a.facts === b.facts) return false;
  const values = new Set([...a.facts.split(" "), ...b.facts.split(" ")]);
  const about = [...a.content].filter((word) => !values.has(word));
  const shared = about.filter((word) => b.content.has(word)).length;
  return about.length >= thresholds.claimWordsMin && shared / about.length >= thresholds.knownOverlap;
}

function drifted(
  path: string,
  line: number,
  { line: says, other }: { readonly line: string; readonly other: Told },
): AuditFinding {
  return {
    check: "drift",
    severity: "warning",
    path,
    line,
    says: `It says “${says}”; ${other.path}, which it is from, says “${other.said}”.`,
    hint: "The log is as its day left it. Set the statement right: pagefile correct PAGE TEXT --entry WORDS",
  };
}
