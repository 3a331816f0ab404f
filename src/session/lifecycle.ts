/**
 * Lifecycle: every event of a session at which state could be lost, and what is done there, as one closed table.
 *
 * A patch of a session is staged (`stage.ts`), and a boundary flushes what waits (`flush.ts`). Every event at which state could be lost is a line
 * of the table in this file, which is the one list of them. Read this file first, then `flush.ts` and `settle.ts`. Who works on this
 * memory, and whether they live, is kept in `memory/sessions.ts`.
 *
 * `stage` makes a patch durable before it answers, and nothing of git moves. `settle` parses what waits, drops what a recent commit already names
 * in `Pagefile-Patch`, tries each patch on top of those before it (`write/commit/batch.ts`), and commits all that pass as one commit. What is
 * refused becomes a commit on `refs/pagefile/rejected` with its reason, and only then does it leave the staging area (`staging.ts`). So a patch is
 * always staged, committed or journaled. A flush ends each patch as committed, archived, rejected, or still dirty with a fault. A page that is
 * missing while a file could not be read fails the flush; that is never a refusal.
 *
 * Staged patches carry the process of their session. Where that is provably dead, the next flush, session start or write commits them first, as
 * RECOVERED (`recover.ts`). Readers and `stage` never recover: a reader takes no lock, and staging has to work in the middle of a merge. A
 * compaction raises the epoch of the session durably, and words taken from an older epoch are refused and journaled.
 *
 * A session can keep pages to itself (`pages/`). They have a ref and a folder of their own and are opened as the narrowest store, so everything
 * above the History port is the same code. A lost folder comes back from the ref. A boundary first takes in what people edited in those folders,
 * as one commit by hand. `pages/session.ts` moves the folder aside, compares it, and removes the ref: that is the commit point.
 *
 * `transcript/` reads session files of harnesses tolerantly: what it does not know is passed over. `agents/event.ts` makes the
 * result of a tool safe by digest, without secrets.
 */

import type { Boundary } from "../git/history.js";
import type { AcceptedReason } from "../rules/refusal.js";

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

/** What happens to a session, in the order in which help lists it. `new` and `reset` are the commands of that name; `crash` is seen at the next start. */
export const lifecycle = {
  turn: { boundary: "turn", reason: "TURN_COMMIT", loses: "nothing" },
  "compaction-auto": { boundary: "compaction", reason: "FLUSH_COMPACTION", loses: "transcript" },
  "compaction-manual": { boundary: "compaction", reason: "FLUSH_COMPACTION", loses: "transcript" },
  overflow: { boundary: "compaction", reason: "FLUSH_COMPACTION", loses: "transcript" },
  new: { boundary: "reset", reason: "FLUSH_RESET", loses: "session" },
  reset: { boundary: "reset", reason: "FLUSH_RESET", loses: "session" },
  idle: { boundary: "reset", reason: "FLUSH_RESET", loses: "session" },
  daily: { boundary: "reset", reason: "FLUSH_RESET", loses: "session" },
  "switch-model": { boundary: "switch", reason: "FLUSH_SWITCH", loses: "nothing" },
  "switch-session": { boundary: "switch", reason: "FLUSH_SWITCH", loses: "nothing" },
  fork: { boundary: "fork", reason: "FLUSH_FORK", loses: "nothing" },
  exit: { boundary: "shutdown", reason: "FLUSH_SHUTDOWN", loses: "session" },
  sigterm: { boundary: "shutdown", reason: "FLUSH_SHUTDOWN", loses: "session" },
  sighup: { boundary: "shutdown", reason: "FLUSH_SHUTDOWN", loses: "session" },
  crash: { boundary: "shutdown", reason: "RECOVERED", loses: "session" },
  "subagent-end": { boundary: "shutdown", reason: "FLUSH_SHUTDOWN", loses: "session" },
  manual: { boundary: "manual", reason: "FLUSH_MANUAL", loses: "nothing" },
} as const;

export type LifecycleEvent = keyof typeof lifecycle;
export const lifecycleEvents = Object.keys(lifecycle) as readonly LifecycleEvent[];

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
