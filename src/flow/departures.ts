/** Departures: what a commit takes from disk goes after the commit stands, so that no death and no other writer finds words gone. */

import type { Failure, Outcome } from "../base/failure.js";
import type { Oid, PagePath } from "../base/ids.js";
import { err, ok } from "../base/result.js";
import type { Departure, DepartureNote } from "../port/departures.js";
import type { Replacement } from "../port/page-store.js";
import { type Memory, reread } from "./memory.js";

/** Files that are to go, with the place of those that only move. */
export function departuresIn({ store }: Memory, forward: readonly Replacement[]): readonly Departure[] {
  return forward.flatMap(({ path, before, bytes }) => {
    if (bytes !== null || before === null) return [];
    const target = forward.find(({ like }) => like === path);
    const to = target?.bytes == null ? null : { path: target.path, oid: store.idOf(target.bytes) };
    return [{ path, oid: before, to }];
  });
}

/** Before the first file is written: on record. Fails where one is not what was read. */
export function announce(memory: Memory, leaving: readonly Departure[]): Outcome<DepartureNote> {
  for (const { path, oid } of leaving) {
    const current = memory.store.read(path);
    if (!current.ok) return current;
    if (current.value !== null && current.value.blob.oid !== oid) return err(changed(path));
  }
  if (memory.departures === undefined || leaving.length === 0) return ok(unrecorded);
  return memory.departures.announce(leaving);
}

const unrecorded: DepartureNote = { close: () => {} };

/** The commit stands. What cannot be removed now stays on record, and goes before the next commit. */
export async function depart(memory: Memory, leaving: readonly Departure[], note: DepartureNote): Promise<void> {
  if (leaving.length === 0) return;
  const all = await memory.store.replace(leaving.map(({ path, oid }) => ({ path, before: oid, bytes: null })));
  note.close(all.ok ? [] : await oneByOne(memory, leaving));
}

/**
 * What a process that died left of its commit: where the commit stands, the files that had to go do; where it does not, the
 * places they were to go to are empty again. A file that holds anything else by now is somebody's and stays.
 */
export async function settleDepartures(memory: Memory): Promise<Outcome<void>> {
  const claimed = memory.departures?.claim() ?? ok([]);
  if (!claimed.ok) return claimed;
  for (const note of claimed.value) {
    const settled = await settleNote(memory, note.rows);
    note.close(settled.ok ? settled.value : note.rows);
    if (!settled.ok) return settled;
  }
  return ok(undefined);
}

/** Gives what could not be removed. */
async function settleNote(memory: Memory, rows: readonly Departure[]): Promise<Outcome<readonly Departure[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const paths = rows.flatMap(({ path, to }) => (to === null ? [path] : [path, to.path]));
  const known = await knownPaths(memory, head.value.commit, paths);
  if (!known.ok) return known;
  const due = rows.flatMap((row) => superfluous(memory, row, known.value));
  const stuck = await oneByOne(memory, due);
  const told = reread(memory, paths);
  return told.ok ? ok(stuck) : told;
}

interface Known {
  readonly head: ReadonlySet<PagePath>;
  readonly index: ReadonlySet<PagePath>;
}

async function knownPaths(
  { history }: Memory,
  commit: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<Known>> {
  const [head, index] = [await history.at(commit, paths), await history.staged(paths)];
  if (!head.ok) return head;
  if (!index.ok) return index;
  const present = (blobs: readonly unknown[]): ReadonlySet<PagePath> =>
    new Set(paths.filter((_, at) => blobs[at] !== null));
  return ok({ head: present(head.value), index: present(index.value) });
}

/** The one file of a departure that git does not know, and whose bytes stand in the other place. */
function superfluous(memory: Memory, row: Departure, { head, index }: Known): readonly Departure[] {
  const { path, to } = row;
  const isUnknown = (one: PagePath): boolean => !head.has(one) && !index.has(one);
  if (isUnknown(path)) return to === null || head.has(to.path) ? [row] : [];
  if (to === null || !isUnknown(to.path)) return [];
  const source = memory.store.read(path);
  return source.ok && source.value !== null ? [{ ...to, to: null }] : [];
}

/** Gives those that could not be removed. What somebody changed meanwhile is theirs, and no departure any more. */
async function oneByOne(memory: Memory, rows: readonly Departure[]): Promise<readonly Departure[]> {
  const stuck: Departure[] = [];
  for (const row of rows) {
    const removed = await memory.store.replace([{ path: row.path, before: row.oid, bytes: null }]);
    if (!removed.ok && removed.error.code !== "version_conflict") stuck.push(row);
  }
  return stuck;
}

function changed(path: PagePath): Failure {
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} was changed on disk while it was about to go.`,
    hint: "Read it again and repeat the change.",
  };
}
