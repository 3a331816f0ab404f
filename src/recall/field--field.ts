/** Recall field: which pages a recall may look at: those the asker may see, of the types and tiers that are wanted. */

import { type PagePath, sectionId } from "../base/ids.js";
import type { Memory } from "../memory/memory.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Located, Workspace } from "../memory/workspace.js";
import { byScope } from "../memory/workspace--by-scope.js";
import { isBarred } from "../prompt/access.js";
import { type Asker, deniedTo } from "../prompt/access--access.js";
import { type Judge, judging } from "./field--admitted.js";
import type { Meaning } from "./meaning/fuse--fuse.js";
import { type Plan, type Wishes, wants } from "./plan.js";
import { kindOf } from "./plan--kind.js";

export interface RecallAsker extends Asker {
  /** False where the user has not said that the project's memory may speak: only what is global or a session's own is searched. */
  readonly trusted: boolean;
}

export interface Field {
  readonly workspace: Workspace;
  readonly plan: Plan;
  readonly types: Wishes["types"];
  readonly asker: RecallAsker;
  /** null where no model is set up, or none could be asked. */
  readonly meaning: Meaning | null;
}

/** The page of a chunk as other commands name it; null where the table has none. */
export function pageAt(workspace: Workspace, memory: Memory, path: PagePath, slug: string | null): Located | null {
  const file = memory.table.byPath.get(path) ?? memory.table.unread?.get(path);
  const entry = file === undefined || slug === null ? file : memory.table.byId.get(sectionId(file.id, slug));
  if (entry === undefined) return null;
  const shadowed = isShadowed(workspace, memory, entry);
  return { memory, entry, shadowed, name: shadowed ? `${memory.config.name}/${entry.id}` : entry.id };
}

/** Asked for every page that matches: one store alone shadows nothing, and need not be sorted to know it. */
function isShadowed({ memories }: Workspace, memory: Memory, { id }: PageEntry): boolean {
  if (memories.length === 1) return false;
  const stores = byScope(memories);
  return stores.slice(0, stores.indexOf(memory)).some((narrower) => narrower.table.byId.has(id));
}

/**
 * What an index asks before it ranks: `open` for the pages the asker may see, `closed` for those that are kept from them and would
 * otherwise be searched. What nobody asked for is in neither.
 */
export function judgeOf(field: Field, memory: Memory): Judge {
  const { workspace, types } = field;
  const { session, audience, trusted } = field.asker;
  return judging(workspace, memory, JSON.stringify([session, audience, trusted, types]), (path, slug) => {
    const page = pageAt(workspace, memory, path, slug);
    if (page === null || !isWanted(field, page)) return { page, side: "unwanted" };
    return { page, side: isDenied(field, page) ? "closed" : "open" };
  });
}

function isWanted({ plan, types }: Field, { memory, entry, shadowed }: Located): boolean {
  return !shadowed && wants(plan, types, { type: entry.type, kind: kindAt(memory, entry) });
}

export function kindAt(memory: Memory, entry: PageEntry): ReturnType<typeof kindOf> {
  return kindOf(entry, memory.session !== undefined);
}

function isDenied({ asker }: Field, page: Located): boolean {
  const { memory, entry } = page;
  if (deniedTo(page, asker) !== null || isBarred(memory, entry)) return true;
  return !asker.trusted && entry.scope !== "global" && memory.session === undefined;
}
