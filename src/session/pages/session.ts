/**
 * Session: the life of a session that is known. It makes itself known by a record that names its process, after what dead ones left has been
 * recovered; it is listed; and at its end the folder and the ref of what it kept to itself go, and nothing that is not committed goes unseen.
 */

import { dayMs, type Instant, type Oid, type PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import type { SessionFolder } from "../../git/refs/session.js";
import type { Memory } from "../../memory/memory.js";
import type { Holder } from "../../memory/service.js";
import { beginning, type SessionParent, type SessionRecord, sessionsOf } from "../../memory/sessions.js";
import { nothingKept, type Workspace } from "../../memory/workspace.js";
import { decodePage } from "../../page/decode.js";
import { findSecrets } from "../../rules/secret-keys.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { type DropAnswer, droppedReason, type SessionAnswer } from "../cross.js";
import { nothingLeft, recover, waitingBySession } from "../recover.js";
import { recordRejection } from "../settle.js";
import { type StagedPatch, stagingOf } from "../staging.js";
import { type JudgedEdits, judgeEdits, sessionPatches } from "./edits.js";
import { openOwn, stateOf } from "./folder.js";

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
    const hint = "Name the process that the session lives in, for example --pid $PPID in a hook that it starts.";
    return err(usage(`There is no process ${pid} here.`, hint));
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
  const oldest = Date.parse(memory.clock.now()) - limits.sessionRecordDaysMax * dayMs;
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
    return usage(`A session's id is 1 to ${limits.titleCharsMax} characters without spaces around.`, hint);
  }
  if (findSecrets(session).length === 0) return null;
  return { code: "refused", reason: "SECRET_DETECTED", says: "The session's id looks like a secret.", hint };
}

/** Durable when it returns. `owner` names the process that the session lives in; null where nobody said. */
function recordSession(
  memory: Holder & Pick<Memory, "clock">,
  { session, owner, parent }: Pick<SessionRecord, "session" | "owner"> & { readonly parent: SessionParent | null },
): Outcome<SessionRecord> {
  const sessions = sessionsOf(memory);
  const before = sessions.read(session);
  if (!before.ok) return before;
  const record: SessionRecord = {
    ...(before.value ?? { cut: null, seen: beginning, settled: beginning }),
    session,
    owner,
    since: memory.clock.now(),
    ended: null,
    ...(parent === null ? {} : { parent }),
  };
  const written = sessions.write(record);
  return written.ok ? ok(record) : written;
}

/** `force` drops a session that lives or whose words are not all committed; those go to the journal first. */
export async function sessionDrop(
  workspace: Workspace,
  query: { readonly session: string; readonly force: boolean },
): Promise<Outcome<DropAnswer>> {
  const memory = workspace.primary;
  const { session, force } = query;
  const wrong = unfitSession(session);
  if (wrong !== null) return err(wrong);
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened) return err(opened.failure);
  const { store } = opened;
  if (store === null || memory.sessionPages === undefined) return err(nothingKept(session));
  const alive = force ? ok(null) : livelinessOf(memory, session);
  if (!alive.ok) return alive;
  if (alive.value !== null) return err(alive.value);
  const turn = await memory.queue.enter();
  try {
    return await dropStore({ memory, store, pages: memory.sessionPages }, query);
  } finally {
    turn.leave();
  }
}

/** Only what is provably over goes without being asked for twice. */
function livelinessOf(memory: Memory, session: string): Outcome<Failure | null> {
  const read = sessionsOf(memory).read(session);
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
  const state = stateOf(memory, read.value);
  if (state === "ended" || state === "dead") return ok(null);
  const is = state === "alive" ? "lives" : "was started and never ended, and whether it lives is not known";
  return ok({
    code: "refused",
    reason: "SESSION_ALIVE",
    says: `Session ${session} ${is}; what it keeps to itself is not dropped under it.`,
    hint: `End it first: pagefile flush --event exit --session ${session}. Or drop it all the same, with --force.`,
  });
}

interface Stores {
  readonly memory: Memory;
  readonly store: Memory;
  readonly pages: NonNullable<Memory["sessionPages"]>;
}

