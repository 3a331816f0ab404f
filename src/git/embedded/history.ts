/**
 * EmbeddedHistory: the History port without git. isomorphic-git reads what is packed and makes a new repository; all else is the same code as with
 * git, and so is the order of a commit on disk.
 *
 * It serves a machine without git, or one that asks for it (`PAGEFILE_GIT=embedded`). What cannot be served is refused by name: nothing is done
 * half. Nothing here starts a process. isomorphic-git parses every pack index anew for every object unless it has a cache, so there is always one.
 */

import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import git from "isomorphic-git";
import type { Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { allOf, eachOf, type Outcome, ok } from "../../base/result.js";
import { syncFolderSoon } from "../../state/durable.js";
import { attempt, gitFailed, ioFailed, orElse, syncFile } from "../../state/fs-calls.js";
import { filesBelow, openPlain, readLinked, writeWhole } from "../../state/plain-file.js";
import type { History, LoggedCommit, LogQuery } from "../history.js";
import { configFlag, configText, type GitConfig, readConfigFiles } from "../identity.js";
import { findLayout, type GitLayout } from "../layout.js";
import { findInTree, type ObjectStore, openObjectStore } from "../objects/object-store.js";
import type { Packed } from "../objects/tree.js";
import { isRefName, packedRefs, readRef } from "../refs/refs.js";
import type { SessionHistories } from "../refs/session.js";
import { type Conversion, type EngineWays, openRepository, recoverLeft, type Stored } from "../repository.js";
import { type CommitObject, enqueue, readCommit, readShallow } from "../walk.js";
import { type AttributeFiles, conversionOf, fs, openObjects, resolveRevision } from "./objects.js";

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
  const ways = waysWithoutGit(layout.value, env);
  if (!ways.ok) return ways;
  recoverLeft(layout.value);
  const { store, ...others } = ways.value;
  return ok(openRepository({ name: "embedded", layout: layout.value, store, env, git: () => null, ...others }));
}

/** Fails with `git_failed` for a repository that this engine cannot serve. */
export function waysWithoutGit(
  layout: GitLayout,
  env: NodeJS.ProcessEnv,
): Outcome<EngineWays & { readonly packed: Packed; readonly store: ObjectStore }> {
  const config = readConfigFiles(layout, env);
  if (!config.ok) return config;
  const refused = refuseRepository(layout, config.value);
  if (!refused.ok) return refused;
  const packed = openObjects(layout.commonDir);
  const store = openObjectStore(layout, packed);
  return ok({
    packed,
    store,
    config: async () => readConfigFiles(layout, env),
    conversion: async (config, plan) => refuseCommit({ layout, config, env }, plan),
    sign: async () => ok(null),
    log: (start, query) => logHere(store, start, query),
    resolve: (revision) => resolveRevision({ objects: packed, store }, revision),
  });
}

