/** MergeHost: what installing the merge driver needs of a repository: its configuration, its attributes, and a proof. */

import type { Outcome } from "../base/result.js";

/** The two files that join a merge driver to pages, neither of them tracked and both shared by all linked worktrees. */
export interface MergeFilesState {
  /** The repository's own configuration. */
  readonly config: Uint8Array;
  /** `info/attributes`; null where there is none. */
  readonly attributes: Uint8Array | null;
}

export interface MergeHost {
  /** Folder and text of every `pagefile.yaml` that git tracks, and of the one at or above the folder that was named. */
  roots(): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>>;
  read(): Outcome<MergeFilesState>;
  /** Both files or none, under git's lock of the configuration; `locked` where another process changed it since it was read. */
  write(before: MergeFilesState, after: MergeFilesState): Promise<Outcome<void>>;
  /** Merges two versions of a small page by this command, as git would, with PATH=/usr/bin:/bin; gives the merged text. */
  prove(
    command: string,
    page: { readonly base: string; readonly ours: string; readonly theirs: string },
  ): Promise<Outcome<{ readonly text: string; readonly says: string }>>;
  /** Which attribute `merge` git gives a path: `pagefile`, another driver, or `unspecified`. */
  attribute(path: string): Promise<Outcome<string>>;
}
