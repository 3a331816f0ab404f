/** TypedOwners: the typed pages that may own statements: a topic's own page before MEMORY.md. */

import { entriesOf, type PageTable } from "../memory/table.js";
import { standsInPrompts } from "../write/guard/origin--origin.js";
import type { Owner } from "./keep/curate--choose.js";
import { wordsOf } from "./keep/similar.js";

/** Typed pages of what is preferred, decided and done how; plans and evidence say what was, not what holds. */
export function ownersIn(table: PageTable): readonly Owner[] {
  const known = owners.get(table);
  if (known !== undefined) return known;
  const pages = entriesOf(table).filter(
    ({ slug, implicit, tier, writable, type }) =>
      slug === null && !implicit && tier === "hot" && writable && ownerTypes.has(type),
  );
  const found = pages.map((page) => ({
    page: page.path,
    title: wordsOf(page.title),
    stands: standsInPrompts(page),
  }));
  owners.set(table, found);
  return found;
}

/** A plan is made several times over on one table. */
const owners: WeakMap<PageTable, readonly Owner[]> = new WeakMap();

const ownerTypes: ReadonlySet<string> = new Set(["preference", "decision", "procedure"]);
