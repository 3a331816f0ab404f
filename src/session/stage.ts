/**
 * Stage: a patch, or the page for a tool's result, made safe on disk now, to be committed at the next boundary. A refused patch can be staged
 * again.
 */

import type { Instant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok, usage } from "../base/result.js";
import { type Memory, refresh } from "../memory/memory.js";
import { beginning, evicted, latest, type Source, sessionsOf } from "../memory/sessions.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { type CommitOptions, refuse } from "../write/commit/commit.js";
import { evidenceBlobsOf, evidenceDraft, type KeptResult } from "../write/evidence-blobs.js";
import { logFaults } from "../write/fault-log.js";
import { danglingIn } from "../write/flow.js";
import { patchKey } from "../write/guard/origin.js";
import { parsePatch } from "../write/parse-patch.js";
import type { Patch } from "../write/patch.js";
import { droppedReason, type JournalRow } from "./cross.js";
import { lifecycle } from "./lifecycle.js";
import { type StoresSettled, settleInStores } from "./pages/edits.js";
import { ownTip } from "./pages/folder.js";
import { ownerOf } from "./pages/session.js";
import { pageNamed, type Retried, recordRejection, recordRetry, rejections } from "./settle.js";
import { type StagedPatch, stagingOf } from "./staging.js";
import { toolKind } from "./transcript/transcript.js";

export interface StageAnswer {
  /** The idempotency key under which the patch waits. */
  readonly staged: string;
  /** True when it waited already. */
  readonly known: boolean;
  readonly waiting: number;
}

/** What the writer tells of the session besides its name, which is in the patch. */
interface StageFrom {
  /** The process that the session lives in; what `session start` was told, when null. */
  readonly pid: number | null;
  /** Which state of the transcript the words were taken from. */
  readonly source: Source | null;
}

/** Only the shape is checked here, that the source was not dropped, and that what it rests on is there; whether it may be committed is decided when it is. */
export async function stage(
  workspace: Workspace,
  draft: unknown,
  from: StageFrom = { pid: null, source: null },
): Promise<Outcome<StageAnswer>> {
  const memory = workspace.primary;
  const parsed = parsePatch(draft);
  if (!parsed.ok) return refuse(memory, "", parsed.error);
  const patch = parsed.value;
  const { session } = patch;
  const says = "An epoch was given, and the patch names no session whose transcript it could be of.";
  if (from.source !== null && session === null) return err(usage(says, 'Add "session" to the patch.'));
  const owner = ownerOf(memory, session, from.pid);
  if (!owner.ok) return owner;
  const key = patchKey(patch);
  const stale = staleness(memory, session, from.source);
  if (!stale.ok) return stale;
  if (stale.value !== null) return refuseEvicted(memory, patch, { key, says: stale.value });
  const dangling = await danglingIn(memory, patch);
  if (!dangling.ok) return dangling;
  if (dangling.value !== null) return refuse(memory, pageNamed(patch), dangling.value);
  const [at, { source }] = [memory.clock.now(), from];
  const added = await add(memory, { key, at, draft: patch, session, owner: owner.value, source });
  if (!added.ok) return added;
  const { was } = added.value;
  if (was === "taken") return refuse(memory, pageNamed(patch), taken(key));
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  return ok({ staged: key, known: was === "known", waiting: listed.value.patches.length });
}

/** On what stands now. */
async function add(
  memory: Memory,
  patch: Omit<StagedPatch, "base" | "ownBase">,
): Promise<Outcome<{ readonly staged: StagedPatch; readonly was: "staged" | "known" | "taken" }>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const ownBase = ownTip(memory, patch.session);
  if (!ownBase.ok) return ownBase;
  const staged = { ...patch, base: head.value.commit, ...ownBase.value };
  const added = stagingOf(memory).add(staged);
  return added.ok ? ok({ staged, was: added.value }) : added;
}

/** Against what the session's record and its waiting patches tell of the transcript; null where nothing speaks against it. */
function staleness(memory: Memory, session: string | null, source: Source | null): Outcome<string | null> {
  if (source === null || session === null) return ok(null);
  const record = sessionsOf(memory).read(session);
  if (!record.ok) return record;
  const listed = stagingOf(memory).list();
  if (!listed.ok) return listed;
  let known = record.value?.seen ?? beginning;
  for (const one of listed.value.patches)
    if (one.session === session && one.source !== null) known = latest(known, one.source);
  return ok(evicted(source, known));
}

/** Words that were made from what a compaction left are kept where refused patches are, and out of the memory. */
async function refuseEvicted(
  memory: Memory,
  draft: Patch,
  { key, says }: { readonly key: string; readonly says: string },
): Promise<Outcome<StageAnswer>> {
  const hint = "Take it again from the transcript as it stands, or have a person look: pagefile journal --rejected";
  const at = memory.clock.now();
  const kept = await recordRejection(memory, { key, at, reason: "FLUSH_AFTER_EVICT", says, hint, draft });
  if (!kept.ok) return kept;
  const seen = draft.session === null ? { at } : { at, session: draft.session };
  logFaults(memory, [{ kind: "flush_after_evict", page: pageNamed(draft), says, hint }], seen);
  return err({ code: "refused", reason: "FLUSH_AFTER_EVICT", says, hint });
}

function taken(key: string): Parameters<typeof refuse>[2] {
  return {
    reason: "DESTRUCTIVE_OP",
    says: `Another patch waits under the key “${key}”; staging never replaces one.`,
    hint: "Flush first, or give this patch an id of its own (or none).",
  };
}

// Journal retry: a refused patch is staged again and validated against what the pages hold now; the outcome joins the journal.

export interface RetryAnswer {
  readonly id: string;
  readonly retried: Retried;
  /** Why it was refused again, and what to do; null where it was not. */
  readonly says: string | null;
  readonly hint: string | null;
}

