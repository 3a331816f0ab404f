/** SearchIndex: what stands behind recall in each store, and how it is made anew; pages are read, never changed. */

import type { Outcome } from "../base/failure.js";
import { err, ok } from "../base/result.js";
import type { IndexStatus } from "../port/search.js";
import type { Memory } from "./memory.js";
import { searchSource } from "./search-source.js";
import type { Workspace } from "./workspace.js";

export interface StoreIndex extends IndexStatus {
  readonly store: string;
  readonly root: string;
  /** Pages that the memory has now, archived ones among them. */
  readonly expected: number;
}

export interface IndexStatusAnswer {
  readonly indexes: readonly StoreIndex[];
}

export interface IndexRebuildAnswer {
  readonly indexes: readonly StoreIndex[];
  /** Pages put in, of all stores. */
  readonly indexed: number;
}

export function indexStatus(workspace: Workspace): IndexStatusAnswer {
  return { indexes: workspace.memories.flatMap((memory) => storeIndex(memory)) };
}

/** Stops at the first store whose index cannot be made. */
export function indexRebuild(workspace: Workspace): Outcome<IndexRebuildAnswer> {
  let indexed = 0;
  for (const memory of workspace.memories) {
    if (memory.search === undefined) continue;
    const made = memory.search.rebuild(searchSource(memory));
    if (!made.ok) return err({ ...made.error, says: `${memory.config.name}: ${made.error.says}` });
    indexed += made.value.added;
  }
  return ok({ ...indexStatus(workspace), indexed });
}

function storeIndex(memory: Memory): readonly StoreIndex[] {
  if (memory.search === undefined) return [];
  const { config, root, table } = memory;
  return [{ store: config.name, root, expected: table.byPath.size, ...memory.search.status() }];
}
