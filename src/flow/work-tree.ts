/** Work tree: the files that a commit writes to disk, and the way back when it fails. */

import { blobOid } from "../base/digest.js";
import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { PageStore, Replacement } from "../port/page-store.js";
import type { FileState, FileWrite } from "../writeback/plan.js";

/** What is to change on disk; a file that holds its bytes already is left alone. */
export function replacements(writes: readonly FileWrite[]): readonly Replacement[] {
  return writes
    .filter((write) => write.before.work !== null || write.work !== null)
    .filter((write) => write.work === null || write.before.work !== blobOid(write.work))
    .map(({ path, before, work, movedFrom }) => ({
      path,
      before: before.work,
      bytes: work,
      ...(movedFrom === undefined ? {} : { like: movedFrom }),
    }));
}

/**
 * Takes the files back to the bytes that were read, each on its own: one that was not written yet is as it was, and one that
 * somebody changed since stays theirs and keeps no other back. A file is only removed again once all that were moved away
 * are back, because until then it may hold the only copy of their words. The first failure is returned; all are tried.
 */
export async function withdraw(
  store: Pick<PageStore, "replace">,
  forward: readonly Replacement[],
  states: ReadonlyMap<string, FileState>,
): Promise<Outcome<void>> {
  let done: Outcome<void> = ok(undefined);
  let isBack = true;
  const back = forward.map((write) => reversed(write, forward, states));
  for (const write of [
    ...back.filter(({ bytes }) => bytes !== null),
    ...back.filter(({ bytes }) => bytes === null),
  ]) {
    if (write.bytes === null && !isBack) continue;
    const replaced = await store.replace([write]);
    if (!replaced.ok && write.before === null) isBack = false;
    if (!replaced.ok && done.ok) done = replaced;
  }
  return done;
}

/** What was removed because it moved comes back with the mode it has where it went. */
function reversed(
  { path, bytes }: Replacement,
  forward: readonly Replacement[],
  states: ReadonlyMap<string, FileState>,
): Replacement {
  const went = forward.find(({ like }) => like === path)?.path;
  return {
    path,
    before: bytes === null ? null : blobOid(bytes),
    bytes: states.get(path)?.work?.bytes ?? null,
    ...(went === undefined ? {} : { like: went }),
  };
}
