/** Recover: what sessions that died had staged is committed or refused before anything else is written. */

import type { Outcome } from "../../base/failure.js";
import { compareText, firstDecided } from "../../base/order.js";
import { ok } from "../../base/result.js";
import type { StagedPatch } from "../../port/staging.js";
import { lifecycle } from "../../writeback/lifecycle/lifecycle.js";
import type { CommitOptions } from "../commit.js";
import { type Memory, refresh } from "../memory.js";
import type { Recovery, WaitingRow } from "./lifecycle-answers.js";
import { settle } from "./lifecycle-settle.js";

const nothing: Recovery = { sessions: [], committed: [], known: [], rejected: [] };

/**
 * Touches only patches whose session's process is provably dead; validates them like all others and commits them as RECOVERED.
 * Where none waits it costs one look at a folder. Several processes may do it at once.
 */
export async function recover(memory: Memory, options: CommitOptions): Promise<Outcome<Recovery>> {
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  const left = listed.value.patches.filter((one) => ownerState(memory, one) === "dead");
  if (left.length === 0) return ok(nothing);
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const settled = await settle(memory, left, { ...options, ...lifecycle.crash });
  if (!settled.ok) return settled;
  const sessions = [...new Set(left.map((one) => one.session))];
  for (const session of sessions) {
    const ended = endOf(memory, session);
    if (!ended.ok) return ended;
  }
  const { committed, known, rejected } = settled.value;
  return ok({ sessions, committed, known, rejected });
}

/** What waits and from whom, oldest first; changes nothing. */
export function waitingBySession(memory: Memory): Outcome<readonly WaitingRow[]> {
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  const rows = new Map<string, WaitingRow>();
  for (const staged of listed.value.patches) {
    const state = ownerState(memory, staged);
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

function ownerState(memory: Memory, { owner }: StagedPatch): WaitingRow["state"] {
  if (owner === null) return "unknown";
  return memory.sessions.isDead(owner) ? "dead" : "alive";
}

/** A session of the same name may have been started anew meanwhile; that one goes on. */
function endOf(memory: Memory, session: string | null): Outcome<void> {
  if (session === null) return ok(undefined);
  const read = memory.sessions.read(session);
  if (!read.ok) return read;
  const record = read.value;
  if (record === null || record.ended !== null || record.owner === null) return ok(undefined);
  if (!memory.sessions.isDead(record.owner)) return ok(undefined);
  return memory.sessions.write({ ...record, ended: memory.clock.now(), owner: null });
}
