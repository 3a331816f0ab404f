/**
 * Walk: commits that touch pages, newest first, as `git log` finds them; the last ones of a line, read object by object without a process; and a
 * commit as git stores it, read.
 */

import { join } from "node:path";
import { type Instant, type Oid, parseInstant, parseOid } from "../base/ids.js";
import { assert, type Outcome, ok } from "../base/result.js";
import { attempt, corrupt } from "../state/fs-calls.js";
import type { LoggedCommit, LogQuery } from "./history.js";
import { type GitLayout, linkedText } from "./layout.js";
import type { ObjectStore } from "./objects/object-store.js";
import type { Git } from "./process.js";

/** Commit, parents, name, email, seconds: one line each, which none of them can break; then the message up to the NUL. */
const format = "%H%n%P%n%an%n%ae%n%at%n%B";

export async function logNatively(
  { git, layout }: { readonly git: Git; readonly layout: GitLayout },
  start: Oid,
  query: LogQuery,
): Promise<Outcome<readonly LoggedCommit[]>> {
  const paths = query.paths.length > 0 ? query.paths.map((path) => layout.prefix + path) : [layout.prefix];
  const filter = query.every === true ? "" : paths.filter((path) => path !== "").join("\n");
  const args = [`--format=${format}`, "-z", `--max-count=${query.limit}`, "--encoding=UTF-8", "--no-color"];
  const seen = query.unseenBy === undefined ? [] : ["--not", `--glob=refs/remotes/${query.unseenBy}/*`, "--not"];
  const how = [...args, "--no-show-signature", "--no-mailmap", "--no-decorate", ...seen];
  const out = await git.output(["log", ...how, "--stdin"], {
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
  return { oid, parents: parents as Oid[], author: { name, email }, when: instantOf(Number(seconds)), message };
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
  { every, above, without, unseenBy, limit }: LogQuery,
): Promise<readonly LoggedCommit[] | null> {
  if (every !== true || (without ?? unseenBy) !== undefined) return null;
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

/** Later commits first; among equals the one that was found first, as in git's own queue. */
export function enqueue(waiting: CommitObject[], commit: CommitObject): void {
  let at = waiting.length;
  while (at > 0 && waiting[at - 1]!.committed < commit.committed) at -= 1;
  waiting.splice(at, 0, commit);
}

/** Where the history of a shallow clone ends; empty in any other repository. */
export function readShallow(layout: GitLayout): Outcome<ReadonlySet<string>> {
  return attempt("read the file shallow", () => {
    const lines = linkedText(join(layout.commonDir, "shallow"))?.split("\n") ?? [];
    return new Set(lines.filter((line) => line !== ""));
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

/** git lets a commit carry any number, or none, as its date; one that is no date reads as 1970, as git itself shows it. */
function instantOf(seconds: number): Instant {
  const date = new Date(seconds * 1_000);
  const epoch = "1970-01-01T00:00:00Z" as Instant;
  return Number.isNaN(date.getTime()) ? epoch : (parseInstant(date.toISOString()) ?? epoch);
}

function decoderFor(encoding: string | undefined): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(encoding ?? "utf-8", { ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder("utf-8", { ignoreBOM: true });
    throw error;
  }
}
