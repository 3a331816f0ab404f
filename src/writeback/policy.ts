/** Policy: which pages a patch may touch, and on whose word. */

import { err, ok, type Result } from "../base/result.js";
import { findPage, type PageTable } from "../table/build.js";
import type { PageEntry } from "../table/entry.js";
import { leftOut } from "../table/left-out.js";
import type { Drafted } from "./change.js";
import type { Patch } from "./patch.js";
import type { Refusal } from "./reason.js";
import type { Ground } from "./validate.js";

/** The page is there, and Pagefile's to write. */
export function guardPage(
  patch: Exclude<Patch, { op: "create" }>,
  { table, config }: Pick<Ground, "table" | "config">,
): Result<PageEntry, Refusal> {
  const page = findPage(table, patch.page);
  if (page === null) {
    const out = leftOut(config, patch.page);
    if (out !== null) return err({ reason: "POLICY_VIOLATION", ...out });
    return err({
      reason: "SCHEMA_INVALID",
      says: `There is no page “${patch.page}”.`,
      hint: "List the pages with: pagefile pages",
    });
  }
  if (!page.writable) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `${page.path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`,
      hint: "Edit it by hand, or keep the rule as a page: pagefile new --type constraint …",
    });
  }
  if (page.tier === "cold" && patch.op !== "restore") {
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${page.id}” is archived (${page.path}).`,
      hint: `Bring it back first: pagefile restore ${page.id}`,
    });
  }
  return ok(page);
}

/** Nothing is written where nobody would read it back: each page that comes to be, or comes back, is one by the configuration. */
export function guardIncluded({ targets, changes }: Drafted, { config, session }: Ground): Refusal | null {
  if (session !== undefined) return null;
  const places = changes.flatMap((change) => (change.kind === "move" ? [change.to] : [change.path]));
  const made = targets.filter(({ op, path }) => (op === "create" || op === "restore") && places.includes(path));
  const out = made.map(({ path }) => leftOut(config, path)).find((each) => each !== null);
  return out === undefined ? null : { reason: "POLICY_VIOLATION", ...out };
}

/** Evidence has a known form, and what can be looked up here is there. */
export function guardProvenance(patch: Patch, table: PageTable): Refusal | null {
  for (const evidence of patch.evidence) {
    const colon = evidence.indexOf(":");
    const kind = colon < 0 ? "" : evidence.slice(0, colon);
    const rest = evidence.slice(colon + 1);
    if (!knownEvidence.has(kind) || rest === "")
      return dangling(evidence, `Known forms: ${[...knownEvidence].join(":… ")}:…`);
    if (kind === "page" && findPage(table, rest) === null)
      return dangling(evidence, "List the pages with: pagefile pages");
  }
  return null;
}

const knownEvidence: ReadonlySet<string> = new Set([
  "session",
  "page",
  "file",
  "commit",
  "tool",
  "url",
  "user_message",
]);

function dangling(evidence: string, hint: string): Refusal {
  return { reason: "PROVENANCE_DANGLING", says: `The evidence “${evidence}” does not resolve.`, hint };
}
