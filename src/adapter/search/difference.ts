/** Difference: which pages an index holds in another version than they have now. */

import type { PagePath } from "../../base/ids.js";
import type { SearchPage } from "../../port/search.js";

export type PageVersion = Pick<SearchPage, "oid" | "tier">;

/** What an index holds, by path. */
export type HeldPages = Map<string, PageVersion>;

/** The same, one by one. */
export function* versionsOf(held: HeldPages): Iterable<PageVersion & { readonly path: string }> {
  for (const [path, { oid, tier }] of held) yield { path, oid, tier };
}

export interface Difference {
  readonly added: readonly SearchPage[];
  readonly changed: readonly SearchPage[];
  readonly removed: readonly PagePath[];
}

export function differenceOf(held: HeldPages, pages: () => Iterable<SearchPage>): Difference {
  const added: SearchPage[] = [];
  const changed: SearchPage[] = [];
  let met = 0;
  for (const page of pages()) {
    const was = held.get(page.path);
    if (was === undefined) added.push(page);
    else {
      met++;
      if (was.oid !== page.oid || was.tier !== page.tier) changed.push(page);
    }
  }
  return { added, changed, removed: met === held.size ? [] : absentOf(held, pages()) };
}

function absentOf(held: HeldPages, pages: Iterable<SearchPage>): readonly PagePath[] {
  const present = new Set<string>();
  for (const { path } of pages) present.add(path);
  return [...held.keys()].filter((path) => !present.has(path)) as PagePath[];
}
