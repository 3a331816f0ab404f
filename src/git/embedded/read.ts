/** EmbeddedRead: what this engine reads of a repository: a revision by its name, the files of a commit, and the index. */

import { type Oid, type PagePath, parseOid, parsePagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { corrupt, gitFailed } from "../../state/fs-calls.js";
import type { Blob, TreeFile } from "../history.js";
import { type IndexFile, readIndex, stagedEntry } from "../index/patch.js";
import type { GitLayout } from "../layout.js";
import { findInTree, type ObjectStore } from "../objects/object-store.js";
import { isRefName, readHead, readRef } from "../refs/refs.js";
import { readCommit, readShallow } from "../walk.js";
import type { Objects } from "./objects.js";

// Revision: a name for a commit as people write it, followed to the commit.

/** What a revision is looked up in. */
interface Sources {
  readonly objects: Objects;
  readonly store: ObjectStore;
}

const tagDepthMax = 10;
const stepsMax = 1_000_000;

/**
 * `HEAD`, `@`, refs by their short names, full and abbreviated ids, each followed by any of `~N`, `^N`, `^{commit}`, `^{}`.
 * null when it names no commit; `git_failed` for reflog and message searches, which only git itself answers.
 */
export async function resolveRevision(sources: Sources, revision: string): Promise<Outcome<Oid | null>> {
  if (revision.includes("@{") || revision.includes("^{/") || revision.startsWith(":/")) {
    return gitFailed(
      `The embedded git engine does not read ${revision}: a branch, a tag, an id, \`~N\` or \`^N\` was expected.`,
      "Name the commit by its id, or install git.",
    );
  }
  const [, name = "", suffix = ""] = /^([^~^]*)(.*)$/su.exec(revision) ?? [];
  const steps = suffix === "" ? [] : (suffix.match(/~\d*|\^(?:\d+|\{(?:commit)?\})?/gu) ?? []);
  if (name === "" || steps.join("") !== suffix) return ok(null);
  const named = await lookUp(sources, name);
  let at = named.ok && named.value !== null ? await peel(sources, named.value) : named;
  for (const step of steps) {
    if (!at.ok || at.value === null) return at;
    at = await follow(sources, at.value, step);
  }
  return at;
}

/** By the order of gitrevisions(7): a full id, then refs, then an abbreviated id. */
async function lookUp(sources: Sources, name: string): Promise<Outcome<Oid | null>> {
  const { layout } = sources.store;
  if (name === "HEAD" || name === "@") {
    const head = readHead(layout);
    return head.ok ? ok(head.value.commit) : head;
  }
  const lower = name.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(lower)) return ok(parseOid(lower));
  const places = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((place) => place + name);
  for (const ref of [...places, `refs/remotes/${name}/HEAD`].filter(isRefName)) {
    const found = readRef(layout, ref);
    if (!found.ok || found.value !== null) return found;
  }
  return /^[0-9a-f]{4,39}$/.test(lower) ? expandCommit(sources, lower) : ok(null);
}

/** An abbreviation that several objects share means the one commit among them. */
async function expandCommit(sources: Sources, prefix: string): Promise<Outcome<Oid | null>> {
  const found = await sources.objects.expand(prefix);
  if (!found.ok) return found;
  const commits = new Set<Oid>();
  for (const oid of found.value) {
    const commit = await peel(sources, oid);
    if (!commit.ok) return commit;
    if (commit.value !== null) commits.add(commit.value);
  }
  const [only] = commits;
  return ok(commits.size === 1 && only !== undefined ? only : null);
}

/** Follows tag objects to the commit; null where they end at something else, or at nothing. */
async function peel(sources: Sources, oid: Oid): Promise<Outcome<Oid | null>> {
  let at = oid;
  for (let depth = 0; depth < tagDepthMax; depth += 1) {
    const object = await sources.objects.read(at);
    if (!object.ok) return object;
    if (object.value?.type === "commit") return ok(at);
    if (object.value?.type !== "tag") return ok(null);
    const [first = ""] = object.value.bytes.toString("latin1", 0, 64).split("\n");
    const target = parseOid(first.slice("object ".length));
    if (target === null) return ok(null);
    at = target;
  }
  return ok(null);
}

async function follow(sources: Sources, from: Oid, step: string): Promise<Outcome<Oid | null>> {
  if (step.startsWith("^{")) return ok(from);
  const count = step.length === 1 ? 1 : Number.parseInt(step.slice(1), 10);
  if (count === 0) return ok(from);
  if (step.startsWith("^")) return parentOf(sources, from, count);
  let at: Oid = from;
  for (let done = 0; done < Math.min(count, stepsMax); done += 1) {
    const parent = await parentOf(sources, at, 1);
    if (!parent.ok || parent.value === null) return parent;
    at = parent.value;
  }
  return ok(at);
}

