/** Seen: what the model has had before it so far, and what of a page counts as having it. */

import { type Fidelity, fidelities, rank } from "../../page/page--page.js";
import { admittedLevels } from "../budget--budget.js";
import { isContent, see } from "../budget--observer.js";
import type { Candidate, Demand } from "../decision--decision.js";
import type { Context } from "./simulate--context.js";

/** What a turn asked for, the model has had before it at the end of the turn, wherever it came from. */
export function seeAsked(context: Context, demands: readonly Demand[], calls: readonly string[]): void {
  for (const { id, fidelity } of demands) {
    const page = context.world.pages.get(id);
    if (page !== undefined) see(context, id, neededOf(page.candidate, fidelity));
  }
  for (const signature of calls) {
    const id = context.results.get(signature);
    if (id !== undefined) see(context, id, "full");
  }
}

/** What the prompt of a turn shows is seen; a pointer that leads nowhere shows nothing. */
export function seeStanding(context: Context): void {
  for (const [id, fidelity] of context.standing)
    if (context.policy.resolves || isContent(fidelity)) see(context, id, fidelity);
}

/** The fidelity that meets a demand: as much as is asked for, or the most there is of the page. */
export function neededOf(candidate: Candidate, asked: Fidelity | null): Fidelity {
  const wanted = Math.max(rank(candidate.minFidelity), asked === null ? 0 : rank(asked));
  const most = Math.max(...admittedLevels(candidate).map(({ fidelity }) => rank(fidelity)));
  return fidelities[Math.min(wanted, most)] as Fidelity;
}
