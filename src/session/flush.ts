/** Flush: every staged patch committed or refused with its reason, at one boundary, as one commit where they allow it. */

import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import type { Boundary } from "../git/history.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import type { CommitOptions } from "../write/commit/commit.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type Crossing, cross, type FlushAnswer, type FlushQuery, lateness, logBoundary } from "./cross.js";
import { eventAt, type LifecycleEvent, lifecycle } from "./lifecycle.js";
import { missedAt, settleInStores, takeAllEdits } from "./pages/edits.js";
import { unfitSession } from "./pages/session.js";
import { recover } from "./recover.js";
import { damagedPatch, stagingOf } from "./staging.js";

/**
 * What people edited by hand in the sessions' folders comes first, so that patches find it. A patch leaves the staging area only
 * after its commit or its entry in the journal of refusals is durable.
 */
export async function flush(
  workspace: Workspace,
  query: FlushQuery,
  options: CommitOptions,
): Promise<Outcome<FlushAnswer>> {
  const event = query.event ?? eventAt[query.boundary];
  const wrong = misuse(query, lifecycle[event].boundary);
  if (wrong !== null) return err(wrong);
  const flushed = await flushAt(workspace, { ...query, event }, options);
  logBoundary(workspace.primary, { ...query, event }, flushed);
  return flushed;
}

async function flushAt(
  workspace: Workspace,
  query: FlushQuery & { readonly event: LifecycleEvent },
  options: CommitOptions,
): Promise<Outcome<FlushAnswer>> {
  const memory = workspace.primary;
  const { event } = query;
  const handling = lifecycle[event];
  const session = query.session ?? null;
  const source = query.source ?? null;
  const crossing = session === null ? null : { session, event, source };
  const recovered = await recover(memory, options);
  if (!recovered.ok) return missed(memory, { event, session }, recovered.error);
  const late = crossing === null ? ok(null) : lateness(memory, crossing);
  if (!late.ok) return missed(memory, { event, session }, late.error);
  if (late.value !== null) return refuseLate(memory, crossing!, late.value);
  const typed = await takeAllEdits(memory, session, handling.boundary);
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  // Nobody can say whose they are: each is told where all are flushed.
  const torn = session === null ? listed.value.damaged.map(damagedPatch) : [];
  logFaults(memory, torn, { boundary: event });
  const due = listed.value.patches.filter((one) => session === null || one.session === session);
  // In a process that lives long, a page made elsewhere meanwhile must not make a patch to it look misaddressed.
  const refreshed = due.length === 0 ? ok(undefined) : refresh(memory);
  if (!refreshed.ok) return missed(memory, { event, session }, refreshed.error);
  const settled = await settleInStores(memory, due, { ...options, ...handling });
  if (!settled.ok) return missed(memory, { event, session }, settled.error);
  const crossed = crossing === null ? ok({ epoch: null, faults: [] }) : cross(memory, crossing, due.length);
  if (!crossed.ok) return crossed;
  const { committed, known, rejected, pages } = settled.value;
  return ok({
    boundary: query.boundary,
    event,
    session,
    committed,
    known,
    rejected,
    edits: typed.edits,
    recovered: recovered.value,
    pages: [...typed.pages, ...pages],
    epoch: crossed.value.epoch,
    faults: [...torn, ...crossed.value.faults, ...typed.faults, ...settled.value.faults],
  });
}

/** Nothing is lost: what waited waits on. That it is dirty still past the boundary is on record, a fault a patch. */
function missed(
  memory: Memory,
  { event, session }: { readonly event: LifecycleEvent; readonly session: string | null },
  failure: Failure,
): { readonly ok: false; readonly error: Failure } {
  const listed = stagingOf(memory).list();
  for (const one of listed.ok ? listed.value.patches : [])
    if (session === null || one.session === session) missedAt(memory, event, { one, failure });
  return err(failure);
}

/** Patches staged before the compaction stay staged; what comes now may be made from what it left. */
function refuseLate(
  memory: Memory,
  { session, event }: Crossing,
  why: string,
): { readonly ok: false; readonly error: Failure } {
  const fault: Fault = {
    kind: "flush_after_evict",
    page: "",
    says: `The flush of session ${session} at ${event} comes after what it speaks of was dropped. ${why}`,
    hint: "Nothing was committed; what was staged waits. Flush before the transcript is compacted, or without --epoch.",
  };
  logFaults(memory, [fault], { session, boundary: event });
  return err({ code: "refused", reason: "FLUSH_AFTER_EVICT", says: fault.says, hint: fault.hint });
}

function misuse({ boundary, event, session, source }: FlushQuery, belongs: Boundary): Failure | null {
  if (boundary !== belongs) {
    const says = `The event ${event} is at the boundary ${belongs}, and ${boundary} was named.`;
    return usage(says, "Name one of the two; the event is enough.");
  }
  if (session != null) return unfitSession(session);
  const says = "An epoch was given without the session whose transcript it counts.";
  return source == null ? null : usage(says, "Add --session ID.");
}
