/** Audit: the words of an audit: what is checked, what a check sees of a page, and what it finds. */

import type { Instant } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text--order.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Entry } from "../../page/markdown/outline.js";
import type { PageMeta } from "../../page/meta.js";
import { auditBody } from "./checks--audit-body.js";

/** Closed vocabulary. Remarks of the page table, of doctor and of the history keep their own words behind one of the last. */
export type AuditCheck =
  | "pinned_cut"
  | "bootstrap_cut"
  | "bootstrap_near"
  | "session_state_stale"
  | "observations_long"
  | "daily_log_missing"
  | "fault_recent"
  | "file_stale"
  | "memory_outdated"
  | "buffer_full"
  | "memory_long"
  | "fields_missing"
  | "link_broken"
  | "archive_unlisted"
  | "curation_stalled"
  | "curation_often"
  | "trim_proposed"
  | "page_missing"
  | "page_gone"
  | "grounds_gone"
  | "orphan"
  | "entry_twice"
  | "contradiction"
  | "drift"
  | "log_edited"
  | "log_late"
  | "growth"
  | "conflicted_copy"
  | "unpushed"
  | "page"
  | "doctor"
  | "history";

/** `note`: to be known, not to be mended; it does not make an audit fail. */
export interface AuditFinding {
  readonly check: AuditCheck;
  readonly severity: "error" | "warning" | "note";
  /** Below the root; null where the memory as a whole is meant. */
  readonly path: string | null;
  /** 1-based; 0 where no line is meant. */
  readonly line: number;
  readonly says: string;
  readonly hint: string;
}

/**
 * Where a file stands in a memory: `named` is what a profile knows by name (MEMORY.md, the instructions), `kept` what was put among the
 * memory's own pages, `beside` all else that lasts, documents and notes; `passing` tells of a day, is put away, or is a skill or a template.
 */
export type AuditPlace = "named" | "kept" | "beside" | "passing";

/** A file as the checks see it. */
export interface AuditPage {
  readonly entry: PageEntry;
  readonly place: AuditPlace;
  readonly text: string;
  readonly bodyStart: number;
  readonly meta: Partial<PageMeta>;
  /** When its words last changed: `updated`, or the file's time; null where neither is known. */
  readonly changed: Instant | null;
}

/** Of the body, parsed once for all checks: over a whole memory parsing is most of what an audit costs. */
export function auditEntries(page: AuditPage): readonly Entry[] {
  return auditBody(page).entries;
}

const ranks: Readonly<Record<AuditFinding["severity"], number>> = { error: 0, warning: 1, note: 2 };

/** The worst first, then by file and line. */
export function inAuditOrder(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return [...findings].sort((a, b) =>
    firstDecided(
      ranks[a.severity] - ranks[b.severity],
      compareText(a.path ?? "", b.path ?? ""),
      a.line - b.line,
      compareText(a.check, b.check),
      compareText(a.says, b.says),
    ),
  );
}
