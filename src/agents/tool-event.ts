/** WireTool: opens what the result of a tool needs of its memory: where notes and results are kept, and no page. */

import { join, resolve } from "node:path";
import type { Instant } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { findLayout } from "../git/layout.js";
import type { Memory } from "../memory/memory.js";
import { findRoot, stateFolder } from "../memory/root.js";
import { openEvidenceBlobs } from "../write/evidence-blobs.js";
import type { EvidenceBlobs } from "../write/evidence-blobs--evidence-blobs.js";
import { openHarnessNotes } from "./known--harness-notes.js";
import type { HarnessNotes } from "./known--harness-notesx.js";

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
      const { openTraceLog } = await import("../prompt/trace/log.js");
      const { systemClock } = await import("../state/machine--system-clock.js");
      return { traces: openTraceLog(state), clock: systemClock(now) };
    },
  });
}
