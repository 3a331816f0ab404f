/** Trace boundary: what became of every patch at a boundary, logged beside the decisions that come after it. */

import { shortDigest } from "../base/digest--digest.js";
import { stableJson } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import type { Boundary } from "../git/history--trailer.js";
import type { Memory } from "../memory/memory.js";
import { redactSecrets } from "../rules/secret-keys--secret.js";
import type { FlushAnswer } from "./cross.js";
import type { LifecycleEvent } from "./lifecycle.js";
import type { Source } from "./sessions--source.js";

export interface FlushQuery {
  readonly boundary: Boundary;
  /** What happens to the session, where that is known better; must be one at that boundary. */
  readonly event?: LifecycleEvent;
  /** Only this session's patches and folder, and its record crosses the boundary; all patches when absent. */
  readonly session?: string | null;
  /** The state of that session's transcript. */
  readonly source?: Source | null;
  /** The turn that crosses the boundary, as it is known in the log of decisions. */
  readonly by?: string;
}

/** A boundary at which nothing waited is logged for a session alone: its next turn wants to know that it was there. */
export function logBoundary(
  memory: Pick<Memory, "clock" | "traces">,
  query: FlushQuery & { readonly event: LifecycleEvent },
  flushed: Outcome<FlushAnswer>,
): void {
  const { boundary, event, session = null, by = null } = query;
  const answer = flushed.ok ? flushed.value : null;
  // No patch made them: a person edited a session's pages by hand.
  const edits = (answer?.edits ?? []).map(({ commit }) => ({ commit, patches: [] }));
  const told = {
    kind: "boundary",
    at: memory.clock.now(),
    session,
    event,
    boundary,
    committed: [...(answer?.committed ?? []), ...edits],
    known: answer?.known.length ?? 0,
    rejected: (answer?.rejected ?? []).map(({ key, reason }) => ({ key: redactSecrets(key), reason })),
    failed: flushed.ok ? null : redactSecrets(flushed.error.says),
    by,
  } as const;
  if (session === null && flushed.ok && told.committed.length + told.known + told.rejected.length === 0) return;
  memory.traces.append({ trace: shortDigest(stableJson(told), 12), ...told });
}
