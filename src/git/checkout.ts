/**
 * Checkout: what git keeps beside the history, for both engines and without a network: where a branch is pushed to, which files git was told not
 * to look at, and git's own housekeeping at night.
 */

import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Instant, type PagePath, parsePagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { attempt } from "../state/fs-calls.js";
import { appendTo, readLinked, readOrNull } from "../state/plain-file.js";
import { openGitConfig } from "./config.js";
import { configText, type GitConfig, readConfigFiles } from "./identity.js";
import { entryAt, type IndexFile, nameAt, readIndex } from "./index/patch.js";
import { findLayout, type GitLayout } from "./layout.js";
import { findGit, gitFor } from "./process.js";

// Checkout: the branch's remote, the index's own marks and what git ignores, for both engines and without a network.

export function openCheckout(layout: GitLayout, env: NodeJS.ProcessEnv): Checkout {
  return {
    remoteRef(branch) {
      const config = readConfigFiles(layout, env);
      return config.ok ? ok(remoteRefOf(config.value, branch)) : config;
    },
    async blindMarks() {
      const index = readIndex(layout);
      if (!index.ok) return index;
      // Without git the engine serves no repository whose index only git can read.
      if (index.value === null && findGit(env) === null) return ok([]);
      const marks = index.value === null ? await marksByGit(layout, env) : ok(marksIn(index.value, layout.prefix));
      return marks.ok ? ok([...marks.value].sort((a, b) => compareText(a.path, b.path))) : marks;
    },
    async ignored(paths) {
      if (paths.length === 0) return ok(new Set());
      if (findGit(env) !== null) return ignoredByGit(layout, env, paths);
      const { ignoredByFiles } = await import("./embedded/history.js");
      return ignoredByFiles(layout, paths);
    },
    holds: (path) => isPlainFile(layout.top, path.split("/")),
    hasRemote() {
      const config = readConfigFiles(layout, env);
      return config.ok && remotesIn(config.value).length > 0;
    },
    leaveOut: (pattern) =>
      attempt(`tell git to leave out ${pattern}`, () => {
        const file = join(layout.commonDir, "info", "exclude");
        const text = readOrNull(file) ?? "";
        const line = `/${layout.prefix}${pattern}`;
        if (text.split(/\r?\n/).includes(line)) return;
        mkdirSync(join(layout.commonDir, "info"), { recursive: true });
        appendTo(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`, 0o644);
      }),
  };
}

function isPlainFile(folder: string, [name = "", ...rest]: readonly string[]): boolean {
  const at = join(folder, name);
  const looked = attempt(`look at ${at}`, () => lstatSync(at, { throwIfNoEntry: false }));
  if (!looked.ok || looked.value === undefined) return false;
  return rest.length === 0 ? looked.value.isFile() : looked.value.isDirectory() && isPlainFile(at, rest);
}

/** What the branch tracks; without that, the same branch of `origin`, or of the only remote there is. */
function remoteRefOf(config: GitConfig, branch: string): string | null {
  const name = branch.replace(/^refs\/heads\//, "");
  const tracked = configText(config, `branch.${name}.remote`);
  const merge = configText(config, `branch.${name}.merge`);
  if (tracked === ".") return merge;
  const remotes = remotesIn(config);
  const remote =
    tracked ?? (remotes.includes("origin") || remotes.length !== 1 ? "origin" : (remotes[0] ?? "origin"));
  if (!remotes.includes(remote)) return null;
  return `refs/remotes/${remote}/${merge?.replace(/^refs\/heads\//, "") ?? name}`;
}

function remotesIn(config: GitConfig): readonly string[] {
  const keys = [...config.keys()].filter((key) => key.startsWith("remote.") && key.endsWith(".url"));
  return keys.map((key) => key.slice("remote.".length, -".url".length));
}

function marksIn(index: IndexFile, prefix: string): readonly BlindMark[] {
  const marks: BlindMark[] = [];
  for (let at = 0; at < index.offsets.length - 1; at += 1) {
    const { skipWorktree, assumeUnchanged } = entryAt(index, at);
    if (!skipWorktree && !assumeUnchanged) continue;
    const path = pathBelow(prefix, nameAt(index, at).toString("utf8"));
    if (path !== null) marks.push({ path, mark: skipWorktree ? "skip-worktree" : "assume-unchanged" });
  }
  return marks;
}

/** `git ls-files -v` prints `S` for skip-worktree and a small letter for assume-unchanged. */
async function marksByGit(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<readonly BlindMark[]>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const out = await git.value.output(["ls-files", "-v", "-z", "--full-name"]);
  if (!out.ok) return out;
  const marks: BlindMark[] = [];
  for (const line of out.value.toString("utf8").split("\0")) {
    const tag = line.charAt(0);
    const path = pathBelow(layout.prefix, line.slice(2));
    if (path === null || (tag.toUpperCase() !== "S" && tag === tag.toUpperCase())) continue;
    marks.push({ path, mark: tag.toUpperCase() === "S" ? "skip-worktree" : "assume-unchanged" });
  }
  return ok(marks);
}

/** Files in the index are not ignored, whatever the patterns say. A few at a time: a command line holds only so much. */
async function ignoredByGit(
  layout: GitLayout,
  env: NodeJS.ProcessEnv,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlySet<PagePath>>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const found = new Set<PagePath>();
  for (let at = 0; at < paths.length; at += pathsMax) {
    const asked = paths.slice(at, at + pathsMax).map((path) => `${layout.prefix}${path}`);
    const out = await git.value.output([...listIgnored, "--", ...asked]);
    if (!out.ok) return out;
    for (const name of out.value.toString("utf8").split("\0")) {
      const path = pathBelow(layout.prefix, name);
      if (path !== null) found.add(path);
    }
  }
  return ok(found);
}

const listIgnored = ["ls-files", "-z", "--full-name", "--others", "--ignored", "--exclude-standard"] as const;
const pathsMax = 1_000;

function pathBelow(prefix: string, path: string): PagePath | null {
  return path.startsWith(prefix) ? parsePagePath(path.slice(prefix.length)) : null;
}

// Maintenance: git's own housekeeping at night, with nothing that the repository's configuration could start or throw away.

interface Maintained {
  /** False where git was not asked; `says` tells why. Whether git found anything to do is its own affair. */
  readonly ran: boolean;
  readonly says: string;
}

/** git's own default. */
const looseObjectsMax = "6700";

/** Packs what has become many loose objects. A program named in the repository is a reason to leave it alone. */
export async function maintain(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<Maintained>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const config = await openGitConfig(layout, git.value, env)();
  if (!config.ok) return config;
  // The one program that git starts while it collects garbage and that no setting of ours turns off.
  if (config.value.get("gc.recentobjectshook")?.local === true) {
    return ok({ ran: false, says: "the repository's configuration names a program for it (gc.recentObjectsHook)" });
  }
  const auto = configText(config.value, "gc.auto") ?? looseObjectsMax;
  if (!/^\d{1,9}$/.test(auto) || Number(auto) === 0) return ok({ ran: false, says: `gc.auto is ${auto}` });
  const settings = [
    `gc.auto=${auto}`,
    // Within the lease: nothing goes on when the night is over.
    "gc.autoDetach=false",
    "maintenance.autoDetach=false",
    // Objects of a commit that another process is making are young and have no name yet.
    "gc.pruneExpire=2.weeks.ago",
  ];
  const ran = await git.value.output(["maintenance", "run", "--auto", "--quiet", "--task=gc"], { config: settings });
  return ran.ok ? ok({ ran: true, says: "" }) : ran;
}

// Checkout: what git keeps beside the history: where a branch is pushed to, and files that git was told not to look at or to take.

// Committed: what people and agents committed in a work tree between two moments, by the log of HEAD: no fetch, no rebase.

interface Committed {
  /** Abbreviated. */
  readonly oid: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** Oldest first, the last ones of many. What our own program committed is left out, and where nothing can be told there is nothing. */
export async function committedIn(
  folder: string,
  env: NodeJS.ProcessEnv,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<readonly Committed[]> {
  const layout = findLayout(folder);
  if (!layout.ok) return [];
  const log = attempt("read the log of HEAD", () =>
    readLinked(join(layout.value.gitDir, "logs", "HEAD"), reflogBytesMax),
  );
  if (!log.ok) return [];
  const made: string[] = [];
  for (const line of log.value.toString("utf8").split("\n")) {
    const [, was = "", is = "", at = "", what = ""] =
      /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d{1,12}) [+-]\d{4}\tcommit( \([a-z]+\))?:/.exec(line) ?? [];
    const when = Number(at) * 1_000;
    // The log of HEAD counts whole seconds.
    if (is === "" || when < Date.parse(from) - 1_000 || when > Date.parse(to)) continue;
    if (what === " (amend)" && made.at(-1) === was) made.pop();
    made.push(is);
  }
  const git = made.length === 0 ? null : gitFor(layout.value, env);
  if (git?.ok !== true) return [];
  const args = ["log", "--no-walk=unsorted", "--no-renames", "--name-only", "--no-color", `--format=${format}`];
  const ran = await git.value.output([...args, ...made.slice(-commitsMax), "--"]);
  return ran.ok ? ran.value.toString("utf8").split("\u0001").flatMap(committedFrom) : [];
}

const reflogBytesMax = 4_194_304;
const commitsMax = 20;
const format = "%x01%h%x00%s%x00%(trailers:key=Pagefile-Reason,valueonly,separator=%x2C)%x00";

function committedFrom(text: string): readonly Committed[] {
  const [oid = "", subject = "", ours = "", files = ""] = text.split("\u0000");
  if (oid === "" || ours !== "") return [];
  return [{ oid, subject, files: files.split("\n").filter((file) => file !== "") }];
}

/** A mark in git's index that makes `git status` and `git commit` pass over a file. */
interface BlindMark {
  /** Below the memory root. */
  readonly path: PagePath;
  readonly mark: "skip-worktree" | "assume-unchanged";
}

export interface Checkout {
  /**
   * The ref that remembers where the remote stood when git last spoke with it, for a branch given as `refs/heads/main`:
   * `refs/remotes/origin/main`, whether it exists or not. null where the repository knows no remote for the branch.
   */
  remoteRef(branch: string): Outcome<string | null>;
  /** By path. Nothing is written, and a mark that the user set stays. */
  blindMarks(): Promise<Outcome<readonly BlindMark[]>>;
  /** Of these paths, those that `git add` would leave out: ignored, and in no index. */
  ignored(paths: readonly PagePath[]): Promise<Outcome<ReadonlySet<PagePath>>>;
  /** Whether a plain file stands at this path below the top of git's work tree, which a memory may be a folder of; links are not followed. */
  holds(path: PagePath): boolean;
  /** Whether what is committed may get elsewhere. */
  hasRemote(): boolean;
  /** In this clone alone, and in all of its worktrees: git does not look at what the pattern, below the memory root, names. */
  leaveOut(pattern: string): Outcome<void>;
}