/** No paths means any below the root: the root's folder, or the whole tree where the root is the top. */
async function logHere(store: ObjectStore, from: Oid, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>> {
  const { prefix } = store.layout;
  const own = prefix === "" ? [] : [prefix.slice(0, -1)];
  const paths = query.paths.length === 0 ? own : query.paths.map((path) => prefix + path);
  const seen = query.unseenBy === undefined ? ok([]) : seenIn(store.layout, `refs/remotes/${query.unseenBy}/`);
  if (!seen.ok) return seen;
  const tips = [...seen.value, ...(query.without === undefined ? [] : [query.without])];
  const each = await eachOf(tips, (tip) => hiddenBy(store, tip));
  if (!each.ok) return each;
  const hidden = new Set(each.value.flatMap((oids) => [...oids]));
  const { limit, every } = query;
  const walked = await walkLog(store, { from, paths, limit, every: every === true, hidden });
  if (!walked.ok) return walked;
  return ok(walked.value.map(({ tree: _tree, committed: _committed, ...logged }) => logged));
}

/** Where the refs below this stand. */
function seenIn(layout: GitLayout, below: string): Outcome<readonly Oid[]> {
  const names = attempt(`list ${below}`, () => [
    ...filesBelow(join(layout.commonDir, below)).map((name) => below + name),
    ...packedRefs(layout)
      .split("\n")
      .map((line) => line.slice(line.indexOf(" ") + 1)),
  ]);
  if (!names.ok) return names;
  const known = new Set(names.value.filter((name) => name.startsWith(below)));
  const oids = allOf([...known].map((name) => readRef(layout, name)));
  return oids.ok ? ok([...new Set(oids.value.flatMap((oid) => oid ?? []))]) : oids;
}

/** The commit and all before it. */
async function hiddenBy(store: ObjectStore, without: Oid): Promise<Outcome<ReadonlySet<Oid>>> {
  const all = { from: without, paths: [], limit: Number.POSITIVE_INFINITY, every: true, hidden: new Set<Oid>() };
  const walked = await walkLog(store, all);
  return walked.ok ? ok(new Set(walked.value.map(({ oid }) => oid))) : walked;
}

// Walk: the log of some paths, commit for commit what `git log -- PATHS` shows, with its simplification of merges.

interface WalkQuery {
  readonly from: Oid;
  /** From the work tree's top, without a slash at the end; empty compares whole trees. */
  readonly paths: readonly string[];
  readonly limit: number;
  /** No commit is left out and every parent is followed. */
  readonly every: boolean;
  /** Commits that are not shown and not followed. */
  readonly hidden: ReadonlySet<Oid>;
}

/**
 * Newest first by commit date. A commit that holds for all paths what one of its parents holds is left out, and of a merge
 * that does so only that parent is followed (git-log(1), "History Simplification", default mode).
 */
async function walkLog(store: ObjectStore, query: WalkQuery): Promise<Outcome<readonly CommitObject[]>> {
  const shallow = readShallow(store.layout);
  if (!shallow.ok) return shallow;
  const commits = new Map<Oid, CommitObject>();
  const load: Load = async (oid) => {
    const known = commits.get(oid);
    if (known !== undefined) return ok(known);
    const read = await readCommit(store, oid, shallow.value);
    if (read.ok) commits.set(oid, read.value);
    return read;
  };
  const start = await load(query.from);
  if (!start.ok) return start;
  const waiting = query.hidden.has(query.from) ? [] : [start.value];
  const seen = new Set([query.from, ...query.hidden]);
  const shown: CommitObject[] = [];
  while (shown.length < query.limit) {
    const commit = waiting.shift();
    if (commit === undefined) break;
    const step = query.every ? await allParents(commit, load) : await simplify(store, commit, query.paths, load);
    if (!step.ok) return step;
    if (step.value.changed) shown.push(commit);
    for (const parent of step.value.follow) {
      if (seen.has(parent.oid)) continue;
      seen.add(parent.oid);
      enqueue(waiting, parent);
    }
    commits.delete(commit.oid);
  }
  return ok(shown);
}

interface Step {
  readonly changed: boolean;
  readonly follow: readonly CommitObject[];
}

type Load = (oid: Oid) => Promise<Outcome<CommitObject>>;

async function allParents(commit: CommitObject, load: Load): Promise<Outcome<Step>> {
  const follow: CommitObject[] = [];
  for (const oid of commit.parents) {
    const parent = await load(oid);
    if (!parent.ok) return parent;
    follow.push(parent.value);
  }
  return ok({ changed: true, follow });
}

async function simplify(
  store: ObjectStore,
  commit: CommitObject,
  paths: readonly string[],
  load: Load,
): Promise<Outcome<Step>> {
  const own = await picture(store, commit.tree, paths);
  if (!own.ok) return own;
  const follow: CommitObject[] = [];
  for (const oid of commit.parents) {
    const parent = await load(oid);
    if (!parent.ok) return parent;
    const theirs = parent.value.tree === commit.tree ? own : await picture(store, parent.value.tree, paths);
    if (!theirs.ok) return theirs;
    if (theirs.value === own.value) return ok({ changed: false, follow: [parent.value] });
    follow.push(parent.value);
  }
  if (commit.parents.length > 0) return ok({ changed: true, follow });
  return ok({ changed: own.value !== (paths.length === 0 ? emptyTree : paths.map(() => "").join("\n")), follow });
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What the paths hold in a tree, as text that is equal exactly when they hold the same. */
async function picture(store: ObjectStore, tree: Oid, paths: readonly string[]): Promise<Outcome<string>> {
  if (paths.length === 0) return ok(tree);
  const held: string[] = [];
  for (const path of paths) {
    const entry = await findInTree(store, tree, path);
    if (!entry.ok) return entry;
    held.push(entry.value === null ? "" : `${entry.value.mode} ${entry.value.oid}`);
  }
  return ok(held.join("\n"));
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
  const replaced = attempt("look for replaced objects", () => replaces(layout));
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

/** The hook that keeps this engine from every commit; null where none does. */
export function hookInTheWay(place: Place): string | null {
  const folder = hooksFolder(place);
  const name = vetoes.find((each) => isActive(join(folder, each)));
  return name === undefined ? null : join(folder, name);
}

/** Settings and files under which git itself would do more for this commit than this engine does. */
function refuseCommit(place: Place, plan: Stored): Outcome<Conversion> {
  const { layout, config } = place;
  if (configFlag(config, "commit.gpgsign")) return unserved("signed commits (commit.gpgsign)");
  const included = [...config.keys()].find((key) => /^include(?:if)?\./.test(key));
  if (included !== undefined) return unserved(`configuration that includes other files (${included})`);
  if (layout.sharedMode !== 0) return unserved("core.sharedRepository");
  const hook = attempt("look for hooks", () => hookInTheWay(place));
  if (!hook.ok) return hook;
  if (hook.value !== null) return unserved(`the active hook ${basename(hook.value)} in ${dirname(hook.value)}`);
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

function refuseConversion({ layout, config, env }: Place, plan: Stored): Outcome<Conversion> {
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
  return ok("none");
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
  return orElse(true, () => readLinked(file, limits.gitTextBytesMax).toString("latin1").startsWith("#!"));
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
    await git.init({ fs, dir: top, gitdir: aside, defaultBranch });
    // The library writes settings for a file system without modes, symlinks and case: this one has its own.
    writeWhole(join(aside, "config"), configFor(aside));
    await syncBelow(aside);
    chmodSync(aside, 0o777 & ~process.umask());
    renameSync(aside, join(top, ".git"));
    await syncFolderSoon(top);
    return ok(undefined);
  } catch (error) {
    if (aside !== null) rmSync(aside, { recursive: true, force: true });
    return ioFailed(error, `make a repository in ${dir}`);
  }
}

/** Nothing has the repository's name yet, so that it is enough to sync all of it once. */
async function syncBelow(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name);
    if (entry.isDirectory()) await syncBelow(at);
    else await syncAt(at);
  }
  await syncFolderSoon(folder);
}

async function syncAt(file: string): Promise<void> {
  const fd = openPlain(file, constants.O_RDWR);
  try {
    await syncFile(fd);
  } finally {
    closeSync(fd);
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
  const found = new Set<PagePath>();
  try {
    for (const path of paths) {
      const filepath = `${prefix}${path}`;
      if (await git.isIgnored({ fs, dir: top, gitdir: commonDir, filepath })) found.add(path);
    }
    return ok(found);
  } catch (error) {
    return ioFailed(error, "read the ignore files");
  }
}