/** `idPrefix` is at least four digits of a refusal's id, as `journal` shows it. */
export async function retryRejected(
  workspace: Workspace,
  idPrefix: string,
  options: CommitOptions,
): Promise<Outcome<RetryAnswer>> {
  const memory = workspace.primary;
  const found = await findRow(memory, idPrefix);
  if (!found.ok) return found;
  const row = found.value;
  if (row.redacted)
    return err({
      code: "refused",
      reason: "SECRET_DETECTED",
      says: `Refusal ${row.id} held a secret, which was blanked before it was kept; what is left is not what was sent.`,
      hint: "Write the patch again without the secret, and stage it: pagefile stage --patch FILE",
    });
  if (row.reason === droppedReason)
    return err({
      code: "refused",
      reason: droppedReason,
      says: `Entry ${row.id} was not refused: it is what was dropped with its session, kept as data.`,
      hint: "Read it with pagefile journal --rejected --json, and write what you need of it as a new patch.",
    });
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const { key, at, draft } = row;
  const added = await add(memory, { key, at, draft, session: sessionOf(row), owner: null, source: null });
  if (!added.ok) return added;
  const { staged, was } = added.value;
  if (was === "taken")
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `Another patch waits under the key of refusal ${row.id}.`,
      hint: "Flush first: pagefile flush",
    });
  const settled = await settleInStores(memory, [staged], { ...options, ...lifecycle.manual });
  if (!settled.ok) return settled;
  const [missed] = settled.value.faults;
  if (missed !== undefined) return err({ code: "git_failed", says: missed.says, hint: missed.hint });
  const retried = outcomeOf(settled.value, memory.clock.now());
  const recorded = await recordRetry(memory, row.id, retried);
  if (!recorded.ok) return recorded;
  const again = settled.value.rejected[0];
  return ok({ id: row.id, retried, says: again?.says ?? null, hint: again?.hint ?? null });
}

/** It stays readable, and is not shown as waiting any more. Settled twice, it is settled once. */
export async function settleRejected(
  workspace: Workspace,
  idPrefix: string,
  because: string | null,
): Promise<Outcome<Pick<RetryAnswer, "id" | "retried">>> {
  const memory = workspace.primary;
  const found = await findRow(memory, idPrefix);
  if (!found.ok) return found;
  const { id, retried: before } = found.value;
  const over = before.find(({ outcome }) => outcome !== "rejected");
  if (over !== undefined) return ok({ id, retried: over });
  const retried: Retried = { at: memory.clock.now(), outcome: "settled", commit: null, reason: because };
  const recorded = await recordRetry(memory, id, retried);
  return recorded.ok ? ok({ id, retried }) : recorded;
}

function outcomeOf({ committed, known, rejected }: StoresSettled, at: Instant): Retried {
  const refusal = rejected[0];
  if (refusal !== undefined) return { at, outcome: "rejected", commit: null, reason: refusal.reason };
  const commit = committed[0]?.commit;
  if (commit !== undefined) return { at, outcome: "committed", commit, reason: null };
  return { at, outcome: "known", commit: known[0]?.commit ?? null, reason: null };
}

async function findRow(memory: Memory, idPrefix: string): Promise<Outcome<JournalRow>> {
  const hint = "List what was refused with: pagefile journal --rejected";
  if (!/^[0-9a-f]{4,24}$/.test(idPrefix))
    return err(usage(`“${idPrefix}” is not the id of a refusal: 4 to 24 digits 0-9 a-f.`, hint));
  const read = await rejections(memory);
  if (!read.ok) return read;
  const [row, other] = read.value.rows.filter(({ id }) => id.startsWith(idPrefix));
  if (row === undefined) return err(usage(`The journal has no refusal ${idPrefix}.`, hint));
  if (other !== undefined) return err(usage(`Several refusals begin with ${idPrefix}.`, hint));
  return ok(row);
}

function sessionOf({ draft }: JournalRow): string | null {
  const { session } = (draft ?? {}) as { readonly session?: unknown };
  return typeof session === "string" ? session : null;
}

/**
 * `results`: one of each call. As many of the last as a prompt can point at, before those that a look at the same files gives again; the flush that
 * follows commits them to the session's pages.
 */
export async function stageEvidence(
  workspace: Workspace,
  results: readonly KeptResult[],
  who: { readonly session: string; readonly actor: string },
): Promise<Outcome<number>> {
  let staged = 0;
  const isCheap = ({ tool }: KeptResult): boolean => toolKind(tool) === "read" && !/^web/i.test(tool);
  // A task list or a mode that was set answers in a line that it was.
  const isDear = (one: KeptResult): boolean =>
    !isCheap(one) && (toolKind(one.tool) !== "other" || one.bytes >= limits.evidencePageBytesMin);
  for (const result of [...results.filter(isCheap), ...results.filter(isDear)].slice(-limits.evidencePagesMax)) {
    const kept = evidenceBlobsOf(workspace.primary).get(result.digest);
    if (!kept.ok) return kept;
    const text = kept.value === null ? null : Buffer.from(kept.value.bytes).toString("utf8");
    const draft = evidenceDraft(result, text, who);
    // The same call had the same result before an earlier compaction.
    if (locate(workspace, draft.page).ok) continue;
    const added = await stage(workspace, draft);
    if (!added.ok) return added;
    staged += 1;
  }
  return ok(staged);
}

/** Results that nobody called for again go first. */
export function pruneEvidence({ primary }: Workspace): Outcome<number> {
  const { evidenceBytesMax: bytesMax, evidenceBlobsMax: blobsMax } = limits;
  return evidenceBlobsOf(primary).prune({ bytesMax, blobsMax });
}
