/**
 * NativeLog: commits that touch pages, newest first, as `git log` finds them; the last ones of a line are read object by object without a process.
 */

import { type Instant, type Oid, parseInstant, parseOid } from "../base/ids.js";
import { assert, type Outcome, ok } from "../base/result.js";
import { corrupt } from "../state/fs-calls.js";
import type { Repository } from "./attributes.js";
import { readCommit, readShallow } from "./embedded/walk.js";
import type { LoggedCommit, LogQuery } from "./history.js";
import type { ObjectStore } from "./objects/object-store.js";

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
