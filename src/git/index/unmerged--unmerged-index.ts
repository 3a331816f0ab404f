/** UnmergedIndex: the paths that git could not merge, with the versions its index keeps of them. */

import type { PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";

/** The three versions' bytes; null where that side has no such file. */
export interface UnmergedFile {
  readonly path: PagePath;
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
}

export interface UnmergedIndex {
  /** Below the memory root, sorted. */
  paths(): Promise<Outcome<readonly PagePath[]>>;
  /** null where the path is not unmerged. */
  read(path: PagePath): Promise<Outcome<UnmergedFile | null>>;
  /** The path merged with these bytes, as `git add` leaves it; the work tree is not looked at. */
  settle(path: PagePath, bytes: Uint8Array): Promise<Outcome<void>>;
}
