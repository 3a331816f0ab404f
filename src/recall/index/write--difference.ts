/** Difference: which pages an index holds in another version than they have now. */

import type { Held } from "./generation--held.js";
import type { SearchPage } from "./search.js";

/** Places are those of the lists of what is held. */
export interface Difference {
  readonly added: readonly SearchPage[];
  readonly changed: readonly { readonly page: SearchPage; readonly place: number }[];
  readonly removed: readonly number[];
}

/** Mostly the pages come in the order they were held in, and each is held against the next. */
export function differenceOf(held: Held, pages: () => Iterable<SearchPage>): Difference {
  const { paths, oids, tiers } = held;
  const added: SearchPage[] = [];
  const changed: { readonly page: SearchPage; readonly place: number }[] = [];
  let met = 0;
  let next = 0;
  for (const page of pages()) {
    while (paths[next] === null) next++;
    const place = paths[next] === page.path ? next++ : placeOf(held, page.path);
    if (place < 0) {
      added.push(page);
      continue;
    }
    met++;
    if (oids[place] !== page.oid || tiers[place] !== page.tier) changed.push({ page, place });
  }
  return { added, changed, removed: met === held.sums.count ? [] : absentOf(paths, pages()) };
}

function absentOf(paths: readonly (string | null)[], pages: Iterable<SearchPage>): readonly number[] {
  const present = new Set<string>();
  for (const { path } of pages) present.add(path);
  return paths.flatMap((path, place) => (path === null || present.has(path) ? [] : [place]));
}

/** Where a page stands in the lists; -1 where it does not. */
function placeOf(held: Held, path: string): number {
  held.places ??= new Map(held.paths.flatMap((known, i) => (known === null ? [] : [[known, i] as const])));
  return held.places.get(path) ?? -1;
}
