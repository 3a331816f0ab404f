/** States: what HEAD, the index and the disk hold for a few paths, read together. */

import type { Outcome } from "../../base/failure.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import type { FileState } from "../../writeback/plan.js";
import type { Memory } from "../memory.js";

/** In the order of `paths`. */
export async function readStates(
  memory: Memory,
  head: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<readonly FileState[]>> {
  const committed = await memory.history.at(head, paths);
  if (!committed.ok) return committed;
  const staged = await memory.history.staged(paths);
  if (!staged.ok) return staged;
  const states: FileState[] = [];
  for (const [at, path] of paths.entries()) {
    const work = memory.store.read(path);
    if (!work.ok) return work;
    states.push({
      path,
      head: committed.value[at] ?? null,
      index: staged.value[at] ?? null,
      work: work.value?.blob ?? null,
    });
  }
  return ok(states);
}
