/** Revision: which commit a revision names in which store: a session's own commits are on no branch. */

import type { Oid } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { LoggedCommit } from "../git/history.js";
import { parseTrailers } from "../git/history--trailer.js";
import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { openOwn } from "../session/pages/edits--session-stores.js";

/** In a session's store only commits on its own ref count; null for any other. */
export async function resolveIn(memory: Memory, revision: string): Promise<Outcome<Oid | null>> {
  const resolved = await memory.history.resolve(revision);
  if (!resolved.ok || resolved.value === null || memory.session === undefined) return resolved;
  const logged = await memory.history.log({ paths: [], limit: commitsMax, every: true });
  if (!logged.ok) return logged;
  return ok(logged.value.some(({ oid }) => oid === resolved.value) ? resolved.value : null);
}

/** The most that git reads as a number. */
const commitsMax = 2_147_483_647;

export interface CommitPlace {
  readonly memory: Memory;
  readonly oid: Oid;
}

/** In the store of the session that is open beside the memory, or in the memory; null where it names no commit. */
export async function storeOfCommit(workspace: Workspace, revision: string): Promise<Outcome<CommitPlace | null>> {
  const main = await workspace.primary.history.resolve(revision);
  if (!main.ok) return main;
  const inMemory = main.value === null ? null : { memory: workspace.primary, oid: main.value };
  const own = workspace.memories.find(({ session }) => session !== undefined);
  if (own === undefined) return ok(inMemory);
  const resolved = await resolveIn(own, revision);
  if (!resolved.ok) return resolved;
  if (resolved.value === null) return ok(inMemory);
  if (main.value === null || main.value === resolved.value) return ok({ memory: own, oid: resolved.value });
  return err({
    code: "usage",
    says: `“${revision}” is ${main.value.slice(0, 8)} on the branch and ${resolved.value.slice(0, 8)} among the own pages of session ${own.session}.`,
    hint: "Give the id of the commit; pagefile log shows the branch's, pagefile log --session ID the session's.",
  });
}

/** Why a commit is not the memory's to take back: it is on the ref of the session that it names. */
export async function elsewhere(memory: Memory, { oid, message }: LoggedCommit): Promise<Outcome<Failure | null>> {
  const session = parseTrailers(message)["Pagefile-Session"]?.[0];
  if (session === undefined) return ok(null);
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened || opened.store === null) return ok(null);
  const there = await resolveIn(opened.store, oid);
  if (!there.ok || there.value === null) return there.ok ? ok(null) : there;
  return ok({
    code: "usage",
    says: `${oid.slice(0, 8)} changed pages that session ${session} keeps to itself.`,
    hint: `Name the session: pagefile revert ${oid.slice(0, 8)} --session ${session}`,
  });
}
