/** Recover: what sessions that died had staged or edited is committed or refused before anything else is written. */

import { type Outcome, ok } from "../base/result.js";
import { compareText, firstDecided } from "../base/text.js";
import { type Memory, refresh } from "../memory/memory.js";
import { type SessionRecord, sessionsOf } from "../memory/sessions.js";
import type { CommitOptions } from "../write/commit/commit.js";
import { settleRemovals } from "../write/commit/removals.js";
import type { Recovery, WaitingRow } from "./cross.js";
import { lifecycle } from "./lifecycle.js";
import type { EditsTaken } from "./pages/edits.js";
import { keptSessions, lifeOf, stateOf } from "./pages/folder.js";
import { stagingOf } from "./staging.js";

/** Nothing was left behind. */
export const nothingLeft: Recovery = { sessions: [], committed: [], known: [], rejected: [], edits: [], faults: [] };

/**
 * Touches only patches and folders of sessions whose process is provably dead; validates them like all others and commits them:
 * patches as RECOVERED, edits by hand as MANUAL_EDIT. Where none waits it costs a look at two folders. Several processes may do
 * it at once.
 */
export async function recover(memory: Memory, options: CommitOptions): Promise<Outcome<Recovery>> {
  const gone = await settleRemovals(memory);
  if (!gone.ok) return gone;
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  const left = listed.value.patches.filter(({ owner }) => lifeOf(memory, owner) === "dead");
  const kept = await deadWithPages(memory);
  if (!kept.ok) return kept;
  if (left.length + kept.value.length === 0) return ok(nothingLeft);
  // Most writes find nothing, and need none of what settles it.
  const { settleInStores, takeAllEdits } = await import("./pages/edits.js");
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const patching = new Set(left.map((one) => one.session));
  const owners = new Set([...kept.value, ...[...patching].filter((session) => session !== null)]);
  const typed: EditsTaken[] = [];
  for (const session of owners) typed.push(await takeAllEdits(memory, session, lifecycle.crash.boundary));
  const settled = await settleInStores(memory, left, { ...options, ...lifecycle.crash });
  if (!settled.ok) return settled;
  const { committed, known, rejected, faults, pages } = settled.value;
  const waits = new Set(pages.flatMap(({ outcome, patch }) => (outcome === "still_dirty" ? [patch] : [])));
  const waiting = new Set(left.flatMap(({ key, session }) => (waits.has(key) ? [session] : [])));
  for (const session of new Set([...patching, ...owners])) {
    const ended = waiting.has(session) ? ok(undefined) : endOf(memory, session);
    if (!ended.ok) return ended;
  }
  const dirty = [...owners].filter((_, at) => typed[at]!.pages.length > 0);
  const sessions = [...new Set([...patching, ...dirty])];
  const edits = typed.flatMap((one) => one.edits);
  return ok({
    sessions,
    committed,
    known,
    rejected,
    edits,
    faults: [...typed.flatMap((one) => one.faults), ...faults],
  });
}

/** Sessions that were made known with a process that died since, and that keep pages of their own. */
async function deadWithPages(memory: Memory): Promise<Outcome<readonly string[]>> {
  const listed = sessionsOf(memory).list();
  if (!listed.ok) return listed;
  const isDead = (record: SessionRecord): boolean => stateOf(memory, record) === "dead";
  // Their folders, of which there are many more, are looked through only for one.
  if (!listed.value.records.some(isDead)) return ok([]);
  const kept = await keptSessions(memory);
  if (!kept.ok) return kept;
  const dead = kept.value.filter(({ record }) => record !== null && isDead(record));
  return ok(dead.flatMap(({ session }) => (session === null ? [] : [session])));
}

/** What waits and from whom, oldest first; changes nothing. */
export function waitingBySession(memory: Memory): Outcome<readonly WaitingRow[]> {
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  const rows = new Map<string, WaitingRow>();
  for (const staged of listed.value.patches) {
    const state = lifeOf(memory, staged.owner);
    const name = `${state} ${staged.session ?? ""}`;
    const row = rows.get(name);
    if (row === undefined) rows.set(name, { session: staged.session, state, patches: 1, since: staged.at });
    else rows.set(name, { ...row, patches: row.patches + 1 });
  }
  return ok(
    [...rows.values()].sort((a, b) =>
      firstDecided(compareText(a.since, b.since), compareText(a.session ?? "", b.session ?? "")),
    ),
  );
}

/** A session of the same name may have been started anew meanwhile; that one goes on. */
function endOf(memory: Memory, session: string | null): Outcome<void> {
  const read = session === null ? ok(null) : sessionsOf(memory).read(session);
  if (!read.ok) return read;
  if (read.value === null || stateOf(memory, read.value) !== "dead") return ok(undefined);
  return sessionsOf(memory).write({ ...read.value, ended: memory.clock.now(), owner: null });
}
