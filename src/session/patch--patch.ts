/** Patch: one patch from draft to commit, or to a refusal that says why. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { type CommitOptions, commit, refuse } from "../write/commit/commit.js";
import { type PatchAnswer, patchDigest } from "../write/commit/commit--commit-message.js";
import { storeFor } from "../write/flow--store-for.js";
import { patchKey } from "../write/guard/origin--origin.js";
import { parsePatch } from "../write/plain-patch--parse-patch.js";
import { validate } from "../write/validate.js";
import { recordRejection } from "./patch.js";
import { originalSuccess } from "./patch--lifecycle-known.js";
import { missesUnread } from "./patch--unread.js";

/** `draft` is what a caller wrote, in the shape of `writeback/patch`; it is parsed here. */
export async function patch(
  workspace: Workspace,
  draft: unknown,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const parsed = parsePatch(draft);
  if (!parsed.ok) return refuse(workspace.primary, "", parsed.error);
  let found = storeFor(workspace, parsed.value);
  if (!found.ok) {
    for (const memory of workspace.memories) refresh(memory);
    found = storeFor(workspace, parsed.value);
  }
  const missed = missesUnread(workspace.primary, [parsed.value]);
  if (!missed.ok) return missed;
  if (missed.value === "refreshed") found = storeFor(workspace, parsed.value);
  if (!found.ok) return found;
  const { memory, asked, askedBy } = found.value;
  const about = asked.op === "create" ? (asked.page ?? "") : asked.page;
  // A writer that names its patch may be one whose answer was lost: the first success is the answer then.
  const before = asked.id === null ? ok(null) : await originalSuccess(memory, patchDigest(asked));
  if (!before.ok) return before;
  if (before.value !== null) return ok(before.value);
  const done = await commit(
    memory,
    { validate: (ground) => validate(askedBy(ground.table), ground), content: asked, about },
    options,
  );
  if (done.ok || done.error.code !== "denied" || done.error.reason !== "ORIGIN_DENIED") return done;
  // Kept for the person who may approve it; every other refusal is the writer's own to mend.
  const { reason, says, hint } = done.error;
  const row = { key: patchKey(asked), at: memory.clock.now(), reason, says, hint, draft: asked };
  const kept = await recordRejection(memory, row);
  return kept.ok ? done : kept;
}
