/** CheckTwice: entries that stand in more than one place of the kept memory. */

import { compareText } from "../base/order.js";
import { type AuditFinding, type AuditPage, auditEntries } from "./audit.js";
import { isLasting } from "./audit-body.js";
import { lineAt } from "./load.js";
import { thresholds } from "./thresholds.js";

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
    kind === "rule" || kind === "html" || end - start < thresholds.twiceCharsMin
      ? []
      : [{ path, line: lineAt(page.text, start), digest }],
  );
}

/** The later file by name is the one remarked. */
export function repetitions(entries: readonly Standing[]): readonly AuditFinding[] {
  const first = new Map<string, Standing>();
  const found: AuditFinding[] = [];
  for (const entry of entries.toSorted((a, b) => compareText(a.path, b.path))) {
    const { path, line, digest } = entry;
    const other = first.get(digest);
    if (other === undefined) first.set(digest, entry);
    else {
      const says = `The same entry (${digest}) stands in ${other.path}:${other.line}.`;
      const hint =
        other.path === path ? "Take one of the two out." : "Keep it where it belongs and link to it from the other.";
      found.push({ check: "entry_twice", severity: "warning", path, line, says, hint });
    }
  }
  return found;
}
