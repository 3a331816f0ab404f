/** Work tree: the files that a commit writes to disk, the way back when it fails, and what goes once it stands. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { DepartureNote, Rewriting } from "../../git/departures--departures.js";
import type { RecordOptions } from "../../git/history.js";
import type { FileState, FileWrite } from "../../git/history--plan.js";
import type { PageStore, Replacement } from "../../memory/disk/read--page-store.js";
import type { Memory } from "../../memory/memory.js";
import { announce, depart, departuresIn } from "./departures.js";

interface Written {
  readonly writes: readonly FileWrite[];
  readonly states: ReadonlyMap<string, FileState>;
  /**
   * Whether a death before the commit leaves more than an edit that its own writer has not committed: words leave one file for another,
   * or are not the user's, to whom everything on disk that no commit holds is put down.
   */
  readonly isNoted: boolean;
}

/** Files are made and replaced before the commit, and go after it: until it stands, nothing is missing. */
export function onDisk(
  memory: Memory,
  { writes, states, isNoted }: Written,
): Pick<RecordOptions, "publish" | "withdraw" | "settle"> {
  const forward = replacements(memory.store, writes);
  const coming = forward.filter(({ bytes }) => bytes !== null);
  const leaving = departuresIn(memory, forward);
  const rewriting = isNoted || leaving.length > 0 ? rewritingIn(memory, { coming, writes, states }) : [];
  let note: DepartureNote | null = null;
  return {
    async publish() {
      const announced = announce(memory, { leaving, rewriting });
      if (!announced.ok) return announced;
      note = announced.value;
      return memory.store.replace(coming);
    },
    async withdraw() {
      const back = await withdraw(memory.store, coming, states);
      if (back.ok) note?.close();
      else note?.leave();
      return back;
    },
    settle: async () => (note === null ? undefined : depart(memory, leaving, note)),
  };
}

function rewritingIn(
  { store }: Memory,
  { coming, writes, states }: Omit<Written, "isNoted"> & { readonly coming: readonly Replacement[] },
): readonly Rewriting[] {
  const after = new Map(writes.map(({ path, head }) => [path, head]));
  return coming.flatMap(({ path, bytes }) => {
    const head = after.get(path) ?? null;
    const was = states.get(path)?.work?.bytes ?? null;
    return bytes === null
      ? []
      : [{ path, was, is: store.idOf(bytes), head: head === null ? null : store.idOf(head) }];
  });
}

/** What is to change on disk; a file that holds its bytes already is left alone. */
function replacements(store: Pick<PageStore, "idOf">, writes: readonly FileWrite[]): readonly Replacement[] {
  return writes
    .filter((write) => write.before.work !== null || write.work !== null)
    .filter((write) => write.work === null || write.before.work !== store.idOf(write.work))
    .map(({ path, before, work, movedFrom }) => ({
      path,
      before: before.work,
      bytes: work,
      ...(movedFrom === undefined ? {} : { like: movedFrom }),
    }));
}

/**
 * Takes the files back to the bytes that were read, each on its own: one that was not written yet is as it was, and one that
 * somebody changed since stays theirs and keeps no other back. A file is only removed again once all others could be put back,
 * because until then it may hold the only copy of their words. The first failure is returned; all are tried.
 */
async function withdraw(
  store: Pick<PageStore, "replace" | "idOf">,
  coming: readonly Replacement[],
  states: ReadonlyMap<string, FileState>,
): Promise<Outcome<void>> {
  let done: Outcome<void> = ok(undefined);
  let isBack = true;
  const back = coming.map(({ path, bytes }): Replacement => {
    const before = bytes === null ? null : store.idOf(bytes);
    return { path, before, bytes: states.get(path)?.work?.bytes ?? null };
  });
  for (const write of [
    ...back.filter(({ bytes }) => bytes !== null),
    ...back.filter(({ bytes }) => bytes === null),
  ]) {
    if (write.bytes === null && !isBack) continue;
    const replaced = await store.replace([write]);
    if (!replaced.ok && replaced.error.code !== "version_conflict") isBack = false;
    if (!replaced.ok && done.ok) done = replaced;
  }
  return done;
}
