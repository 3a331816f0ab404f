/** Failing: a harness is answered whatever goes wrong: the person is told, and where there is a memory it has a fault on record. */

import type { Memory } from "../memory/memory.js";
import { logFaults } from "../write/fault-log.js";
import { type HarnessAnswer, silence } from "./contract.js";

export interface HarnessRun {
  readonly answer: HarnessAnswer;
  /** What went wrong; null where nothing did. The harness is answered all the same. */
  readonly failed: string | null;
}

export function failedWith(says: string): HarnessRun {
  return { answer: { ...silence, notice: says }, failed: says };
}

/** `event` as the harness spells it. */
export function failedIn(
  memory: Pick<Memory, "traces" | "clock">,
  { session, event, says }: { readonly session: string; readonly event: string; readonly says: string },
): HarnessRun {
  const hint = "What was staged is safe and waits: pagefile status, pagefile flush.";
  logFaults(memory, [{ kind: "harness_failed", page: "", says: `${event}: ${says}`, hint }], {
    session,
    boundary: event,
  });
  return failedWith(says);
}

export function bugSays(error: unknown): string {
  return `a bug: ${error instanceof Error ? error.message : String(error)}`;
}
