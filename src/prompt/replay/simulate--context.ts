/** Context: what one session's model has before it, and what the runtime remembers of it, from turn to turn. */

import { compareText } from "../../base/text--order.js";
import type { Fidelity } from "../../page/page--page.js";
import type { Policy } from "../decision.js";
import type { Candidate, Demand, Selection } from "../decision--decision.js";
import { type Engine, makeEngine } from "../select/engine.js";
import { selectionOf } from "../select/engine--selection.js";
import { type Foresight, makeForesight } from "./simulate--foresight.js";
import type { World, WorldPage } from "./simulate--world.js";

export interface Context {
  readonly world: World;
  readonly policy: Policy;
  /** Tokens; what the workload's scale leaves of the budget. */
  readonly budget: number;
  readonly engine: Engine;
  readonly foresight: Foresight;
  /** Pages that will come into being, the earliest last. */
  readonly unborn: WorldPage[];
  /** Pages there are, and how lately each was demanded. */
  readonly recency: Map<string, number>;
  readonly bootstraps: WorldPage[];
  /** By signature: the page that holds the result of the call. */
  readonly results: Map<string, string>;
  /** What the model has had before it, at the highest fidelity so far. */
  readonly seen: Map<string, Fidelity>;
  /** Pages with news that no store has. */
  readonly dirty: Set<string>;
  /** The prompt: pages by the fidelity at which they stand. */
  standing: ReadonlyMap<string, Fidelity>;
}

export function makeContext(world: World, name: string, policy: Policy, budget: number): Context {
  const scale = world.workload.budgetScale?.[policy.name] ?? 1;
  const mine = [...world.pages.values()].filter(({ page }) => page.session === undefined || page.session === name);
  return {
    world,
    policy,
    budget: Math.floor(budget * scale),
    engine: makeEngine(policy),
    foresight: makeForesight(world.workload, world.sessions.get(name) ?? [], policy.horizon),
    unborn: mine.sort((a, b) => b.from - a.from || compareText(b.id, a.id)),
    recency: new Map(),
    bootstraps: [],
    results: new Map(),
    seen: new Map(),
    dirty: new Set(),
    standing: new Map(),
  };
}

/** A prompt is made from what the store holds; it takes the place of the one before. */
export function assemble(context: Context, demands: readonly Demand[]): Selection {
  const selection = selectionOf(context.engine.decide(demands, context.budget));
  context.standing = new Map(selection.selected.map(({ id, fidelity }) => [id, fidelity]));
  return selection;
}

/** With its recency, and with what the policy can see of the future. */
export function candidateNow(context: Context, { id, candidate }: WorldPage): Candidate {
  return { ...candidate, recency: context.recency.get(id) ?? 0, future: context.foresight.of(id) };
}
