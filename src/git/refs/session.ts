/**
 * SessionRef: the History port over one session's ref: HEAD is that ref, the index is always HEAD's, and no branch sees it. Commits on such refs,
 * and on those that keep what was refused, are made here.
 */

import { dirname } from "node:path";
import type { Instant, Oid } from "../../base/ids.js";
import { assert, type Outcome, ok } from "../../base/result.js";
import { makeFolder, syncFolder } from "../../state/durable.js";
import { attemptGit as attempt, errnoOf, gitFailed, ioFailed } from "../../state/fs-calls.js";
import type { CommitPlan, History, RecordOptions, RecordOutcome, SideRefFile } from "../history.js";
import { type Identity, type Person, printPerson } from "../identity.js";
import { type GitLock, withLock } from "../locks/locks.js";
import { makeObject, type NewObject, writeObjects } from "../objects/loose.js";
import { type ObjectStore, rewriteTree, type TreeChange, treeOf } from "../objects/object-store.js";
import { readRef, refFile, sessionRef } from "./refs.js";

interface SessionRefParts {
  readonly store: ObjectStore;
  /** What reads objects by their ids, whatever ref they hang on. */
  readonly main: Pick<History, "engine" | "at" | "tree" | "blob" | "log" | "resolve" | "recordAside">;
  readonly identity: () => Promise<Outcome<Identity>>;
}

/** `session` is one part of a ref's name. */
export function openSessionRef({ store, main, identity }: SessionRefParts, session: string): History {
  const ref = sessionRef(store.layout, session);
  const tip = (): Outcome<Oid | null> =>
    store.layout.refStorage === "files" ? readRef(store.layout, ref) : refused();
  return {
    engine: main.engine,
    async head() {
      const commit = tip();
      return commit.ok ? ok({ commit: commit.value, ref, operation: null }) : commit;
    },
    at: (commit, paths, held) => main.at(commit, paths, held),
    async staged(paths, held) {
      const commit = tip();
      return commit.ok ? main.at(commit.value, paths, held) : commit;
    },
    tree: (commit) => main.tree(commit),
    blob: (oid) => main.blob(oid),
    async log(query) {
      const from = query.from === undefined ? tip() : ok(query.from);
      if (!from.ok) return from;
      return from.value === null ? ok([]) : main.log({ ...query, from: from.value });
    },
    async resolve(revision) {
      const ownHead = headOf(revision);
      if (ownHead === null) return main.resolve(revision);
      const commit = tip();
      if (!commit.ok || commit.value === null || ownHead === "") return commit;
      return main.resolve(commit.value + ownHead);
    },
    async record(plan, options) {
      const known = tip();
      if (!known.ok) return known;
      const people = await identity();
      return people.ok ? recordOn(store, ref, plan, { ...options, people: people.value }) : people;
    },
    recordAside: (name, file, note) => main.recordAside(name, file, note),
    // What it reads through belongs to the history it hangs beside.
    close: async () => {},
  };
}

/** What stands behind HEAD in a revision that begins there (`~2`, `^`, or nothing); null for any other revision. */
function headOf(revision: string): string | null {
  for (const word of ["HEAD", "@"]) {
    const rest = revision.slice(word.length);
    if (revision.startsWith(word) && (rest === "" || rest[0] === "~" || rest[0] === "^")) return rest;
  }
  return null;
}

function recordOn(
  store: ObjectStore,
  ref: string,
  { base, writes, message, when }: CommitPlan,
  { people, publish, withdraw, settle }: RecordOptions & { readonly people: Identity },
): Promise<Outcome<RecordOutcome>> {
  const { objectFormat, prefix } = store.layout;
  const files = writes.map(({ path, head, movedFrom }) => ({
    path: prefix + path,
    blob: head === null ? null : makeObject(objectFormat, "blob", head),
    ...(movedFrom === undefined ? {} : { like: prefix + movedFrom }),
  }));
  return commitOnRef(store, {
    ref,
    base,
    changes: files.map(({ blob, ...file }) => ({ ...file, mode: "100644", oid: blob?.oid ?? null })),
    blobs: files.flatMap(({ blob }) => (blob === null ? [] : [blob])),
    message,
    when,
    people,
    publish,
    ...(withdraw === undefined ? {} : { withdraw }),
    ...(settle === undefined ? {} : { settle }),
  });
}

