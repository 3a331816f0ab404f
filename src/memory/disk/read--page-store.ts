/** PageStore: the files below the memory root, read as bytes and replaced whole, atomically. */

import type { Oid, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import type { Blob } from "../../git/history--plan.js";
import type { Finding } from "../../page/page--finding.js";

/** What tells one version of a file on disk from another without reading it. Numbers as lstat(2) gives them. */
export interface Stamp {
  readonly size: number;
  /** To a fraction of a microsecond, which is what a double can tell. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface Listed {
  readonly path: PagePath;
  /** null where no stamp was asked for. */
  readonly stamp: Stamp | null;
}

export interface Listing {
  /** Regular Markdown files, sorted by path. */
  readonly files: readonly Listed[];
  /** What stood there but is no page: symlinks, FIFOs, refused names, files over the limit. */
  readonly findings: readonly Finding[];
  /** Markdown that the configuration leaves out, in no order; absent where nobody can say. */
  readonly left?: readonly PagePath[];
}

export interface ReadPage {
  readonly blob: Blob;
  /** Taken before the bytes were read: a write during the read leaves another stamp behind. */
  readonly stamp: Stamp;
  /** False while the file is so young that another write could leave the same stamp: such a stamp vouches for nothing. */
  readonly settled: boolean;
}

export interface PageStore {
  /** Absolute path of the memory root. */
  readonly root: string;
  /** Stamps only the paths that `stamped` asks for; a caller that reads a file anyway gets its stamp from there. */
  list(stamped?: (path: PagePath) => boolean): Outcome<Listing>;
  /** Of a regular file; null where none stands. Absent where files cannot be told from one another without reading them. */
  stampOf?(path: PagePath): Stamp | null;
  /** The bytes on disk, never through a symlink; null when there is no file. */
  read(path: PagePath): Outcome<ReadPage | null>;
  /** The same for many, in order, each given to `use` before the next is read. */
  readEach(paths: readonly PagePath[], use: (path: PagePath, read: Outcome<ReadPage | null>) => void): void;
  /** The blob id that these bytes have on disk and in this repository. */
  idOf(bytes: Uint8Array): Oid;
  /**
   * Replaces, creates (`before` null) or removes (`bytes` null) files: temp file in the same folder, fsync, rename, fsync of
   * the folder. A file that no longer holds `before` is a `version_conflict` failure and is not touched; one that already
   * holds `bytes` is done, so that a call that failed half-way can be made again.
   */
  replace(writes: readonly Replacement[]): Promise<Outcome<void>>;
}

export interface Replacement {
  readonly path: PagePath;
  readonly before: Oid | null;
  readonly bytes: Uint8Array | null;
  /** A new file gets the mode of the one here, where that stands. */
  readonly like?: PagePath;
}
