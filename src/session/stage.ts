/** Stage: a patch made safe on disk now, to be committed at the next boundary. */

import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { refuse } from "../write/commit/commit.js";
import { patchDigest } from "../write/commit/commit--commit-message.js";
import { logFaults } from "../write/fault-log.js";
import { danglingIn } from "../write/flow.js";
import type { Patch } from "../write/patch.js";
import { parsePatch } from "../write/plain-patch--parse-patch.js";
import { ownTip } from "./pages/edits--session-stores.js";
import { ownerOf } from "./pages/session.js";
import { recordRejection } from "./patch.js";
import { beginning, evicted, latest, type Source } from "./sessions--source.js";
import { pageNamed } from "./settle.js";

export interface StageAnswer {
  /** The idempotency key under which the patch waits. */
  readonly staged: string;
  /** True when it waited already. */
  readonly known: boolean;
  readonly waiting: number;
}

/** What the writer tells of the session besides its name, which is in the patch. */
export interface StageFrom {
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
  if (from.source !== null && session === null) return err(sessionless());
  const owner = ownerOf(memory, session, from.pid);
  if (!owner.ok) return owner;
  const key = patch.id ?? patchDigest(patch);
  const stale = staleness(memory, session, from.source);
  if (!stale.ok) return stale;
  if (stale.value !== null) return refuseEvicted(memory, patch, { key, says: stale.value });
  const dangling = await danglingIn(memory, patch);
  if (!dangling.ok) return dangling;
  if (dangling.value !== null) return refuse(memory, pageNamed(patch), dangling.value);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const ownBase = ownTip(memory, session);
  if (!ownBase.ok) return ownBase;
  const { source } = from;
  const added = memory.staging.add({
    key,
    at: memory.clock.now(),
    draft: patch,
    session,
    owner: owner.value,
    source,
    base: head.value.commit,
    ...ownBase.value,
  });
  if (!added.ok) return added;
  if (added.value === "taken") return refuse(memory, pageNamed(patch), taken(key));
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  return ok({ staged: key, known: added.value === "known", waiting: listed.value.patches.length });
}

/** Against what the session's record and its waiting patches tell of the transcript; null where nothing speaks against it. */
function staleness(memory: Memory, session: string | null, source: Source | null): Outcome<string | null> {
  if (source === null || session === null) return ok(null);
  const record = memory.sessions.read(session);
  if (!record.ok) return record;
  const listed = memory.staging.list();
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

function sessionless(): Failure {
  return {
    code: "usage",
    says: "An epoch was given, and the patch names no session whose transcript it could be of.",
    hint: 'Add "session" to the patch.',
  };
}
