/** Lifecycle: every event of a session at which state could be lost, and what is done there, as one closed table. */

import type { Boundary } from "../git/history.js";
import type { AcceptedReason } from "../rules/reason.js";

/** What happens to a session. `new` and `reset` are the commands of that name; `crash` is seen at the next start. */
export const lifecycleEvents = [
  "turn",
  "compaction-auto",
  "compaction-manual",
  "overflow",
  "new",
  "reset",
  "idle",
  "daily",
  "switch-model",
  "switch-session",
  "fork",
  "exit",
  "sigterm",
  "sighup",
  "crash",
  "subagent-end",
  "manual",
] as const;
export type LifecycleEvent = (typeof lifecycleEvents)[number];

export interface Handling {
  readonly boundary: Boundary;
  /** What the commit is for. */
  readonly reason: AcceptedReason;
  /**
   * What is gone afterwards. `transcript`: the words so far, so that nothing may be taken from them later. `session`: the session
   * itself. Where something goes, a session that said much and proposed nothing is a fault.
   */
  readonly loses: "nothing" | "transcript" | "session";
}

const handling = (boundary: Boundary, reason: AcceptedReason, loses: Handling["loses"]): Handling => ({
  boundary,
  reason,
  loses,
});

/** An event without its line does not compile. */
export const lifecycle: Readonly<Record<LifecycleEvent, Handling>> = {
  turn: handling("turn", "TURN_COMMIT", "nothing"),
  "compaction-auto": handling("compaction", "FLUSH_COMPACTION", "transcript"),
  "compaction-manual": handling("compaction", "FLUSH_COMPACTION", "transcript"),
  overflow: handling("compaction", "FLUSH_COMPACTION", "transcript"),
  new: handling("reset", "FLUSH_RESET", "session"),
  reset: handling("reset", "FLUSH_RESET", "session"),
  idle: handling("reset", "FLUSH_RESET", "session"),
  daily: handling("reset", "FLUSH_RESET", "session"),
  "switch-model": handling("switch", "FLUSH_SWITCH", "nothing"),
  "switch-session": handling("switch", "FLUSH_SWITCH", "nothing"),
  fork: handling("fork", "FLUSH_FORK", "nothing"),
  exit: handling("shutdown", "FLUSH_SHUTDOWN", "session"),
  sigterm: handling("shutdown", "FLUSH_SHUTDOWN", "session"),
  sighup: handling("shutdown", "FLUSH_SHUTDOWN", "session"),
  crash: handling("shutdown", "RECOVERED", "session"),
  "subagent-end": handling("shutdown", "FLUSH_SHUTDOWN", "session"),
  manual: handling("manual", "FLUSH_MANUAL", "nothing"),
};

/** The event meant where only the boundary is named. */
export const eventAt: Readonly<Record<Boundary, LifecycleEvent>> = {
  turn: "turn",
  compaction: "compaction-auto",
  reset: "reset",
  switch: "switch-session",
  fork: "fork",
  shutdown: "exit",
  manual: "manual",
};
