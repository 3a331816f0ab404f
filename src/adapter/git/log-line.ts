/** LogLine: the last commits of a line, read object by object: what came since a moment ago is not worth a process. */

import type { Oid } from "../../base/ids.js";
import type { LoggedCommit, LogQuery } from "../../port/history.js";
import { readCommit, readShallow } from "../embedded/commit-object.js";
import type { ObjectStore } from "./object-store.js";

/**
 * The commits from `start` down to `query.above`, newest first. null where that is not all there is to say: nothing is asked for
 * by that name, a merge comes first, it is farther away than `query.limit`, or a commit cannot be read.
 */
export async function logLine(
  store: ObjectStore,
  start: Oid,
  { every, above, without, limit }: LogQuery,
): Promise<readonly LoggedCommit[] | null> {
  if (every !== true || above === undefined || without !== undefined) return null;
  const shallow = readShallow(store.layout);
  if (!shallow.ok) return null;
  const line: LoggedCommit[] = [];
  for (let at = start; at !== above; ) {
    const read = line.length < limit ? await readCommit(store, at, shallow.value) : null;
    if (read === null || !read.ok) return null;
    const { tree: _tree, committed: _committed, ...commit } = read.value;
    const [parent, ...others] = commit.parents;
    if (parent === undefined || others.length > 0) return null;
    line.push(commit);
    at = parent;
  }
  return line;
}
