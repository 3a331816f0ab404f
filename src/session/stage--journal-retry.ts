/** Journal retry: a refused patch is staged again and validated against what the pages hold now; the outcome joins the journal. */

import type { Instant } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import type { CommitOptions } from "../write/commit/commit.js";
import type { JournalRow } from "./cross.js";
import { lifecycle } from "./lifecycle.js";
import { droppedReason } from "./pages/drop.js";
import { type StoresSettled, settleInStores } from "./pages/edits--session-settle.js";
import { ownTip } from "./pages/edits--session-stores.js";
import { type Retried, recordRetry, rejections } from "./patch.js";

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
  if (row.redacted) return err(redacted(row));
  if (row.reason === droppedReason) return err(dropped(row));
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const base = head.value.commit;
  const ownBase = ownTip(memory, sessionOf(row));
  if (!ownBase.ok) return ownBase;
  const staged = {
    key: row.key,
    at: row.at,
    draft: row.draft,
    session: sessionOf(row),
    owner: null,
    source: null,
    base,
    ...ownBase.value,
  };
  const added = memory.staging.add(staged);
  if (!added.ok) return added;
  if (added.value === "taken") return err(busy(row));
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

function outcomeOf({ committed, known, rejected }: StoresSettled, at: Instant): Retried {
  const refusal = rejected[0];
  if (refusal !== undefined) return { at, outcome: "rejected", commit: null, reason: refusal.reason };
  const commit = committed[0]?.commit;
  if (commit !== undefined) return { at, outcome: "committed", commit, reason: null };
  return { at, outcome: "known", commit: known[0]?.commit ?? null, reason: null };
}

async function findRow(memory: Memory, idPrefix: string): Promise<Outcome<JournalRow>> {
  const hint = "List what was refused with: pagefile journal --rejected";
  if (!/^[0-9a-f]{4,24}$/.test(idPrefix)) {
    return err({ code: "usage", says: `“${idPrefix}” is not the id of a refusal: 4 to 24 digits 0-9 a-f.`, hint });
  }
  const read = await rejections(memory);
  if (!read.ok) return read;
  const [row, other] = read.value.rows.filter(({ id }) => id.startsWith(idPrefix));
  if (row === undefined) return err({ code: "usage", says: `The journal has no refusal ${idPrefix}.`, hint });
  if (other !== undefined) return err({ code: "usage", says: `Several refusals begin with ${idPrefix}.`, hint });
  return ok(row);
}

function redacted(row: JournalRow): Failure {
  return {
    code: "refused",
    reason: "SECRET_DETECTED",
    says: `Refusal ${row.id} held a secret, which was blanked before it was kept; what is left is not what was sent.`,
    hint: "Write the patch again without the secret, and stage it: pagefile stage --patch FILE",
  };
}

function dropped(row: JournalRow): Failure {
  return {
    code: "refused",
    reason: droppedReason,
    says: `Entry ${row.id} was not refused: it is what was dropped with its session, kept as data.`,
    hint: "Read it with pagefile journal --rejected --json, and write what you need of it as a new patch.",
  };
}

function busy(row: JournalRow): Failure {
  return {
    code: "refused",
    reason: "DESTRUCTIVE_OP",
    says: `Another patch waits under the key of refusal ${row.id}.`,
    hint: "Flush first: pagefile flush",
  };
}

function sessionOf({ draft }: JournalRow): string | null {
  const { session } = (draft ?? {}) as { readonly session?: unknown };
  return typeof session === "string" ? session : null;
}
