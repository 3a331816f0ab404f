/** Findings: what an audit and a status show, by kind, and how many of those that a person judged are true. */

import type { Gold, Judged } from "./gold.js";
import { type Doc, docOf, docsOf, textOf } from "./json.js";

/** How many of so many. */
export interface Share {
  readonly hit: number;
  readonly of: number;
}

export interface Findings {
  /** Errors and warnings; notes are told apart, since nobody is asked to do anything about them. */
  readonly shown: number;
  readonly notes: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly precision: Share;
  /** Of those judged true, how many are still shown. */
  readonly kept: Share;
  readonly false: readonly string[];
}

/** What a judged finding is known by beside its place; checks of a page's text go by one name in `status` and by another in `audit`. */
const own = new Set(["entry_twice", "contradiction", "link_broken", "page_missing"]);

export function findingsOf(audit: unknown, status: unknown, gold: Gold | undefined): Findings {
  const all = [...docsOf(docOf(audit).findings), ...docsOf(docOf(status).findings)];
  const seen = all.filter(({ severity }) => severity !== "note");
  const keys = new Set(seen.map((each) => keyOf(kindOf(each), textOf(each.path), Number(each.line ?? 0))));
  const shown = once(gold?.findings ?? []).filter(({ key }) => keys.has(key));
  const are = (verdict: string, of: readonly { judged: Judged }[]): number =>
    of.filter(({ judged }) => judged.verdict === verdict).length;
  return {
    shown: seen.length,
    notes: all.length - seen.length,
    byKind: counted(seen.map(kindOf)),
    precision: { hit: are("true", shown), of: shown.length },
    kept: { hit: are("true", shown), of: are("true", once(gold?.findings ?? [])) },
    false: shown.filter(({ judged }) => judged.verdict === "false").map(({ key }) => key),
  };
}

export function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function once(judged: readonly Judged[]): readonly { readonly key: string; readonly judged: Judged }[] {
  return [...new Map(judged.map((each) => [keyOf(each.check, each.path ?? "", each.line), each]))].map(
    ([key, each]) => ({
      key,
      judged: each,
    }),
  );
}

function kindOf(finding: Doc): string {
  return textOf(finding.check) || textOf(finding.code) || "other";
}

/** A secret is known by its file: what tells of it may be an audit of the history or of the page. */
function keyOf(check: string, path: string, line: number): string {
  if (check === "history" || /secret/.test(check)) return `secret ${path}`;
  const family = own.has(check) || path === "" || line === 0 ? check : "page";
  return `${family} ${path}:${line}`;
}
