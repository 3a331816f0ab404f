/**
 * EmbeddedHistory: the History port without git: isomorphic-git for objects, git's own files and locks for all else.
 *
 * It serves a machine without git, or one that asks for it (`PAGEFILE_GIT=embedded`). `objects.ts` reads and writes objects on a durable file
 * system, `../walk.ts` gives the commits that `git log` would show, and `read.ts` gives trees. Locks, refs and the
 * index are the same code as in the native engine, so the order of a commit on disk is the same too. What cannot be served is refused by name:
 * nothing is done half.
 *
 * Nothing here starts a process. isomorphic-git parses every pack index anew for every object unless it has a cache, so there is always one, and
 * no damaged object is believed.
 */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import git from "isomorphic-git";
import { blobOid } from "../../base/digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { syncFolder } from "../../state/durable.js";
import { attemptGit as attempt, errnoOf, gitFailed, ioFailed } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import type { CommitPlan, Head, History, LoggedCommit, LogQuery, RecordOptions, RecordOutcome } from "../history.js";
import { configFlag, configText, findIdentity, type GitConfig, type Identity, readConfigFiles } from "../identity.js";
import { checkEdits, type IndexFile, patchIndex, stagedEntry, statIfHolds } from "../index/patch.js";
import { findLayout, type GitLayout, operationUnderWay, refuseOperation } from "../layout.js";
import { type GitLock, recoverLocks } from "../locks/locks.js";
import { makeObject, type NewObject } from "../objects/loose.js";
import { type ObjectStore, openObjectStore, rewriteTree, type TreeChange, treeOf } from "../objects/object-store.js";
import { editsOf, lockBranch, type PreparedCommit, printCommit, recordInOrder } from "../refs/lock.js";
import { isRefName, packedRefs, readHead } from "../refs/refs.js";
import { commitToSideRef, openSessionRef, type SessionHistories } from "../refs/session.js";
import { isCut, logLine, walkLog } from "../walk.js";
import {
  type AttributeFiles,
  conversionOf,
  durableFs,
  listTree,
  type Objects,
  openIndex,
  openObjects,
  readBlobs,
  readStaged,
  resolveRevision,
} from "./objects.js";

// Record: what this engine checks and writes for one commit; the order of it all is in `../refs/lock.ts`.

interface Workshop {
  readonly objects: Objects;
  readonly store: ObjectStore;
  readonly env: NodeJS.ProcessEnv;
}

/** Serves one call at a time: callers in one process queue up, other processes meet at the locks. */
async function recordPlan(
  workshop: Workshop,
  plan: CommitPlan,
  options: RecordOptions,
): Promise<Outcome<RecordOutcome>> {
  const { layout } = workshop.store;
  const head = readHead(layout);
  if (!head.ok) return head;
  if (head.value.commit !== plan.base) return ok({ moved: true });
  if (head.value.ref === null && options.detached === "refuse") {
    return gitFailed(
      "HEAD is detached, so a commit would belong to no branch.",
      "Switch to a branch: `git switch NAME`.",
    );
  }
  const config = readConfigFiles(layout, workshop.env);
  if (!config.ok) return config;
  const logAllRefUpdates = configText(config.value, "core.logallrefupdates");
  const engine = {
    layout,
    lockHead: () => lockBranch(layout, head.value, { logAllRefUpdates }),
    prepare: () => prepare(workshop, plan, config.value),
  };
  return recordInOrder(engine, plan, options);
}

async function prepare(
  workshop: Workshop,
  plan: CommitPlan,
  config: GitConfig,
): Promise<Outcome<PreparedCommit | null>> {
  const { layout } = workshop.store;
  const refused = refuseOperation(layout);
  if (!refused.ok) return refused;
  const unserved = refuseCommit({ layout, config, env: workshop.env }, plan);
  if (!unserved.ok) return unserved;
  const identity = findIdentity(config, workshop.env);
  if (!identity.ok) return identity;
  const index = openIndex(layout);
  if (!index.ok) return index;
  const restaged = isRestaged(index.value, plan, layout.prefix);
  if (!restaged.ok || restaged.value) return restaged.ok ? ok(null) : restaged;
  const possible = checkEdits(index.value, editsOf(layout, plan));
  if (!possible.ok) return possible;
  const made = await makeObjects(workshop.store, plan, identity.value);
  if (!made.ok) return made;
  const { commit, objects } = made.value;
  const written = await workshop.objects.write(objects);
  if (!written.ok) return written;
  workshop.store.remember(objects);
  const stageIndex = async (lock: GitLock): Promise<Outcome<void>> => {
    const edits = editsOf(layout, plan, (path, bytes) => statIfHolds(join(layout.top, path), bytes));
    return lock.stage(patchIndex(index.value, edits));
  };
  return ok({ commit, committer: identity.value.committer, stageIndex });
}

