/** Related: pages that hold a name in common with one of these. */

import type { PagePath } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text--order.js";
import { type EdgeKind, edgeKinds, edgeWeight, sharedByMax } from "../graph.js";
import type { Database } from "./generation--database.js";
import type { Relation } from "./search.js";

/** By the kind of the end at the first page: the kind at the other, and what the relation is called. */
const joins: readonly (readonly [from: EdgeKind, to: EdgeKind, by: Relation["by"]])[] = [
  ["link", "name", "link"],
  ["name", "link", "backlink"],
  ["tag", "tag", "tag"],
  ["entity", "entity", "entity"],
];

/** What pages hold, and who holds the other end of it, as one value: a statement for each end would cost ten times as much. */
const endsOf = `
  SELECT json_group_array(json_array(asked.key, e.key, e.kind, json((
    SELECT json_group_array(path) FROM (
      SELECT q.path FROM edge AS o JOIN page AS q ON q.id = o.page WHERE o.key = e.key AND o.kind = others.value LIMIT ${sharedByMax + 1}
    )
  ))))
  FROM json_each(?) AS asked JOIN page AS p ON p.path = asked.value JOIN edge AS e ON e.page = p.id
    JOIN json_each(?) AS others ON others.key = e.kind`;

type End = readonly [at: number, name: string, kind: number, sharing: readonly PagePath[]];

/** By the number of the kind at the first page: that at the other. */
const otherKinds = JSON.stringify(
  edgeKinds.map((kind) => edgeKinds.indexOf(joins.find(([from]) => from === kind)![1])),
);

export function relationsFrom(database: Database, from: readonly PagePath[], limit: number): readonly Relation[] {
  const [json] = database.prepare(endsOf).raw().get(JSON.stringify(from), otherKinds) as [string];
  const ends = (JSON.parse(json) as readonly End[]).map(([at, name, number, sharing]) => {
    return { at, name, kind: edgeKinds[number]!, sharing };
  });
  const place = new Map(joins.map(([kind], at) => [kind, at]));
  ends.sort((a, b) =>
    firstDecided(a.at - b.at, place.get(a.kind)! - place.get(b.kind)!, compareText(a.name, b.name)),
  );
  const found = new Map<string, Relation>();
  for (const { at, name, kind, sharing } of ends) {
    if (sharing.length > sharedByMax) continue;
    const weight = edgeWeight(kind, sharing.length);
    for (const to of sharing) keep(found, { from: from[at]!, to, by: joins[place.get(kind)!]![2], name, weight });
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
