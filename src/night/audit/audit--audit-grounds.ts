/** AuditGrounds: what pages rest on and is not there any more; it is said, and no page is kept from anybody for it. */

import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { parseEvidence } from "../../write/change--evidence-form.js";
import { whyUnresolved } from "../../write/flow.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";

/** Files and commits alone: sessions and results of tools are of the machine that made them, and pages are asked for with the links. */
export async function groundFindings(
  memory: Memory,
  pages: readonly Pick<AuditPage, "entry" | "meta">[],
): Promise<Outcome<readonly AuditFinding[]>> {
  const isCut = memory.history.isCut?.() ?? ok(false);
  if (!isCut.ok) return isCut;
  const looked = new Map<string, boolean>();
  const findings: AuditFinding[] = [];
  for (const { entry, meta } of pages)
    for (const evidence of meta.provenance ?? []) {
      const named = parseEvidence(evidence);
      if (!named.ok || (named.value.kind !== "file" && named.value.kind !== "commit")) continue;
      // Git is asked for a commit, and of a clone without its history nothing can be said.
      if (named.value.kind === "commit" && (isCut.value || looked.size >= limits.groundsLookedUpMax)) continue;
      if (!looked.has(evidence)) {
        const missing = await whyUnresolved(memory, evidence);
        if (!missing.ok) return missing;
        looked.set(evidence, missing.value === null);
      }
      if (looked.get(evidence) === false) findings.push(gone(entry.path, evidence));
    }
  return ok(findings);
}

function gone(path: string, evidence: string): AuditFinding {
  const says = `It rests on “${evidence}”, which is not there any more.`;
  const hint = "The page is read as before; pagefile blame tells who named it, and when.";
  return { check: "grounds_gone", severity: "note", path, line: 0, says, hint };
}
