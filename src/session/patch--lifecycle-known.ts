/** Lifecycle known: which patches a recent commit holds already, told by the digests in its trailers. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { LoggedCommit } from "../git/history.js";
import { parseTrailers } from "../git/history--trailer.js";
import type { Memory } from "../memory/memory.js";
import type { PatchAnswer } from "../write/commit/commit--commit-message.js";

/** A patch by its digest, and what HEAD was when it was staged; null where nobody knows. */
export interface Asked {
  readonly digest: string;
  readonly base: Oid | null;
}

/** In the order of `asked`, the newest recent commit that names each, whenever that was made; nothing is read where nothing is asked for. */
export async function everCommitted(
  memory: Memory,
  asked: readonly Asked[],
): Promise<Outcome<readonly (Oid | null)[]>> {
  if (asked.length === 0) return ok([]);
  const logged = await recentCommits(memory);
  if (!logged.ok) return logged;
  const names = namesIn(logged.value);
  return ok(asked.map(({ digest }) => names.get(digest) ?? null));
}

/**
 * The same of the commits since each was staged, as far as is known. Those are few, and mostly none: they are read one by one, and the
 * log of all is asked only where the base of a patch is not found among them.
 */
export async function committedSince(
  memory: Memory,
  asked: readonly Asked[],
): Promise<Outcome<readonly (Oid | null)[]>> {
  if (asked.length === 0) return ok([]);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const bases = new Map<Oid | null, ReadonlyMap<string, Oid>>();
  for (const base of commit === null ? [] : new Set(asked.map((one) => one.base))) {
    const names = await namesSince(memory, base, commit!);
    if (!names.ok) return names;
    bases.set(base, names.value);
  }
  return ok(asked.map(({ digest, base }) => bases.get(base)?.get(digest) ?? null));
}

async function namesSince(memory: Memory, base: Oid | null, head: Oid): Promise<Outcome<ReadonlyMap<string, Oid>>> {
  if (base === head) return ok(new Map());
  if (base !== null) {
    const limit = limits.retryLookBackCommitsMax;
    const logged = await memory.history.log({ paths: [], limit, from: head, above: base, every: true });
    if (!logged.ok) return logged;
    const least = logged.value.at(-1);
    const isLine = least !== undefined && least.parents.length === 1 && least.parents[0] === base;
    const at = logged.value.findIndex(({ oid }) => oid === base);
    if (at >= 0) return ok(namesIn(logged.value.slice(0, at)));
    if (isLine) return ok(namesIn(logged.value));
  }
  const logged = await recentCommits(memory);
  if (!logged.ok) return logged;
  const at = logged.value.findIndex(({ oid }) => oid === base);
  return ok(namesIn(at < 0 ? logged.value : logged.value.slice(0, at)));
}

function recentCommits(memory: Memory): Promise<Outcome<readonly LoggedCommit[]>> {
  return memory.history.log({ paths: [], limit: limits.retryLookBackCommitsMax });
}

/** By digest, the newest. */
function namesIn(commits: readonly LoggedCommit[]): ReadonlyMap<string, Oid> {
  const names = new Map<string, Oid>();
  for (const { oid, message } of commits)
    for (const digest of parseTrailers(message)["Pagefile-Patch"] ?? [])
      if (!names.has(digest)) names.set(digest, oid);
  return names;
}

/** The answer that the first of two equal patches got, read from its commit; null where no recent commit holds it. */
export async function originalSuccess(memory: Memory, digest: string): Promise<Outcome<PatchAnswer | null>> {
  const logged = await recentCommits(memory);
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
