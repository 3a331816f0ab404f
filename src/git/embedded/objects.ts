/**
 * EmbeddedObjects: what the engine without git reads and writes of a repository. Objects go through isomorphic-git, are written durably and never
 * believed when damaged. A revision is read by its name, and the files of a commit and of the index by their paths. Whether attributes would change a
 * file's bytes is looked at, because this engine cannot do that.
 */

import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import git from "isomorphic-git";
import { type Oid, type PagePath, parseOid, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { Bug, type Outcome, ok } from "../../base/result.js";
import { compareText, withoutTail } from "../../base/text.js";
import { allEnded } from "../../state/durable.js";
import { attemptGit as attempt, corrupt, errnoOf, gitFailed, ioFailed } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import type { Blob, TreeFile } from "../history.js";
import { type IndexFile, readIndex, stagedEntry } from "../index/patch.js";
import type { GitLayout } from "../layout.js";
import type { GitObject, NewObject } from "../objects/loose.js";
import { findInTree, type ObjectStore } from "../objects/object-store.js";
import { isRefName, readHead, readRef } from "../refs/refs.js";
import { readCommit, readShallow } from "../walk.js";

// DurableFs: the file system isomorphic-git writes through: a temp file beside its place, fsync, rename, fsync of the folder.

/** The calls isomorphic-git makes, with the meaning node:fs/promises gives them. */
interface DurableFs {
  readonly promises: {
    readFile(path: string, options?: Encoding): Promise<Uint8Array | string>;
    writeFile(path: string, data: Uint8Array | string, options?: unknown): Promise<void>;
    mkdir(path: string): Promise<void>;
    unlink(path: string): Promise<void>;
    rmdir(path: string): Promise<void>;
    readdir(path: string): Promise<string[]>;
    stat(path: string): Promise<Stats>;
    lstat(path: string): Promise<Stats>;
    readlink(path: string): Promise<string>;
    symlink(target: string, path: string): Promise<void>;
  };
}

type Stats = Awaited<ReturnType<typeof fs.stat>>;
type Encoding = BufferEncoding | { encoding?: BufferEncoding | null } | null;

/**
 * Writes stay below `base` (absolute, without symlinks): a path whose folder leads out of it, and a path that is a symlink
 * itself, fail with `EPERM`. Files below `objects/` get git's own mode for objects, read-only.
 */
export function durableFs(base: string): DurableFs {
  return {
    promises: {
      readFile: async (path, options) => await fs.readFile(path, options ?? null),
      writeFile: (path, data) => writeDurably(base, path, data),
      async mkdir(path) {
        const place = await inside(base, path);
        await fs.mkdir(place);
        await syncFolder(dirname(place));
      },
      async unlink(path) {
        const place = await inside(base, path);
        await fs.unlink(place);
        await syncFolder(dirname(place));
      },
      rmdir: async (path) => await fs.rmdir(await inside(base, path)),
      readdir: (path) => fs.readdir(path),
      stat: (path) => fs.stat(path),
      lstat: (path) => fs.lstat(path),
      readlink: (path) => fs.readlink(path),
      symlink: async (_target, path) => refuse("symlink", path),
    },
  };
}

async function writeDurably(base: string, path: string, data: Uint8Array | string): Promise<void> {
  const place = await inside(base, path);
  if (await isSymlink(place)) refuse("write through a symlink", path);
  const object = dirname(dirname(place)).endsWith(`${sep}objects`);
  // git prunes `tmp_obj_*` below objects/, so that one left behind by a crash is swept by the next gc.
  const temp = join(dirname(place), `tmp_obj_${process.pid}_${randomBytes(6).toString("hex")}`);
  try {
    const file = await fs.open(temp, "wx", object ? 0o444 : 0o666);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temp, place);
  } catch (error) {
    await fs.rm(temp, { force: true });
    throw error;
  }
  await syncFolder(dirname(place));
}

/** The path with its folder's symlinks resolved; throws when that lies outside `base`. */
async function inside(base: string, path: string): Promise<string> {
  const folder = await fs.realpath(dirname(path));
  if (folder !== base && !folder.startsWith(base + sep) && path !== base) refuse("leave the repository", path);
  return join(folder, basename(path));
}

