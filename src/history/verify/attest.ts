/** AttestWalk: every commit since a point, with what it changed, read object by object so that either engine can do it. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type CommitObject, readCommit, readShallow } from "../../git/embedded/walk--commit-object.js";
import { findInTree, type TreeEntry } from "../../git/objects/object-store.js";
import type { ObjectStore } from "../../git/objects/object-store--object-store.js";
import { configPath } from "../../memory/root--config-path.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import { ancestorsOf, firstMet, mergeBases, type ParentsOf } from "./attest--attest-ancestry.js";
import { compareTrees, type SameEntries } from "./attest--attest-tree.js";
import type { AuditedCommit, AuditedFile, AuditHost, AuditWalk } from "./attest--audit.js";

interface Walk {
  readonly store: ObjectStore;
  readonly read: (oid: Oid) => Promise<Outcome<CommitObject>>;
  readonly parentsOf: ParentsOf;
  /** Commits whose parents this clone does not have. */
  readonly shallow: ReadonlySet<string>;
}

/** `AuditHost.walk` over the objects of a store. Of all commits only the ids of their parents stay in memory. */
export async function walkHistory(
  store: ObjectStore,
  query: Parameters<AuditHost["walk"]>[0],
  visit: Parameters<AuditHost["walk"]>[1],
): Promise<Outcome<AuditWalk>> {
  const opened = openWalk(store);
  if (!opened.ok) return opened;
  const walk = opened.value;
  const past = await liesBefore(walk, query.from, query.until);
  if (!past.ok) return past;
  const before = past.value;
  const seen = new Set<Oid>([query.from]);
  const waiting: CommitObject[] = [];
  let reached = query.until === null;
  let commits = 0;
  let cut: Oid | null = null;
  const enter = async (oid: Oid): Promise<Outcome<void>> => {
    if (oid === query.until) reached = true;
    if (before.has(oid)) return ok(undefined);
    const commit = await walk.read(oid);
    if (!commit.ok) return commit;
    enqueue(waiting, commit.value);
    return ok(undefined);
  };
  const first = await enter(query.from);
  if (!first.ok) return first;
  for (let commit = waiting.shift(); commit !== undefined; commit = waiting.shift()) {
    const audited = await auditedCommit(walk, commit);
    if (!audited.ok) return audited;
    if (audited.value === null) {
      if (query.shallow !== "stop") return cutShort(commit.oid);
      cut = commit.oid;
      continue;
    }
    const visited = await visit(audited.value);
    if (!visited.ok) return visited;
    commits += 1;
    for (const parent of commit.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      const entered = await enter(parent);
      if (!entered.ok) return entered;
    }
  }
  return ok({ commits, reached, cut });
}

/** `AuditHost.descends`. */
export async function descendsFrom(store: ObjectStore, from: Oid, ancestor: Oid): Promise<Outcome<boolean>> {
  const opened = openWalk(store);
  if (!opened.ok) return opened;
  const met = await firstMet(opened.value.parentsOf, from, (oid) => oid === ancestor);
  return met.ok ? ok(met.value.length > 0) : met;
}

/** The commits at which a walk ends. A straight line to `until` ends there alone; only a second way around it asks for more. */
async function liesBefore(walk: Walk, from: Oid, until: Oid | null): Promise<Outcome<ReadonlySet<Oid>>> {
  if (until === null) return ok(new Set());
  for (let at: Oid | undefined = from; at !== until; ) {
    const parents: Outcome<readonly Oid[]> = await walk.parentsOf(at);
    if (!parents.ok) return parents;
    at = parents.value[0];
    if (at === undefined || parents.value.length > 1) return ancestorsOf(walk.parentsOf, until, "may be gone");
  }
  return ok(new Set([until]));
}

function openWalk(store: ObjectStore): Outcome<Walk> {
  const shallow = readShallow(store.layout);
  if (!shallow.ok) return shallow;
  const parents = new Map<Oid, readonly Oid[]>();
  const read = async (oid: Oid): Promise<Outcome<CommitObject>> => {
    // A shallow clone keeps the names of parents that it does not have; readCommit leaves those out.
    const commit = await readCommit(store, oid, shallow.value);
    if (commit.ok) parents.set(oid, commit.value.parents);
    return commit;
  };
  const parentsOf: ParentsOf = async (oid) => {
    const known = parents.get(oid);
    if (known !== undefined) return ok(known);
    const commit = await read(oid);
    return commit.ok ? ok(commit.value.parents) : commit;
  };
  return ok({ store, read, parentsOf, shallow: shallow.value });
}

