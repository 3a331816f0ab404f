/** PurgeHold: the index, held from before the refs move until the former objects are gone: what git commits from would bring them back. */

import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { GitLayout } from "../../git/layout.js";
import { acquireLock, type GitLock } from "../../git/locks/locks.js";
import { attempt } from "../../state/fs-calls--failures.js";
import { readLinked, readPlain } from "../../state/plain-file.js";
import { writeOnce } from "../../state/plain-file--plain-write.js";
import { writeWhole } from "../../state/plain-file--staging-file.js";
import { journalFolder } from "./repository--purge-folder.js";

export interface PurgeHold {
  readonly lock: GitLock;
  /** When it began, by the clock of the file system. */
  readonly since: number;
}

/**
 * `git commit` reads HEAD and then the index, and locks the index before it writes: whoever read the new HEAD and the old index meets the
 * lock, and whoever read the old HEAD cannot move the branch.
 */
export async function holdIndex(layout: GitLayout): Promise<Outcome<PurgeHold>> {
  const lock = await acquireLock(join(layout.gitDir, "index"), {
    sharedMode: layout.sharedMode,
    waitMs: 10_000,
    landed: () => true,
  });
  if (!lock.ok) return lock;
  const stamp = join(journalFolder(layout), "began");
  const since = attempt("Noting when the purge began", () => {
    writeWhole(stamp, "");
    return lstatSync(stamp).mtimeMs;
  });
  if (since.ok) return ok({ lock: lock.value, since: since.value });
  lock.value.release();
  return since;
}

/** Puts in place what `edit` makes of a copy, and keeps the lock. */
export async function editHeld(
  layout: GitLayout,
  { lock }: PurgeHold,
  { commit, edit }: { readonly commit: string; readonly edit: (copy: string) => Promise<Outcome<void>> },
): Promise<Outcome<void>> {
  const copy = join(layout.gitDir, `index.pagefile-${randomBytes(6).toString("hex")}`);
  try {
    const copied = attempt("Copying the index", () => {
      if (existsSync(lock.path)) writeOnce(copy, readLinked(lock.path, limits.gitFileBytesMax), 0o666);
    });
    if (!copied.ok) return copied;
    const edited = await edit(copy);
    if (!edited.ok) return edited;
    const bytes = attempt("Reading the edited index", () => readPlain(copy, limits.gitFileBytesMax));
    if (!bytes.ok) return bytes;
    const staged = await lock.stage([bytes.value]);
    return staged.ok ? lock.publish(commit) : staged;
  } finally {
    rmSync(copy, { force: true });
    rmSync(`${copy}.lock`, { force: true });
  }
}
