/**
 * Repository: the History port over an opened repository, for either engine: what HEAD, the index and the past hold, and one commit at a time; and
 * what an engine does in its own way, with the user's git or without any.
 */

import type { Oid, PagePath } from "../base/ids.js";
import { allOf, type Outcome, ok } from "../base/result.js";
import { attempt } from "../state/fs-calls.js";
import { listFolder } from "../state/plain-file.js";
import type { Blob, BlobsAtHand, CommitPlan, FileWrite, History, LoggedCommit, LogQuery } from "./history.js";
import { findIdentity, type GitConfig, type Identity } from "./identity.js";
import { type GitLayout, lockRecords, operationUnderWay } from "./layout.js";
import { recoverLocks } from "./locks/locks.js";
import { findInTree, type ObjectStore, treeOf } from "./objects/object-store.js";
import type { NewObject } from "./objects/tree.js";
import type { Git } from "./process.js";
import { currentHead } from "./refs/refs.js";
import { openSessionRef, type SessionHistories } from "./refs/session.js";
import { isCut, logLine } from "./walk.js";

// Engine: one opened repository, as the parts of this folder hand it to one another.

/** `none`: bytes are stored as they are. `lines`: line ends may differ, so git must look at the file for itself. */
export type Conversion = "none" | "lines";

/** What a commit is signed with; nothing of the tree is written yet. */
export interface Signing {
  readonly identity: Identity;
  readonly config: GitConfig;
  readonly tree: Oid;
  readonly objects: readonly NewObject[];
}

/** Which bytes are to be stored where. */
export type Stored = { readonly writes: readonly Pick<FileWrite, "path" | "head" | "index">[] };

