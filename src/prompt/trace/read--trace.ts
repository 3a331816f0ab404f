/** Trace: what was decided: recent decisions and boundaries, or one of them explained. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Workspace } from "../../memory/workspace.js";
import type { Logged, TraceRecord } from "./log--trace-log.js";
import { explain, explainBoundary } from "./read.js";
import type { TraceAnswer } from "./read--trace-answers.js";
import { explainRecall } from "./recall.js";
import type { BoundaryRecord } from "./trace--live.js";

const recentMax = 20;

/** The newest first; with an id (or its first digits) that one whole; with a session only what it was part of. */
export async function trace(
  workspace: Workspace,
  query: { readonly id: string | null; readonly session?: string | null },
): Promise<Outcome<TraceAnswer>> {
  const log = workspace.primary.traces;
  const { id, session = null } = query;
  if (id === null) {
    const recent: Logged<TraceRecord> = log.recent(
      recentMax,
      (record) => session === null || sessionOf(record) === session,
      session ?? undefined,
    );
    const traces = recent.records.map((record) => ({
      id: record.trace,
      at: record.at,
      kind: record.kind === "assemble" && record.live !== null ? "turn" : record.kind,
      says: gist(record),
    }));
    return ok({ traces, record: null, explained: null, damaged: recent.damaged.map((fault) => fault.says) });
  }
  const found = log.find(id);
  if (found === null) {
    return err({
      code: "usage",
      says: `There is no trace “${id}”.`,
      hint: "List recent ones with: pagefile trace; old ones are rotated away.",
    });
  }
  return ok({ traces: [], record: found, explained: explained(workspace, found), damaged: [] });
}

function explained(workspace: Workspace, record: TraceRecord): string {
  if (record.kind === "boundary") return explainBoundary(record);
  return record.kind === "recall" ? explainRecall(record) : explain(record, boundariesOf(workspace, record));
}

function boundariesOf(workspace: Workspace, record: TraceRecord): readonly BoundaryRecord[] {
  const events = record.kind === "assemble" && record.live !== null ? record.live.events : [];
  return events.flatMap(({ boundary }) => {
    const found = boundary === null ? null : workspace.primary.traces.find(boundary);
    return found?.kind === "boundary" ? [found] : [];
  });
}

function sessionOf(record: TraceRecord): string | null {
  return record.kind === "assemble" ? record.inputs.session : record.session;
}

function gist(record: TraceRecord): string {
  if (record.kind === "boundary") {
    const { event, committed, rejected, failed } = record;
    const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
    return failed === null ? `${event}, ${patches} committed, ${rejected.length} rejected` : `${event}, failed`;
  }
  if (record.kind === "recall") return `${record.status}, ${record.pages.length} pages, “${record.query}”`;
  const { selected, omitted, budget, live, inputs } = record;
  const whose = live === null ? "" : `turn ${live.turn} of ${inputs.session ?? ""}, `;
  return `${whose}${selected.length} in, ${omitted.length} out, budget ${budget}`;
}