function cutShort(oid: Oid): Outcome<never> {
  return gitFailed(
    `This clone is shallow: its history ends at ${oid.slice(0, 10)}, and what was before cannot be looked at here.`,
    "Fetch the rest with `git fetch --unshallow`; what is here is judged by pagefile verify --history --since COMMIT.",
  );
}

/** null where this clone does not have what the commit is held against. */
async function auditedCommit(walk: Walk, commit: CommitObject): Promise<Outcome<AuditedCommit | null>> {
  const { store, shallow } = walk;
  const { prefix } = store.layout;
  if (shallow.has(commit.oid)) return ok(null);
  const sides = await treesOf(walk, commit.parents);
  if (!sides.ok) return sides;
  const shared = commit.parents.length > 1 ? await mergeBases(walk.parentsOf, commit.parents) : ok([]);
  if (!shared.ok) return shared;
  if (commit.parents.length > 1 && shared.value.length === 0 && shallow.size > 0) return ok(null);
  const bases = await treesOf(walk, shared.value);
  if (!bases.ok) return bases;
  const before = sides.value.length === 0 ? [null] : sides.value;
  const same = sameFor(before.length);
  const compared = await compareTrees(store, [commit.tree, ...before, ...bases.value], same);
  if (!compared.ok) return compared;
  const config = await findInTree(store, commit.tree, prefix + configPath);
  if (!config.ok) return config;
  const own = compared.value.filter(({ path }) => path.startsWith(prefix));
  return ok({
    oid: commit.oid,
    parents: commit.parents,
    author: commit.author,
    when: commit.when,
    message: commit.message,
    replayed: Date.parse(commit.when) / 1_000 !== commit.committed,
    config: config.value === null ? null : config.value.oid,
    outside: own.length < compared.value.length,
    files: own.map(({ path, entries }) => toFile(path.slice(prefix.length), entries, before.length)),
  });
}

async function treesOf(walk: Walk, commits: readonly Oid[]): Promise<Outcome<readonly Oid[]>> {
  const trees: Oid[] = [];
  for (const oid of commits) {
    const commit = await walk.read(oid);
    if (!commit.ok) return commit;
    trees.push(commit.value.tree);
  }
  return ok(trees);
}

/** A merge that holds what one side holds, where no other side has left its beginning, decided nothing there. */
function sameFor(sides: number): SameEntries {
  const equal = (a: TreeEntry | null, b: TreeEntry | null): boolean => a?.oid === b?.oid && a?.mode === b?.mode;
  return (entries) => {
    const after = entries[0] ?? null;
    const parents = entries.slice(1, 1 + sides);
    const bases = entries.slice(1 + sides);
    if (sides === 1) return equal(after, parents[0] ?? null);
    const unmoved = (side: TreeEntry | null): boolean => bases.length > 0 && bases.every((base) => equal(base, side));
    return parents.some(
      (side, at) =>
        equal(after, side) && parents.every((other, i) => i === at || equal(other, after) || unmoved(other)),
    );
  };
}

function toFile(path: string, entries: readonly (TreeEntry | null)[], sides: number): AuditedFile {
  const blob = (entry: TreeEntry | null): Oid | null => (entry?.mode.startsWith("100") ? entry.oid : null);
  const after = entries[0] ?? null;
  return {
    path,
    mode: after?.mode ?? "",
    after: blob(after),
    before: entries.slice(1, 1 + sides).map(blob),
    bases: entries.slice(1 + sides).map(blob),
  };
}

/** Later commits first, as git shows them. */
function enqueue(waiting: CommitObject[], commit: CommitObject): void {
  let at = waiting.length;
  while (at > 0 && waiting[at - 1]!.committed < commit.committed) at -= 1;
  waiting.splice(at, 0, commit);
}
