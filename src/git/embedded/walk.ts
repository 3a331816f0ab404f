/** Walk: the log of some paths, commit for commit what `git log -- PATHS` shows, with its simplification of merges. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { findInTree } from "../objects/object-store.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { type CommitObject, readCommit, readShallow } from "./walk--commit-object.js";

export interface WalkQuery {
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