async function isSymlink(path: string): Promise<boolean> {
  try {
    return (await fs.lstat(path)).isSymbolicLink();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function refuse(what: string, path: string): never {
  throw Object.assign(new Error(`EPERM: not permitted to ${what}, '${path}'`), { code: "EPERM", path });
}

/** Windows has no fsync of a folder, and some network file systems refuse it; the rename is all there is then. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

// Objects: git objects through isomorphic-git, always with its cache, written durably, and never believed when damaged.

export interface Objects {
  /** null where the repository has no such object. */
  read(oid: Oid): Promise<Outcome<GitObject | null>>;
  /** All of them are on disk, synced, when it returns. */
  write(objects: readonly NewObject[]): Promise<Outcome<void>>;
  /** The ids that begin with these hex digits (at least two). */
  expand(prefix: string): Promise<Outcome<readonly Oid[]>>;
}

const sideBySideMax = 32;

/** `commonDir` is absolute and without symlinks. */
export function openObjects(commonDir: string): Objects {
  const fs = durableFs(commonDir);
  const writing = blindFs(fs);
  // isomorphic-git without a cache parses every pack index anew for every object.
  let cache: object = {};
  const readOnce = (oid: Oid): Promise<Outcome<GitObject | null>> =>
    settle(`Reading the object ${oid}`, async () => {
      try {
        const read = await git.readObject({ fs, gitdir: commonDir, oid, cache, format: "content" });
        return { type: read.type, bytes: read.object as Buffer };
      } catch (error) {
        if (nameOf(error) === "NotFoundError") return null;
        throw error;
      }
    });
  return {
    async read(oid) {
      const first = await readOnce(oid);
      if (first.ok && first.value !== null) return first;
      // A gc meanwhile moves objects from one pack to another; the cache may hold on to a pack that is gone.
      if (!first.ok) cache = {};
      return readOnce(oid);
    },
    write: (objects) =>
      settle("Writing git objects", async () => {
        const distinct = [...new Map(objects.map((object) => [object.oid, object])).values()];
        // Side by side, so that the disk syncs them together; not all at once, for each holds a file open.
        for (let at = 0; at < distinct.length; at += sideBySideMax) {
          const some = distinct.slice(at, at + sideBySideMax);
          await allEnded(some.map((object) => writeOne(writing, commonDir, object)));
        }
      }),
    expand: (prefix) =>
      settle(`Looking for the id ${prefix}`, async () => {
        try {
          return [(await git.expandOid({ fs, gitdir: commonDir, oid: prefix, cache })) as Oid];
        } catch (error) {
          if (nameOf(error) === "NotFoundError") return [];
          if (nameOf(error) === "AmbiguousError") return matchesOf(error);
          throw error;
        }
      }),
  };
}

async function writeOne(fs: DurableFs, gitdir: string, { oid, type, bytes }: NewObject): Promise<void> {
  const written = await git.writeObject({ fs, gitdir, type, object: bytes, format: "content" });
  if (written !== oid) throw new Bug(`isomorphic-git gives a ${type} the id ${written}, git gives it ${oid}`);
}

/**
 * isomorphic-git leaves an object file that exists as it is, even an empty one that a crash left behind. Shown no file, it
 * writes always; the rename then puts the whole object in the torn one's place.
 */
function blindFs(fs: DurableFs): DurableFs {
  const absent = async (path: string): Promise<never> => {
    throw Object.assign(new Error(`ENOENT: not looked for, '${path}'`), { code: "ENOENT" });
  };
  return { promises: { ...fs.promises, stat: absent } };
}

/** What isomorphic-git throws as a value: system errors as such, all else as damage, for that is what it found. */
async function settle<T>(doing: string, act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Bug || !(error instanceof Error)) throw error;
    if (errnoOf(error) !== null) return ioFailed(error, doing);
    return corrupt(`${doing} found damage: ${withoutTail(error.message.split("\n")[0] ?? "", ".!")}.`);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as { code?: string }).code ?? error.name) : "";
}

