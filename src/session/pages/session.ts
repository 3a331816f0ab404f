/** Session: a session makes itself known, after what dead ones left has been recovered; and who is known. */

import type { Instant } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import type { SessionFolder } from "../../git/refs/session.js";
import type { Memory } from "../../memory/memory.js";
import { type SessionParent, type SessionRecord, sessionsOf } from "../../memory/sessions.js";
import type { Workspace } from "../../memory/workspace.js";
import { findSecrets } from "../../rules/secret-keys.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import type { SessionAnswer } from "../cross.js";
import { nothingLeft, recover, waitingBySession } from "../recover.js";
import { stateOf } from "./folder.js";
import { recordSession } from "./record.js";

interface SessionBegins {
  readonly session: string;
  readonly pid: number | null;
  /** Where it began with the conversation of another: which, where the harness says so. */
  readonly fork?: { readonly parent: string | null } | null;
}

/** A recovery that fails keeps nobody from working: it is told, a fault is recorded, and what it was about waits on. */
export async function sessionStart(
  workspace: Workspace,
  { session, pid, fork = null }: SessionBegins,
  options: CommitOptions,
): Promise<Outcome<SessionAnswer>> {
  const memory = workspace.primary;
  const wrong = unfitSession(session);
  if (wrong !== null) return err(wrong);
  const owner = pid === null ? ok(null) : ownerOf(memory, null, pid);
  if (!owner.ok) return owner;
  const recovered = await recover(memory, options);
  const swept = sweep(memory);
  if (!swept.ok) return swept;
  const parent = fork === null ? ok(null) : parentOf(memory, fork.parent);
  if (!parent.ok) return parent;
  const known = recordSession(memory, { session, owner: owner.value, parent: parent.value });
  if (!known.ok) return known;
  const { since, seen } = known.value;
  const waiting = waitingBySession(memory);
  if (!waiting.ok) return waiting;
  if (!recovered.ok) noteUnrecovered(memory, recovered.error);
  return ok({
    session,
    since,
    pid,
    epoch: seen.epoch,
    recovered: recovered.ok ? recovered.value : nothingLeft,
    unrecovered: recovered.ok ? null : recovered.error.says,
    waiting: waiting.value,
  });
}

/** What the other session kept to itself then goes by the commit of its ref. */
function parentOf({ sessionPages }: Memory, session: string | null): Outcome<SessionParent> {
  const tip =
    session === null || sessionPages === undefined ? ok(null) : sessionPages.tip(sessionPages.nameOf(session));
  return tip.ok ? ok({ boundary: "fork", session, tip: tip.value }) : tip;
}

/** The sessions that are known on this machine, newest first, with how many pages each keeps to itself. */
export function sessionList(workspace: Workspace): Outcome<{
  readonly sessions: readonly (SessionRecord & {
    readonly state: "alive" | "dead" | "unknown" | "ended";
    readonly pages: number;
  })[];
  /** Every folder of such pages, those of sessions that nobody made known too. */
  readonly folders: readonly SessionFolder[];
  readonly damaged: readonly string[];
}> {
  const { sessionPages } = workspace.primary;
  const listed = sessionsOf(workspace.primary).list();
  if (!listed.ok) return listed;
  const folders = sessionPages?.list() ?? ok([]);
  if (!folders.ok) return folders;
  const pagesOf = (session: string): number =>
    folders.value.find(({ name }) => name === sessionPages?.nameOf(session))?.pages ?? 0;
  return ok({
    sessions: listed.value.records.map((record) => ({
      ...record,
      state: stateOf(workspace.primary, record),
      pages: pagesOf(record.session),
    })),
    folders: folders.value,
    damaged: listed.value.damaged,
  });
}

/** The name of the process: of the one given, else of the one the session was started with; null where nobody said. */
export function ownerOf(memory: Memory, session: string | null, pid: number | null): Outcome<string | null> {
  if (pid !== null) {
    const named = sessionsOf(memory).ownerOf(pid);
    if (named !== null) return ok(named);
    return err({
      code: "usage",
      says: `There is no process ${pid} here.`,
      hint: "Name the process that the session lives in, for example --pid $PPID in a hook that it starts.",
    });
  }
  if (session === null) return ok(null);
  const record = sessionsOf(memory).read(session);
  if (!record.ok) return record;
  return ok(record.value?.ended === null ? record.value.owner : null);
}

/** What could not be recovered is dirty still, and that is a fault whoever asked for it. */
export function noteUnrecovered(memory: Memory, failure: Failure): void {
  const fault: Fault = {
    kind: "flush_miss",
    page: "",
    says: `What a session that died had staged could not be recovered: ${failure.says}`,
    hint: "It waits. See pagefile status; pagefile flush tries again.",
  };
  logFaults(memory, [fault], { boundary: "crash" });
}

/** Records of sessions that ended long ago say nothing anybody needs. */
function sweep(memory: Memory): Outcome<void> {
  const listed = sessionsOf(memory).list();
  if (!listed.ok) return listed;
  const oldest = Date.parse(memory.clock.now()) - limits.sessionRecordDaysMax * 86_400_000;
  const isOld = (ended: Instant | null): boolean => ended !== null && Date.parse(ended) < oldest;
  for (const record of listed.value.records.filter(({ ended }) => isOld(ended))) {
    const removed = sessionsOf(memory).remove(record.session);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** null for an id that may be kept and shown. */
export function unfitSession(session: string): Failure | null {
  const hint = "Give the id by which the harness knows the session, for example 7f3a.";
  if (session.trim() !== session || session === "" || session.length > limits.titleCharsMax) {
    return {
      code: "usage",
      says: `A session's id is 1 to ${limits.titleCharsMax} characters without spaces around.`,
      hint,
    };
  }
  if (findSecrets(session).length === 0) return null;
  return { code: "refused", reason: "SECRET_DETECTED", says: "The session's id looks like a secret.", hint };
}
