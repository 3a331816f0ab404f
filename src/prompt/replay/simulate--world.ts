/** World: a workload made ready to run: its pages as candidates, its sessions, and what each page is worth to the report. */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result--assert.js";
import { schema } from "../../page/page.js";
import type { Fidelity } from "../../page/page--page.js";
import { standing } from "../budget.js";
import { policies } from "../decision.js";
import type { Candidate } from "../decision--decision.js";
import type { Workload, WorkloadPage } from "./workload--workload.js";

export interface WorldPage {
  readonly id: PageId;
  readonly page: WorkloadPage;
  /** The turn in which it comes into being. */
  readonly from: number;
  /** As selection sees it, never demanded yet. */
  readonly candidate: Candidate;
  /** Worth without recency by the weights of the `pagefile` policy. */
  readonly standing: number;
  /** Whether the workload ever demands it. */
  readonly demanded: boolean;
}

export interface World {
  readonly workload: Workload;
  /** By id. */
  readonly pages: ReadonlyMap<string, WorldPage>;
  /** By session (the empty name where a workload knows only one): its turns, first to last. */
  readonly sessions: ReadonlyMap<string, readonly number[]>;
}

/** Throws on ids that stand twice; `parseWorkload` refuses them with a message. */
export function worldOf(workload: Workload): World {
  const demanded = new Set(workload.turns.flatMap((turn) => turn.demands.map(({ page }) => page)));
  const pages = new Map<string, WorldPage>();
  for (const page of workload.pages) {
    assert(!pages.has(page.id), "every page of a workload has an id of its own");
    const candidate = candidateOf(page);
    pages.set(page.id, {
      id: candidate.id,
      page,
      from: page.from ?? 0,
      candidate,
      standing: standing(candidate, policies.pagefile),
      demanded: demanded.has(page.id),
    });
  }
  const sessions = new Map<string, number[]>();
  for (const [at, turn] of workload.turns.entries()) {
    const name = turn.session ?? "";
    const turns = sessions.get(name);
    if (turns === undefined) sessions.set(name, [at]);
    else turns.push(at);
  }
  return { workload, pages, sessions };
}

/** A plan in a workload is an active one: the page is there as long as the plan is. */
export function candidateOf(page: WorkloadPage): Candidate {
  return {
    id: page.id as PageId,
    type: page.type,
    pin: page.pin,
    scope: page.scope,
    minFidelity: minimumOf(page),
    tokens: page.tokens,
    recomputeCost: page.recomputeCost ?? schema[page.type].recomputeCost,
    recency: 0,
    activePlan: page.type === "plan",
  };
}

function minimumOf(page: WorkloadPage): Fidelity {
  return page.minFidelity ?? schema[page.type].minFidelity;
}
