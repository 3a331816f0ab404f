/** Unread: whether a page is missed only because a file could not be read just now. */

import { parsePagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { type Memory, refresh } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import type { Patch } from "../write/patch.js";

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