/** Whether somebody staged or unstaged one of the paths since the plan was made. */
function isRestaged(index: IndexFile, plan: CommitPlan, prefix: string): Outcome<boolean> {
  for (const write of plan.writes) {
    const entry = stagedEntry(index, prefix + write.path);
    if (!entry.ok) return entry;
    const oid = entry.value === null || entry.value.intentToAdd ? null : entry.value.oid;
    if (oid !== write.before.index) return ok(true);
  }
  return ok(false);
}

interface Made {
  readonly commit: Oid;
  readonly objects: readonly NewObject[];
}

async function makeObjects(store: ObjectStore, plan: CommitPlan, identity: Identity): Promise<Outcome<Made>> {
  const root = plan.base === null ? ok(null) : await treeOf(store, plan.base);
  if (!root.ok) return root;
  const blobs: NewObject[] = [];
  const changes: TreeChange[] = [];
  const { prefix } = store.layout;
  for (const { path, head, index, movedFrom } of plan.writes) {
    for (const bytes of [head, index]) if (bytes !== null) blobs.push(makeObject("sha1", "blob", bytes));
    const like = movedFrom === undefined ? {} : { like: prefix + movedFrom };
    changes.push({ path: prefix + path, mode: "100644", oid: head === null ? null : blobOid(head), ...like });
  }
  const tree = await rewriteTree(store, root.value, changes);
  if (!tree.ok) return tree;
  const commit = makeObject("sha1", "commit", printCommit(plan, tree.value.root, identity));
  return ok({ commit: commit.oid, objects: [...blobs, ...tree.value.objects, commit] });
}

// EmbeddedHistory: the History port without git: isomorphic-git for objects, git's own files and locks for all else.

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
      return commitToSideRef(store, {
        ref: `refs/pagefile/${name}`,
        file,
        ...note,
        person: identity.value.committer,
      });
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

// Refusals: what this engine does not serve, each found before anything is written and said with a way out.

/** Hooks that may veto a commit, change its message or stop a ref from moving. */
const vetoes = ["pre-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"];

/** Repositories that cannot even be read: refused when they are opened. */
function refuseRepository(layout: GitLayout, config: GitConfig): Outcome<void> {
  if (layout.objectFormat !== "sha1") return unserved("a repository with sha256 object ids");
  if (layout.refStorage !== "files") return unserved("a repository that keeps its refs in a reftable");
  if (layout.linked) return unserved("a linked worktree");
  if (existsSync(join(layout.commonDir, "objects", "info", "alternates"))) {
    return unserved("a repository that borrows objects from another one (objects/info/alternates)");
  }
  const replaced = attempt("Looking for replaced objects", () => replaces(layout));
  if (!replaced.ok) return replaced;
  if (replaced.value) return unserved("replaced objects (refs/replace, info/grafts)");
  if (config.has("extensions.partialclone")) return unserved("a partial clone");
  return ok(undefined);
}

function replaces(layout: GitLayout): boolean {
  const { commonDir } = layout;
  const loose = join(commonDir, "refs", "replace");
  const anyLoose = existsSync(loose) && readdirSync(loose).length > 0;
  return anyLoose || packedRefs(layout).includes(" refs/replace/") || existsSync(join(commonDir, "info", "grafts"));
}

/** Settings and files under which git itself would do more for this commit than this engine does. */
function refuseCommit(place: Place, plan: CommitPlan): Outcome<void> {
  const { layout, config } = place;
  if (configFlag(config, "commit.gpgsign")) return unserved("signed commits (commit.gpgsign)");
  const included = [...config.keys()].find((key) => /^include(?:if)?\./.test(key));
  if (included !== undefined) return unserved(`configuration that includes other files (${included})`);
  if (layout.sharedMode !== 0) return unserved("core.sharedRepository");
  const folder = hooksFolder(place);
  const hook = attempt("Looking for hooks", () => vetoes.find((name) => isActive(join(folder, name))));
  if (!hook.ok) return hook;
  if (hook.value !== undefined) return unserved(`the active hook ${hook.value} in ${folder}`);
  return refuseConversion(place, plan);
}

interface Place {
  readonly layout: GitLayout;
  readonly config: GitConfig;
  readonly env: NodeJS.ProcessEnv;
}

