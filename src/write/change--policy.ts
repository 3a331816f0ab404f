/** Policy: which pages a patch may touch, and on whose word. */

import { err, ok, type Result } from "../base/result--result.js";
import { leftOut } from "../memory/included--left-out.js";
import { findPage } from "../memory/table.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Refusal } from "../rules/reason.js";
import type { Drafted } from "./change.js";
import { parseEvidence } from "./change--evidence-form.js";
import type { Ground } from "./change--ground.js";
import type { Patch, PatchEnvelope } from "./patch.js";

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

/** Evidence has a known form, and what it names is there, as far as the ground can tell. */
export function guardProvenance(patch: PatchEnvelope, ground: Pick<Ground, "table" | "unresolved">): Refusal | null {
  for (const evidence of patch.evidence) {
    const named = parseEvidence(evidence);
    if (!named.ok) return { reason: "PROVENANCE_DANGLING", ...named.error };
    const { kind, name } = named.value;
    // The session that writes is there, whoever else knows it.
    if (kind === "session" && name === patch.session) continue;
    if (kind === "page" && findPage(ground.table, name) === null)
      return dangling(evidence, `there is no page “${name}”`, "List the pages with: pagefile pages");
    const missing = ground.unresolved?.(evidence) ?? null;
    if (missing !== null) return dangling(evidence, missing.says, missing.hint);
  }
  return null;
}

function dangling(evidence: string, why: string, hint: string): Refusal {
  return { reason: "PROVENANCE_DANGLING", says: `The evidence “${evidence}” does not resolve: ${why}.`, hint };
}
