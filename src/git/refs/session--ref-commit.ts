/** RefCommit: one durable commit on a ref that no work tree has checked out, under the ref's own lock. */

import { dirname } from "node:path";
import type { Instant, Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { makeFolder, syncFolder } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, ioFailed } from "../../state/fs-calls--failures.js";
import type { Recorded, RecordOptions } from "../history.js";
import { type Identity, printPerson } from "../identity--identity.js";
import { type GitLock, withLock } from "../locks/locks.js";
import { treeOf } from "../objects/commit.js";
import { makeObject, type NewObject, writeObjects } from "../objects/loose.js";
import { rewriteTree, type TreeChange } from "../objects/object-store.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { readRef, refFile } from "./refs.js";

export interface RefCommit extends Partial<Pick<RecordOptions, "publish" | "withdraw" | "settle">> {
  /** Full, e.g. `refs/pagefile/rejected`. */
  readonly ref: string;
  /** The commit that the ref must still hold; whatever it holds when absent. */
  readonly base?: Oid | null;
  readonly changes: readonly TreeChange[];
  readonly blobs: readonly NewObject[];
  /** Ends in a newline. */
  readonly message: string;
  readonly when: Instant;
  readonly people: Identity;
}

/** Never signed: such a commit is this machine's own note. A failure before the ref moves leaves it as it was, and withdraws. */
export async function commitOnRef(store: ObjectStore, draft: RefCommit): Promise<Outcome<Recorded>> {
  const { layout } = store;
  const file = refFile(layout, draft.ref);
  const { sharedMode } = layout;
  const made = attempt(`Making the folder of ${draft.ref}`, () => void makeFolder(dirname(file), sharedMode));
  if (!made.ok) return made;
  return withLock(file, { sharedMode }, (lock) => commitLocked(store, draft, lock));
}

async function commitLocked(store: ObjectStore, draft: RefCommit, lock: GitLock): Promise<Outcome<Recorded>> {
  const tip = readRef(store.layout, draft.ref);
  if (!tip.ok) return tip;
  if (draft.base !== undefined && draft.base !== tip.value) return ok({ moved: true });
  const written = await writeOnto(store, draft, tip.value);
  if (!written.ok) return written;
  const staged = await lock.stage([Buffer.from(`${written.value}\n`)]);
  if (!staged.ok) return staged;
  const published = (await draft.publish?.()) ?? ok(undefined);
  const moved = published.ok ? lock.commit() : published;
  if (!moved.ok) {
    await draft.withdraw?.();
    return moved;
  }
  await draft.settle?.();
  try {
    await syncFolder(dirname(lock.path));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return ioFailed(error, `Making ${draft.ref} durable`);
  }
  return ok({ moved: false, commit: written.value });
}

/** The commit's id, with all that it needs on disk. */
async function writeOnto(store: ObjectStore, draft: RefCommit, tip: Oid | null): Promise<Outcome<Oid>> {
  const { layout } = store;
  const root = tip === null ? ok(null) : await treeOf(store, tip);
  if (!root.ok) return root;
  const tree = await rewriteTree(store, root.value, draft.changes);
  if (!tree.ok) return tree;
  const parent = tip === null ? "" : `parent ${tip}\n`;
  const { author, committer } = draft.people;
  const who = `author ${printPerson(author, draft.when)}\ncommitter ${printPerson(committer, draft.when)}`;
  const text = `tree ${tree.value.root}\n${parent}${who}\n\n${draft.message}`;
  const commit = makeObject(layout.objectFormat, "commit", Buffer.from(text));
  const written = await writeObjects(layout, [...draft.blobs, ...tree.value.objects, commit]);
  return written.ok ? ok(commit.oid) : written;
}