async function dropStore(
  { memory, store, pages }: Stores,
  { session, force }: { readonly session: string; readonly force: boolean },
): Promise<Outcome<DropAnswer>> {
  const name = pages.nameOf(session);
  const judged = await judgeEdits(store);
  if (!judged.ok) return judged;
  const strays = pages.strays(name);
  if (!strays.ok) return strays;
  const { good, bad } = judged.value;
  const notText = bad.filter(({ why }) => unkeepable.has(why.code)).map(({ path }) => path);
  if (strays.value.length + notText.length > 0) return err(noPages(store, [...strays.value, ...notText]));
  const staged = await stagedFor(memory, session);
  if (!staged.ok) return staged;
  const tree = await store.history.tree(judged.value.head);
  if (!tree.ok) return tree;
  const loose = [...good.map(({ path }) => path), ...bad.map(({ path }) => path)];
  const uncommitted = [
    ...(loose.length === 0 ? [] : [`edited by hand and not committed: ${shortList(loose)}`]),
    ...(staged.value.length === 0 ? [] : [`staged: ${shortList(staged.value.map(({ key }) => key))}`]),
  ];
  if (!force && uncommitted.length > 0)
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `Session ${session} has words that no commit holds; ${uncommitted.join("; ")}.`,
      hint: `Commit them: pagefile flush --session ${session}. Or drop them too, with --force: they are kept in the journal.`,
    });
  const kept = await keepWords({ memory, store, session }, judged.value, staged.value);
  if (!kept.ok) return kept;
  const files = new Map([...store.files.values()].map(({ path, oid }) => [path, oid as Oid]));
  const tip = judged.value.head;
  const dropped = await pages.drop(name, { tip, files });
  if (!dropped.ok) return dropped;
  if (dropped.value === "moved")
    return err({
      code: "locked",
      says: `Something was written to the pages of session ${session} while they were dropped; they are as they were.`,
      hint: "Try again when nobody writes them.",
    });
  const gone = await stagingOf(memory).remove(staged.value.map(({ key }) => key));
  if (!gone.ok) return gone;
  return ok({ session, tip, pages: tree.value.length, journaled: kept.value });
}

async function stagedFor(memory: Memory, session: string): Promise<Outcome<readonly StagedPatch[]>> {
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  const own = await sessionPatches(
    memory,
    listed.value.patches.filter((one) => one.session === session),
  );
  return ok(own.flatMap(({ staged }) => staged));
}

/** Durable when it returns; what the journal blanks because it is a secret is blanked here too. */
async function keepWords(
  { memory, store, session }: Pick<Stores, "memory" | "store"> & { readonly session: string },
  { good, bad }: JudgedEdits,
  staged: readonly StagedPatch[],
): Promise<Outcome<readonly string[]>> {
  const at = memory.clock.now();
  const says = `Session ${session} was dropped, and no commit held this.`;
  const hint =
    "Read it with pagefile journal --rejected --json; what is worth keeping can be written as a new patch.";
  const row = { at, reason: droppedReason, says, hint };
  const journaled: string[] = [];
  for (const path of [...good, ...bad].map((one) => one.path as PagePath)) {
    const read = store.store.read(path);
    if (!read.ok) return read;
    const text = read.value === null ? ok(null) : decodePage(path, read.value.blob.bytes);
    if (!text.ok) return err(noPages(store, [path]));
    const draft = { op: "hand_edit", session, page: path, text: text.value };
    const kept = await recordRejection(memory, { key: `${session}/${path}`, ...row, draft });
    if (!kept.ok) return kept;
    journaled.push(path);
  }
  for (const { key, draft } of staged) {
    const kept = await recordRejection(memory, { key, ...row, draft });
    if (!kept.ok) return kept;
    journaled.push(key);
  }
  const faults = journaled.map((page) => ({ kind: "flush_miss", page, says, hint }) as const);
  logFaults(memory, faults, { at, session });
  return ok(journaled);
}

/** Files that are no text, or that cannot be read: no journal could hold them. */
const unkeepable: ReadonlySet<string> = new Set(
  "encoding_invalid nul_byte page_too_large not_a_regular_file path_refused read_failed".split(" "),
);

function noPages(store: Memory, paths: readonly string[]): Failure {
  return {
    code: "refused",
    reason: "MALFORMED",
    says: `${store.root} holds files that are no pages, and so could not be kept as data: ${shortList(paths)}.`,
    hint: "Move them somewhere else first; --force does not remove them either.",
  };
}

function shortList(names: readonly string[]): string {
  const more = names.length - shownMax;
  return names.slice(0, shownMax).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

const shownMax = 5;
