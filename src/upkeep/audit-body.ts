/** AuditBody: the entries and headings of an audited page, read once however many checks ask. */

import type { Heading } from "../page/body.js";
import { type Entry, outline } from "../page/outline.js";
import type { AuditPage } from "./audit.js";

interface Body {
  readonly entries: readonly Entry[];
  readonly headings: readonly Heading[];
}

export function auditBody(page: AuditPage): Body {
  const known = parsed.get(page);
  if (known !== undefined) return known;
  const { entries, headings } = outline(page.text, page.bodyStart);
  parsed.set(page, { entries, headings });
  return { entries, headings };
}

const parsed: WeakMap<AuditPage, Body> = new WeakMap();
