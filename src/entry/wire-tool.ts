/** WireTool: opens what the result of a tool needs of its memory: where notes and results are kept, and no page. */

import { join, resolve } from "node:path";
import { openEvidenceBlobs } from "../adapter/evidence-blobs.js";
import { findLayout } from "../adapter/git/layout.js";
import { openHarnessNotes } from "../adapter/harness-notes.js";
import type { Outcome } from "../base/failure.js";
import type { Instant } from "../base/ids.js";
import { ok } from "../base/result.js";
import type { Memory } from "../flow/memory.js";
import type { EvidenceBlobs } from "../port/evidence-blobs.js";
import type { HarnessNotes } from "../port/harness-notes.js";
import { findRoot, stateFolder } from "./wire-root.js";

export interface ToolPlace {
  readonly notes: HarnessNotes;
  readonly evidence: EvidenceBlobs;
  /** Where a failure goes on record. */
  readonly faulty: () => Promise<Pick<Memory, "traces" | "clock">>;
}

export function openToolPlace(options: {
  readonly cwd: string;
  readonly repos: readonly string[];
  readonly now: Instant | null;
}): Outcome<ToolPlace> {
  const { cwd, repos, now } = options;
  const root = findRoot(resolve(cwd, repos[0] ?? "."));
  if (!root.ok) return root;
  const layout = findLayout(root.value);
  if (!layout.ok) return layout;
  const state = stateFolder(layout.value);
  return ok({
    notes: openHarnessNotes(join(state, "harness")),
    evidence: openEvidenceBlobs(join(stateFolder(layout.value, layout.value.commonDir), "evidence")),
    async faulty() {
      const { openTraceLog } = await import("../adapter/trace-log.js");
      const { systemClock } = await import("../adapter/system-clock.js");
      return { traces: openTraceLog(state), clock: systemClock(now) };
    },
  });
}
