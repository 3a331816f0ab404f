/** HookCommit: what judging a commit needs beyond its index: files on disk, what recent commits replaced, a ticket for the next hook. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { Rewriting } from "../git/departures--departures.js";
import type { HookHost } from "../git/index/staged-diff--hook-host.js";

export interface CommitHost extends HookHost {
  /** Who commits, as the harness in the environment says. */
  readonly actor: string;
  /** What writers of ours that died before their commit left in files of the memory below `prefix`. */
  leftover(prefix: string): Promise<Outcome<readonly Rewriting[]>>;
  /** By path, the blob in the commit that is being merged; null for no file. null as a whole outside a merge. */
  merged(paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, Oid | null> | null>>;
  /** The work tree's file; null where there is no regular file of a page's size. */
  onDisk(path: string): Outcome<Uint8Array | null>;
  /** By path, what stood there before each of the last few hundred commits of the branch; null stands for no file. */
  replaced(): Promise<Outcome<ReadonlyMap<string, ReadonlySet<Oid | null>>>>;
  /** Read by `hooks/ahead-commit-msg.sh`; null takes an earlier one away. */
  leaveTicket(text: string | null): Outcome<void>;
}
