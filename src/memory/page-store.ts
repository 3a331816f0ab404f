/**
 * FsPageStore: the page store on a real file system, whose calls no folder can lead out of the root, also when it is replaced by a link between a
 * look and a call.
 */

import { constants, existsSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import { blobOid } from "../base/digest.js";
import { assert } from "../base/result.js";
import { attempt, type FsCalls, realFs } from "../state/fs-calls.js";
import { type Include, listPages } from "./disk/list.js";
import { keepFolders, lstat, type PageStore, type Place, readPage, readPages, stampOf } from "./disk/read.js";
import { replaceFiles } from "./disk/replace.js";

// FsPageStoreAnchor: file-system calls that no folder can lead out of the root, also when it is replaced by a link between a look and a call.

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

// FsPageStore: the page store on a real file system.

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
  const folders = keepFolders();
  return {
    root: place.root,
    list: (stamped) => listPages(place, include, stamped, folders),
    stampOf(path) {
      const looked = attempt(`look at ${path}`, () => lstat(place, path));
      return looked.ok && looked.value?.isFile() === true ? stampOf(looked.value) : null;
    },
    read: (path) => readPage(place, path),
    readEach: (paths, use) => readPages(place, paths, use),
    idOf: (bytes) => blobOid(bytes, place.algorithm),
    replace: (writes) => replaceFiles(place, writes),
  };
}

/** Blocks the thread: the store is synchronous, and its waits are short and rare. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
