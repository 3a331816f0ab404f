/** Held: which pages an index holds, in which version, by what a process was told or by reading it. */

import type { Oid } from "../../base/ids.js";
import type { Tier } from "../../page/page.js";
import type { SearchPage } from "../../port/search.js";
import type { Database } from "./database.js";
import { type HeldPages, versionsOf } from "./difference.js";
import { tierNumbers } from "./schema.js";
import { type Sums, sumsOf } from "./sums.js";

/** What the index is known to hold; `sums` names it. */
export interface Held {
  readonly pages: HeldPages;
  sums: Sums;
}

/** The same as lists: made in a fraction of the time, and all that a process needs that changes nothing. */
export interface Listed {
  readonly paths: readonly string[];
  readonly oids: readonly Oid[];
  readonly tiers: readonly Tier[];
  readonly sums: Sums;
}

/** What an index holds that is in step with these pages, which its name tells. */
export function listed(pages: Iterable<SearchPage>): Listed {
  const [paths, oids, tiers]: [string[], Oid[], Tier[]] = [[], [], []];
  function* noted(): Iterable<SearchPage> {
    for (const page of pages) {
      paths.push(page.path);
      oids.push(page.oid);
      tiers.push(page.tier);
      yield page;
    }
  }
  const sums = sumsOf(noted());
  return { paths, oids, tiers, sums };
}

export function heldBy({ paths, oids, tiers, sums }: Listed): Held {
  return { pages: new Map(paths.map((path, i) => [path, { oid: oids[i]!, tier: tiers[i]! }])), sums };
}

export function readHeld(database: Database): Held {
  const rows = database.prepare("SELECT path, oid, tier FROM page").raw().all() as readonly [string, Oid, number][];
  const pages: HeldPages = new Map();
  for (const [path, oid, tier] of rows) pages.set(path, { oid, tier: tier === tierNumbers.cold ? "cold" : "hot" });
  return { pages, sums: sumsOf(versionsOf(pages)) };
}
