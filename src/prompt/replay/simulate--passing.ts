/** Passing: what a turn changes by passing: pages come into being, recency fades, the future comes nearer. */

import type { Demand } from "../decision--decision.js";
import { recencyFloor, recencyKept } from "../prices--recency.js";
import { type Context, candidateNow } from "./simulate--context.js";

/** Pages that have come into being by this turn join the page table. */
export function bear(context: Context, turn: number): void {
  for (let next = context.unborn.at(-1); next !== undefined && next.from <= turn; next = context.unborn.at(-1)) {
    context.unborn.pop();
    context.recency.set(next.id, 0);
    if (next.page.type === "bootstrap_policy") context.bootstraps.push(next);
    if (next.page.signature !== undefined) context.results.set(next.page.signature, next.id);
    context.engine.put(candidateNow(context, next));
  }
}

/** Recency and what an oracle sees move on with the turn. */
export function moveOn(context: Context, demands: readonly Demand[]): void {
  for (const id of context.foresight.advance()) {
    const page = context.world.pages.get(id);
    if (page !== undefined && context.engine.has(page.id)) context.engine.put(candidateNow(context, page));
  }
  context.engine.turn(demands);
  for (const [id, before] of context.recency) {
    const left = before * recencyKept;
    context.recency.set(id, left > recencyFloor ? left : 0);
  }
  for (const { id } of demands) if (context.recency.has(id)) context.recency.set(id, 1);
}
