/** Lifecycle cross: what a boundary changes in the record of the session that crosses it, and the faults it shows. */

import { stableJson } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import type { Handling, LifecycleEvent } from "./lifecycle.js";
import type { SessionRecord } from "./sessions--sessions.js";
import { beginning, evicted, hasGrown, latest, type Source } from "./sessions--source.js";

export interface Crossing {
  readonly session: string;
  readonly event: LifecycleEvent;
  readonly handling: Handling;
  /** The state of the transcript that the flush speaks of. */
  readonly source: Source | null;
}

/** Why the flush comes too late, or null. The same compaction told again is not late: its answer may have been lost. */
export function lateness(
  memory: Pick<Memory, "sessions">,
  { session, handling, source }: Crossing,
): Outcome<string | null> {
  if (source === null) return ok(null);
  const read = memory.sessions.read(session);
  if (!read.ok) return read;
  const record = read.value;
  return ok(record === null || isRepeat(record, handling, source) ? null : evicted(source, record.seen));
}

/** Durable when it returns. `proposed` counts the patches of the session that were there to be settled. */
export function cross(
  memory: Pick<Memory, "sessions" | "clock" | "traces">,
  crossing: Crossing,
  proposed: number,
): Outcome<{ readonly epoch: number; readonly faults: readonly Fault[] }> {
  const { session, handling, source, event } = crossing;
  const read = memory.sessions.read(session);
  if (!read.ok) return read;
  const now = memory.clock.now();
  const fresh: SessionRecord = {
    session,
    owner: null,
    since: now,
    ended: null,
    seen: beginning,
    cut: null,
    settled: beginning,
  };
  const record = read.value ?? fresh;
  const seen = source === null ? record.seen : latest(source, record.seen);
  const repeats = source !== null && isRepeat(record, handling, source);
  const declined = !repeats && proposed === 0 && handling.loses !== "nothing" && hasGrown(seen, record.settled);
  const faults = declined ? [declinedAt(event, session, { seen, settled: record.settled })] : [];
  let next: SessionRecord = { ...record, seen };
  if (proposed > 0 || declined || isUnmeasured(record.settled, seen)) next = { ...next, settled: seen };
  if (handling.loses === "transcript" && !repeats) {
    const begun: Source = { epoch: seen.epoch + 1, length: null, digest: null };
    next = { ...next, cut: source ?? record.seen, seen: begun, settled: begun };
  }
  if (handling.loses === "session") next = { ...next, ended: record.ended ?? now, owner: null };
  // A session that nobody made known leaves no record behind by ending.
  const told = read.value !== null || source !== null || handling.loses === "transcript";
  if (told && stableJson(next) !== stableJson(read.value)) {
    const written = memory.sessions.write(next);
    if (!written.ok) return written;
  }
  logFaults(memory, faults, { at: now, session, boundary: event });
  return ok({ epoch: next.seen.epoch, faults });
}

function isRepeat(record: SessionRecord, handling: Handling, source: Source): boolean {
  if (handling.loses !== "transcript" || record.cut === null) return false;
  return record.seen.epoch === source.epoch + 1 && stableJson(record.cut) === stableJson(source);
}

/** The first length told within an epoch is where growth is measured from: a compaction leaves a text of unknown length. */
function isUnmeasured(settled: Source, seen: Source): boolean {
  return seen.length !== null && (settled.length === null || settled.epoch < seen.epoch);
}

function declinedAt(
  event: LifecycleEvent,
  session: string,
  { seen, settled }: { readonly seen: Source; readonly settled: Source },
): Fault {
  return {
    kind: "agent_declined",
    page: "",
    says: `Session ${session} passed ${event} at length ${seen.length} of epoch ${seen.epoch}, ${Number(seen.length) - Number(settled.length)} more than at its last patch, and proposed nothing.`,
    hint: "The transcript still holds it if the harness keeps one; stage from there what is worth keeping.",
  };
}
