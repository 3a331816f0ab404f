/** SqliteApply: what an index holds of which pages, and how a difference is put into it. */

import type { Oid, PagePath } from "../../base/ids.js";
import type { Converged, SearchPage, SearchSource } from "../../port/search.js";
import type { Database } from "./database.js";
import type { Difference, HeldPages } from "./difference.js";
import { tierNumbers } from "./schema.js";
import { type Sums, shifted, stateName, sumsOf } from "./sums.js";
import { openWriter } from "./write.js";
export interface Step extends Converged {
  /** Pages that could not be read any more, and are not in the index for that. */
  readonly unread: readonly PagePath[];
  readonly wrote: boolean;
}

/** What the index is known to hold; `sums` names it. */
export interface Held {
  readonly pages: HeldPages;
  sums: Sums;
}

/** What an index holds that is in step with these pages: to be checked by its name, and cheaper than to read it. */
export function heldBy(pages: Iterable<SearchPage>): Held {
  const held: HeldPages = new Map();
  for (const { path, oid, tier } of pages) held.set(path, { oid, tier });
  return { pages: held, sums: sumsOf(held) };
}

export function readHeld(database: Database): Held {
  const rows = database.prepare("SELECT path, oid, tier FROM page").raw().all() as readonly [string, Oid, number][];
  const pages: HeldPages = new Map(
    rows.map(([path, oid, tier]) => [path, { oid, tier: tier === tierNumbers.cold ? "cold" : "hot" }]),
  );
  return { pages, sums: sumsOf(pages) };
}

/** Inside of a transaction that the caller holds. */
export function apply(
  database: Database,
  held: Held,
  source: SearchSource,
  { added, changed, removed }: Difference,
): Step {
  const writer = openWriter(database, false);
  const unread: PagePath[] = [];
  const forget = (path: PagePath): void => {
    writer.remove(path);
    const was = held.pages.get(path);
    if (was !== undefined) held.sums = shifted(held.sums, path, was, -1);
    held.pages.delete(path);
  };
  for (const path of removed) forget(path);
  for (const { path } of changed) forget(path);
  for (const page of [...changed, ...added]) {
    const text = source.read(page.path);
    if (text === null) {
      unread.push(page.path);
      continue;
    }
    writer.put(page, text);
    const { path, oid, tier } = page;
    held.pages.set(path, { oid, tier });
    held.sums = shifted(held.sums, path, page, 1);
  }
  writer.finish();
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('state', ?)").run(stateName(held.sums));
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    rebuilt: false,
    unread,
    wrote: true,
  };
}
