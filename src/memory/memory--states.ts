/** States: what HEAD, the index and the disk hold for a few paths, read together. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Blob, FileState } from "../git/history--plan.js";
import type { Memory } from "./memory.js";

/** In the order of `paths`. */
export async function readStates(
  memory: Memory,
  head: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<readonly FileState[]>> {
  const works: (Blob | null)[] = [];
  const bytes = new Map<Oid, Uint8Array>();
  for (const path of paths) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    const work = read.value?.blob ?? null;
    works.push(work);
    if (work !== null) bytes.set(work.oid, work.bytes);
  }
  // Most files hold what HEAD and the index hold, by their ids.
  const held = (oid: Oid): Uint8Array | null => bytes.get(oid) ?? null;
  const committed = await memory.history.at(head, paths, held);
  if (!committed.ok) return committed;
  const staged = await memory.history.staged(paths, held);
  if (!staged.ok) return staged;
  return ok(
    paths.map((path, at) => ({
      path,
      head: committed.value[at] ?? null,
      index: staged.value[at] ?? null,
      work: works[at] ?? null,
    })),
  );
}
