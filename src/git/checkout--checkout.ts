/** Checkout: what git keeps beside the history: where a branch is pushed to, and files that git was told not to look at or to take. */

import type { PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";

/** A mark in git's index that makes `git status` and `git commit` pass over a file. */
export interface BlindMark {
  /** Below the memory root. */
  readonly path: PagePath;
  readonly mark: "skip-worktree" | "assume-unchanged";
}

export interface Checkout {
  /**
   * The ref that remembers where the remote stood when git last spoke with it, for a branch given as `refs/heads/main`:
   * `refs/remotes/origin/main`, whether it exists or not. null where the repository knows no remote for the branch.
   */
  remoteRef(branch: string): Outcome<string | null>;
  /** By path. Nothing is written, and a mark that the user set stays. */
  blindMarks(): Promise<Outcome<readonly BlindMark[]>>;
  /** Of these paths, those that `git add` would leave out: ignored, and in no index. */
  ignored(paths: readonly PagePath[]): Promise<Outcome<ReadonlySet<PagePath>>>;
  /** Whether a plain file stands at this path below the top of git's work tree, which a memory may be a folder of; links are not followed. */
  holds(path: PagePath): boolean;
}