function refused(): Outcome<never> {
  return gitFailed(
    "This repository keeps its refs in tables (reftable), where Pagefile keeps no session's pages yet.",
    "Use a page of scope project, or a repository whose refs are files.",
  );
}

// RefCommit: one durable commit on a ref that no work tree has checked out, under the ref's own lock.

interface RefCommit extends Partial<Pick<RecordOptions, "publish" | "withdraw" | "settle">> {
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
async function commitOnRef(store: ObjectStore, draft: RefCommit): Promise<Outcome<RecordOutcome>> {
  const { layout } = store;
  const file = refFile(layout, draft.ref);
  const { sharedMode } = layout;
  const made = attempt(`Making the folder of ${draft.ref}`, () => void makeFolder(dirname(file), sharedMode));
  if (!made.ok) return made;
  return withLock(file, { sharedMode }, (lock) => commitLocked(store, draft, lock));
}

async function commitLocked(store: ObjectStore, draft: RefCommit, lock: GitLock): Promise<Outcome<RecordOutcome>> {
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

// SessionPages: where sessions keep pages of their own on this machine, and a history for each of them.

/** What an engine offers beside the history of the branch. */
export interface SessionHistories {
  /** `name` as `SessionFolder` has it. It reads through the history it was asked of and ends with that. */
  session(name: string): History;
}

export interface SessionFolder {
  /** Fit for a ref and a file name; no two sessions have the same. The session's id where that is plain, a digest of it else. */
  readonly name: string;
  /** Absolute; people edit the files in it. A folder that was lost comes back when the session's pages are opened. */
  readonly folder: string;
  /** Markdown files in it. */
  readonly pages: number;
}

export interface SessionPages {
  nameOf(session: string): string;
  /** Every session that has a folder of pages or a ref here, by name. */
  list(): Outcome<readonly SessionFolder[]>;
  /** The commit of the session's ref; null where it has none. */
  tip(name: string): Outcome<Oid | null>;
  /** Names of what lies in the folder and is no page file, temp files of ours left out; sorted. */
  strays(name: string): Outcome<readonly string[]>;
  /**
   * Takes the folder and the ref away, for good when it returns, as long as the ref holds `tip` and the folder exactly `files`;
   * else `moved`, and both are as they were.
   */
  drop(name: string, expected: SessionFiles): Promise<Outcome<"dropped" | "moved">>;
}

/** What a session keeps: the commit of its ref, and the blobs on disk by their paths in the folder. */
export interface SessionFiles {
  readonly tip: Oid | null;
  readonly files: ReadonlyMap<string, Oid>;
}

// SideRef: commits on a ref of our own that no branch sees, one small file each: what was refused stays readable there.

interface SideRefCommit {
  /** Full, e.g. `refs/pagefile/rejected`. */
  readonly ref: string;
  readonly file: SideRefFile;
  /** Ends in a newline. */
  readonly message: string;
  readonly when: Instant;
  readonly person: Person;
}

/** Adds the file to the ref's tree as one commit, under the ref's own lock; made durable before it is returned. */
export async function commitToSideRef(store: ObjectStore, aside: SideRefCommit): Promise<Outcome<Oid>> {
  const { layout } = store;
  const { ref, message, when, person } = aside;
  const blob = makeObject(layout.objectFormat, "blob", Buffer.from(aside.file.bytes));
  const changes = [{ path: layout.prefix + aside.file.path, mode: "100644", oid: blob.oid }];
  const people = { author: person, committer: person };
  const done = await commitOnRef(store, { ref, changes, blobs: [blob], message, when, people });
  if (!done.ok) return done;
  assert(!done.value.moved, "a commit that asks for no base finds none moved");
  return ok(done.value.commit);
}
