/** EmbeddedHistory: the History port without git: isomorphic-git for objects, git's own files and locks for all else. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { Head, History, LoggedCommit, LogQuery } from "../history.js";
import { readConfigFiles } from "../identity.js";
import { findIdentity } from "../identity--identity.js";
import { findLayout } from "../layout.js";
import { operationUnderWay } from "../layout--operation.js";
import { recoverLocks } from "../locks/locks--lock-recovery.js";
import { logLine } from "../native-log--log-line.js";
import { treeOf } from "../objects/commit.js";
import { type ObjectStore, openObjectStore } from "../objects/object-store--object-store.js";
import { readHead } from "../refs/refs.js";
import { openSessionRef } from "../refs/session.js";
import { commitAside } from "../refs/session--aside.js";
import type { SessionHistories } from "../refs/session--session-pages.js";
import { recordPlan } from "./history.js";
import { refuseRepository } from "./history--refusals.js";
import { openObjects } from "./objects--objects.js";
import { resolveRevision } from "./read.js";
import { readStaged } from "./read--index-reading.js";
import { listTree, readBlobs } from "./read--read-tree.js";
import { walkLog } from "./walk.js";
import { isCut } from "./walk--commit-object.js";

/**
 * `root` is a folder of a work tree. Fails with `not_a_repository`, or with `git_failed` for a repository that this engine
 * cannot serve. It starts no process.
 */
export async function openEmbeddedHistory(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome<History & SessionHistories>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const config = readConfigFiles(layout.value, env);
  if (!config.ok) return config;
  const refused = refuseRepository(layout.value, config.value);
  if (!refused.ok) return refused;
  recoverLocks(layout.value);
  const objects = openObjects(layout.value.commonDir);
  const close = async (): Promise<void> => {};
  const store = openObjectStore(layout.value, { read: (oid) => objects.read(oid), close });
  const { prefix } = layout.value;
  let turn: Promise<unknown> = Promise.resolve();
  const main: History = {
    engine: "embedded",
    head: async () => readWholeHead(store),
    async at(commit, paths) {
      const tree = commit === null ? ok(null) : await treeOf(store, commit);
      if (!tree.ok) return tree;
      return tree.value === null ? ok(paths.map(() => null)) : readBlobs(store, tree.value, { prefix, paths });
    },
    staged: (paths) => readStaged(store, paths),
    async tree(commit) {
      const tree = commit === null ? ok(null) : await treeOf(store, commit);
      if (!tree.ok) return tree;
      return tree.value === null ? ok([]) : listTree(store, tree.value, prefix);
    },
    async blob(oid) {
      const read = await objects.read(oid);
      if (!read.ok) return read;
      if (read.value?.type === "blob") return ok(read.value.bytes);
      return gitFailed(
        `The repository has no file content ${oid}.`,
        "Fetch it, or name a version that `git log` shows.",
      );
    },
    log: (query) => readLog(store, query),
    resolve: (revision) => resolveRevision({ objects, store }, revision),
    isCut: () => isCut(store.layout),
    async recordAside(name, file, note) {
      const identity = findIdentity(config.value, env);
      if (!identity.ok) return identity;
      return commitAside(store, { ref: `refs/pagefile/${name}`, file, ...note, person: identity.value.committer });
    },
    record(plan, options) {
      const done = turn.then(() => recordPlan({ objects, store, env }, plan, options));
      turn = done.catch(() => undefined);
      return done;
    },
    close,
  };
  const parts = { store, main, identity: async () => findIdentity(config.value, env) };
  return ok({ ...main, session: (name) => openSessionRef(parts, name) });
}

function readWholeHead(store: ObjectStore): Outcome<Head> {
  const head = readHead(store.layout);
  if (!head.ok) return head;
  const { commit, ref } = head.value;
  const operation = operationUnderWay(store.layout);
  return operation.ok ? ok({ commit, ref, operation: operation.value }) : operation;
}

/** No paths means any below the root: the root's folder, or the whole tree where the root is the top. */
async function readLog(store: ObjectStore, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>> {
  const { prefix } = store.layout;
  const head = query.from === undefined ? readHead(store.layout) : ok({ commit: query.from });
  if (!head.ok) return head;
  if (head.value.commit === null) return ok([]);
  const line = await logLine(store, head.value.commit, query);
  if (line !== null) return ok(line);
  const own = prefix === "" ? [] : [prefix.slice(0, -1)];
  const paths = query.paths.length === 0 ? own : query.paths.map((path) => prefix + path);
  const every = query.every === true;
  const hidden = await hiddenBy(store, query.without);
  if (!hidden.ok) return hidden;
  const walked = await walkLog(store, {
    from: head.value.commit,
    paths,
    limit: query.limit,
    every,
    hidden: hidden.value,
  });
  if (!walked.ok) return walked;
  return ok(walked.value.map(({ tree: _tree, committed: _committed, ...logged }) => logged));
}

/** The commit and all before it; empty where none is named. */
async function hiddenBy(store: ObjectStore, without: Oid | undefined): Promise<Outcome<ReadonlySet<Oid>>> {
  if (without === undefined) return ok(new Set());
  const all = { from: without, paths: [], limit: Number.POSITIVE_INFINITY, every: true, hidden: new Set<Oid>() };
  const walked = await walkLog(store, all);
  return walked.ok ? ok(new Set(walked.value.map(({ oid }) => oid))) : walked;
}
