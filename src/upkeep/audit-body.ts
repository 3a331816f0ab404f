/** AuditBody: the entries and headings of an audited page, read once however many checks ask in a row. */

import type { Heading } from "../page/body.js";
import { type Entry, outline } from "../page/outline.js";
import type { AuditPage } from "./audit.js";

interface Body {
  readonly entries: readonly Entry[];
  readonly headings: readonly Heading[];
}

/** Kept as long as it is true: nothing that tells of a day, by its type or its name, and nothing from the archive. */
export function isLasting({ entry }: Pick<AuditPage, "entry">): boolean {
  return (
    entry.tier === "hot" &&
    entry.type !== "conversation_segment" &&
    !/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.test(entry.path)
  );
}

/** One page after another is looked at by all checks, so the last one is all that is held: outlines of ten thousand are heavy. */
export function auditBody(page: AuditPage): Body {
  if (last?.page === page) return last.body;
  const { entries, headings } = outline(page.text, page.bodyStart, "once");
  last = { page, body: { entries, headings } };
  return last.body;
}

let last: { readonly page: AuditPage; readonly body: Body } | null = null;
