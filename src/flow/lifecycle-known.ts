/** Lifecycle known: which patches a recent commit holds already, told by the digests in its trailers. */

import type { Outcome } from "../base/failure.js";
import type { Oid, PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { ok } from "../base/result.js";
import { parseTrailers } from "../writeback/trailer.js";
import type { PatchAnswer } from "./answers.js";
import type { Memory } from "./memory.js";

/** The newest commit of each; nothing is read where nothing is asked for. */
export async function knownCommits(
  memory: Memory,
  digests: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Oid>>> {
  const found = new Map<string, Oid>();
  if (digests.length === 0) return ok(found);
  const logged = await memory.history.log({ paths: [], limit: limits.retryLookBackCommitsMax });
  if (!logged.ok) return logged;
  const asked = new Set(digests);
  for (const entry of logged.value) {
    for (const digest of parseTrailers(entry.message)["Pagefile-Patch"] ?? []) {
      if (asked.has(digest) && !found.has(digest)) found.set(digest, entry.oid);
    }
  }
  return ok(found);
}

/** The answer that the first of two equal patches got, read from its commit; null where no recent commit holds it. */
export async function originalSuccess(memory: Memory, digest: string): Promise<Outcome<PatchAnswer | null>> {
  const logged = await memory.history.log({ paths: [], limit: limits.retryLookBackCommitsMax });
  if (!logged.ok) return logged;
  for (const { oid, message } of logged.value) {
    const trailers = parseTrailers(message);
    const patches = trailers["Pagefile-Patch"] ?? [];
    if (patches.length !== 1 || patches[0] !== digest) continue;
    const ops = (trailers["Pagefile-Op"] ?? []).map((op) => op.split(" "));
    const pages = (trailers["Pagefile-Page"] ?? []).flatMap((move, at) => {
      const [, id = "", ...path] = ops[at] ?? [];
      const [from, to] = move.slice(id.length + 1).split("..");
      if (from === undefined || to === undefined || !move.startsWith(`${id}@`)) return [];
      return [{ id: id as PageId, path: path.join(" ") as PagePath, from, to }];
    });
    return ok({ commit: oid, reason: trailers["Pagefile-Reason"]?.[0] ?? "", patch: digest, pages, unchanged: true });
  }
  return ok(null);
}
