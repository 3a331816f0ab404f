/**
 * Attest: the past as an auditor reads it, one commit after another with the files it changed, and the ref that says how far it was attested.
 * Objects are read one by one, so that either engine can do it.
 */

import { dirname } from "node:path";
import { type Oid, parseOid } from "../../base/ids.js";
import { eachOf, err, getOrMake, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { LoggedCommit } from "../../git/history.js";
import type { GitLayout } from "../../git/layout.js";
import {
  findInTree,
  type ObjectStore,
  openObjectStore,
  openPacked,
  packedByGit,
} from "../../git/objects/object-store.js";
import { entriesOf, folderMode, hashBytes, type TreeEntry, textOfName } from "../../git/objects/tree.js";
import { type Git, gitFor } from "../../git/process.js";
import { withRefLock } from "../../git/refs/lock.js";
import { readRef, refFile } from "../../git/refs/refs.js";
import { type CommitObject, enqueue, readCommit, readShallow } from "../../git/walk.js";
import { configPath } from "../../memory/service.js";
import { syncFolderSoon } from "../../state/durable.js";
import { corrupt, gitFailed, ioFailed } from "../../state/fs-calls.js";

interface Walk {
  readonly store: ObjectStore;
  readonly read: (oid: Oid) => Promise<Outcome<CommitObject>>;
  readonly parentsOf: ParentsOf;
  /** Commits whose parents this clone does not have. */
  readonly shallow: ReadonlySet<string>;
}

/** `AuditHost.walk` over the objects of a store. Of all commits only the ids of their parents stay in memory. */
async function walkHistory(
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
  const seen = new Set<Oid>();
  const waiting: CommitObject[] = [];
  let reached = query.until === null;
  let commits = 0;
  let cut: Oid | null = null;
  const enter = async (oid: Oid): Promise<Outcome<void>> => {
    if (oid === query.until) reached = true;
    if (before.has(oid) || seen.has(oid)) return ok(undefined);
    seen.add(oid);
    const commit = await walk.read(oid);
    if (commit.ok) enqueue(waiting, commit.value);
    return commit.ok ? ok(undefined) : commit;
  };
  const first = await enter(query.from);
  if (!first.ok) return first;
  for (let commit = waiting.shift(); commit !== undefined; commit = waiting.shift()) {
    const audited = await auditedCommit(walk, commit);
    if (!audited.ok) return audited;
    if (audited.value === null) {
      if (query.shallow !== "stop")
        return gitFailed(
          `This clone is shallow: its history ends at ${commit.oid.slice(0, 10)}, and what was before cannot be looked at here.`,
          "Fetch the rest with `git fetch --unshallow`; what is here is judged by pagefile verify --history --since COMMIT.",
        );
      cut = commit.oid;
      continue;
    }
    const visited = await visit(audited.value);
    if (!visited.ok) return visited;
    commits += 1;
    const entered = await eachOf(commit.parents, enter);
    if (!entered.ok) return entered;
  }
  return ok({ commits, reached, cut });
}

/** `AuditHost.descends`. */
async function descendsFrom(store: ObjectStore, from: Oid, ancestor: Oid): Promise<Outcome<boolean>> {
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
    if (at !== undefined && parents.value.length === 1) continue;
    // A commit that the repository no longer has stands for itself alone.
    const end = await walk.parentsOf(until);
    const isGone = !end.ok && end.error.code === "corrupt";
    return isGone ? ok(new Set([until])) : ancestorsOf(walk.parentsOf, until);
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

function treesOf({ read }: Walk, commits: readonly Oid[]): Promise<Outcome<readonly Oid[]>> {
  return eachOf(commits, async (oid) => {
    const commit = await read(oid);
    return commit.ok ? ok(commit.value.tree) : commit;
  });
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

// AttestTree: the files in which several trees differ, found without reading a folder that they share.

/** What one path holds in each of the trees compared; null where a tree does not have it. */
interface TreeDifference {
  readonly path: string;
  readonly entries: readonly (TreeEntry | null)[];
}

/** Whether nothing below these entries is worth a look; asked for folders and files alike. */
type SameEntries = (entries: readonly (TreeEntry | null)[]) => boolean;

/** `roots` are trees, null for none; paths begin with `prefix`, which ends in a slash or is empty. Sorted by path. */
export async function compareTrees(
  store: ObjectStore,
  roots: readonly (Oid | null)[],
  same: SameEntries,
  prefix = "",
): Promise<Outcome<readonly TreeDifference[]>> {
  const read = await readTrees(store, roots);
  if (!read.ok) return read;
  const found: TreeDifference[] = [];
  for (const [name, entries] of read.value) {
    if (same(entries)) continue;
    const folders = entries.map((entry) => (entry?.mode === folderMode ? entry.oid : null));
    if (folders.some((oid) => oid !== null)) {
      const below = await compareTrees(store, folders, same, `${prefix}${name}/`);
      if (!below.ok) return below;
      found.push(...below.value);
    }
    const files = entries.map((entry) => (entry?.mode === folderMode ? null : entry));
    if (files.some((entry) => entry !== null) && !same(files)) found.push({ path: prefix + name, entries: files });
  }
  return ok(found.sort((a, b) => compareText(a.path, b.path)));
}

/** Each name that any of the trees has; of two trees, only the names whose entries are not byte for byte the same. */
async function readTrees(
  store: ObjectStore,
  roots: readonly (Oid | null)[],
): Promise<Outcome<ReadonlyMap<string, readonly (TreeEntry | null)[]>>> {
  const read = await eachOf(roots, (root) => (root === null ? ok(Buffer.alloc(0)) : store.read(root, "tree")));
  if (!read.ok) return read;
  const trees = read.value;
  const width = hashBytes(store.layout.objectFormat);
  const skipped = trees.length === 2 ? sharedStart(trees[0]!, trees[1]!, width) : 0;
  const names = new Map<string, (TreeEntry | null)[]>();
  for (const [at, tree] of trees.entries()) {
    const rows = entriesOf(tree, store.layout, skipped);
    if (rows === null) return corrupt(`The tree ${roots[at]} is cut short.`);
    for (const { mode, name: bytes, oid } of rows) {
      const name = textOfName(bytes);
      getOrMake(names, name, () => trees.map(() => null))[at] = { mode, oid };
    }
  }
  return ok(names);
}

/** Up to where two trees hold the same whole entries: in a folder of ten thousand pages one commit changes one of them. */
function sharedStart(a: Buffer, b: Buffer, width: number): number {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  let differs = shorter + 1;
  while (differs - same > 1) {
    const middle = (same + differs) >>> 1;
    if (a.compare(b, same, middle, same, middle) === 0) same = middle;
    else differs = middle;
  }
  let start = 0;
  for (;;) {
    const nul = a.indexOf(0, start);
    const end = nul + 1 + width;
    if (nul < 0 || end > same) return start;
    start = end;
  }
}

// Attest: the audit of a repository's history through either engine, and the ref that says how far it was attested.

const attestedRef = "refs/pagefile/attested";

/** Objects and refs with the user's git; what it starts ends with `close`. */
export function openNativeAudit(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<AuditHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const packed = openPacked(layout, () => packedByGit(layout, git));
  const host = auditHost(openObjectStore(layout, packed));
  return ok(layout.refStorage === "files" ? host : { ...host, ...refByGit(git.value) });
}

/** Objects from a store of another making, refs from git's own files. */
export function auditHost(store: ObjectStore): AuditHost {
  const { layout } = store;
  return {
    walk: (query, visit) => walkHistory(store, query, visit),
    descends: (from, ancestor) => descendsFrom(store, from, ancestor),
    blob: (oid) => store.read(oid, "blob"),
    attested: async () => readRef(layout, attestedRef),
    attest: (to, was) => moveRef(layout, to, was),
    close: () => store.close(),
  };
}

/** Compare-and-swap under the ref's own lock. */
async function moveRef(layout: GitLayout, to: Oid, was: Oid | null): Promise<Outcome<void>> {
  const file = refFile(layout, attestedRef);
  return withRefLock(layout, attestedRef, async (lock) => {
    const now = readRef(layout, attestedRef);
    if (!now.ok) return now;
    if (now.value !== was) return movedMeanwhile();
    const staged = await lock.stage([Buffer.from(`${to}\n`)]);
    if (!staged.ok) return staged;
    const moved = lock.commit();
    if (!moved.ok) return moved;
    try {
      await syncFolderSoon(dirname(file));
    } catch (error) {
      return ioFailed(error, `make ${attestedRef} durable`);
    }
    return ok(undefined);
  });
}

/** For repositories whose refs are not files. */
function refByGit(git: Git): Pick<AuditHost, "attested" | "attest"> {
  return {
    async attested() {
      const ran = await git.run(["rev-parse", "--verify", "--quiet", attestedRef]);
      if (!ran.ok) return ran;
      return ok(ran.value.code === 0 ? parseOid(ran.value.stdout.toString("latin1").trim()) : null);
    },
    async attest(to, was) {
      const before = was ?? "0".repeat(to.length);
      const ran = await git.run(["update-ref", attestedRef, to, before], { config: ["core.fsync=all"] });
      if (!ran.ok) return ran;
      return ran.value.code === 0 ? ok(undefined) : movedMeanwhile();
    },
  };
}

function movedMeanwhile(): Outcome<never> {
  const says = `Another process moved ${attestedRef} while the history was being read.`;
  return err({ code: "locked", says, hint: "Run it again: pagefile verify --history --attest" });
}

// AttestAncestry: what lies before a commit, and where two lines of history began to part.

type ParentsOf = (oid: Oid) => Promise<Outcome<readonly Oid[]>>;

/** The commit and all before it. */
export async function ancestorsOf(parentsOf: ParentsOf, from: Oid): Promise<Outcome<ReadonlySet<Oid>>> {
  const all = new Set<Oid>();
  const met = await firstMet(parentsOf, from, (oid) => {
    all.add(oid);
    return false;
  });
  return met.ok ? ok(all) : met;
}

/** The latest commits that lie before all of these; empty where their histories have nothing in common. */
export async function mergeBases(parentsOf: ParentsOf, sides: readonly Oid[]): Promise<Outcome<readonly Oid[]>> {
  const behind = await eachOf(sides.slice(1), (side) => ancestorsOf(parentsOf, side));
  if (!behind.ok) return behind;
  const met = await firstMet(parentsOf, sides[0]!, (oid) => behind.value.every((all) => all.has(oid)));
  if (!met.ok || met.value.length < 2) return met;
  const before = await eachOf(met.value, (oid) => ancestorsOf(parentsOf, oid));
  if (!before.ok) return before;
  const isHidden = (oid: Oid, at: number): boolean => before.value.some((all, i) => i !== at && all.has(oid));
  return ok(met.value.filter((oid, at) => !isHidden(oid, at)));
}

/** On every way back from a commit, the first one that is wanted. */
async function firstMet(
  parentsOf: ParentsOf,
  from: Oid,
  wanted: (oid: Oid) => boolean,
): Promise<Outcome<readonly Oid[]>> {
  const seen = new Set<Oid>([from]);
  const waiting: Oid[] = [from];
  const met: Oid[] = [];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (wanted(oid)) {
      met.push(oid);
      continue;
    }
    const parents = await parentsOf(oid);
    if (!parents.ok) return parents;
    for (const parent of parents.value) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(parent);
    }
  }
  return ok(met);
}

// Audit: the past as an auditor reads it: one commit after another with the files it changed, and the point up to which all was seen.

/** One file that a commit changed; paths are below the root and as git has them, which no parser has looked at. */
export interface AuditedFile {
  readonly path: string;
  /** As git writes it: `100644`, `120000`, `160000`; empty for a deletion. */
  readonly mode: string;
  /** The blob after the commit; null for a deletion and for what is no blob. */
  readonly after: Oid | null;
  /** The blob before it, one for each parent; a single null in a first commit. */
  readonly before: readonly (Oid | null)[];
  /** The blob where the sides of a merge began; empty for any other commit. */
  readonly bases: readonly (Oid | null)[];
}

export interface AuditedCommit extends LoggedCommit {
  /** Whether the commit was made anew from another one (rebase, cherry-pick, amend): its two dates differ. */
  readonly replayed: boolean;
  /** `pagefile.yaml` in the commit; null where the folder was no memory then. */
  readonly config: Oid | null;
  /** Whether it also changed files that are not below the root. */
  readonly outside: boolean;
  /** By path. Of a merge only what it did not take over whole from one side while the other had not touched it. */
  readonly files: readonly AuditedFile[];
}

interface AuditWalk {
  readonly commits: number;
  /** Whether `until` is an ancestor of `from`, or `from` itself; true where there is no `until`. */
  readonly reached: boolean;
  /** Where a shallow clone ends and the walk went no further, which says nothing about `until`; null where it saw all. */
  readonly cut: Oid | null;
}

export interface AuditHost {
  /**
   * Visits every commit that `from` reaches and `until` does not, later ones first; one commit is held at a time. A shallow
   * clone whose history ends before `until` is a `git_failed` failure, or with `stop` the end of that way; the last commit of it,
   * of which nobody can say what it changed, is not visited. The first failure of a visit ends the walk.
   */
  walk(
    query: { readonly from: Oid; readonly until: Oid | null; readonly shallow?: "fail" | "stop" },
    visit: (commit: AuditedCommit) => Promise<Outcome<void>>,
  ): Promise<Outcome<AuditWalk>>;
  /** Whether `ancestor` is `from` or lies before it. */
  descends(from: Oid, ancestor: Oid): Promise<Outcome<boolean>>;
  blob(oid: Oid): Promise<Outcome<Uint8Array>>;
  /** Where `refs/pagefile/attested` stands; null where nothing was attested yet. */
  attested(): Promise<Outcome<Oid | null>>;
  /** Moves it, durably, if it still stands at `was`; `locked` otherwise. */
  attest(to: Oid, was: Oid | null): Promise<Outcome<void>>;
  close(): Promise<void>;
}
