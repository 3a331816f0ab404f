/** SearchIndex: what stands behind recall in each store, and how it is made anew; pages are read, never changed. */

import { err, type Outcome, ok } from "../../base/result.js";
import type { Workspace } from "../../memory/workspace.js";
import { type StoreVectors, tidyVectors, vectorsOf } from "../meaning/fill.js";
import { searchOf } from "./open.js";
import type { IndexStatus } from "./search.js";
import { searchSource } from "./write.js";

export interface StoreIndex extends IndexStatus {
  readonly store: string;
  readonly root: string;
  /** Pages that the memory has now, archived ones among them. */
  readonly expected: number;
  /** null where no model is set up. */
  readonly vectors: StoreVectors | null;
}

export interface IndexStatusAnswer {
  readonly indexes: readonly StoreIndex[];
}

export interface IndexRebuildAnswer {
  readonly indexes: readonly StoreIndex[];
  /** Pages put in, of all stores. */
  readonly indexed: number;
}

export async function indexStatus(workspace: Workspace): Promise<IndexStatusAnswer> {
  const indexes: StoreIndex[] = [];
  for (const memory of workspace.memories) {
    const search = searchOf(memory);
    if (search === undefined) continue;
    const { config, root, table } = memory;
    const vectors = await vectorsOf(workspace, memory);
    indexes.push({ store: config.name, root, expected: table.byPath.size, ...search.status(), vectors });
  }
  return { indexes };
}

/** Vectors that are sound stay: they name the text they were made of. Stops at the first store whose index cannot be made. */
export async function indexRebuild(workspace: Workspace): Promise<Outcome<IndexRebuildAnswer>> {
  let indexed = 0;
  for (const memory of workspace.memories) {
    const search = searchOf(memory);
    if (search === undefined) continue;
    const made = search.rebuild(searchSource(memory));
    if (!made.ok) return err({ ...made.error, says: `${memory.config.name}: ${made.error.says}` });
    indexed += made.value.added;
    await tidyVectors(workspace, memory);
  }
  return ok({ ...(await indexStatus(workspace)), indexed });
}
