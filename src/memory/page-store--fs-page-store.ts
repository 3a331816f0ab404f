/** FsPageStore: the page store on a real file system. */

import { isAbsolute } from "node:path";
import { blobOid } from "../base/digest--digest.js";
import { assert } from "../base/result--assert.js";
import { attempt, type FsCalls, realFs } from "../state/fs-calls.js";
import { type Include, listPages } from "./disk/list.js";
import { readPage, readPages } from "./disk/read.js";
import { keepFolders } from "./disk/read--fs-list-kept.js";
import { lstat, type Place, stampOf } from "./disk/read--fs-place.js";
import type { PageStore } from "./disk/read--page-store.js";
import { replaceFiles } from "./disk/replace.js";
import { anchoredFs } from "./page-store.js";

export interface PageStoreOptions {
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
