/** Resolve: whether what a piece of evidence names is there: looked up on disk, in git and among the sessions known here. */

import { digest } from "../base/digest--digest.js";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { parseTrailers } from "../git/history--trailer.js";
import type { Memory } from "../memory/memory.js";
import { schema } from "../page/page.js";
import type { Refusal } from "../rules/reason.js";
import { type Misspelled, parseEvidence } from "./change--evidence-form.js";
import { guardProvenance } from "./change--policy.js";
import type { Patch } from "./patch.js";

/** What is kept under a digest, below the git dir or beside the pages; null where nothing is. */
export function keptEvidence(
  memories: readonly Memory[],
  name: string,
): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null> {
  const kept = memories[0]?.evidence?.get(name) ?? ok(null);
  return !kept.ok || kept.value !== null ? kept : ok(committed(memories, name));
}

/** A blob that was written into the memory beside its pages, by hand or by a tool, and is theirs to share. */
function committed(
  memories: readonly Memory[],
  name: string,
): { readonly bytes: Uint8Array; readonly file: string } | null {
  for (const { store, root } of memories) {
    const path = parsePagePath(`${schema.evidence.folder}/blobs/${name.slice("sha256:".length)}`);
    const read = path === null ? null : store.read(path);
    if (path === null || read === null || !read.ok || read.value === null) continue;
    const { bytes } = read.value.blob;
    if (digest(bytes) === name) return { bytes, file: `${root}/${path}` };
  }
  return null;
}

/**
 * What speaks against the evidence of a patch that is not to be committed yet. A page that it names may be made by another one that
 * waits, and is looked for when both are committed.
 */
export async function danglingIn(memory: Memory, patch: Patch): Promise<Outcome<Refusal | null>> {
  const evidence = patch.evidence.filter((one) => !one.startsWith("page:"));
  const looked = new Map<string, Misspelled | null>();
  for (const one of evidence) {
    const missing = await whyUnresolved(memory, one);
    if (!missing.ok) return missing;
    looked.set(one, missing.value);
  }
  const unresolved = (one: string): Misspelled | null => looked.get(one) ?? null;
  return ok(guardProvenance({ ...patch, evidence }, { table: memory.table, unresolved }));
}

/** null where it is there, or where nothing here could tell: a tool, a message and an address are known by their form alone. */
export async function whyUnresolved(memory: Memory, evidence: string): Promise<Outcome<Misspelled | null>> {
  const named = parseEvidence(evidence);
  if (!named.ok) return ok(named.error);
  const { kind, name } = named.value;
  // A session's own pages rest on the memory beside which they stand.
  const beside = memory.lasting ?? memory;
  switch (kind) {
    case "file":
      return file(beside === memory ? [memory] : [memory, beside], named.value.paths);
    case "commit":
      return commit(beside, name);
    case "session":
      return session(beside, name);
    case "sha256": {
      const kept = keptEvidence([beside], `sha256:${name}`);
      return kept.ok ? ok(kept.value === null ? noResult : null) : kept;
    }
    default:
      return ok(null);
  }
}

const noResult: Misspelled = {
  says: "no result with that digest is kept here",
  hint: "It was made on another machine, was removed to make room, or held a secret; name the tool instead: tool:NAME",
};

async function file(memories: readonly Memory[], paths: readonly PagePath[]): Promise<Outcome<Misspelled | null>> {
  for (const memory of memories) {
    if (paths.some((path) => memory.store.stampOf?.(path) != null || memory.files.has(path))) return ok(null);
    const head = await memory.history.head();
    if (!head.ok) return head;
    const blobs = await memory.history.at(head.value.commit, paths);
    if (!blobs.ok) return blobs;
    if (blobs.value.some((blob) => blob !== null)) return ok(null);
  }
  const around = memories.at(-1)?.checkout;
  if (paths.some((path) => around?.holds(path) === true)) return ok(null);
  return ok({
    says: "there is no such file in the work tree or in HEAD",
    hint: "Name it from the memory's folder or from the repository's, lines behind “#”: file:notes/call.md#L12",
  });
}

async function commit({ history }: Memory, oid: string): Promise<Outcome<Misspelled | null>> {
  const found = await history.resolve(oid);
  if (!found.ok) return found;
  if (found.value?.startsWith(oid) === true) return ok(null);
  const cut = history.isCut?.() ?? ok(false);
  if (!cut.ok) return cut;
  return ok(
    cut.value
      ? {
          says: "this clone holds a part of the history only, and whether that commit is in the rest cannot be told here",
          hint: "Fetch the rest with: git fetch --unshallow; then write it again.",
        }
      : {
          says: "no commit here has that id, or several begin with it",
          hint: "git log --format=%H tells the ids; what lies in another repository is named by its address: url:https://…",
        },
  );
}

/** On record on this machine, or named by a commit, which others made. */
async function session(memory: Memory, name: string): Promise<Outcome<Misspelled | null>> {
  const record = memory.sessions.read(name);
  if (!record.ok || record.value !== null) return record.ok ? ok(null) : record;
  const own = memory.sessionPages?.tip(memory.sessionPages.nameOf(name)) ?? ok(null);
  if (!own.ok || own.value !== null) return own.ok ? ok(null) : own;
  const logged = await memory.history.log({ paths: [], limit: limits.sessionLookBackCommitsMax });
  if (!logged.ok) return logged;
  const isNamed = logged.value.some(({ message }) =>
    (parseTrailers(message)["Pagefile-Session"] ?? []).includes(name),
  );
  if (isNamed) return ok(null);
  return ok({
    says: "no session of that id is on record on this machine, and no recent commit names it",
    hint: "The session that writes is named with --session ID; others are listed by: pagefile session list",
  });
}
