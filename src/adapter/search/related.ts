/** Related: pages that hold a name in common with one of these. */

import type { PagePath } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/order.js";
import type { Relation } from "../../port/search.js";
import { type EdgeKind, edgeKinds, edgeWeight, sharedByMax } from "../../recall/graph.js";
import type { Database } from "./database.js";

/** By the kind of the end at the first page: the kind at the other, and what the relation is called. */
const joins: readonly (readonly [from: EdgeKind, to: EdgeKind, by: Relation["by"]])[] = [
  ["link", "name", "link"],
  ["name", "link", "backlink"],
  ["tag", "tag", "tag"],
  ["entity", "entity", "entity"],
];

export function relationsFrom(database: Database, from: readonly PagePath[], limit: number): readonly Relation[] {
  const page = database.prepare("SELECT id FROM page WHERE path = ?").raw();
  const ends = database.prepare("SELECT key, kind FROM edge WHERE page = ? ORDER BY key").raw();
  const others = database
    .prepare("SELECT p.path FROM edge e JOIN page p ON p.id = e.page WHERE e.key = ? AND e.kind = ? LIMIT ?")
    .raw();
  const found = new Map<string, Relation>();
  for (const path of from) {
    const id = (page.get(path) as [number] | undefined)?.[0];
    if (id === undefined) continue;
    const own = ends.all(id) as readonly [string, number][];
    for (const [kind, other, by] of joins) {
      for (const [name, number] of own) {
        if (edgeKinds[number] !== kind) continue;
        const sharing = others.all(name, edgeKinds.indexOf(other), sharedByMax + 1) as readonly [PagePath][];
        if (sharing.length > sharedByMax) continue;
        const weight = edgeWeight(kind, sharing.length);
        for (const [to] of sharing) keep(found, { from: path, to, by, name, weight });
      }
    }
  }
  const order = (a: Relation, b: Relation): number =>
    firstDecided(b.weight - a.weight, compareText(a.from, b.from), compareText(a.to, b.to));
  return [...found.values()].sort(order).slice(0, limit);
}

/** The heaviest of what joins two pages. */
function keep(found: Map<string, Relation>, relation: Relation): void {
  if (relation.from === relation.to) return;
  const key = `${relation.from}\n${relation.to}`;
  const known = found.get(key);
  if (known === undefined || known.weight < relation.weight) found.set(key, relation);
}