/** What an engine does in its own way. */
export interface EngineWays {
  /** Cached; read again when the files have changed. */
  config(): Promise<Outcome<GitConfig>>;
  /** Refuses a plan that git would store other bytes for, or that this engine cannot serve. */
  conversion(config: GitConfig, plan: Stored): Promise<Outcome<Conversion>>;
  /** null where the configuration does not ask for it; else the commit, written and durable. */
  sign(plan: CommitPlan, signing: Signing): Promise<Outcome<Oid | null>>;
  log(start: Oid, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>>;
  resolve(revision: string): Promise<Outcome<Oid | null>>;
}

export interface Engine extends EngineWays {
  readonly name: "native" | "embedded";
  readonly layout: GitLayout;
  readonly store: ObjectStore;
  readonly env: NodeJS.ProcessEnv;
  /** null where no git is asked, or none is recent enough. */
  git(): Git | null;
}

/** A repository whose git can be asked. */
export interface Native {
  readonly layout: GitLayout;
  readonly store: ObjectStore;
  readonly env: NodeJS.ProcessEnv;
  readonly git: Git;
}

/**
 * What a killed process of ours left locked is given free. Each such lock has a record in one of two folders; mostly both are empty, and what
 * could take a lock over is not loaded.
 */
export function recoverLeft(layout: GitLayout): void {
  const folders = [layout.gitDir, layout.commonDir].map(lockRecords);
  const looked = attempt("look for locks", () => folders.some((folder) => listFolder(folder).length > 0));
  if (looked.ok && looked.value) recoverLocks(layout);
}

/** Ends with the store of its objects. */
export function openRepository(engine: Engine): History & SessionHistories {
  const { layout, store } = engine;
  const identity = (): Promise<Outcome<Identity>> => identityOf(engine);
  // Commits of one process wait for one another here rather than at the lock files.
  const inTurn = openQueue();
  const main: History & SessionHistories = {
    get engine() {
      return engine.name;
    },
    async head() {
      const head = await currentHead(engine);
      if (!head.ok) return head;
      const operation = operationUnderWay(layout);
      return operation.ok ? ok({ ...head.value, operation: operation.value }) : operation;
    },
    at: (commit, paths, held) => readAt(engine, commit, { paths, held }),
    staged: (paths, held) => readStaged(engine, paths, held),
    tree: async (commit) => (commit === null ? ok([]) : store.files(commit)),
    blob: (oid) => store.read(oid, "blob"),
    log: (query) => readLog(engine, query),
    resolve: (revision) => engine.resolve(revision),
    isCut: () => isCut(layout),
    isStoredAsIs: async (path, bytes) => (await import("./record.js")).isStoredAsIs(engine, path, bytes),
    async recordAside(name, file, note) {
      const people = await identity();
      if (!people.ok) return people;
      const { recordFile } = await import("./record.js");
      return recordFile(store, file, { ...note, ref: `refs/pagefile/${name}`, person: people.value.committer });
    },
    record: (plan, options) =>
      inTurn(async () => {
        const { recordPlan } = await import("./record.js");
        return recordPlan(engine, plan, options);
      }),
    close: () => store.close(),
    session: (name) => openSessionRef({ store, main, identity }, name),
  };
  return main;
}

async function identityOf(engine: Engine): Promise<Outcome<Identity>> {
  const config = await engine.config();
  return config.ok ? findIdentity(config.value, engine.env) : config;
}

async function readLog(engine: Engine, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>> {
  const head = query.from === undefined ? await currentHead(engine) : ok({ commit: query.from });
  if (!head.ok) return head;
  const start = head.value.commit;
  if (start === null || query.limit <= 0) return ok([]);
  const line = await logLine(engine.store, start, query);
  return line === null ? engine.log(start, query) : ok(line);
}

/** With more paths than this one listing of the whole tree is cheaper than a search for each. */
const searchesMax = 32;

interface Asked {
  readonly paths: readonly PagePath[];
  /** Bytes that are in hand already. */
  readonly held: BlobsAtHand | undefined;
}

async function readAt(
  { store, layout }: Engine,
  commit: Oid | null,
  { paths, held }: Asked,
): Promise<Outcome<readonly (Blob | null)[]>> {
  if (commit === null) return ok(paths.map(() => null));
  const listed = paths.length > searchesMax ? await store.files(commit) : null;
  if (listed !== null) {
    if (!listed.ok) return listed;
    const known = new Map(listed.value.map((file) => [file.path, file.oid]));
    return blobsOf(
      store,
      paths.map((path) => known.get(path) ?? null),
      held,
    );
  }
  const root = await treeOf(store, commit);
  if (!root.ok) return root;
  const entries = await inOrder(paths, (path) => findInTree(store, root.value, layout.prefix + path));
  if (!entries.ok) return entries;
  const oids = entries.value.map((entry) => (entry?.mode.startsWith("100") ? entry.oid : null));
  return blobsOf(store, oids, held);
}

async function readStaged(
  engine: Engine,
  paths: readonly PagePath[],
  held: BlobsAtHand | undefined,
): Promise<Outcome<readonly (Blob | null)[]>> {
  const { viewIndex } = await import("./index/patch.js");
  const view = await viewIndex(engine);
  if (!view.ok) return view;
  const { prefix } = engine.layout;
  const staged = await view.value.staged(paths.map((path) => prefix + path));
  if (!staged.ok) return staged;
  return blobsOf(
    engine.store,
    paths.map((path) => staged.value.get(prefix + path) ?? null),
    held,
  );
}

function blobsOf(
  store: Engine["store"],
  oids: readonly (Oid | null)[],
  held: BlobsAtHand = () => null,
): Promise<Outcome<readonly (Blob | null)[]>> {
  return inOrder(oids, async (oid): Promise<Outcome<Blob | null>> => {
    const inHand = oid === null ? null : held(oid);
    if (oid === null || inHand !== null) return ok(oid === null || inHand === null ? null : { oid, bytes: inHand });
    const bytes = await store.read(oid, "blob");
    return bytes.ok ? ok({ oid, bytes: bytes.value }) : bytes;
  });
}

/** Reads go side by side, so that those that reach a child process are pipelined; the first failure is the answer. */
async function inOrder<T, U>(items: readonly T[], read: (item: T) => Promise<Outcome<U>>): Promise<Outcome<U[]>> {
  return allOf(await Promise.all(items.map(read)));
}

/** Within this process: each piece of work begins when all that came before it are done, whatever became of them. */
export function openQueue(): <T>(use: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (use) => {
    const done = last.then(use);
    last = done.catch(() => undefined);
    return done;
  };
}
