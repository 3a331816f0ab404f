/** FsPlace: where the pages of one memory lie, and how a file there is looked at. */

import type { Stats } from "node:fs";
import { errnoOf, type FsCalls } from "../../state/fs-calls.js";
import type { Stamp } from "./read--page-store.js";

export interface Place {
  /** Absolute, no slash at the end. */
  readonly root: string;
  readonly fs: FsCalls;
  /** The repository's object format. */
  readonly algorithm: "sha1" | "sha256";
  /** Blocks for so many milliseconds. */
  readonly wait: (ms: number) => void;
}

/** Below the root; undefined where nothing stands. */
export function lstat(place: Place, path: string): Stats | undefined {
  try {
    return place.fs.lstatSync(`${place.root}/${path}`, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, inode: ino };
}

/** Whether it is the stamp of this very state of a file. */
export function isOf({ size, mtimeMs, ctimeMs, inode }: Stamp, now: Stats): boolean {
  return inode === now.ino && mtimeMs === now.mtimeMs && ctimeMs === now.ctimeMs && size === now.size;
}
