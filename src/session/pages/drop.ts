/** SessionDrop: the end of what a session kept to itself: its folder and its ref, and nothing that is not committed goes unseen. */

import type { Oid, PagePath } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { sessionsOf } from "../../memory/sessions.js";
import { nothingKept, type Workspace } from "../../memory/workspace.js";
import { decodePage } from "../../page/decode.js";
import { logFaults } from "../../write/fault-log.js";
import { recordRejection } from "../patch.js";
import { type StagedPatch, stagingOf } from "../staging.js";
import { type JudgedEdits, judgeEdits, sessionPatches } from "./edits.js";
import { openOwn, stateOf } from "./folder.js";
import type { DropAnswer } from "./record.js";
import { unfitSession } from "./session.js";

/** What the journal says of words that went with their session. */
export const droppedReason = "SESSION_DROPPED";

/** `force` drops a session that lives or whose words are not all committed; those go to the journal first. */
export async function sessionDrop(
  workspace: Workspace,
  query: { readonly session: string; readonly force: boolean },
): Promise<Outcome<DropAnswer>> {
  const memory = workspace.primary;
  const { session, force } = query;
  const wrong = unfitSession(session);
  if (wrong !== null) return err(wrong);
  const alive = force ? ok(null) : livelinessOf(memory, session);
  if (!alive.ok) return alive;
  if (alive.value !== null) return err(alive.value);
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened) return err(opened.failure);
  const { store } = opened;
  if (store === null || memory.sessionPages === undefined) return err(nothingKept(session));
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
  if (!force && loose.length + staged.value.length > 0) return err(unflushed(session, loose, staged.value));
  const kept = await keepWords({ memory, store, session }, judged.value, staged.value);
  if (!kept.ok) return kept;
  const files = new Map([...store.files.values()].map(({ path, oid }) => [path, oid as Oid]));
  const tip = judged.value.head;
  const dropped = await pages.drop(name, { tip, files });
  if (!dropped.ok) return dropped;
  if (dropped.value === "moved") return err(writtenMeanwhile(session));
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
const unkeepable: ReadonlySet<string> = new Set([
  "encoding_invalid",
  "nul_byte",
  "page_too_large",
  "not_a_regular_file",
  "path_refused",
  "read_failed",
]);

function noPages(store: Memory, paths: readonly string[]): Failure {
  return {
    code: "refused",
    reason: "MALFORMED",
    says: `${store.root} holds files that are no pages, and so could not be kept as data: ${shortList(paths)}.`,
    hint: "Move them somewhere else first; --force does not remove them either.",
  };
}

function unflushed(session: string, paths: readonly string[], staged: readonly StagedPatch[]): Failure {
  const edits = paths.length === 0 ? [] : [`edited by hand and not committed: ${shortList(paths)}`];
  const patches = staged.length === 0 ? [] : [`staged: ${shortList(staged.map(({ key }) => key))}`];
  return {
    code: "refused",
    reason: "DESTRUCTIVE_OP",
    says: `Session ${session} has words that no commit holds; ${[...edits, ...patches].join("; ")}.`,
    hint: `Commit them: pagefile flush --session ${session}. Or drop them too, with --force: they are kept in the journal.`,
  };
}

function writtenMeanwhile(session: string): Failure {
  return {
    code: "locked",
    says: `Something was written to the pages of session ${session} while they were dropped; they are as they were.`,
    hint: "Try again when nobody writes them.",
  };
}

function shortList(names: readonly string[]): string {
  const more = names.length - shownMax;
  return names.slice(0, shownMax).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

const shownMax = 5;
