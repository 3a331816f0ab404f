/** AuditBody: the entries and headings of an audited page, read once however many checks ask in a row. */

import { dayOf, kindOf } from "../../memory/memory--kind.js";
import { type Profile, profileNames, profileOf, ruleFor } from "../../memory/profile.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Heading } from "../../page/markdown/blocks--body.js";
import { type Entry, outline } from "../../page/markdown/outline.js";
import type { AuditPage, AuditPlace } from "./checks--audit.js";

interface Body {
  readonly entries: readonly Entry[];
  readonly headings: readonly Heading[];
}

export function placeOf({ path, tier, type, implicit }: PageEntry, profile: Profile): AuditPlace {
  const kind = kindOf(path, profile, implicit ? null : type);
  if (tier === "cold" || type === "conversation_segment" || dayOf(path) !== null) return "passing";
  if (kind === "log" || kind === "skill" || kind === "template") return "passing";
  if (isNamed(path)) return "named";
  const isOwn = path.startsWith("memory/") || !implicit;
  return isOwn && (kind === "memory" || kind === "instructions") ? "kept" : "beside";
}

/** Whether some harness keeps what it is told, or knows, in a file of this name: a folder of plain notes may have been its workspace. */
function isNamed(path: string): boolean {
  return profileNames.some((name) => "path" in ruleFor(profileOf(name), path).match);
}

/** Kept as long as it is true: nothing that tells of a day, by its type or its name, and nothing from the archive. */
export function isLasting({ place }: Pick<AuditPage, "place">): boolean {
  return place !== "passing";
}

/** One page after another is looked at by all checks, so the last one is all that is held: outlines of ten thousand are heavy. */
export function auditBody(page: AuditPage): Body {
  if (last?.page === page) return last.body;
  const { entries, headings } = outline(page.text, page.bodyStart, "once");
  last = { page, body: { entries, headings } };
  return last.body;
}

let last: { readonly page: AuditPage; readonly body: Body } | null = null;
