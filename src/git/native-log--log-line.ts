/** LogLine: the last commits of a line, read object by object: what came since a moment ago is not worth a process. */

import type { Oid } from "../base/ids.js";
import { readCommit, readShallow } from "./embedded/walk--commit-object.js";
import type { LoggedCommit, LogQuery } from "./history.js";
import type { ObjectStore } from "./objects/object-store--object-store.js";

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