function unserved(what: string): Outcome<never> {
  return gitFailed(
    `The embedded git engine does not serve ${what}.`,
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

function refuseConversion({ layout, config, env }: Place, plan: CommitPlan): Outcome<void> {
  const { top, commonDir, prefix } = layout;
  const files: AttributeFiles = { top, commonDir, personal: personalAttributes(config, env) };
  const folding = ["true", "input"].includes(configText(config, "core.autocrlf")?.toLowerCase() ?? "");
  for (const write of plan.writes) {
    for (const bytes of [write.head, write.index]) {
      if (bytes === null) continue;
      if (folding && bytes.includes(13)) return unserved(`core.autocrlf for ${write.path}, which has CRLF line ends`);
      const conversion = conversionOf(files, `${prefix}${write.path}`, bytes);
      if (!conversion.ok) return conversion;
      if (conversion.value !== null) return unserved(`the attribute ${conversion.value} of ${write.path}`);
    }
  }
  return ok(undefined);
}

function personalAttributes(config: GitConfig, env: NodeJS.ProcessEnv): string | null {
  const named = configText(config, "core.attributesfile");
  if (named !== null) return fromHome(named, env);
  const base = env.XDG_CONFIG_HOME || (env.HOME ? join(env.HOME, ".config") : null);
  return base === null ? null : join(base, "git", "attributes");
}

/** A relative core.hooksPath counts from the top of the work tree, where git runs its hooks. */
function hooksFolder({ layout, config, env }: Place): string {
  const named = configText(config, "core.hookspath");
  return named === null ? join(layout.commonDir, "hooks") : resolve(layout.top, fromHome(named, env));
}

function fromHome(path: string, env: NodeJS.ProcessEnv): string {
  return path.startsWith("~/") && env.HOME ? join(env.HOME, path.slice(2)) : path;
}

/** git ignores a hook that is not executable; Windows has no such bit and runs what starts with `#!`. */
function isActive(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  if (process.platform !== "win32") return (stat.mode & 0o111) !== 0;
  try {
    return readLinked(file, limits.gitTextBytesMax).toString("latin1").startsWith("#!");
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return true;
  }
}

// InitEmbedded: an empty repository made without git: built aside and renamed into place, so that a crash leaves none or a whole one.

/** Makes `dir` and a repository in it; fails with `git_failed` where `.git` is already there. */
export async function initEmbedded(dir: string, options: { readonly defaultBranch: string }): Promise<Outcome<void>> {
  const { defaultBranch } = options;
  if (!isRefName(`refs/heads/${defaultBranch}`)) {
    return gitFailed(`${defaultBranch} is not a branch name.`, "Choose a name such as main.");
  }
  let aside: string | null = null;
  try {
    mkdirSync(dir, { recursive: true });
    const top = realpathSync(dir);
    if (existsSync(join(top, ".git")))
      return gitFailed(`There is already a repository in ${top}.`, "Use it as it is.");
    aside = mkdtempSync(join(top, ".git-init-"));
    const { promises } = durableFs(top);
    await git.init({ fs: { promises }, dir: top, gitdir: aside, defaultBranch });
    // The library writes settings for a file system without modes, symlinks and case: this one has its own.
    await promises.writeFile(join(aside, "config"), configFor(aside));
    chmodSync(aside, 0o777 & ~process.umask());
    renameSync(aside, join(top, ".git"));
    await syncFolder(top);
    return ok(undefined);
  } catch (error) {
    if (aside !== null) rmSync(aside, { recursive: true, force: true });
    return ioFailed(error, `Making a repository in ${dir}`);
  }
}

/** What `git init` writes, with core.ignorecase where the file system takes `head` for `HEAD`. */
function configFor(gitDir: string): string {
  const lines = ["repositoryformatversion = 0", `filemode = ${process.platform !== "win32"}`, "bare = false"];
  lines.push("logallrefupdates = true");
  if (existsSync(join(gitDir, "head"))) lines.push("ignorecase = true");
  return `[core]\n${lines.map((line) => `\t${line}\n`).join("")}`;
}

// Ignored: which paths git would pass over, read from the ignore files where there is no git to ask.

/** By `.gitignore` files and `info/exclude`; a user's own `core.excludesFile` is not looked at. Nothing is written. */
export async function ignoredByFiles(
  layout: GitLayout,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlySet<PagePath>>> {
  const { top, commonDir, prefix } = layout;
  const { promises } = durableFs(top);
  const found = new Set<PagePath>();
  try {
    for (const path of paths) {
      const filepath = `${prefix}${path}`;
      if (await git.isIgnored({ fs: { promises }, dir: top, gitdir: commonDir, filepath })) found.add(path);
    }
    return ok(found);
  } catch (error) {
    return ioFailed(error, "Reading the ignore files");
  }
}
