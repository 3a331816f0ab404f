/** HookCommit: what judging a commit needs beyond its index: files on disk, what recent commits replaced, a ticket for the next hook. */

import type { Outcome } from "../base/failure.js";
import type { Oid } from "../base/ids.js";
import type { HookHost } from "./hook-host.js";

export interface CommitHost extends HookHost {
  /** The work tree's file; null where there is no regular file of a page's size. */
  onDisk(path: string): Outcome<Uint8Array | null>;
  /** By path, what stood there before each of the last few hundred commits of the branch; null stands for no file. */
  replaced(): Promise<Outcome<ReadonlyMap<string, ReadonlySet<Oid | null>>>>;
  /** Read by `hooks/ahead-commit-msg.sh`; null takes an earlier one away. */
  leaveTicket(text: string | null): Outcome<void>;
}
