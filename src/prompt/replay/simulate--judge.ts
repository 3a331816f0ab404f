/** Judge: what a demand or a tool call meets: what stands in the prompt, what a pointer leads back to, or a fault. */

import { judgeDemanded, judgeRepeat } from "../budget--observer.js";
import type { Demand } from "../decision--decision.js";
import type { Context } from "./simulate--context.js";
import { neededOf } from "./simulate--seen.js";

/** `cold`: nobody can have what was never there; it is fetched for the first time. */
export type Verdict = ReturnType<typeof judgeDemanded>;

/** Judges against the prompt as it stood before the turn. */
export function judgeDemand(context: Context, demand: Demand): Verdict {
  const page = context.world.pages.get(demand.id);
  if (page === undefined || !context.engine.has(page.id)) return "cold";
  const needed = neededOf(page.candidate, demand.fidelity);
  return judgeDemanded(context, { id: page.id, needed, resolves: context.policy.resolves });
}

/** `alert`: the call repeats although its result is at hand. A call whose result no page holds is not judged: `cold`. */
export function judgeCall(context: Context, signature: string): ReturnType<typeof judgeRepeat> {
  const id = context.results.get(signature);
  return id === undefined ? "cold" : judgeRepeat(context, { id, resolves: context.policy.resolves });
}
