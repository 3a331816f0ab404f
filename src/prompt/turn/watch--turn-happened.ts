/** TurnHappened: what happened to a session since its last turn: boundaries it crossed, and losses that only its record tells. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { lifecycle, lifecycleEvents } from "../../session/lifecycle.js";
import type { TraceRecord } from "../trace/log--trace-log.js";
import type { BoundaryRecord, LiveEvent } from "../trace/trace--live.js";
import type { TurnState } from "../trace/turns--turn-states.js";

type Place = Pick<Memory, "sessions" | "traces">;

export interface Happened {
  /** In the order in which they happened. */
  readonly events: readonly LiveEvent[];
  readonly boundaries: readonly BoundaryRecord[];
  readonly epoch: number;
  readonly ended: string | null;
}

/** A loss that nobody logged a boundary for, because the log was lost or a program died there, shows in the session's own record. */
export function happenedSince(memory: Place, session: string, since: TurnState | null): Outcome<Happened> {
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
export function boundariesSince(memory: Place, session: string, since: TurnState | null): readonly BoundaryRecord[] {
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
function begunAt({ sessions }: Place, session: string): number | null {
  const record = sessions.read(session);
  return record.ok && record.value !== null ? Date.parse(record.value.since) : null;
}
