/** Repository: the History port over an opened repository, for either engine: what HEAD, the index and the past hold, and one commit at a time. */

import type { Oid, PagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import type { Engine } from "./engine.js";
import type { Blob, BlobsAtHand, History, LoggedCommit, LogQuery } from "./history.js";
import { findIdentity, type Identity } from "./identity.js";
import { operationUnderWay } from "./layout.js";
import { findInTree, treeOf } from "./objects/object-store.js";
import { currentHead } from "./refs/refs.js";
import { openSessionRef, type SessionHistories } from "./refs/session.js";
import { isCut, logLine } from "./walk.js";

/** Ends with the store of its objects. */
export function openRepository(engine: Engine): History & SessionHistories {
  const { layout, store } = engine;
  const identity = (): Promise<Outcome<Identity>> => identityOf(engine);
  // Commits of one process wait for one another here rather than at the lock files.
  let last: Promise<unknown> = Promise.resolve();
  const main: History = {
    engine: engine.name,
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
    async recordAside(name, file, note) {
      const people = await identity();
      if (!people.ok) return people;
      const { recordFile } = await import("./record.js");
      return recordFile(store, file, { ...note, ref: `refs/pagefile/${name}`, person: people.value.committer });
    },
    record(plan, options) {
      const next = last.then(async () => {
        const { recordPlan } = await import("./record.js");
        return recordPlan(engine, plan, options);
      });
      last = next.catch(() => undefined);
      return next;
    },
    close: () => store.close(),
  };
  return { ...main, session: (name) => openSessionRef({ store, main, identity }, name) };
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
  const { viewIndex } = await import("./index/view.js");
  const view = viewIndex(engine);
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
  const values: U[] = [];
  for (const result of await Promise.all(items.map(read))) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}
