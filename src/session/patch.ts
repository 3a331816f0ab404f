/** Patch: one patch from draft to commit, or to a refusal that says why. */

import { parsePagePath } from "../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { type Memory, refresh } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import type { Stores } from "../memory/workspace.js";
import { type CommitOptions, commit, type PatchAnswer, patchDigest, refuse } from "../write/commit/commit.js";
import { storeFor } from "../write/flow.js";
import { patchKey } from "../write/guard/origin.js";
import { parsePatch } from "../write/parse-patch.js";
import type { Patch } from "../write/patch.js";
import { validate } from "../write/validate.js";

/** `draft` is what a caller wrote, in the shape of `write/patch`; it is parsed here. */
export async function patch(
  workspace: Stores,
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
  const before =
    asked.id === null ? ok(null) : await (await import("./settle.js")).originalSuccess(memory, patchDigest(asked));
  if (!before.ok) return before;
  if (before.value !== null) return ok(before.value);
  const done = await commit(
    memory,
    { validate: (ground) => validate(askedBy(ground.table), ground), content: asked, about },
    options,
  );
  return done.ok ? done : err(await keepDenied(memory, asked, done.error));
}

/** Kept for the person who may approve it; every other refusal is the writer's own to mend. */
export async function keepDenied(memory: Memory, asked: Patch, failure: Failure): Promise<Failure> {
  if (failure.code !== "denied" || failure.reason !== "ORIGIN_DENIED") return failure;
  const { reason, says, hint } = failure;
  const row = { key: patchKey(asked), at: memory.clock.now(), reason, says, hint, draft: asked };
  const { recordRejection } = await import("./settle.js");
  const kept = await recordRejection(memory, row);
  return kept.ok ? failure : kept.error;
}

// Unread: whether a page is missed only because a file could not be read just now.

/**
 * Fails where one of the patches speaks of a page that is not in the table while there are files that could not be read: it may be
 * in one of them, and a refusal would be a guess. Looks at the disk once more first, because such errors come and go; `refreshed`
 * says that the table is another than before.
 */
export function missesUnread(memory: Memory, patches: readonly Patch[]): Outcome<"fine" | "refreshed"> {
  if (blind(memory, patches) === null) return ok("fine");
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const still = blind(memory, patches);
  return still === null ? ok("refreshed") : err(still);
}

function blind(memory: Memory, patches: readonly Patch[]): Failure | null {
  const unread = memory.outside.find(({ code }) => code === "read_failed");
  if (unread === undefined) return null;
  const missed = patches.flatMap(namesIn).find((name) => findPage(memory.table, name) === null);
  if (missed === undefined) return null;
  const path = parsePagePath(unread.path);
  const read = path === null ? ok(null) : memory.store.read(path);
  return {
    code: "io_failed",
    errno: !read.ok && read.error.code === "io_failed" ? read.error.errno : "EIO",
    says: `Whether there is a page “${missed}” cannot be told: ${unread.says}`,
    hint: unread.hint,
  };
}

/** The pages that must be there for the patch to be accepted. */
function namesIn(patch: Patch): readonly string[] {
  const evidence = patch.evidence.flatMap((one) => (one.startsWith("page:") ? [one.slice("page:".length)] : []));
  return patch.op === "create" ? evidence : [patch.page, ...evidence];
}
