/** Recall admitted: the pages of a store by what an asker may see and wants of them, remembered while nothing changes that it goes by. */

import type { PagePath } from "../base/ids.js";
import type { Memory } from "../memory/memory.js";
import { entriesOf, type PageTable } from "../memory/table.js";
import type { Located, Workspace } from "../memory/workspace.js";

/** `closed` would be searched, and is kept from the asker; what nobody asked for is neither. */
type Side = "open" | "closed" | "unwanted";

interface Judged {
  /** null where the table has no such page. */
  readonly page: Located | null;
  readonly side: Side;
}

/** The same object while nothing changes that it goes by, and so are its functions. */
export interface Judge {
  readonly of: (path: PagePath, slug: string | null) => Judged;
  readonly open: (path: PagePath, slug: string | null) => boolean;
  readonly closed: (path: PagePath, slug: string | null) => boolean;
  /** The files with a page of this side; null where they are more than `most`. */
  readonly few: (side: "open" | "closed", most: number) => readonly PagePath[] | null;
}

interface Known {
  readonly labels: Memory["labels"];
  readonly tables: readonly PageTable[];
  /** By what is asked for and who asks. */
  readonly judges: Map<string, Judge>;
}

/** Askers and wishes that are remembered at once. */
const keysMax = 8;
/** A table is another one after each change. */
const known = new WeakMap<PageTable, Known>();

/** `key` names all that `judge` goes by besides tables and labels. */
export function judging({ memories }: Workspace, memory: Memory, key: string, judge: Judge["of"]): Judge {
  const { judges } = knownOf(memories, memory);
  const kept = judges.get(key) ?? remembering(judge, memory.table);
  judges.delete(key);
  judges.set(key, kept);
  for (const oldest of judges.keys()) if (judges.size > keysMax) judges.delete(oldest);
  return kept;
}

function remembering(judge: Judge["of"], table: PageTable): Judge {
  const judged = new Map<string, Judged>();
  const of: Judge["of"] = (path, slug) => {
    const name = slug === null ? path : `${path}#${slug}`;
    const before = judged.get(name);
    if (before !== undefined) return before;
    const made = judge(path, slug);
    judged.set(name, made);
    return made;
  };
  const sided = (side: Side) => (path: PagePath, slug: string | null) => of(path, slug).side === side;
  const files = new Map<Side, { readonly most: number; readonly paths: readonly PagePath[] | null }>();
  return {
    of,
    open: sided("open"),
    closed: sided("closed"),
    few(side, most) {
      const before = files.get(side);
      if (before?.most === most) return before.paths;
      const paths = filesOf(table, (path, slug) => of(path, slug).side === side, most);
      files.set(side, { most, paths });
      return paths;
    },
  };
}

function filesOf(table: PageTable, takes: Judge["open"], most: number): readonly PagePath[] | null {
  const paths = new Set<PagePath>();
  for (const { path, slug } of entriesOf(table)) {
    if (takes(path, slug)) paths.add(path);
    if (paths.size > most) return null;
  }
  return [...paths];
}

function knownOf(memories: readonly Memory[], { table, labels }: Memory): Known {
  const before = known.get(table);
  const isSame = (tables: readonly PageTable[]): boolean =>
    tables.length === memories.length && memories.every((one, at) => one.table === tables[at]);
  if (before?.labels === labels && isSame(before.tables)) return before;
  const made: Known = { labels, tables: memories.map((one) => one.table), judges: new Map() };
  known.set(table, made);
  return made;
}
