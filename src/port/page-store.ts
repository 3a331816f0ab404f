/** PageStore: the files below the memory root, read as bytes and replaced whole, atomically. */

import type { Outcome } from "../base/failure.js";
import type { Oid, PagePath } from "../base/ids.js";
import type { Finding } from "../page/finding.js";
import type { Blob } from "../writeback/plan.js";

/** What tells one version of a file on disk from another without reading it. Numbers as lstat(2) gives them, times in ns. */
export interface Stamp {
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
}

export interface Listed {
  readonly path: PagePath;
  readonly stamp: Stamp;
}

export interface Listing {
  /** Regular Markdown files, sorted by path. */
  readonly files: readonly Listed[];
  /** What stood there but is no page: symlinks, FIFOs, refused names, files over the limit. */
  readonly findings: readonly Finding[];
}

export interface PageStore {
  /** Absolute path of the memory root. */
  readonly root: string;
  list(): Outcome<Listing>;
  /** The bytes on disk, never through a symlink; null when there is no file. */
  read(path: PagePath): Outcome<{ readonly blob: Blob; readonly stamp: Stamp } | null>;
  /**
   * Replaces, creates (`before` null) or removes (`bytes` null) files: temp file in the same folder, fsync, rename, fsync of
   * the folder. A file that no longer holds `before` is a `version_conflict` failure and is not touched.
   */
  replace(writes: readonly Replacement[]): Outcome<void>;
}

export interface Replacement {
  readonly path: PagePath;
  readonly before: Oid | null;
  readonly bytes: Uint8Array | null;
}
