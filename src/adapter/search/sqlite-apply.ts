/** SqliteApply: how a difference is put into an index. */

import type { PagePath } from "../../base/ids.js";
import type { Converged, SearchSource } from "../../port/search.js";
import type { Database } from "./database.js";
import type { Difference } from "./difference.js";
import type { Held } from "./held.js";
import { shifted, stateName } from "./sums.js";
import { openWriter } from "./write.js";
export interface Step extends Converged {
  /** Pages that could not be read any more, and are not in the index for that. */
  readonly unread: readonly PagePath[];
  readonly wrote: boolean;
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