async function parentOf(sources: Sources, oid: Oid, number: number): Promise<Outcome<Oid | null>> {
  const shallow = readShallow(sources.store.layout);
  if (!shallow.ok) return shallow;
  const commit = await readCommit(sources.store, oid, shallow.value);
  return commit.ok ? ok(commit.value.parents[number - 1] ?? null) : commit;
}

// ReadTree: regular files below a folder of a commit, by path.

const hashBytes = 20;
/** With more paths than this one listing of the whole tree is cheaper than a search for each. */
const searchesMax = 32;

/** Below `prefix` (empty, or with a slash at the end); names that no page path can have are left out. */
export async function listTree(store: ObjectStore, tree: Oid, prefix: string): Promise<Outcome<readonly TreeFile[]>> {
  const start = prefix === "" ? ok({ mode: "40000", oid: tree }) : await findInTree(store, tree, prefix.slice(0, -1));
  if (!start.ok) return start;
  if (start.value?.mode !== "40000") return ok([]);
  const files: TreeFile[] = [];
  const folders = [{ oid: start.value.oid, path: "" }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const bytes = await store.read(folder.oid, "tree");
    if (!bytes.ok) return bytes;
    for (let at = 0; at < bytes.value.length; ) {
      const entry = entryAt(bytes.value, at);
      if (entry === null) return corrupt(`The tree ${folder.oid} is cut short.`);
      at = entry.end;
      const path = folder.path + entry.name;
      const page = entry.mode.startsWith("100") ? parsePagePath(path) : null;
      if (page !== null) files.push({ path: page, oid: entry.oid });
      if (entry.mode === "40000") folders.push({ oid: entry.oid, path: `${path}/` });
    }
  }
  return ok(files.sort((a, b) => compareText(a.path, b.path)));
}

/** Blobs in the order of `paths`; null for what is no regular file. */
export async function readBlobs(
  store: ObjectStore,
  tree: Oid,
  query: { readonly prefix: string; readonly paths: readonly PagePath[] },
): Promise<Outcome<readonly (Blob | null)[]>> {
  const { prefix, paths } = query;
  const listed = paths.length > searchesMax ? await listTree(store, tree, prefix) : ok(null);
  if (!listed.ok) return listed;
  const known = listed.value === null ? null : new Map(listed.value.map((file) => [file.path, file.oid]));
  const blobs: (Blob | null)[] = [];
  for (const path of paths) {
    const oid = known === null ? await findFile(store, tree, prefix + path) : ok(known.get(path) ?? null);
    if (!oid.ok) return oid;
    const bytes = oid.value === null ? ok(null) : await store.read(oid.value, "blob");
    if (!bytes.ok) return bytes;
    blobs.push(oid.value === null || bytes.value === null ? null : { oid: oid.value, bytes: bytes.value });
  }
  return ok(blobs);
}

async function findFile(store: ObjectStore, tree: Oid, path: string): Promise<Outcome<Oid | null>> {
  const entry = await findInTree(store, tree, path);
  if (!entry.ok) return entry;
  return ok(entry.value?.mode.startsWith("100") ? entry.value.oid : null);
}

interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
  readonly end: number;
}

function entryAt(bytes: Buffer, at: number): Entry | null {
  const space = bytes.indexOf(32, at);
  const nul = bytes.indexOf(0, space);
  const end = nul + 1 + hashBytes;
  if (space < 0 || nul < 0 || end > bytes.length) return null;
  return {
    mode: bytes.toString("latin1", at, space),
    name: bytes.toString("utf8", space + 1, nul),
    oid: bytes.toString("hex", nul + 1, end) as Oid,
    end,
  };
}

// IndexReading: the index as far as this engine reads it.

/** Fails with `git_failed` for an index that only git reads. */
export function openIndex(layout: GitLayout): Outcome<IndexFile> {
  const index = readIndex(layout);
  if (!index.ok) return index;
  if (index.value !== null) return ok(index.value);
  return gitFailed(
    "The embedded git engine does not serve an index of version 4, a split index or a sparse index.",
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

/** Staged blobs in the order of `paths`; null where nothing is staged, or only a name (`git add --intent-to-add`). */
export async function readStaged(
  store: ObjectStore,
  paths: readonly PagePath[],
): Promise<Outcome<readonly (Blob | null)[]>> {
  const index = openIndex(store.layout);
  if (!index.ok) return index;
  const blobs: (Blob | null)[] = [];
  for (const path of paths) {
    const entry = stagedEntry(index.value, store.layout.prefix + path);
    if (!entry.ok) return entry;
    const oid = entry.value === null || entry.value.intentToAdd ? null : entry.value.oid;
    const bytes = oid === null ? ok(null) : await store.read(oid, "blob");
    if (!bytes.ok) return bytes;
    blobs.push(oid === null || bytes.value === null ? null : { oid, bytes: bytes.value });
  }
  return ok(blobs);
}
