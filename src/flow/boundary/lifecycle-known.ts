/** Lifecycle known: which patches a recent commit holds already, told by the digests in its trailers. */

import type { Outcome } from "../../base/failure.js";
import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { ok } from "../../base/result.js";
import { parseTrailers } from "../../writeback/trailer.js";
import type { PatchAnswer } from "../answers.js";
import type { Memory } from "../memory.js";

/** A patch by its digest, and what HEAD was when it was staged; null where nobody knows. */
export interface Asked {
  readonly digest: string;
  readonly base: Oid | null;
}

/** The newest commit of a patch, and whether it was made since the patch was staged, as far as is known. */
export interface Known {
  readonly commit: Oid;
  readonly isSince: boolean;
}

/** In the order of `asked`, null where no recent commit names the patch; nothing is read where nothing is asked for. */
export async function knownCommits(
  memory: Memory,
  asked: readonly Asked[],
): Promise<Outcome<readonly (Known | null)[]>> {
  if (asked.length === 0) return ok([]);
  const logged = await memory.history.log({ paths: [], limit: limits.retryLookBackCommitsMax });
  if (!logged.ok) return logged;
  const newest = new Map<string, number>();
  const places = new Map<Oid, number>();
  for (const [at, entry] of logged.value.entries()) {
    places.set(entry.oid, at);
    for (const digest of parseTrailers(entry.message)["Pagefile-Patch"] ?? [])
      if (!newest.has(digest)) newest.set(digest, at);
  }
  return ok(
    asked.map(({ digest, base }) => {
      const at = newest.get(digest);
      const commit = at === undefined ? undefined : logged.value[at]?.oid;
      if (at === undefined || commit === undefined) return null;
      const stagedAt = base === null ? undefined : places.get(base);
      return { commit, isSince: stagedAt === undefined || at < stagedAt };
    }),
  );
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
