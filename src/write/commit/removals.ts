/** Removals: what a commit takes from disk goes after the commit stands, so that no death and no other writer finds words gone. */

import type { Oid, PagePath } from "../../base/ids.js";
import { allOf, err, type Outcome, ok } from "../../base/result.js";
import type { Blob } from "../../git/history.js";
import type { Announced, Removal, RemovalNote, Rewriting } from "../../git/removals.js";
import type { Replacement } from "../../memory/disk/read.js";
import { type Memory, reread } from "../../memory/memory.js";

/** Files that are to go, with the place of those that only move. */
export function removalsIn({ store }: Memory, forward: readonly Replacement[]): readonly Removal[] {
  return forward.flatMap(({ path, before, bytes }) => {
    if (bytes !== null || before === null) return [];
    const target = forward.find(({ like }) => like === path);
    const to = target?.bytes == null ? null : { path: target.path, oid: store.idOf(target.bytes) };
    return [{ path, oid: before, to }];
  });
}

/** Before the first file is written: on record. Fails where one that goes is not what was read. */
export function announce(memory: Memory, what: Announced): Outcome<RemovalNote> {
  for (const { path, oid } of what.leaving) {
    const current = memory.store.read(path);
    if (!current.ok) return current;
    if (current.value !== null && current.value.blob.oid !== oid)
      return err({
        code: "version_conflict",
        reason: "VERSION_CONFLICT",
        says: `${path} was changed on disk while it was about to go.`,
        hint: "Read it again and repeat the change.",
      });
  }
  const isNeeded = what.leaving.length + what.rewriting.length > 0;
  return isNeeded ? memory.departures.announce(what) : ok(unrecorded);
}

const unrecorded: RemovalNote = { close: () => {}, leave: () => {} };

/** The commit stands. What cannot be removed now stays on record, and goes before the next commit. */
export async function removeFiles(memory: Memory, leaving: readonly Removal[], note: RemovalNote): Promise<void> {
  const rows = leaving.map(({ path, oid }) => ({ path, before: oid, bytes: null }));
  const all = rows.length === 0 ? ok(undefined) : await memory.store.replace(rows);
  if (all.ok || (await oneByOne(memory, rows))) note.close();
  else note.leave();
}

/**
 * What a process that died left of its commit: where the commit stands, the files that had to go do; where it does not, files are what
 * they were, so that nobody takes the half of it for an edit by hand. A file that holds anything else by now is somebody's and stays.
 */
export async function settleRemovals(memory: Memory): Promise<Outcome<void>> {
  const claimed = memory.departures.claim();
  if (!claimed.ok) return claimed;
  for (const note of claimed.value) {
    const settled = await settleNote(memory, note);
    if (settled.ok && settled.value) note.close();
    else note.leave();
    if (!settled.ok) return settled;
  }
  return ok(undefined);
}

/** False where not all could be done. */
async function settleNote(memory: Memory, { leaving, rewriting }: Announced): Promise<Outcome<boolean>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const paths = [
    ...leaving.flatMap(({ path, to }) => (to === null ? [path] : [path, to.path])),
    ...rewriting.map(({ path }) => path),
  ];
  const known = await knownPaths(memory, head.value.commit, paths);
  if (!known.ok) return known;
  // What was written comes back first: until then, a new file may hold the only copy of its words.
  const back = rewriting.flatMap((row) => wayBack(row, known.value));
  const isBack = await oneByOne(
    memory,
    back.filter(({ bytes }) => bytes !== null),
  );
  const made = isBack ? back.filter(({ bytes }) => bytes === null) : [];
  const due = isBack ? leaving.flatMap((row) => superfluous(memory, row, known.value)) : [];
  const gone = due.map(({ path, oid }) => ({ path, before: oid, bytes: null }));
  const isDone = await oneByOne(memory, [...made, ...gone]);
  const told = reread(memory, [...new Set(paths)]);
  return told.ok ? ok(isBack && isDone) : told;
}

/** Nothing where the commit stands; of files that are made, only those that git does not know. */
function wayBack({ path, was, is, head }: Rewriting, known: Known): readonly Replacement[] {
  if ((known.head.get(path) ?? null) === head) return [];
  if (was === null && (known.head.has(path) || known.index.has(path))) return [];
  return [{ path, before: is, bytes: was }];
}

/** Blob ids by path. */
interface Known {
  readonly head: ReadonlyMap<PagePath, Oid>;
  readonly index: ReadonlyMap<PagePath, Oid>;
}

async function knownPaths(
  { history }: Memory,
  commit: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<Known>> {
  const read = allOf([await history.at(commit, paths), await history.staged(paths)]);
  if (!read.ok) return read;
  const [head, index] = read.value;
  const present = (blobs: readonly (Blob | null)[]): ReadonlyMap<PagePath, Oid> =>
    new Map(paths.flatMap((path, at) => (blobs[at] == null ? [] : [[path, blobs[at].oid] as const])));
  return ok({ head: present(head), index: present(index) });
}

/** The one file of a departure that git does not know, and whose bytes stand in the other place. */
function superfluous(memory: Memory, row: Removal, { head, index }: Known): readonly Removal[] {
  const { path, to } = row;
  const isUnknown = (one: PagePath): boolean => !head.has(one) && !index.has(one);
  if (isUnknown(path)) return to === null || head.has(to.path) ? [row] : [];
  if (to === null || !isUnknown(to.path)) return [];
  const source = memory.store.read(path);
  return source.ok && source.value !== null ? [{ ...to, to: null }] : [];
}

/** False where one could not be done. What somebody changed meanwhile is theirs, and done. */
async function oneByOne(memory: Memory, writes: readonly Replacement[]): Promise<boolean> {
  let isDone = true;
  for (const write of writes) {
    const replaced = await memory.store.replace([write]);
    if (!replaced.ok && replaced.error.code !== "version_conflict") isDone = false;
  }
  return isDone;
}
