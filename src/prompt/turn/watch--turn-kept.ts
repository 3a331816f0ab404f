/** TurnKept: what a turn leaves: its working set in the state of the session, and its record and faults in the log. */

import type { Memory } from "../../memory/memory.js";
import { logFaults } from "../../write/fault-log.js";
import type { TurnState } from "../trace/turns--turn-states.js";
import { nothingWatched, type Watch } from "./watch.js";

/** The record and its faults; also those of a turn whose process died behind its decision. */
export function keepLogged(
  memory: Pick<Memory, "traces" | "clock">,
  { session, record }: Pick<TurnState, "session" | "record">,
): void {
  if (!memory.traces.append(record).ok) return;
  const { at, trace, live } = record;
  const boundary = live?.events.at(-1)?.event;
  const place = {
    session,
    ...(live === null ? {} : { turn: live.turn }),
    ...(boundary === undefined ? {} : { boundary }),
  };
  logFaults(memory, record.faults, { ...place, at, trace });
}

export function watchOf(state: TurnState | null): Watch {
  if (state === null) return nothingWatched;
  const { seen, standing, bootstrap, pinned = [], hits, sightings } = state;
  return { seen: new Map(seen), standing: new Map(standing), bootstrap, pinned, hits, sightings };
}

export function frozen(watch: Watch): Pick<TurnState, keyof Watch> {
  return { ...watch, seen: [...watch.seen], standing: [...watch.standing] };
}
