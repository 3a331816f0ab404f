/** Script: small workloads written by hand, and what tests ask of their outcomes. */

import type { RunOutcome, Workload, WorkloadPage, WorkloadTurn } from "../../../src/prompt/replay/workload.js";

export function page(id: string, changes: Partial<WorkloadPage> = {}): WorkloadPage {
  const tokens = { pointer: 5, structured: 10, full: 40 };
  return { id, type: "evidence", pin: "none", scope: "session", tokens, ...changes };
}

export function bootstrap(id: string): WorkloadPage {
  return page(id, { type: "bootstrap_policy", tokens: { structured: 20, full: 40 } });
}

export function turn(changes: Partial<WorkloadTurn> = {}): WorkloadTurn {
  return { events: [], demands: [], tools: [], dirty: [], ...changes };
}

export function workload(pages: readonly WorkloadPage[], turns: readonly WorkloadTurn[]): Workload {
  return { workload: 1, name: "by-hand", family: "test", seed: null, pages, turns };
}

/** `turn kind page`, in the order in which they were observed. */
export function faultsOf(outcome: RunOutcome): readonly string[] {
  return outcome.faults.map(({ kind, turn, page }) => `${turn} ${kind} ${page}`);
}
