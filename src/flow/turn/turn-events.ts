/** Turn events: what happened to a session since its last turn: boundaries it crossed, and losses that only its record tells. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import type { TraceRecord } from "../../port/trace-log.js";
import type { TurnState } from "../../port/turn-states.js";
import type { BoundaryRecord, LiveEvent } from "../../trace/live.js";
import { lifecycle, lifecycleEvents } from "../../writeback/lifecycle/lifecycle.js";
import { flush } from "../boundary/flush.js";
import type { CommitOptions } from "../commit.js";
import type { Memory } from "../memory.js";
import type { Workspace } from "../workspace.js";
import type { TurnQuery } from "./turn.js";

export interface Happened {
  /** In the order in which they happened. */
  readonly events: readonly LiveEvent[];
  readonly boundaries: readonly BoundaryRecord[];
  readonly epoch: number;
  readonly ended: string | null;
}

/**
 * Crosses what the caller names, but for what an earlier call for this very turn has crossed. A flush that fails is on record as a
 * fault and keeps no prompt from being made: the patches wait on.
 */
export async function crossEvents(
  workspace: Workspace,
  turn: { readonly query: TurnQuery; readonly asked: string; readonly since: TurnState | null },
  options: CommitOptions,
): Promise<void> {
  const { query, asked, since } = turn;
  if (query.events.length === 0) return;
  const done = boundariesSince(workspace.primary, query.session, since).filter(({ by }) => by === asked).length;
  for (const event of query.events.slice(done)) {
    const { boundary } = lifecycle[event];
    await flush(workspace, { boundary, event, session: query.session, by: asked }, options);
  }
}

/** A loss that nobody logged a boundary for, because the log was lost or a program died there, shows in the session's own record. */
export function happenedSince(memory: Memory, session: string, since: TurnState | null): Outcome<Happened> {
  const record = memory.sessions.read(session);
  if (!record.ok) return record;
  const boundaries = boundariesSince(memory, session, since);
  const events: LiveEvent[] = boundaries.map(({ event, trace }) => ({
    event,
    loses: losesAt(event),
    boundary: trace,
  }));
  const epoch = record.value?.seen.epoch ?? since?.epoch ?? 0;
  const ended = record.value?.ended ?? null;
  const isLoss = since !== null && (epoch > since.epoch || (ended !== null && ended !== since.ended));
  if (isLoss && !events.some((event) => event.loses))
    events.push({ event: epoch > since.epoch ? "compaction-auto" : "reset", loses: true, boundary: null });
  return ok({ events, boundaries, epoch, ended });
}

function losesAt(event: string): boolean {
  const known = lifecycleEvents.find((name) => name === event);
  return known !== undefined && lifecycle[known].loses !== "nothing";
}

/**
 * Those of the session that were logged behind its last turn, the oldest first. Where it had none yet, what was logged before it began
 * is not its own: the whole log, which is long, would be read for nothing.
 */
function boundariesSince(memory: Memory, session: string, since: TurnState | null): readonly BoundaryRecord[] {
  const begun = since === null ? begunAt(memory, session) : null;
  const isHere = (record: TraceRecord): boolean | null => {
    if (begun !== null && Date.parse(record.at) < begun) return null;
    if (record.kind === "boundary") return record.session === session;
    return record.trace === since?.record.trace ? null : false;
  };
  const naming = begun === null ? session : undefined;
  const { records } = memory.traces.recent(Number.MAX_SAFE_INTEGER, isHere, naming);
  return records.filter((record) => record.kind === "boundary").reverse();
}

/** In ms; null where nobody made it known. */
function begunAt({ sessions }: Memory, session: string): number | null {
  const record = sessions.read(session);
  return record.ok && record.value !== null ? Date.parse(record.value.since) : null;
}
