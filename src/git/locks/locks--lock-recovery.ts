/** Lock recovery: what a killed process of ours left locked is given free when a repository is opened, and its index completed. */

import { join } from "node:path";
import type { GitLayout } from "../layout.js";
import { readHead, refFile } from "../refs/refs.js";
import { reclaimLock } from "./locks.js";
import { sweepRecords } from "./locks--lock-claim.js";

/** Whether a commit is where the branch stands now. */
export function isTip(layout: GitLayout, commit: string): boolean {
  const head = readHead(layout);
  return head.ok && head.value.commit === commit;
}

/**
 * The index comes first: until it is complete, git must find it locked, or a `git commit` would take back what the index does
 * not show yet. Waits for nobody; a lock that cannot be recovered here is met again by the next commit, which says so.
 */
export function recoverLocks(layout: GitLayout): void {
  const head = readHead(layout);
  const names = head.ok && head.value.ref !== null ? ["HEAD", head.value.ref] : ["HEAD"];
  for (const path of [join(layout.gitDir, "index"), ...names.map((name) => refFile(layout, name))]) {
    const left = reclaimLock(path, { landed: (commit) => isTip(layout, commit) });
    if (left.ok && left.value !== null && left.value !== "finished") left.value.release();
  }
  for (const gitDir of new Set([layout.gitDir, layout.commonDir])) sweepRecords(gitDir);
}
