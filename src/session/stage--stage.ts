/** Stage: pages of a session's own for the results of its tools, before the context that holds them goes. */

import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { evidenceDraft, type KeptResult } from "../write/evidence.js";
import { stage } from "./stage.js";

/** `results`: one of each call. As many of the last as a prompt can point at; the flush that follows commits them to the session's pages. */
export async function stageEvidence(
  workspace: Workspace,
  results: readonly KeptResult[],
  who: { readonly session: string; readonly actor: string },
): Promise<Outcome<number>> {
  let staged = 0;
  for (const result of results.slice(-limits.evidencePagesMax)) {
    const kept = workspace.primary.evidence?.get(result.digest) ?? ok(null);
    if (!kept.ok) return kept;
    const text = kept.value === null ? null : Buffer.from(kept.value.bytes).toString("utf8");
    const draft = evidenceDraft(result, text, who);
    // The same call had the same result before an earlier compaction.
    if (locate(workspace, draft.page).ok) continue;
    const added = await stage(workspace, draft);
    if (!added.ok) return added;
    staged += 1;
  }
  return ok(staged);
}

/** Results that nobody called for again go first. */
export function pruneEvidence({ primary }: Workspace): Outcome<number> {
  const { evidenceBytesMax: bytesMax, evidenceBlobsMax: blobsMax } = limits;
  return primary.evidence?.prune({ bytesMax, blobsMax }) ?? ok(0);
}
