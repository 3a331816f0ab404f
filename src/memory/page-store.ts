/**
 * FsPageStore: the page store on a real file system, whose calls no folder can lead out of the root, also when it is replaced by a link between a
 * look and a call.
 */

import { constants, type Dirent, existsSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import { blobOid } from "../base/digest.js";
import { childPath, type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { assert, err, type Failure, type Outcome, ok } from "../base/result.js";
import { compareText, inOrder } from "../base/text.js";
import type { Finding } from "../page/page.js";
import { attempt, errnoOf, type FsCalls, ioFailure, realFs } from "../state/fs-calls.js";
import {
  isOf,
  type Listed,
  type Listing,
  lstat,
  type PageStore,
  type Place,
  readPage,
  readPages,
  type Stamped,
  stampOf,
  sweepTemp,
  tooLarge,
} from "./disk/read.js";
import { replaceFiles } from "./disk/replace.js";

const handles = "/proc/self/fd";
const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Linux only: what is made, renamed or removed is named below an open handle of its folder, which was reached from the root without
 * following a link; what is opened to be read is asked afterwards where it really lies. Other systems have no path for an open folder,
 * and there the calls are given back as they are: a look before each call has to do.
 */
export function anchoredFs(root: string, fs: FsCalls): FsCalls {
  if (process.platform !== "linux" || !existsSync(handles)) return fs;
  const isBelow = (path: string): boolean => path.startsWith(`${root}/`);
  const openSync = (path: string, flags: number, mode?: number): number => {
    if (!isBelow(path)) return fs.openSync(path, flags, mode);
    if ((flags & constants.O_CREAT) !== 0) return within(fs, root, path, (at) => fs.openSync(at, flags, mode));
    const fd = fs.openSync(path, flags, mode);
    let stays = false;
    try {
      stays = liesBelow(root, fd);
    } finally {
      if (!stays) letGo(fs, fd);
    }
    if (stays) return fd;
    throw leadsAway(path);
  };
  const changed = {
    openSync,
    renameSync: (from: string, to: string): void => {
      if (dirname(from) !== dirname(to)) throw leadsAway(to);
      within(fs, root, to, (at) => fs.renameSync(`${dirname(at)}/${basename(from)}`, at));
    },
    unlinkSync: (path: string): void => within(fs, root, path, (at) => fs.unlinkSync(at)),
    mkdirSync: (path: string): void => within(fs, root, path, (at) => void fs.mkdirSync(at)),
    rmdirSync: (path: string): void => within(fs, root, path, (at) => fs.rmdirSync(at)),
  };
  return { ...fs, ...(changed as Partial<FsCalls>) };
}

/** The name below its folder's handle. A link in the place of a folder is ENOTDIR. */
function within<T>(fs: FsCalls, root: string, path: string, act: (at: string) => T): T {
  let fd = fs.openSync(root, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    const folders = path
      .slice(root.length + 1)
      .split("/")
      .slice(0, -1);
    for (const folder of folders) {
      const next = fs.openSync(`${handles}/${fd}/${folder}`, folderFlags);
      letGo(fs, fd);
      fd = next;
    }
    return act(`${handles}/${fd}/${basename(path)}`);
  } finally {
    letGo(fs, fd);
  }
}

/** A handle that was only looked through: an error here would hide what was done, such as a temp file that now exists. */
function letGo(fs: FsCalls, fd: number): void {
  attempt("close a folder", () => fs.closeSync(fd));
}

/** The system's own name of an open file. The root may itself be reached through links, and may have moved. */
function liesBelow(root: string, fd: number): boolean {
  const real = readlinkSync(`${handles}/${fd}`);
  return real.startsWith(`${root}/`) || real.startsWith(`${realpathSync(root)}/`);
}

function leadsAway(path: string): Error {
  return Object.assign(new Error(`${path} leads out of its folder`), { code: "ELOOP" });
}

interface PageStoreOptions {
  /** The repository's object format; sha1 when absent. */
  readonly algorithm?: "sha1" | "sha256";
  /** For tests: the calls to make instead of `node:fs`, and how to wait for a busy file. */
  readonly fs?: FsCalls;
  readonly wait?: (ms: number) => void;
}

/** `root` is absolute and may itself be reached through links; below it none are followed. Nothing is opened or kept. */
export function openPageStore(root: string, include: Include, options: PageStoreOptions = {}): PageStore {
  assert(isAbsolute(root), "the root of a page store is an absolute path");
  const top = root.length > 1 && root.endsWith("/") ? root.slice(0, -1) : root;
  const place: Place = {
    root: top,
    fs: options.fs ?? anchoredFs(top, realFs),
    algorithm: options.algorithm ?? "sha1",
    wait: options.wait ?? sleep,
  };
  return {
    root: place.root,
    list: (stamped) => listPages(place, include, stamped),
    stampOf(path) {
      const looked = attempt(`look at ${path}`, () => lstat(place, path));
      return looked.ok && looked.value?.isFile() === true ? stampOf(looked.value) : null;
    },
    read: (path) => readPage(place, path),
    readEach: (paths, use) => readPages(place, paths, use),
    idOf: (bytes) => blobOid(bytes, place.algorithm),
    replace: (writes, leaving) => replaceFiles(place, writes, leaving),
  };
}

/** Blocks the thread: the store is synchronous, and its waits are short and rare. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

// FsList: which Markdown files stand in the included folders, and what stands there that is no page.

/** Which folders hold pages; `path` is "" for the root itself. `leaves`: whether a file there is none, and nothing is said of it. */
interface Include {
  readonly folders: readonly { readonly path: string; readonly recursive: boolean }[];
  readonly leaves?: (path: string, stands: (path: string) => boolean) => boolean;
}

interface Walk {
  readonly place: Place;
  readonly files: Listed[];
  readonly findings: Finding[];
  readonly left: PagePath[];
  readonly stamped: (path: PagePath) => Stamped | boolean;
  readonly leaves: NonNullable<Include["leaves"]>;
  full: boolean;
}

function listPages(place: Place, include: Include, stamped: Walk["stamped"] = () => true): Outcome<Listing> {
  const { leaves = (): boolean => false } = include;
  const walk: Walk = { place, files: [], findings: [], left: [], stamped, leaves, full: false };
  for (const { path, recursive } of withoutCovered(include)) {
    const start = path === "" ? ok(null) : startOf(walk, path);
    if (start === null) continue;
    const failure = walkFolder(walk, start.value, recursive);
    if (failure !== null && path === "") return err(failure);
  }
  return ok({ files: inOrder(walk.files, byPath), findings: inOrder(walk.findings, byPath), left: walk.left });
}

/** Names that were gone through in order mostly come in that order too. */
const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => compareText(a.path, b.path);

/** Each folder once: a folder inside a recursive one is listed with it. */
function withoutCovered(include: Include): Include["folders"] {
  const byPath = new Map<string, boolean>();
  for (const { path, recursive } of include.folders) byPath.set(path, recursive || byPath.get(path) === true);
  const covers = (outer: string, inner: string): boolean =>
    outer !== inner && byPath.get(outer) === true && (outer === "" || inner.startsWith(`${outer}/`));
  const paths = [...byPath.keys()].filter((path) => ![...byPath.keys()].some((outer) => covers(outer, path)));
  return paths.sort(compareText).map((path) => ({ path, recursive: byPath.get(path) === true }));
}

/** An included folder, reached through real folders only; null where it is absent or refused. */
function startOf(walk: Walk, text: string): { readonly value: PagePath } | null {
  const path = parsePagePath(text);
  if (path === null) {
    remark(walk, text, refusedName);
    return null;
  }
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const folder = parts.slice(0, depth).join("/");
    try {
      const stat = lstat(walk.place, folder);
      if (stat === undefined) return null;
      if (stat.isDirectory()) continue;
      remark(walk, folder, notAFolder);
    } catch (error) {
      remark(walk, folder, unreadable(error, folder));
    }
    return null;
  }
  return { value: path };
}

/** Remarks on what it meets and goes on; gives the failure when the folder itself could not be read. */
function walkFolder(walk: Walk, folder: PagePath | null, recursive: boolean): Failure | null {
  const { place } = walk;
  let entries: Dirent[];
  try {
    const full = folder === null ? place.root : `${place.root}/${folder}`;
    entries = place.fs.readdirSync(full, { withFileTypes: true });
    // A folder on a Mac finds a name in either spelling; git there keeps the composed one.
    if (process.platform === "darwin") for (const entry of entries) entry.name = entry.name.normalize("NFC");
  } catch (error) {
    const failure = ioFailure(error, `list ${folder ?? place.root}`);
    if (folder !== null && failure.errno !== "ENOENT") remark(walk, folder, unreadable(error, folder));
    else if (folder?.includes(notUtf8)) remark(walk, folder, refusedName);
    return failure;
  }
  if (folder !== null && isRepository(entries)) {
    remark(walk, folder, nestedRepository);
    return null;
  }
  entries.sort((a, b) => compareText(a.name, b.name));
  const stands = (path: string): boolean =>
    entries.some((entry) => childPath(folder, entry.name) === path && entry.isFile());
  for (const entry of entries) {
    if (walk.full) break;
    visit(walk, folder, { entry, recursive, stands });
  }
  return null;
}

/** With a work tree of its own; files that make a folder look like a bare one must not take the pages beside them away. */
function isRepository(entries: readonly Dirent[]): boolean {
  return entries.some((entry) => entry.name === ".git");
}

function visit(
  walk: Walk,
  folder: PagePath | null,
  { entry, recursive, stands }: { entry: Dirent; recursive: boolean; stands: (path: string) => boolean },
): void {
  const { name } = entry;
  if (name.startsWith(".") && entry.isFile()) sweepTemp(walk.place, folder, name);
  if (name.startsWith(".") || name === "node_modules") return;
  const isPage = name.endsWith(".md");
  if (!isPage && !recursive) return;
  if (!isPage && !entry.isDirectory() && !leadsToFolder(walk, folder, entry)) return;
  const path = childPath(folder, name);
  if (path === null) remark(walk, folder === null ? name : `${folder}/${name}`, refusedName);
  else if (entry.isFile()) visitFile(walk, path, stands);
  else if (entry.isSymbolicLink()) remark(walk, path, path === "memory" || path === "archive" ? notAFolder : symlink);
  else if (!entry.isDirectory()) remark(walk, path, notAFile);
  else if (recursive) walkFolder(walk, path, true);
}

/** A link to a folder is worth a remark, since the pages behind it are not read; stat opens nothing and so cannot block. */
function leadsToFolder(walk: Walk, folder: PagePath | null, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  const full = [walk.place.root, ...(folder === null ? [] : [folder]), entry.name].join("/");
  try {
    return walk.place.fs.statSync(full, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function visitFile(walk: Walk, path: PagePath, stands: (path: string) => boolean): void {
  const { place } = walk;
  if (walk.leaves(path, stands)) return void walk.left.push(path);
  const known = walk.stamped(path);
  if (known === false && !path.includes(notUtf8)) return void keep(walk, { path, stamp: null });
  try {
    const stat = place.fs.lstatSync(`${place.root}/${path}`, maybeGone);
    if (stat === undefined) {
      // Gone since the folder was read, or a name that is not UTF-8 and so cannot be spoken again.
      if (path.includes(notUtf8)) remark(walk, path, refusedName);
    } else if (!stat.isFile()) remark(walk, path, notAFile);
    else if (stat.size > limits.pageBytesMax) remark(walk, path, oversized(path, stat.size));
    else if (typeof known === "object" && isOf(known.stamp, stat)) keep(walk, known);
    else keep(walk, { path, stamp: stampOf(stat) });
  } catch (error) {
    if (errnoOf(error) !== "ENOTDIR") remark(walk, path, unreadable(error, path));
  }
}

/** What stands in a name for bytes that are not UTF-8: only a look tells whether the name itself has it. */
const notUtf8 = "\ufffd";
const maybeGone = { throwIfNoEntry: false } as const;

function keep(walk: Walk, listed: Listed): void {
  if (walk.files.length < limits.pagesMax) {
    walk.files.push(listed);
    return;
  }
  walk.full = true;
  remark(walk, listed.path, tooMany);
}

/** An error where it does not say otherwise. */
type Remark = Pick<Finding, "code" | "says" | "hint"> & Partial<Pick<Finding, "severity">>;

function remark(walk: Walk, path: string, { severity = "error", ...said }: Remark): void {
  if (walk.leaves(path, () => false)) return;
  walk.findings.push({ ...said, severity, path, line: 0 });
}

const refusedName: Remark = {
  code: "path_refused",
  says: "The name is not safe on every operating system, or is not UTF-8.",
  hint: "Rename it without control characters, `\\` and `:`, reserved names, or a dot or space at the end.",
};

/** Links and repositories are their owner's choice: none is followed, so nothing is written through them, and that is all there is to say. */
const symlink: Remark = {
  code: "not_a_regular_file",
  severity: "note",
  says: "This is a symbolic link; Pagefile reads and writes nothing through one, so it is no page.",
  hint: "To have what it leads to as a page, put the file or folder itself in its place.",
};

const notAFile: Remark = {
  code: "not_a_regular_file",
  says: "This is a pipe, a socket or a device; pages are regular files.",
  hint: "Remove it, or rename it so that it does not end in .md.",
};

const notAFolder: Remark = {
  code: "not_a_regular_file",
  says: "A folder of pages was expected here; this is a file, a device or a symbolic link, and nothing is read or written through a link.",
  hint: "Put a real folder in its place, or make a memory of the folder that the link leads to: pagefile init DIR",
};

const nestedRepository: Remark = {
  code: "path_refused",
  severity: "note",
  says: "The folder is a git repository of its own, or a submodule, so the files in it are no part of this memory.",
  hint: "To have them in a memory, make one there: pagefile init DIR",
};

const tooMany: Remark = {
  code: "pages_too_many",
  says: `There are more than ${limits.pagesMax} pages; this file and those after it are left out.`,
  hint: "Archive or split the memory.",
};

function oversized(path: string, bytes: number): Remark {
  return { ...tooLarge(path, bytes), code: "page_too_large" };
}

function unreadable(error: unknown, path: string): Remark {
  return { ...ioFailure(error, `read ${path}`), code: "read_failed" };
}