function matchesOf(error: unknown): readonly Oid[] {
  const { data } = error as { readonly data?: { readonly matches?: readonly Oid[] } };
  return (data?.matches ?? []).filter((oid) => /^[0-9a-f]{40}$/.test(oid));
}

// Attributes: whether gitattributes may change a file's bytes on their way into git, which this engine cannot do.

export interface AttributeFiles {
  readonly top: string;
  readonly commonDir: string;
  /** core.attributesFile or its default; null where there is none. */
  readonly personal: string | null;
}

interface Rule {
  /** The pattern as written; null where any path may be meant. */
  readonly pattern: string | null;
  readonly attributes: readonly string[];
}

const macroMark = "[attr]";
const programs = ["filter", "working-tree-encoding", "ident"];
const lineEndings = ["text", "eol", "crlf"];

/**
 * The attribute that stands in the way of committing `path` (from the top, `/` between components) as it is, or null.
 * Line endings stand in the way only of bytes with a carriage return. A pattern this reader cannot rule out counts as a match.
 */
export function conversionOf(files: AttributeFiles, path: string, bytes: Uint8Array | null): Outcome<string | null> {
  const parts = path.split("/");
  const folders = parts.map((_, depth) => join(files.top, ...parts.slice(0, depth)));
  const places = [
    ...folders.map((folder) => join(folder, ".gitattributes")),
    join(files.commonDir, "info", "attributes"),
  ];
  const unwanted = bytes?.includes(13) ? [...programs, ...lineEndings] : programs;
  const rules: Rule[] = [];
  for (const place of files.personal === null ? places : [files.personal, ...places]) {
    const text = attempt(`Reading ${place}`, () => readText(place));
    if (!text.ok) return text;
    rules.push(...rulesOf(text.value));
  }
  const named = withMacros(unwanted, rules);
  for (const { pattern, attributes } of rules) {
    const found = attributes.find((name) => named.has(name));
    if (found !== undefined && mayMatch(pattern, parts)) return ok(found);
  }
  return ok(null);
}

function readText(place: string): string {
  try {
    return readLinked(place, limits.gitTextBytesMax).toString("utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(errnoOf(error) ?? "")) return "";
    throw error;
  }
}

/** Lines of a gitattributes file; attributes that a line unsets are left out. */
function rulesOf(text: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (const raw of text.split("\n")) {
    const words = raw.split(/[ \t\r]+/).filter((word) => word !== "");
    const [first, ...rest] = words;
    if (first === undefined || first.startsWith("#")) continue;
    // A quoted pattern may hold spaces: all its words are taken for attributes and it for any path.
    const quoted = first.startsWith('"');
    const set = (quoted ? words : rest).filter((word) => !/^[-!]/.test(word));
    rules.push({ pattern: quoted ? null : first, attributes: set.map((word) => word.split("=")[0] as string) });
  }
  return rules;
}

/** The names and every macro that sets one of them, in whichever file it is defined. */
function withMacros(names: readonly string[], rules: readonly Rule[]): ReadonlySet<string> {
  const all = new Set(names);
  for (let size = 0; size !== all.size; ) {
    size = all.size;
    for (const { pattern, attributes } of rules) {
      if (pattern?.startsWith(macroMark) && attributes.some((name) => all.has(name))) {
        all.add(pattern.slice(macroMark.length));
      }
    }
  }
  return all;
}

/** Compares the last component only: exact names and `*.suffix` are told apart, all other patterns may match. */
function mayMatch(pattern: string | null, parts: readonly string[]): boolean {
  const last = pattern?.slice(pattern.lastIndexOf("/") + 1) ?? "";
  const name = parts[parts.length - 1] ?? "";
  if (pattern?.startsWith(macroMark)) return false;
  if (pattern === null || last === "") return pattern === null;
  if (!/[*?[\\]/.test(last)) return last.toLowerCase() === name.toLowerCase();
  const suffix = last.slice(1);
  if (!last.startsWith("*") || /[*?[\\]/.test(suffix)) return true;
  return name.toLowerCase().endsWith(suffix.toLowerCase());
}

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
