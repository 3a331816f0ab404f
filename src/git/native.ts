/** Native history: the History port on the user's own git, with the hot path in this process. */

import { type Oid, type PagePath, parseOid, parsePagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { Repository } from "./attributes.js";
import { checkOwner, openGitConfig } from "./config.js";
import type { Blob, BlobsAtHand, History, LoggedCommit, LogQuery, RecordOutcome, TreeFile } from "./history.js";
import { findIdentity, type Identity } from "./identity.js";
import { findLayout, operationUnderWay } from "./layout.js";
import { recoverLocks } from "./locks/locks.js";
import { findInTree, openObjectStore, openTreeFiles, treeOf } from "./objects/object-store.js";
import { type CatFile, openCatFile } from "./objects/pack.js";
import { type Git, gitFor, isWaitedFor, waitsFor } from "./process.js";
import { currentHead, isRefName, readRef, refFile } from "./refs/refs.js";
import { commitToSideRef, openSessionRef, type SessionHistories } from "./refs/session.js";
import { isCut, logLine, logNatively } from "./walk.js";

/** `root` is the memory root, anywhere in a work tree. Needs a git of version 2.38 or later on PATH. */
export async function openNativeHistory(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome<History & SessionHistories>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const git = gitFor(layout.value, env);
  if (!git.ok) return git;
  const owned = await checkOwner(layout.value, git.value);
  if (!owned.ok) return owned;
  recoverLocks(layout.value);
  const catFile = catFileOf(git.value);
  const repository: Repository = {
    layout: layout.value,
    git: git.value,
    store: openObjectStore(layout.value, catFile),
    config: openGitConfig(layout.value, git.value, env),
    env,
  };
  const trees = new Map<Oid, readonly TreeFile[]>();
  const filesHere = openTreeFiles(layout.value);
  // Commits of one process wait for one another here rather than at the lock files.
  let last: Promise<unknown> = Promise.resolve();
  const main: History = {
    engine: "native",
    async head() {
      const head = await currentHead(repository);
      if (!head.ok) return head;
      const operation = operationUnderWay(repository.layout);
      return operation.ok ? ok({ ...head.value, operation: operation.value }) : operation;
    },
    at: (commit, paths, held) => readAt(repository, commit, paths, held),
    staged: (paths, held) => readStaged(repository, paths, held),
    async tree(commit) {
      const known = commit === null ? undefined : trees.get(commit);
      const here = commit === null || known !== undefined ? null : filesHere(commit);
      const listed =
        known === undefined && here === null ? await listTree(repository, commit) : ok(known ?? here ?? []);
      if (listed.ok && commit !== null) remember(trees, commit, listed.value);
      return listed;
    },
    blob: (oid) => repository.store.read(oid, "blob"),
    log: (query) => logged(repository, query),
    resolve: (revision) => resolveRevision(repository, revision),
    isCut: () => isCut(repository.layout),
    async recordAside(name, file, note) {
      const identity = await identityOf(repository);
      if (!identity.ok) return identity;
      return commitToSideRef(repository.store, {
        ref: `refs/pagefile/${name}`,
        file,
        ...note,
        person: identity.value.committer,
      });
    },
    record(plan, options): Promise<Outcome<RecordOutcome>> {
      const next = last.then(async () => {
        const { recordNatively } = await import("./native-record.js");
        return recordNatively(repository, plan, options);
      });
      last = next.catch(() => undefined);
      return next;
    },
    close: () => catFile.close(),
  };
  const parts = { store: repository.store, main, identity: () => identityOf(repository) };
  return ok({ ...main, session: (name) => openSessionRef(parts, name) });
}

/** Opened for the first object that is not loose: most runs ask for none. */
function catFileOf(git: Git): CatFile {
  let opened: CatFile | null = null;
  return {
    read(oid) {
      opened ??= openCatFile(git);
      return opened.read(oid);
    },
    close: async () => opened?.close(),
  };
}

/** A commit before and one after: a commit never changes, and whoever compares asks for the same two again. */
const treesMax = 2;

function remember(trees: Map<Oid, readonly TreeFile[]>, commit: Oid, files: readonly TreeFile[]): void {
  trees.delete(commit);
  trees.set(commit, files);
  for (const oldest of trees.keys()) {
    if (trees.size <= treesMax) break;
    trees.delete(oldest);
  }
}

async function logged(repository: Repository, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>> {
  const head = query.from === undefined ? await currentHead(repository) : ok({ commit: query.from });
  if (!head.ok) return head;
  const start = head.value.commit;
  const line = start === null ? null : await logLine(repository.store, start, query);
  return line === null ? logNatively(repository, start, query) : ok(line);
}

async function identityOf(repository: Repository): Promise<Outcome<Identity>> {
  const config = await repository.config();
  return config.ok ? findIdentity(config.value, repository.env) : config;
}

async function readAt(
  repository: Repository,
  commit: Oid | null,
  paths: readonly PagePath[],
  held: BlobsAtHand = nothingHeld,
): Promise<Outcome<readonly (Blob | null)[]>> {
  if (commit === null) return ok(paths.map(() => null));
  const root = await treeOf(repository.store, commit);
  if (!root.ok) return root;
  return inOrder(paths, async (path): Promise<Outcome<Blob | null>> => {
    const entry = await findInTree(repository.store, root.value, repository.layout.prefix + path);
    if (!entry.ok) return entry;
    return entry.value?.mode.startsWith("100") ? readBlob(repository, entry.value.oid, held) : ok(null);
  });
}

async function readStaged(
  repository: Repository,
  paths: readonly PagePath[],
  held: BlobsAtHand = nothingHeld,
): Promise<Outcome<readonly (Blob | null)[]>> {
  const { viewIndex } = await import("./index/view.js");
  const view = viewIndex(repository);
  if (!view.ok) return view;
  const { prefix } = repository.layout;
  const staged = await view.value.staged(paths.map((path) => prefix + path));
  if (!staged.ok) return staged;
  return inOrder(paths, async (path): Promise<Outcome<Blob | null>> => {
    const oid = staged.value.get(prefix + path);
    return oid === undefined ? ok(null) : readBlob(repository, oid, held);
  });
}

const nothingHeld: BlobsAtHand = () => null;

async function readBlob(repository: Repository, oid: Oid, held: BlobsAtHand): Promise<Outcome<Blob>> {
  const inHand = held(oid);
  if (inHand !== null) return ok({ oid, bytes: inHand });
  const bytes = await repository.store.read(oid, "blob");
  return bytes.ok ? ok({ oid, bytes: bytes.value }) : bytes;
}

/** Reads go side by side, so that those that reach the child process are pipelined; the first failure is the answer. */
async function inOrder<T, U>(items: readonly T[], read: (item: T) => Promise<Outcome<U>>): Promise<Outcome<U[]>> {
  const values: U[] = [];
  for (const result of await Promise.all(items.map(read))) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

/** Regular files only, and only those whose names can be page paths: no other file is a page. */
async function listTree({ git, layout }: Repository, commit: Oid | null): Promise<Outcome<readonly TreeFile[]>> {
  if (commit === null) return ok([]);
  const below = layout.prefix === "" ? [] : ["--", layout.prefix];
  const out = await git.output(["ls-tree", "-r", "-z", "--full-tree", commit, ...below]);
  if (!out.ok) return out;
  const files: TreeFile[] = [];
  for (const line of out.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode, , id] = line.slice(0, Math.max(tab, 0)).split(" ");
    const full = line.slice(tab + 1);
    if (!mode?.startsWith("100") || !full.startsWith(layout.prefix)) continue;
    const path = parsePagePath(full.slice(layout.prefix.length));
    const oid = parseOid(id ?? "");
    if (path !== null && oid !== null) files.push({ path, oid });
  }
  return ok(files.sort((a, b) => compareText(a.path, b.path)));
}

async function resolveRevision(repository: Repository, revision: string): Promise<Outcome<Oid | null>> {
  const { git, layout, store } = repository;
  if (revision === "" || /[\0\n]/.test(revision)) return ok(null);
  const file = isRefName(revision) ? refFile(layout, revision) : null;
  if (file !== null && isWaitedFor(file)) return waitsFor(file);
  // Refs of ours are asked for by every look at a memory, and most are not there: no process for them.
  if (layout.refStorage === "files" && revision.startsWith("refs/pagefile/") && isRefName(revision)) {
    const ref = readRef(layout, revision);
    if (ref.ok && ref.value === null) return ok(null);
    if (ref.ok && ref.value !== null && (await store.read(ref.value, "commit")).ok) return ref;
  }
  const ran = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (!ran.ok) return ran;
  return ok(ran.value.code === 0 ? parseOid(ran.value.stdout.toString("latin1").trim()) : null);
}
