/** StoreFor: the one open store that a patch is for. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import type { PageTable } from "../memory/table.js";
import { entryNamed, locate, type Workspace } from "../memory/workspace.js";
import type { Patch } from "./patch.js";

export interface ForStore {
  readonly memory: Memory;
  readonly asked: Patch;
  /** The same by a later table: the file that the patch names by its path may have another id there. */
  readonly askedBy: (table: PageTable) => Patch;
}

/** The one store a patch is for, and the patch in that store's own names. */
export function storeFor(workspace: Workspace, asked: Patch): Outcome<ForStore> {
  if (asked.op === "create") {
    const whose = asked.scope === "session" ? (asked.session ?? undefined) : undefined;
    const memory =
      workspace.memories.find(({ config, session }) => config.scope === asked.scope && session === whose) ??
      workspace.primary;
    return ok({ memory, asked, askedBy: () => asked });
  }
  const located = locate(workspace, asked.page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const byTable = (table: PageTable): Patch => ({
    ...asked,
    page: entryNamed(memory, table, asked.page)?.id ?? entry.id,
  });
  return ok({ memory, asked: { ...asked, page: entry.id }, askedBy: byTable });
}
