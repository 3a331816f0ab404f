/** Held: which pages an index holds, in which version, by what a process was told or by reading it. */

import type { Oid } from "../../base/ids.js";
import type { Tier } from "../../page/page--page.js";
import type { Database } from "./generation--database.js";
import { tierNumbers } from "./generation--schema.js";
import { type PageVersion, type Sums, shifted, sumsOf } from "./generation--sums.js";
import type { SearchPage } from "./search.js";

/** What the index is known to hold, as lists: they are made in a fraction of the time that a map takes, and most processes need no more. */
export interface Held {
  /** In the order they were told; null where one went. */
  readonly paths: (string | null)[];
  readonly oids: Oid[];
  readonly tiers: Tier[];
  /** Their name. */
  sums: Sums;
  /** By path, made when one is first looked for out of order. */
  places: Map<string, number> | null;
}

/** What an index holds that is in step with these pages, which its name tells. */
export function heldOf(pages: Iterable<Pick<SearchPage, "path" | "oid" | "tier">>): Held {
  const [paths, oids, tiers]: [string[], Oid[], Tier[]] = [[], [], []];
  function* noted(): Iterable<PageVersion & { readonly path: string }> {
    for (const page of pages) {
      paths.push(page.path);
      oids.push(page.oid);
      tiers.push(page.tier);
      yield page;
    }
  }
  const sums = sumsOf(noted());
  return { paths, oids, tiers, sums, places: null };
}

export function readHeld(database: Database): Held {
  const rows = database.prepare("SELECT path, oid, tier FROM page").raw().all() as readonly [string, Oid, number][];
  return heldOf(
    rows.map(([path, oid, tier]) => {
      return { path: path as SearchPage["path"], oid, tier: tier === tierNumbers.cold ? "cold" : "hot" };
    }),
  );
}

/** A page came. */
export function holdMore(held: Held, { path, oid, tier }: PageVersion & { readonly path: string }): void {
  held.places?.set(path, held.paths.length);
  held.paths.push(path);
  held.oids.push(oid);
  held.tiers.push(tier);
  held.sums = shifted(held.sums, path, { oid, tier }, 1);
}

/** Another version stands at a place; null where the page went. */
export function holdAt(held: Held, place: number, version: PageVersion | null): void {
  const path = held.paths[place]!;
  held.sums = shifted(held.sums, path, { oid: held.oids[place]!, tier: held.tiers[place]! }, -1);
  if (version === null) {
    held.paths[place] = null;
    held.places?.delete(path);
    return;
  }
  held.oids[place] = version.oid;
  held.tiers[place] = version.tier;
  held.sums = shifted(held.sums, path, version, 1);
}
