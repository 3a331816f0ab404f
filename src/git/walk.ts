/**
 * Walk: commits that touch pages, newest first: as `git log` finds them, or walked object by object without a process, which the last ones of a
 * line and a machine without git need; and a commit as git stores it, read.
 */

import { join } from "node:path";
import { type Instant, type Oid, parseInstant, parseOid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { assert, type Outcome, ok } from "../base/result.js";
import { attemptGit as attempt, corrupt, errnoOf } from "../state/fs-calls.js";
import { readLinked } from "../state/plain-file.js";
import type { Repository } from "./attributes.js";
import type { LoggedCommit, LogQuery } from "./history.js";
import type { GitLayout } from "./layout.js";
import { findInTree, type ObjectStore } from "./objects/object-store.js";

// Native log: commits that touch pages, newest first, as `git log` finds them.

/** Commit, parents, name, email, seconds: one line each, which none of them can break; then the message up to the NUL. */
const format = "%H%n%P%n%an%n%ae%n%at%n%B";

/** `start` is null on an unborn branch, which has no commits. */
export async function logNatively(
  { git, layout }: Repository,
  start: Oid | null,
  query: LogQuery,
): Promise<Outcome<readonly LoggedCommit[]>> {
  if (start === null || query.limit <= 0) return ok([]);
  const paths = query.paths.length > 0 ? query.paths.map((path) => layout.prefix + path) : [layout.prefix];
  const filter = query.every === true ? "" : paths.filter((path) => path !== "").join("\n");
  const args = [`--format=${format}`, "-z", `--max-count=${query.limit}`, "--encoding=UTF-8", "--no-color"];
  const out = await git.output(["log", ...args, "--no-show-signature", "--no-mailmap", "--no-decorate", "--stdin"], {
    input: `${start}\n${query.without === undefined ? "" : `^${query.without}\n`}--\n${filter}${filter === "" ? "" : "\n"}`,
  });
  if (!out.ok) return out;
  const records = out.value.toString("utf8").split("\0");
  assert(records.pop() === "", "git ends each commit of a log with a NUL");
  const commits: LoggedCommit[] = [];
  for (const record of records) {
    const commit = parseRecord(record);
    if (commit === null) return corrupt("git log printed a commit in a form that was not asked for.");
    commits.push(commit);
  }
  return ok(commits);
}

function parseRecord(record: string): LoggedCommit | null {
  const lines: string[] = [];
  let at = 0;
  while (lines.length < 5) {
    const end = record.indexOf("\n", at);
    if (end < 0) return null;
    lines.push(record.slice(at, end));
    at = end + 1;
  }
  const [id, parentIds, name, email, seconds] = lines as [string, string, string, string, string];
  const oid = parseOid(id);
  const parents = parentIds === "" ? [] : parentIds.split(" ").map(parseOid);
  if (oid === null || parents.includes(null)) return null;
  const text = record.slice(at);
  const message = text.endsWith("\n") ? text : `${text}\n`;
  return { oid, parents: parents as Oid[], author: { name, email }, when: toInstant(seconds), message };
}

/** git lets a commit carry any number, or none, as its date; one that is no date reads as the epoch. */
function toInstant(seconds: string): Instant {
  const date = new Date(Number(seconds) * 1_000);
  const epoch = "1970-01-01T00:00:00Z" as Instant;
  return Number.isNaN(date.getTime()) ? epoch : (parseInstant(date.toISOString()) ?? epoch);
}

// LogLine: the last commits of a line, read object by object: what came since a moment ago is not worth a process.

/** Farther than this to the first commit of all, a process that lists them costs less. */
const wholeMax = 16;

/**
 * The commits from `start` down to `query.above`, or the last `query.limit` of all where nothing is asked for by that name; newest first.
 * null where that is not all there is to say: a merge comes first, the end is too far away, or a commit cannot be read.
 */
export async function logLine(
  store: ObjectStore,
  start: Oid,
  { every, above, without, limit }: LogQuery,
): Promise<readonly LoggedCommit[] | null> {
  if (every !== true || without !== undefined) return null;
  const most = above === undefined ? wholeMax : limit;
  const shallow = readShallow(store.layout);
  if (!shallow.ok) return null;
  const line: LoggedCommit[] = [];
  for (let at = start; at !== above; ) {
    const read = line.length < most ? await readCommit(store, at, shallow.value) : null;
    if (read === null || !read.ok) return null;
    const { tree: _tree, committed: _committed, ...commit } = read.value;
    const [parent, ...others] = commit.parents;
    if (others.length > 0 || (parent === undefined && above !== undefined)) return null;
    line.push(commit);
    if (parent === undefined || (above === undefined && line.length === limit)) return line;
    at = parent;
  }
  return line;
}

// Walk: the log of some paths, commit for commit what `git log -- PATHS` shows, with its simplification of merges, and a commit as git stores it.

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
export async function walkLog(store: ObjectStore, query: WalkQuery): Promise<Outcome<readonly CommitObject[]>> {
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

/** Later commits first; among equals the one that was found first, as in git's own queue. */
function enqueue(waiting: CommitObject[], commit: CommitObject): void {
  let at = waiting.length;
  while (at > 0 && (waiting[at - 1] as CommitObject).committed < commit.committed) at -= 1;
  waiting.splice(at, 0, commit);
}

// CommitObject: a commit as git stores it, read into what the log and the walk need.

/** Whether there is such an end. */
export function isCut(layout: GitLayout): Outcome<boolean> {
  const shallow = readShallow(layout);
  return shallow.ok ? ok(shallow.value.size > 0) : shallow;
}

export interface CommitObject extends LoggedCommit {
  readonly tree: Oid;
  /** Seconds since 1970: the order in which git walks. */
  readonly committed: number;
}

/** Where the history of a shallow clone ends; empty in any other repository. */
export function readShallow(layout: GitLayout): Outcome<ReadonlySet<string>> {
  return attempt("Reading the file shallow", () => {
    try {
      const lines = readLinked(join(layout.commonDir, "shallow"), limits.gitTextBytesMax)
        .toString("utf8")
        .split("\n");
      return new Set(lines.filter((line) => line !== ""));
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return new Set();
      throw error;
    }
  });
}

/** `shallow` holds the commits at which a shallow clone's history ends: their parents are not there. */
export async function readCommit(
  store: ObjectStore,
  oid: Oid,
  shallow: ReadonlySet<string>,
): Promise<Outcome<CommitObject>> {
  const bytes = await store.read(oid, "commit");
  if (!bytes.ok) return bytes;
  const commit = parseCommit(oid, bytes.value);
  if (commit === null) return corrupt(`The commit ${oid} has no tree, author or committer.`);
  return ok(shallow.has(oid) ? { ...commit, parents: [] } : commit);
}

function parseCommit(oid: Oid, bytes: Buffer): CommitObject | null {
  const split = bytes.indexOf("\n\n");
  const headers = bytes.toString("latin1", 0, split < 0 ? bytes.length : split).split("\n");
  const header = (name: string) => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const decode = (raw: Uint8Array) => decoderFor(header("encoding")).decode(raw);
  const tree = parseOid(header("tree") ?? "");
  const author = parseSignature(header("author"));
  const committer = parseSignature(header("committer"));
  if (tree === null || author === null || committer === null) return null;
  const parents = headers.filter((line) => line.startsWith("parent ")).map((line) => line.slice(7) as Oid);
  const message = split < 0 ? "" : decode(bytes.subarray(split + 2));
  return {
    oid,
    tree,
    parents,
    author: { name: decode(Buffer.from(author.name, "latin1")), email: decode(Buffer.from(author.email, "latin1")) },
    when: instantOf(author.seconds),
    committed: committer.seconds,
    message: message.endsWith("\n") ? message : `${message}\n`,
  };
}

/** `Name <email> seconds zone`; git looks for the last `>`, because names may hold anything. */
function parseSignature(text = ""): { name: string; email: string; seconds: number } | null {
  const open = text.indexOf("<");
  const close = text.lastIndexOf(">");
  if (open < 0 || close < open) return null;
  const seconds = Number.parseInt(text.slice(close + 1), 10);
  const name = text.slice(0, open).trim();
  return { name, email: text.slice(open + 1, close), seconds: Number.isSafeInteger(seconds) ? seconds : 0 };
}

/** A time beyond what a date can hold is shown as 1970, as git itself does. */
function instantOf(seconds: number): Instant {
  const date = new Date(Math.abs(seconds) > 8.64e12 ? 0 : seconds * 1000);
  return `${date.toISOString().replace(/\.\d+Z$/, "")}Z` as Instant;
}

function decoderFor(encoding: string | undefined): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(encoding ?? "utf-8", { ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder("utf-8", { ignoreBOM: true });
    throw error;
  }
}
