/** CheckDrift: statements of the kept memory that say another number, or the opposite, of what the log of their day says. */

import { lineAt } from "../../memory/truncate--load.js";
import { bare } from "../keep/promote--promote.js";
import { coverage, type Words, wordsOf } from "../keep/similar.js";
import { thresholds } from "../thresholds.js";
import { type AuditFinding, type AuditPage, auditEntries } from "./checks--audit.js";
import { isLasting } from "./checks--audit-body.js";

/** An entry of a log; `day` is the log's. */
interface Told {
  readonly path: string;
  readonly day: string;
  readonly said: string;
}

/** A statement of a lasting page, and the days it is from. */
interface Grounded {
  readonly path: string;
  readonly line: number;
  readonly says: string;
  readonly days: readonly string[];
}

/** What is held against each other. */
interface Drifting {
  readonly told: readonly Told[];
  readonly grounded: readonly Grounded[];
}

export function checkDrift(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return drifts({ told: pages.flatMap(toldIn), grounded: pages.flatMap(groundedIn) });
}

/** A statement names its days; one that a log of these days bears out, or that no log says anything like, is not told. */
export function drifts({ told, grounded }: Drifting): readonly AuditFinding[] {
  const logs = new Map<string, Told[]>();
  for (const entry of told) {
    const day = logs.get(entry.day);
    if (day === undefined) logs.set(entry.day, [entry]);
    else day.push(entry);
  }
  return grounded.flatMap((statement) => {
    const those = statement.days.flatMap((day) => logs.get(day) ?? []);
    if (those.length === 0) return [];
    const words = wordsOf(statement.says);
    const others = those.map((entry) => ({ entry, words: wordsOf(entry.said) }));
    if (others.some((each) => coverage(words, each.words) >= thresholds.knownOverlap)) return [];
    const other = others.find((each) => isAboutTheSame(words, each.words));
    return other === undefined ? [] : [drifted(statement, other.entry)];
  });
}

/** Of a log where it was written, and of one in the archive. */
export function dayIn(path: string): string | null {
  return /^(?:memory|archive\/\d{4})\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1] ?? null;
}

export function toldIn(page: AuditPage): readonly Told[] {
  const { entry, text } = page;
  const day = dayIn(entry.path);
  if (day === null) return [];
  return auditEntries(page).map(({ start, end }) => ({ path: entry.path, day, said: bare(text.slice(start, end)) }));
}

/** None of a page that is not lasting. */
export function groundedIn(page: AuditPage): readonly Grounded[] {
  if (!isLasting(page)) return [];
  const { entry, text } = page;
  return auditEntries(page).flatMap(({ start, end }) => {
    const line = text.slice(start, end).split("\n", 1)[0] ?? "";
    const days = groundsOf(line);
    return days.length === 0 ? [] : [{ path: entry.path, line: lineAt(text, start), says: bare(line), days }];
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

function drifted({ path, line, says }: Grounded, other: Told): AuditFinding {
  return {
    check: "drift",
    severity: "warning",
    path,
    line,
    says: `It says “${says}”; ${other.path}, which it is from, says “${other.said}”.`,
    hint: "The log is as its day left it. Set the statement right: pagefile correct PAGE TEXT --entry WORDS",
  };
}
