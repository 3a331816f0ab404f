/** CheckTwice: entries that stand in more than one place of the kept memory. */

import { compareText } from "../base/order.js";
import { type AuditFinding, type AuditPage, auditEntries } from "./audit.js";
import { isLasting } from "./audit-body.js";
import { lineAt } from "./load.js";
import { isStatement } from "./statement.js";

/** An entry by what it says: small enough to be held for all pages at once. */
export interface Standing {
  readonly path: string;
  readonly line: number;
  readonly digest: string;
}

/** Logs tell what was kept elsewhere too, so only lasting pages are compared. */
export function checkTwice(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return repetitions(pages.flatMap(standingIn));
}

export function standingIn(page: AuditPage): readonly Standing[] {
  if (!isLasting(page)) return [];
  const { path } = page.entry;
  return auditEntries(page).flatMap(({ kind, digest, start, end }) =>
    (kind !== "bullet" && kind !== "paragraph" && kind !== "quote") || !isStatement(page.text.slice(start, end))
      ? []
      : [{ path, line: lineAt(page.text, start), digest }],
  );
}

/** The later file by name is the one remarked, once for each file that it shares entries with: of two versions of one text that is the news. */
export function repetitions(entries: readonly Standing[]): readonly AuditFinding[] {
  const first = new Map<string, Standing>();
  const pairs = new Map<string, { readonly at: Standing; readonly other: Standing; times: number }>();
  for (const entry of entries.toSorted((a, b) => compareText(a.path, b.path))) {
    const other = first.get(entry.digest);
    if (other === undefined) {
      first.set(entry.digest, entry);
      continue;
    }
    const key = JSON.stringify([entry.path, other.path]);
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, { at: entry, other, times: 1 });
    else pair.times += 1;
  }
  return [...pairs.values()].map(repetition);
}

function repetition(pair: { readonly at: Standing; readonly other: Standing; readonly times: number }): AuditFinding {
  const { at, other, times } = pair;
  const isOne = other.path === at.path;
  const place = `${other.path}:${other.line}`;
  const says =
    times === 1
      ? `The same entry (${at.digest}) stands in ${place}.`
      : `${times} entries stand ${isOne ? "twice in it" : `in ${other.path}, too`}; the first (${at.digest}) at ${place}.`;
  const hint = isOne ? "Take one of the two out." : "Keep each where it belongs, and link to it from the other.";
  return { check: "entry_twice", severity: "warning", path: at.path, line: at.line, says, hint };
}
