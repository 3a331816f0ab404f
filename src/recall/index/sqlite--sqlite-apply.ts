/** SqliteApply: how a difference is put into an index. */

import type { PagePath } from "../../base/ids.js";
import type { Tier } from "../../page/page--page.js";
import type { Database } from "./generation--database.js";
import { type Held, holdAt, holdMore } from "./generation--held.js";
import { joinSome } from "./generation--join.js";
import { stateName } from "./generation--sums.js";
import type { Converged, SearchSource } from "./search.js";
import { openWriter } from "./write.js";
import type { Difference } from "./write--difference.js";

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
  const tiers = new Set<Tier>();
  for (const place of [...removed, ...changed.map((one) => one.place)]) {
    tiers.add(held.tiers[place]!);
    writer.remove(held.paths[place] as PagePath);
  }
  for (const place of removed) holdAt(held, place, null);
  for (const { page, place } of [...changed, ...added.map((one) => ({ page: one, place: null }))]) {
    const text = source.read(page.path);
    if (text === null) unread.push(page.path);
    else {
      writer.put(page, text);
      tiers.add(page.tier);
    }
    if (place !== null) holdAt(held, place, text === null ? null : page);
    else if (text !== null) holdMore(held, page);
  }
  writer.finish();
  for (const tier of tiers) joinSome(database, tier);
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
