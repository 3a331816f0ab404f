/** Kept: an engine that stands from decision to decision and is told of those candidates alone that are others than before. */

import type { PageId } from "../../base/ids.js";
import { assert } from "../../base/result--assert.js";
import type { Policy } from "../decision.js";
import type { Candidate, Demand, Selection } from "../decision--decision.js";
import { makeEngine } from "./engine.js";
import { selectionOf } from "./engine--selection.js";

/** What `select` would give for the same, whatever was decided before. */
export type KeptSelect = (candidates: readonly Candidate[], demands: readonly Demand[], budget: number) => Selection;

/** A candidate that is the same object says the same: whoever changes one makes another. */
export function keepSelect(policy: Policy): KeptSelect {
  const engine = makeEngine(policy);
  const known = new Map<PageId, { candidate: Candidate; round: number }>();
  let round = 0;
  return (candidates, demands, budget) => {
    round += 1;
    for (const candidate of candidates) {
      const before = known.get(candidate.id);
      assert(before?.round !== round, "every candidate has an id of its own");
      if (before?.candidate !== candidate) engine.put(candidate);
      if (before === undefined) known.set(candidate.id, { candidate, round });
      else {
        before.candidate = candidate;
        before.round = round;
      }
    }
    if (known.size > candidates.length)
      for (const [id, one] of known) {
        if (one.round === round) continue;
        engine.drop(id);
        known.delete(id);
      }
    return selectionOf(engine.decide(demands, budget));
  };
}
