/** Trace: what was decided: recent decision records, or one explained. */

import type { Outcome } from "../base/failure.js";
import { err, ok } from "../base/result.js";
import { explain } from "../trace/explain.js";
import type { TraceAnswer } from "./answers.js";
import type { Workspace } from "./workspace.js";

const recentMax = 20;

/** The newest first; with an id (or its first digits) that one whole. */
export async function trace(
  workspace: Workspace,
  query: { readonly id: string | null },
): Promise<Outcome<TraceAnswer>> {
  const log = workspace.primary.traces;
  if (query.id === null) {
    const recent = log.recent(recentMax);
    const traces = recent.records.map((record) => ({
      id: record.trace,
      at: record.at,
      kind: record.kind,
      says: gist(record),
    }));
    return ok({ traces, record: null, explained: null, damaged: recent.damaged.map((fault) => fault.says) });
  }
  const found = log.find(query.id);
  if (found === null) {
    return err({
      code: "usage",
      says: `There is no trace “${query.id}”.`,
      hint: "List recent ones with: pagefile trace; old ones are rotated away.",
    });
  }
  return ok({ traces: [], record: found, explained: explain(found), damaged: [] });
}

function gist(record: {
  readonly budget: number;
  readonly selected: readonly unknown[];
  readonly omitted: readonly unknown[];
}): string {
  return `${record.selected.length} in, ${record.omitted.length} out, budget ${record.budget}`;
}
